//! What stands for the generated code where a derive was refused, so that one mistake is one error.

use proc_macro2::{Span, TokenStream};
use quote::format_ident;
use syn::{Generics, Ident};

use super::context::Context;
use super::hidden;
use super::values::{attribute, markers};

/// Which derive was refused.
#[derive(Clone, Copy)]
pub(crate) enum Derive {
    Item,
    Projection,
    Value,
}

/// The traits without their contents. None of it ever runs.
pub(crate) fn fallback(ident: &Ident, generics: &Generics, derive: Derive) -> TokenStream {
    let context = Context::new(ident, generics, Vec::new());
    let krate = syn::parse_quote!(::dynamo_model);
    match derive {
        Derive::Value => hidden(&krate, &value(&context)),
        // A generic item is what was refused, and it has no key that could be named.
        Derive::Projection => TokenStream::new(),
        Derive::Item if context.is_generic() => TokenStream::new(),
        Derive::Item => item(&context, &krate),
    }
}

fn item(context: &Context<'_>, krate: &syn::Path) -> TokenStream {
    let key = format_ident!("{}Key", context.ident, span = context.ident.span());
    let (ident, text) = (context.ident, context.ident.to_string());
    let fields = fields(context);
    let body = code! {
        type Key = #key;
        type Version = __private::NoVersion;
        const SCHEMA: &'static __private::ItemSchema = &__private::ItemSchema::new(
            #text,
            #text,
            __private::KeyDef::new("", __private::ScalarType::S, __private::Generated::No),
            __private::None,
            &[],
        );
        fn write_key<__W: __private::WriteAttributes>(
            _: &Self,
            _: &mut __W,
        ) -> __private::Result<(), __private::EncodeError> {
            __private::Ok(())
        }
    };
    let item = context.implement(&code! { __private::DynamoItem }, &body);
    let tokens = code! {
        impl __private::KeySpec for #key {
            type Item = #ident;
        }
        impl<__K> __private::KeyFrom<__K> for #key {
            fn values(_: __K) -> __private::Result<__private::KeyValues, __private::EncodeError> {
                __private::Err(__private::EncodeError::new(""))
            }
        }
        #fields
        #item
    };
    let hidden = hidden(krate, &tokens);
    code! {
        #[doc(hidden)]
        #[allow(dead_code, missing_debug_implementations, unreachable_pub)]
        pub struct #key;
        #hidden
    }
}

fn value(context: &Context<'_>) -> TokenStream {
    let fields = fields(context);
    let attribute = attribute(
        context,
        &code! { __private::role::Required },
        &code! { __private::Ok(__private::None) },
        &code! { __private::Err(__private::DecodeError::missing("")) },
        &TokenStream::new(),
    );
    let rules = ["ListElement", "SetElement", "Sizeable", "Ordered", "Numeric", "Prefixed"];
    let markers = markers(context, &rules);
    let body = code! { const SCALAR: __private::ScalarType = __private::ScalarType::S; };
    let key = context.implement(&code! { __private::KeyAttribute }, &body);
    code! { #fields #attribute #markers #key }
}

fn fields(context: &Context<'_>) -> TokenStream {
    let name = Ident::new("__Refused", Span::mixed_site());
    let (declared, this, bounds) = (context.declare(&TokenStream::new()), context.this(), context.bounds());
    let body = code! {
        type Handles<__M> = ();
        type Slots = #name;
        const DEFS: &'static [__private::AttributeDef] = &[];
        fn handles<__M, __P: __private::Prefixes>() {}
        fn write<__P: __private::Prefixes, __W: __private::WriteAttributes>(
            _: &Self,
            _: &mut __W,
        ) -> __private::Result<(), __private::EncodeError> {
            __private::Ok(())
        }
    };
    let fields = context.implement(&code! { __private::Fields }, &body);
    code! {
        #[derive(Default)]
        pub struct #name;
        impl #declared __private::Slots<#this> for #name #bounds {
            fn accept<__R: __private::ReadValue>(
                &mut self,
                _: &str,
                value: __R,
            ) -> __private::Result<__private::Option<__R>, __private::DecodeError> {
                __private::Ok(__private::Some(value))
            }
            fn is_empty(&self) -> bool {
                true
            }
            fn finish(self) -> __private::Result<#this, __private::DecodeError> {
                __private::Err(__private::DecodeError::missing(""))
            }
        }
        #fields
    }
}

//! What stands for the generated code where nothing could be decided, so that one mistake is one error.

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
        // A generic item or projection is what was refused, and it has no key that could be named.
        Derive::Projection | Derive::Item if context.is_generic() => TokenStream::new(),
        Derive::Projection => hidden(&krate, &projection(&context)),
        Derive::Item => item(&context, &krate),
    }
}

fn item(context: &Context<'_>, krate: &syn::Path) -> TokenStream {
    let key = format_ident!("{}Key", context.ident, span = context.ident.span());
    let (ident, text) = (context.ident, context.ident.to_string());
    let fields = fields(context);
    let body = code! {
        type Key = #key;
        type Indexes = ();
        type Version = __private::NoVersion;
        const SCHEMA: &'static __private::ItemSchema = &__private::ItemSchema::new(
            #text,
            "",
            __private::KeyDef::new("", __private::ScalarType::S, __private::Generated::No),
            __private::None,
            &[],
        );
        fn indexes() {}
        fn write_key<__W: __private::WriteAttributes>(
            _: &Self,
            _: &mut __W,
        ) -> __private::Result<(), __private::EncodeError> {
            __private::Ok(())
        }
    };
    let item = context.implement(&code! { __private::DynamoItem }, &body);
    let (none, taken) = (TokenStream::new(), taken(&key));
    let read = slots(&none, &code! { #key }, &none);
    let tokens = code! {
        impl __private::KeySpec for #key {
            type Item = #ident;
            type Output = #ident;
            const INDEX: __private::Option<&'static str> = __private::None;
            const PARTITION: &'static [&'static str] = &[];
            const SORT: &'static [&'static str] = &[];
        }
        impl __private::ConsistentRead for #key {}
        impl __private::Writable for #ident {}
        impl __private::ReadAs<#ident> for #key {
            type Slots = __Refused;
            type SlotsByKey = __Refused;
            const PROJECTION: __private::Option<&'static [__private::AttributeDef]> = __private::None;
        }
        #read
        #taken
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

/// A choice from any item.
fn projection(context: &Context<'_>) -> TokenStream {
    let (ident, none) = (context.ident, TokenStream::new());
    let slots = slots(&none, &code! { #ident }, &none);
    code! {
        #[derive(Default)]
        pub struct __Refused;
        #slots
        impl<__T> __private::ReadAs<__T> for #ident {
            type Slots = __Refused;
            type SlotsByKey = __Refused;
            const PROJECTION: __private::Option<&'static [__private::AttributeDef]> = __private::None;
        }
    }
}

/// Whatever is given is taken: what the key would be is not known.
fn taken(key: &Ident) -> TokenStream {
    let many = code! { __private::Result<__private::Vec<__private::AttributeValue>, __private::EncodeError> };
    let one = code! { __private::Result<__private::AttributeValue, __private::EncodeError> };
    let refused = code! { __private::Err(__private::EncodeError::new("")) };
    code! {
        impl<__K> __private::PartitionFrom<__K> for #key {
            fn values(_: __K) -> #many { #refused }
        }
        impl<__K> __private::SortFrom<__K> for #key {
            fn values(_: __K) -> #many { #refused }
        }
        impl<const __PLACE: usize, __K> __private::SortPartFrom<__PLACE, __K> for #key {
            fn value(_: __K) -> #one { #refused }
        }
        impl<const __PLACE: usize, __K> __private::SortPrefixFrom<__PLACE, __K> for #key {
            fn value(_: __K) -> __private::AttributeValue {
                __private::AttributeValue::Null(true)
            }
        }
        impl __private::HasSortKey for #key {
            type Handle = __private::SortKey<#key>;
        }
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
    let rules = ["ListElement", "SetElement", "Sizeable", "Ordered", "Prefixed", "TemplateText", "TemplateNumber"];
    let markers = markers(context, &rules);
    let numeric = context.implement(&code! { __private::Numeric }, &TokenStream::new());
    let body = code! { const SCALAR: __private::ScalarType = __private::ScalarType::S; };
    let key = context.implement(&code! { __private::KeyAttribute }, &body);
    code! { #fields #attribute #markers #numeric #key }
}

fn fields(context: &Context<'_>) -> TokenStream {
    let name = Ident::new("__Refused", Span::mixed_site());
    let (declared, this, bounds) = (context.declare(&TokenStream::new()), context.this(), context.bounds());
    let body = code! {
        type Handles<__M> = ();
        type Slots = #name;
        const DEFS: &'static [__private::AttributeDef] = &[];
        // A projection may take what it likes.
        const CATCHES: __private::CatchAll = __private::CatchAll::Yes;
        fn handles<__M, __P: __private::Prefixes>() {}
        fn write<__P: __private::Prefixes, __W: __private::WriteAttributes>(
            _: &Self,
            _: &mut __W,
        ) -> __private::Result<(), __private::EncodeError> {
            __private::Ok(())
        }
    };
    let fields = context.implement(&code! { __private::Fields }, &body);
    let slots = slots(&declared, &this, &bounds);
    code! {
        #[derive(Default)]
        pub struct #name;
        #slots
        #fields
    }
}

fn slots(declared: &TokenStream, this: &TokenStream, bounds: &TokenStream) -> TokenStream {
    code! {
        impl #declared __private::Slots<#this> for __Refused #bounds {
            fn accept<__R: __private::ReadValue>(
                &mut self,
                _: &str,
                value: __R,
            ) -> __private::Result<__private::Option<__R>, __private::DecodeError> {
                __private::Ok(__private::Some(value))
            }
            fn finish(self) -> __private::Result<#this, __private::DecodeError> {
                __private::Err(__private::DecodeError::missing(""))
            }
        }
    }
}

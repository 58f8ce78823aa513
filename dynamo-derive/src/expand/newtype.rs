//! A struct of one unnamed field: whatever that field is, in a request and in an expression.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::{Ident, Type};

use super::codecs;
use super::context::{self, Context, encode, mentions, of, read};
use super::values::{attribute, bound, markers};
use crate::model::{TupleField, Value};

/// Everything that a newtype implements.
pub(super) fn expand(value: &Value, field: &TupleField) -> TokenStream {
    let bounds = context::bounds(&value.generics, &value.ident, &[bound(&field.ty, &field.codec)]);
    let context = Context::new(&value.ident, &value.generics, bounds);
    if let Some(codec) = context::codec(&field.codec, "") {
        return encoded(&context, field, &codec);
    }
    let attribute = transparent(&context, &field.ty);
    let list = markers(&context, &["ListElement"]);
    let (forwarded, operands) = (forward(&context, field), operands(&context, &field.ty));
    let paths = if as_visible(value, field) { paths(&context, &field.ty) } else { TokenStream::new() };
    code! { #attribute #list #forwarded #operands #paths }
}

/// Through a codec, and nothing else is known about it.
///
/// ```text
/// impl __private::Attribute for Phone {
///     fn encode(value: &Self) -> .. { <__With as __private::Codec<Number>>::encode(&value.0) }
///     fn read<..>(value: __R) -> .. { __private::decode(value, <__With as __private::Codec<Number>>::decode).map(Self) }
///     ..
/// }
/// ```
fn encoded(context: &Context<'_>, field: &TupleField, codec: &TokenStream) -> TokenStream {
    let local = codecs::codec(context, &field.codec, codec, &field.ty);
    let read = read(&field.ty, Some(codec), &code! { value });
    let attribute = attribute(
        context,
        &code! { __private::role::Required },
        &encode(&field.ty, Some(codec), "encode", &code! { &value.0 }),
        &code! { #read.map(Self) },
        &TokenStream::new(),
    );
    let list = markers(context, &["ListElement"]);
    code! { #local #attribute #list }
}

/// ```text
/// impl __private::Attribute for CustomerId {
///     type Inner = Self;
///     type Presence = ..;
///     fn encode(value: &Self) -> .. { <String as __private::Attribute>::encode(&value.0) }
///     fn read<..>(value: __R) -> .. { <String as __private::Attribute>::read(value).map(Self) }
///     fn absent() -> .. { <String as __private::Attribute>::absent().map(Self) }
///     fn encode_element(value: &Self) -> .. { .. }
/// }
/// ```
fn transparent(context: &Context<'_>, ty: &Type) -> TokenStream {
    let read = read(ty, None, &code! { value });
    let (absent, element) = (of(ty, "Attribute", "absent"), of(ty, "Attribute", "encode_element"));
    let (inside, far_inside) = (of(ty, "Attribute", "INSIDE"), of(ty, "Attribute", "FAR_INSIDE"));
    let more = code! {
        const INSIDE: __private::Option<&'static __private::Below> = #inside;
        const FAR_INSIDE: __private::Option<&'static __private::Below> = #far_inside;
        fn absent() -> __private::Option<Self> {
            #absent().map(Self)
        }
        fn encode_element(
            value: &Self,
        ) -> __private::Result<__private::Option<__private::AttributeValue>, __private::EncodeError> {
            #element(&value.0)
        }
    };
    let encode = encode(ty, None, "encode", &code! { &value.0 });
    attribute(context, &presence(context, ty), &encode, &code! { #read.map(Self) }, &more)
}

/// By value, because an associated type of a public newtype may not name a private type, not even on the way. A value
/// in a type cannot depend on a parameter.
fn presence(context: &Context<'_>, ty: &Type) -> TokenStream {
    let inner = of(ty, "Attribute", "Presence");
    let parameters = context.generics.params.iter();
    let idents = parameters.map(|parameter| match parameter {
        syn::GenericParam::Type(parameter) => &parameter.ident,
        syn::GenericParam::Const(parameter) => &parameter.ident,
        syn::GenericParam::Lifetime(parameter) => &parameter.lifetime.ident,
    });
    if idents.into_iter().any(|ident| mentions(ty.to_token_stream(), ident)) {
        return inner;
    }
    code! { <__private::role::Known<{ <#inner as __private::role::Role>::OPTIONAL }> as __private::role::Presence>::Presence }
}

/// Markers, each where the inner type has it. The unused lifetime keeps a bound that does not hold from being an error.
///
/// ```text
/// impl __private::Derived<__private::rule::Ordered> for CustomerId where for<'t> String: __private::Ordered {}
/// impl __private::KeyAttribute for CustomerId where for<'t> String: __private::KeyAttribute {
///     const SCALAR: __private::ScalarType = <String as __private::KeyAttribute>::SCALAR;
/// }
/// ```
fn forward(context: &Context<'_>, field: &TupleField) -> TokenStream {
    let ty = &field.ty;
    let names = ["Ordered", "Prefixed", "Sizeable", "SetElement", "TemplateText", "TemplateNumber"];
    let rules = names.into_iter().map(|name| {
        let name = Ident::new(name, Span::mixed_site());
        let what = code! { __private::Derived<__private::rule::#name> };
        let bound = code! { for<'t> #ty: __private::#name };
        context.implement_where(&TokenStream::new(), &what, &bound, &TokenStream::new())
    });
    let scalar = of(ty, "KeyAttribute", "SCALAR");
    let (code, optional) = (of(ty, "VersionAttribute", "CODE"), of(ty, "VersionAttribute", "OPTIONAL"));
    let (id, counter) = (of(ty, "IdAttribute", "unset"), of(ty, "CounterAttribute", "unset"));
    let others = [
        ("Numeric", TokenStream::new()),
        ("KeyAttribute", code! { const SCALAR: __private::ScalarType = #scalar; }),
        ("VersionAttribute", code! { const CODE: u8 = #code; const OPTIONAL: bool = #optional; }),
        ("IdAttribute", code! { fn unset() -> Self { Self(#id()) } }),
        ("CounterAttribute", code! { fn unset() -> __private::Option<Self> { #counter().map(Self) } }),
        ("CreatedAtAttribute", TokenStream::new()),
        ("TimestampAttribute", timestamp(ty)),
        ("TtlAttribute", ttl(ty)),
        ("MapKey", map_key(ty)),
    ];
    let implement = |(name, body): (&str, TokenStream)| {
        let name = Ident::new(name, Span::mixed_site());
        let what = code! { __private::#name };
        context.implement_where(&TokenStream::new(), &what, &code! { for<'t> #ty: #what }, &body)
    };
    rules.chain(others.into_iter().map(implement)).collect()
}

fn timestamp(ty: &Type) -> TokenStream {
    let at = of(ty, "TimestampAttribute", "at");
    code! {
        fn at(instant: __private::SystemTime) -> __private::Option<Self> {
            #at(instant).map(Self)
        }
    }
}

fn ttl(ty: &Type) -> TokenStream {
    let (ttl, from_seconds, never) =
        (of(ty, "TtlAttribute", "ttl"), of(ty, "TtlAttribute", "from_seconds"), of(ty, "TtlAttribute", "never"));
    code! {
        fn ttl(value: &Self) -> __private::Result<__private::Option<__private::Expiry>, __private::EncodeError> {
            #ttl(&value.0)
        }
        fn from_seconds(seconds: i64) -> __private::Option<Self> {
            #from_seconds(seconds).map(Self)
        }
        fn never() -> __private::Option<Self> {
            #never().map(Self)
        }
    }
}

fn map_key(ty: &Type) -> TokenStream {
    let (name, from_name) = (of(ty, "MapKey", "name"), of(ty, "MapKey", "from_name"));
    code! {
        fn name(&self) -> __private::Cow<'_, str> {
            #name(&self.0)
        }
        fn from_name(name: __private::Cow<'_, str>) -> __private::Result<Self, __private::DecodeError> {
            #from_name(name).map(Self)
        }
    }
}

/// ```text
/// impl<__A> __private::SetOf<__A> for Labels where BTreeSet<String>: __private::SetOf<__A> {
///     fn elements(elements: __A) -> __private::Result<__private::AttributeValue, __private::EncodeError> {
///         <BTreeSet<String> as __private::SetOf<__A>>::elements(elements)
///     }
/// }
/// ```
fn operands(context: &Context<'_>, ty: &Type) -> TokenStream {
    let implement = |(name, function): (&str, &str)| {
        let (name, function) = (Ident::new(name, Span::mixed_site()), Ident::new(function, Span::mixed_site()));
        let what = code! { __private::#name<__A> };
        let body = code! {
            fn #function(given: __A) -> __private::Result<__private::AttributeValue, __private::EncodeError> {
                <#ty as #what>::#function(given)
            }
        };
        context.implement_where(&code! { __A }, &what, &code! { #ty: #what }, &body)
    };
    [("Contains", "element"), ("SetOf", "elements"), ("ListOf", "elements")].into_iter().map(implement).collect()
}

/// Whether the newtype shows its field, so that its associated types may name the field's type.
fn as_visible(value: &Value, field: &TupleField) -> bool {
    value.vis.to_token_stream().to_string() == field.vis.to_token_stream().to_string()
}

/// ```text
/// impl __private::Indexed for Flags where for<'t> Vec<bool>: __private::Indexed {
///     type Element = <Vec<bool> as __private::Indexed>::Element;
/// }
/// ```
fn paths(context: &Context<'_>, ty: &Type) -> TokenStream {
    let implement = |(name, member): (&str, &str)| {
        let (below, member) = (of(ty, name, member), Ident::new(member, Span::mixed_site()));
        let name = Ident::new(name, Span::mixed_site());
        let what = code! { __private::#name };
        let body = code! { type #member = #below; };
        context.implement_where(&TokenStream::new(), &what, &code! { for<'t> #ty: #what }, &body)
    };
    [("Indexed", "Element"), ("Keyed", "Value")].into_iter().map(implement).collect()
}

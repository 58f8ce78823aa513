//! `DynamoValue`: one file for each way a value is laid out, and structs here.

use proc_macro2::TokenStream;
use syn::Type;

use super::context::{self, Context, members};
use super::schema::Depth;
use super::templates::Beside;
use super::{enums, fields, newtype, schema, tuple};
use crate::model::{Codec, Field, Value, ValueShape};

/// Everything that a value implements.
pub(super) fn expand(value: &Value) -> TokenStream {
    match &value.shape {
        ValueShape::Struct(fields) => structure(value, fields),
        ValueShape::Newtype(field) => newtype::expand(value, field),
        ValueShape::Tuple(fields) => tuple::expand(value, fields),
        ValueShape::TextEnum(variants) => enums::text(value, variants),
        ValueShape::NumberEnum(variants) => enums::number(value, variants),
        ValueShape::DataEnum { tag, variants } => enums::data(value, tag, variants),
    }
}

/// A struct with named fields: M.
fn structure(value: &Value, fields: &[Field]) -> TokenStream {
    let members = members(fields, "");
    let bounds: Vec<_> = members.iter().map(|member| (&member.field.ty, member.bound())).collect();
    let context = Context::new(&value.ident, &value.generics, context::bounds(&value.generics, &value.ident, &bounds));
    let fields = fields::implement(&context, &members, &Beside::default(), Depth::Names);
    let attribute = attribute(
        &context,
        &code! { __private::role::Required },
        &code! { __private::encode_struct(value).map(__private::Some) },
        &code! { __private::read_struct(value) },
        &schema::inside(&members),
    );
    let markers = markers(&context, &["ListElement", "Sizeable"]);
    code! { #fields #attribute #markers }
}

/// ```text
/// impl __private::Attribute for Money {
///     type Inner = Self;
///     type Presence = __private::role::Required;
///     fn encode(value: &Self) -> .. { __private::encode_struct(value).map(__private::Some) }
///     fn read<__R: __private::ReadValue>(value: __R) -> .. { __private::read_struct(value) }
/// }
/// ```
pub(super) fn attribute(
    context: &Context<'_>,
    presence: &TokenStream,
    encode: &TokenStream,
    read: &TokenStream,
    more: &TokenStream,
) -> TokenStream {
    let body = code! {
        type Inner = Self;
        type Presence = #presence;
        fn encode(
            value: &Self,
        ) -> __private::Result<__private::Option<__private::AttributeValue>, __private::EncodeError> {
            #encode
        }
        fn read<__R: __private::ReadValue>(value: __R) -> __private::Result<Self, __private::DecodeError> {
            #read
        }
        #more
    };
    context.implement(&code! { __private::Attribute }, &body)
}

/// `impl __private::Derived<__private::rule::ListElement> for Money {}` and its like.
pub(super) fn markers(context: &Context<'_>, markers: &[&str]) -> TokenStream {
    let implement = |marker: &&str| {
        let marker = syn::Ident::new(marker, proc_macro2::Span::mixed_site());
        context.implement(&code! { __private::Derived<__private::rule::#marker> }, &TokenStream::new())
    };
    markers.iter().map(implement).collect()
}

/// What bounds an unnamed field's type where it mentions a parameter.
pub(super) fn bound<'m>(ty: &'m Type, codec: &Codec) -> (&'m Type, TokenStream) {
    (
        ty,
        if matches!(codec, Codec::Plain) {
            code! { __private::Attribute }
        } else {
            TokenStream::new()
        },
    )
}

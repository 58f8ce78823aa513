//! Enums: S or N of the variant, or M of its fields with the variant's name beside them.

use proc_macro2::{Span, TokenStream};
use quote::format_ident;
use syn::ext::IdentExt;
use syn::{Ident, Type};

use super::context::{self, Context, Member, members, of};
use super::templates::Beside;
use super::values::{attribute, markers};
use super::{codecs, convert, slots};
use crate::model::{DataVariant, NumberVariant, TextVariant, Value, VariantShape};

/// ```text
/// impl __private::MapKey for Status {
///     fn name(&self) -> __private::Cow<'_, str> {
///         __private::Cow::Borrowed(match *self { Self::Active => "active", .. })
///     }
///     fn from_name(name: __private::Cow<'_, str>) -> __private::Result<Self, __private::DecodeError> {
///         match &*name {
///             "active" => __private::Ok(Self::Active),
///             _ => __private::Err(__private::unknown_variant("Status")),
///         }
///     }
/// }
/// impl __private::Attribute for Status {
///     fn encode(value: &Self) -> .. { __private::encode_name(value) }
///     fn read<..>(value: __R) -> .. { __private::read_name(value) }
///     const INSIDE: .. = <__private::String as __private::Attribute>::INSIDE;
///     ..
/// }
/// ```
pub(super) fn text(value: &Value, variants: &[TextVariant]) -> TokenStream {
    let context = Context::new(&value.ident, &value.generics, Vec::new());
    let unknown = unknown(&value.ident);
    let (idents, names) = (variants.iter().map(|variant| &variant.ident), variants.iter().map(|variant| &variant.name));
    let read = variants.iter().map(|TextVariant { ident, name, aliases }| {
        code! { #name #(| #aliases)* => __private::Ok(Self::#ident), }
    });
    let body = code! {
        fn name(&self) -> __private::Cow<'_, str> {
            __private::Cow::Borrowed(match *self { #(Self::#idents => #names,)* })
        }
        fn from_name(name: __private::Cow<'_, str>) -> __private::Result<Self, __private::DecodeError> {
            match &*name { #(#read)* _ => __private::Err(#unknown) }
        }
    };
    let names = context.implement(&code! { __private::MapKey }, &body);
    let required = code! { __private::role::Required };
    let encode = code! { __private::encode_name(value) };
    let inside = inside(&code! { __private::String });
    let attribute = attribute(&context, &required, &encode, &code! { __private::read_name(value) }, &inside);
    let (key, markers) =
        (key(&context, &code! { S }), markers(&context, &["ListElement", "SetElement", "Sizeable", "TemplateText"]));
    code! { #names #attribute #key #markers }
}

/// ```text
/// impl __private::Attribute for Level {
///     fn encode(value: &Self) -> .. {
///         <i64 as __private::Attribute>::encode(match *value { Self::Low => &1i64, .. })
///     }
///     fn read<..>(value: __R) -> .. {
///         match <i64 as __private::Attribute>::read(value)? {
///             1i64 => __private::Ok(Self::Low),
///             _ => __private::Err(__private::unknown_variant("Level")),
///         }
///     }
///     const INSIDE: .. = <i64 as __private::Attribute>::INSIDE;
///     ..
/// }
/// ```
pub(super) fn number(value: &Value, variants: &[NumberVariant]) -> TokenStream {
    let context = Context::new(&value.ident, &value.generics, Vec::new());
    let unknown = unknown(&value.ident);
    let idents: Vec<_> = variants.iter().map(|variant| &variant.ident).collect();
    let numbers: Vec<_> = variants.iter().map(|variant| variant.number).collect();
    let attribute = attribute(
        &context,
        &code! { __private::role::Required },
        &code! { __private::encode_number(match *value { #(Self::#idents => #numbers,)* }) },
        &code! {
            match __private::read_number(value)? {
                #(#numbers => __private::Ok(Self::#idents),)*
                _ => __private::Err(#unknown),
            }
        },
        &inside(&code! { i64 }),
    );
    let (key, markers) =
        (key(&context, &code! { N }), markers(&context, &["ListElement", "SetElement", "TemplateNumber"]));
    code! { #attribute #key #markers }
}

/// A projection's path leads no further than through the scalar that is stored.
fn inside(stored: &TokenStream) -> TokenStream {
    code! {
        const INSIDE: __private::Option<&'static __private::Below> = <#stored as __private::Attribute>::INSIDE;
    }
}

fn unknown(ident: &Ident) -> TokenStream {
    let ident = ident.unraw().to_string();
    code! { __private::unknown_variant(#ident) }
}

/// `impl __private::KeyAttribute for Status { const SCALAR: .. = __private::ScalarType::S; }`
fn key(context: &Context<'_>, scalar: &TokenStream) -> TokenStream {
    let body = code! { const SCALAR: __private::ScalarType = __private::ScalarType::#scalar; };
    context.implement(&code! { __private::KeyAttribute }, &body)
}

/// ```text
/// impl __private::Attribute for Shape {
///     fn encode(value: &Self) -> .. {
///         match value { .. }
///     }
///     fn read<..>(value: __R) -> .. {
///         let (variant, attributes) = __private::read_tagged(value, "type")?;
///         match variant.as_str() {
///             ..
///             _ => __private::Err(__private::unknown_variant("Shape").at("type")),
///         }
///     }
///     ..
/// }
/// ```
pub(super) fn data(value: &Value, tag: &str, variants: &[DataVariant]) -> TokenStream {
    let variants: Vec<_> = variants.iter().map(Variant::new).collect();
    let bounds: Vec<_> = variants.iter().flat_map(Variant::bounds).collect();
    let context = Context::new(&value.ident, &value.generics, context::bounds(&value.generics, &value.ident, &bounds));
    let local = variants.iter().map(|variant| variant.local_types(&context));
    let (encode, read) =
        (variants.iter().map(|variant| variant.encode(tag)), variants.iter().map(|v| v.read(&context)));
    let unknown = unknown(&value.ident);
    let attribute = attribute(
        &context,
        &code! { __private::role::Required },
        &code! { match value { #(#encode)* } },
        &code! {
            let (variant, attributes) = __private::read_tagged(value, #tag)?;
            match variant.as_str() { #(#read)* _ => __private::Err(#unknown.at(#tag)) }
        },
        &TokenStream::new(),
    );
    let markers = markers(&context, &["ListElement", "Sizeable"]);
    code! { #(#local)* #attribute #markers }
}

/// A variant with data, and its named fields.
struct Variant<'m> {
    model: &'m DataVariant,
    members: Vec<Member<'m>>,
    /// Ends the names of local types.
    scope: String,
}

impl<'m> Variant<'m> {
    fn new(variant: &'m DataVariant) -> Self {
        let scope = variant.ident.unraw().to_string();
        let members = match &variant.shape {
            VariantShape::Named(fields) => members(fields, &scope),
            VariantShape::Unit | VariantShape::Newtype(_) => Vec::new(),
        };
        Self { model: variant, members, scope }
    }

    fn bounds(&self) -> Vec<(&'m Type, TokenStream)> {
        match &self.model.shape {
            VariantShape::Newtype(ty) => vec![(ty, code! { __private::Fields })],
            _ => self.members.iter().map(|member| (&member.field.ty, member.bound())).collect(),
        }
    }

    /// The codecs, prefixes and slots of a variant with named fields.
    fn local_types(&self, context: &Context<'_>) -> TokenStream {
        if !matches!(self.model.shape, VariantShape::Named(_)) {
            return TokenStream::new();
        }
        let (this, ident) = (context.ident, &self.model.ident);
        let local = codecs::local_types(context, &self.members);
        let name = slots::name(context, &self.scope);
        let slots = slots::expand(context, &self.members, &Beside::default(), &name, &code! { #this::#ident });
        code! { #local #slots }
    }

    /// ```text
    /// Self::Circle { radius: __0 } => {
    ///     let mut attributes = __private::Plain::new(2usize);
    ///     let to = &mut attributes;
    ///     __private::attribute(to, __private::None, "radius", <f64 as __private::Attribute>::encode(__0))?;
    ///     __private::tagged(attributes, "type", "circle")
    /// }
    /// ```
    fn encode(&self, tag: &str) -> TokenStream {
        let (ident, name) = (&self.model.ident, &self.model.name);
        let (pattern, count, written) = match &self.model.shape {
            VariantShape::Unit => (TokenStream::new(), 1, TokenStream::new()),
            VariantShape::Named(fields) => {
                let (pattern, written) = self.named();
                (pattern, fields.len() + 1, written)
            }
            VariantShape::Newtype(ty) => {
                (code! { (inner) }, 8, write_flattened(ty, &code! { __private::NoPrefix }, &code! { inner }))
            }
        };
        code! {
            Self::#ident #pattern => {
                let mut attributes = __private::Plain::new(#count);
                let to = &mut attributes;
                #written
                __private::tagged(attributes, #tag, #name)
            }
        }
    }

    /// The pattern and the statements for named fields.
    fn named(&self) -> (TokenStream, TokenStream) {
        let (mut pattern, mut written) = (TokenStream::new(), TokenStream::new());
        for (position, member) in self.members.iter().enumerate() {
            let (field, variable) = (&member.field.ident, format_ident!("__{position}", span = Span::mixed_site()));
            let variable = code! { #variable };
            if member.is_flattened() {
                let top = code! { __private::NoPrefix };
                let prefixes = member.prefix.as_ref().map_or(top, |prefix| code! { #prefix<__private::NoPrefix> });
                written.extend(write_flattened(&member.field.ty, &prefixes, &variable));
            } else if member.is_stored() {
                written.extend(convert::write_attribute(member, &code! { __private::None }, &variable));
            } else {
                continue;
            }
            pattern.extend(code! { #field: #variable, });
        }
        (code! { { #pattern .. } }, written)
    }

    /// ```text
    /// "circle" => __private::read_slots::<Self, __ShapeCircleSlots>(attributes),
    /// ```
    fn read(&self, context: &Context<'_>) -> TokenStream {
        let DataVariant { ident, name, aliases, shape } = self.model;
        let read = match shape {
            VariantShape::Unit => code! { __private::Ok(Self::#ident) },
            VariantShape::Named(_) => {
                let (slots, arguments) = (slots::name(context, &self.scope), context.arguments(&TokenStream::new()));
                code! { __private::read_slots::<Self, #slots #arguments>(attributes) }
            }
            VariantShape::Newtype(ty) => {
                let slots = of(ty, "Fields", "Slots");
                code! { __private::read_slots::<#ty, #slots>(attributes).map(Self::#ident) }
            }
        };
        code! { #name #(| #aliases)* => #read, }
    }
}

/// All attributes of a struct; in a variant the managed ones are plain.
fn write_flattened(ty: &Type, prefixes: &TokenStream, value: &TokenStream) -> TokenStream {
    let (write, managed) = (of(ty, "Fields", "write"), of(ty, "Fields", "write_managed"));
    code! {
        #write::<#prefixes, _>(#value, to)?;
        #managed::<#prefixes, _>(__private::Some(#value), to)?;
    }
}

//! One side of a key: its attributes, and the parts that a caller gives for them.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote_spanned};
use syn::Ident;

use super::context::Member;
use super::{attempt, slots, templates};
use crate::model::{Codec, Item, KeyModel, Template, TemplatePart};

/// The partition key or the sort key of a table or of an index.
pub(super) struct Side<'m> {
    sources: Vec<Source<'m>>,
    operands: Operands,
}

/// Where an attribute of a key comes from.
enum Source<'m> {
    Field(&'m Member<'m>),
    Template { position: usize, template: &'m Template, members: Vec<&'m Member<'m>> },
}

/// What stands for a field where a key is given.
#[derive(Clone, Copy)]
pub(super) enum Operands {
    /// The field's type.
    Whole,
    /// The type inside of an `Option`: what is absent is not in an index.
    Inner,
}

/// What the caller gives for a field, or for a placeholder of a template.
pub(super) struct Part<'m> {
    pub(super) member: &'m Member<'m>,
    operands: Operands,
}

impl<'m> Side<'m> {
    pub(super) fn new(item: &'m Item, members: &'m [Member<'m>], keys: &[KeyModel], operands: Operands) -> Self {
        let source = |key: &KeyModel| match *key {
            KeyModel::Field(field) => members.get(field).map(Source::Field),
            KeyModel::Template(position) => {
                let template = item.templates.get(position)?;
                let members = placeholders(template).filter_map(|field| members.get(field)).collect();
                Some(Source::Template { position, template, members })
            }
        };
        Self { sources: keys.iter().filter_map(source).collect(), operands }
    }

    /// The names of the attributes.
    pub(super) fn names(&self) -> Vec<&'m str> {
        let name = |source: &Source<'m>| match source {
            Source::Field(member) => member.field.name.as_str(),
            Source::Template { template, .. } => template.name.as_str(),
        };
        self.sources.iter().map(name).collect()
    }

    /// What the caller gives, from left to right.
    pub(super) fn parts(&self) -> Vec<Part<'m>> {
        let members = self.sources.iter().flat_map(|source| match source {
            Source::Field(member) => vec![*member],
            Source::Template { members, .. } => members.clone(),
        });
        members.map(|member| Part { member, operands: self.operands }).collect()
    }

    /// The constant of the template that the side is made of.
    pub(super) fn template(&self) -> Option<Ident> {
        self.sources.iter().find_map(|source| match source {
            Source::Field(_) => None,
            Source::Template { position, .. } => Some(templates::constant(*position)),
        })
    }

    /// The key attributes as plain data.
    ///
    /// ```text
    /// __private::KeyDef::new("id", <String as __private::KeyAttribute>::SCALAR, __private::Generated::No),
    /// __private::KeyDef::templated(__TEMPLATE0)
    /// ```
    pub(super) fn definitions(&self) -> Vec<TokenStream> {
        let definition = |source: &Source<'m>| match source {
            Source::Field(member) => {
                let (name, generated) = (&member.field.name, member.generated_key());
                let scalar = Part { member, operands: self.operands }.scalar();
                code! { __private::KeyDef::new(#name, #scalar, __private::Generated::#generated) }
            }
            Source::Template { position, .. } => {
                let template = templates::constant(*position);
                code! { __private::KeyDef::templated(#template) }
            }
        };
        self.sources.iter().map(definition).collect()
    }

    /// Reads the fields into variables of their names. What is stored is in the variable `stored`.
    ///
    /// ```text
    /// let id = stored.take("id", <String as __private::Attribute>::read)?;
    /// let id = __private::required(id, <String as __private::Attribute>::absent, "id")?;
    ///
    /// let mut parts = stored.texts(__TEMPLATE1)?;
    /// let number = parts.next(<u64 as __private::Attribute>::read, <u64 as __private::Attribute>::encode)?;
    /// ```
    pub(super) fn read(&self) -> TokenStream {
        let read = |source: &Source<'m>| match source {
            Source::Field(member) => {
                let (ident, name, reader) = (&member.field.ident, &member.field.name, member.reader());
                let slot = attempt(&code! { stored.take(#name, #reader) });
                let field = slots::from_slot(member, &code! { #ident });
                code! { let #ident = #slot; let #ident = #field; }
            }
            Source::Template { position, members, .. } => {
                let constant = templates::constant(*position);
                let texts = attempt(&code! { stored.texts(#constant) });
                let fields = members.iter().map(|member| {
                    let (ident, part) = (&member.field.ident, attempt(&templates::next(member)));
                    code! { let #ident = #part; }
                });
                let parts = templates::parts(members);
                code! { let #parts = #texts; #(#fields)* }
            }
        };
        self.sources.iter().map(read).collect()
    }

    /// The stored values, from expressions for the parts.
    ///
    /// ```text
    /// __private::key_part::<String, _>("country", given.0)?, ..
    /// __private::composed(__TEMPLATE1, &[__private::key_part::<u64, _>("number", given)?])?
    /// ```
    pub(super) fn values(&self, given: &[TokenStream]) -> Vec<TokenStream> {
        let mut given = given.iter();
        let value = |source: &Source<'m>| match source {
            Source::Field(member) => {
                let value = given.next().cloned().unwrap_or_default();
                Part { member, operands: self.operands }.value(&value)
            }
            Source::Template { position, members, .. } => {
                let template = templates::constant(*position);
                let values = members.iter().zip(given.by_ref()).map(|(member, given)| {
                    let part = Part { member, operands: self.operands };
                    part.value(given)
                });
                code! { __private::composed(#template, &[#(#values),*])? }
            }
        };
        self.sources.iter().map(value).collect()
    }
}

/// The fields of a template's placeholders, from left to right.
pub(super) fn placeholders(template: &Template) -> impl Iterator<Item = usize> {
    template.parts.iter().filter_map(|part| match part {
        TemplatePart::Literal(_) => None,
        TemplatePart::Placeholder { field, .. } => Some(*field),
    })
}

impl Part<'_> {
    /// The type that a caller's value is one of.
    pub(super) fn operand(&self) -> TokenStream {
        let (ty, place) = (&self.member.field.ty, self.member.place);
        match (&self.member.codec, &self.member.field.codec, self.operands) {
            (Some(codec), ..) => quote_spanned! { place => __private::Encoded<#ty, #codec> },
            (None, Codec::Ttl, _) => {
                let inner = self.member.of("Attribute", "Inner");
                quote_spanned! { place => __private::Encoded<#inner, __private::TtlSeconds> }
            }
            (None, _, Operands::Whole) => quote_spanned! { place => #ty },
            (None, _, Operands::Inner) => self.member.of("Attribute", "Inner"),
        }
    }

    /// The scalar type that a key of this type is stored as.
    pub(super) fn scalar(&self) -> TokenStream {
        match (&self.member.codec, &self.member.field.codec, self.operands) {
            (Some(_), ..) => code! { __private::ScalarType::S },
            (None, Codec::Ttl, _) => code! { __private::ScalarType::N },
            (None, _, Operands::Whole) => self.member.of("KeyAttribute", "SCALAR"),
            (None, _, Operands::Inner) => self.member.inner("KeyAttribute", "SCALAR"),
        }
    }

    /// The stored value, or the error that names the attribute.
    pub(super) fn value(&self, given: &TokenStream) -> TokenStream {
        let (name, operand, place) = (&self.member.field.name, self.operand(), self.member.place);
        let convert = quote_spanned! { place => __private::key_part::<#operand, _> };
        code! { #convert(#name, #given)? }
    }
}

/// What stands for the parts in an impl: generic parameters, their type, and an expression for each.
pub(super) struct Given {
    /// `__Sort0: __private::IntoValue<String>`
    pub(super) bounds: Vec<TokenStream>,
    /// `()`, `__Sort0` or `(__Sort0, __Sort1)`
    pub(super) ty: TokenStream,
    /// `given`, or `given.0` and `given.1`
    pub(super) values: Vec<TokenStream>,
}

/// One part is given as it is, and several as a tuple.
pub(super) fn given(parts: &[Part<'_>], name: &str, value: &TokenStream, location: Span) -> Given {
    match parts {
        [part] => {
            let parameter = parameter(name, 0);
            let bounds = vec![bound(&parameter, part, location)];
            Given { bounds, ty: code! { #parameter }, values: vec![value.clone()] }
        }
        parts => tuple(parts, name, value, location),
    }
}

/// The parts as a tuple, of one too.
pub(super) fn tuple(parts: &[Part<'_>], name: &str, value: &TokenStream, location: Span) -> Given {
    let parameters: Vec<_> = (0..parts.len()).map(|place| parameter(name, place)).collect();
    let bounds = parameters.iter().zip(parts).map(|(parameter, part)| bound(parameter, part, location)).collect();
    let places = (0..parts.len()).map(syn::Index::from);
    Given { bounds, ty: code! { (#(#parameters,)*) }, values: places.map(|place| code! { #value.#place }).collect() }
}

pub(super) fn parameter(name: &str, place: usize) -> Ident {
    match place {
        0 => Ident::new(name, Span::mixed_site()),
        _ => format_ident!("{name}{place}", span = Span::mixed_site()),
    }
}

fn bound(parameter: &Ident, part: &Part<'_>, location: Span) -> TokenStream {
    let operand = part.operand();
    quote_spanned! { location => #parameter: __private::IntoValue<#operand> }
}

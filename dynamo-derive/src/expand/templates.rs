//! Key attributes that are made of fields and text.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote_spanned};
use syn::Ident;

use super::context::{Member, located};
use super::key_side::placeholders;
use crate::model::{Codec, Item, KeyModel, Template, TemplatePart};

/// The constant that holds a template.
pub(super) fn constant(position: usize) -> Ident {
    format_ident!("__TEMPLATE{position}", span = Span::mixed_site())
}

/// What an item stores beside its fields, and what reading has to know of it.
#[derive(Default)]
pub(super) struct Beside<'m> {
    /// The templates of the table's key, which hold fields.
    pub(super) keys: Vec<Made<'m>>,
    /// Those of indexes, which repeat them.
    pub(super) indexes: Vec<Made<'m>>,
    /// The attribute of the type: its name and its value.
    pub(super) type_attribute: Option<(&'m str, &'m str)>,
}

/// A template with its fields.
pub(super) struct Made<'m> {
    pub(super) constant: Ident,
    pub(super) name: &'m str,
    pub(super) members: Vec<&'m Member<'m>>,
}

impl<'m> Beside<'m> {
    pub(super) fn of(item: &'m Item, members: &'m [Member<'m>]) -> Self {
        let made = item.templates.iter().enumerate().map(|(position, template)| {
            let members = placeholders(template).filter_map(|field| members.get(field)).collect();
            (is_of_table(item, position), Made { constant: constant(position), name: &template.name, members })
        });
        let (keys, indexes): (Vec<_>, Vec<_>) = made.partition(|(is_key, _)| *is_key);
        let second = |made: Vec<(bool, Made<'m>)>| made.into_iter().map(|(_, made)| made).collect();
        let type_attribute = item.type_attribute.as_ref().map(|ty| (ty.name.as_str(), ty.value.as_str()));
        Self { keys: second(keys), indexes: second(indexes), type_attribute }
    }

    /// Writes what an item stores beside its fields and its key.
    ///
    /// ```text
    /// __private::attribute(
    ///     to,
    ///     __P::PREFIX,
    ///     "GSI1PK",
    ///     __private::composed_if_present(__TEMPLATE2, [<OrderStatus as __private::Attribute>::encode(&value.status)]),
    /// )?;
    /// __private::type_attribute(to, __P::PREFIX, "type", "order");
    /// ```
    pub(super) fn write(&self) -> TokenStream {
        let made = self.indexes.iter().map(|made| made.write(&code! { __P::PREFIX }, &code! { value }));
        let ty = self.type_attribute.map(|(name, value)| {
            code! { __private::type_attribute(to, __P::PREFIX, #name, #value); }
        });
        code! { #(#made)* #ty }
    }
}

impl Made<'_> {
    /// Writes the attribute, from an expression for a reference to the item.
    pub(super) fn write(&self, prefix: &TokenStream, item: &TokenStream) -> TokenStream {
        let (constant, name) = (&self.constant, self.name);
        let values = self.members.iter().map(|member| {
            let ident = &member.field.ident;
            member.encode(&code! { &#item.#ident })
        });
        code! {
            __private::attribute(to, #prefix, #name, __private::composed_if_present(#constant, [#(#values),*]))?;
        }
    }
}

/// The next part of a key, from the variable `parts`.
///
/// ```text
/// parts.next(<u64 as __private::Attribute>::read, <u64 as __private::Attribute>::encode)
/// ```
pub(super) fn next(member: &Member<'_>) -> TokenStream {
    let (reader, encoder) = (member.reader(), member.encoder());
    code! { parts.next(#reader, #encoder) }
}

/// The variable of a key's parts, as far as there are any.
pub(super) fn parts(members: &[&Member<'_>]) -> TokenStream {
    if members.is_empty() {
        code! { _ }
    } else {
        code! { mut parts }
    }
}

/// ```text
/// const __TEMPLATE1: &'static __private::Template = &__private::Template::new(
///     "SK",
///     &[
///         __private::TemplatePart::Literal("ORDER#"),
///         __private::TemplatePart::field("number", <u64 as __private::KeyAttribute>::SCALAR, 10u8),
///     ],
/// );
/// ```
pub(super) fn constants(item: &Item, members: &[Member<'_>]) -> TokenStream {
    item.templates
        .iter()
        .enumerate()
        .map(|(position, template)| {
            let (constant, name) = (constant(position), &template.name);
            let absence = if is_of_table(item, position) { Absence::Refused } else { Absence::LeavesOut };
            let parts = template.parts.iter().filter_map(|part| part_of(part, members, absence));
            let requirements = requirements(item, position, template, members);
            code! {
                const #constant: &'static __private::Template = &__private::Template::new(#name, &[#(#parts),*]);
                #requirements
            }
        })
        .collect()
}

fn is_made_of(key: &KeyModel, position: usize) -> bool {
    matches!(key, KeyModel::Template(template) if *template == position)
}

/// Whether the template is one of the table's own key.
fn is_of_table(item: &Item, position: usize) -> bool {
    [Some(item.partition), item.sort].iter().flatten().any(|key| is_made_of(key, position))
}

/// What becomes of an item that lacks a placeholder's value.
#[derive(Clone, Copy)]
enum Absence {
    /// It has no key, so its type must not allow it.
    Refused,
    /// It is not in the index.
    LeavesOut,
}

fn part_of(part: &TemplatePart, members: &[Member<'_>], absence: Absence) -> Option<TokenStream> {
    match part {
        TemplatePart::Literal(text) => Some(code! { __private::TemplatePart::Literal(#text) }),
        TemplatePart::Placeholder { field, width, span } => {
            let member = members.get(*field)?;
            let (name, width) = (&member.field.name, width.unwrap_or_default());
            let scalar = match (&member.codec, &member.field.codec, absence) {
                (Some(_), ..) => code! { __private::ScalarType::S },
                (None, Codec::Ttl, _) => code! { __private::ScalarType::N },
                (None, _, Absence::Refused) => member.of("KeyAttribute", "SCALAR"),
                (None, _, Absence::LeavesOut) => member.inner("KeyAttribute", "SCALAR"),
            };
            let span = span.resolved_at(Span::mixed_site());
            Some(quote_spanned! { span => __private::TemplatePart::field(#name, #scalar, #width) })
        }
    }
}

/// A width is for a number, and a number that is sorted by needs one.
///
/// ```text
/// const _: fn() = __private::template_number::<<u64 as __private::Attribute>::Inner>;
/// ```
fn requirements(item: &Item, position: usize, template: &Template, members: &[Member<'_>]) -> TokenStream {
    let is_template = |key: &KeyModel| is_made_of(key, position);
    let is_sorted =
        item.sort.iter().any(is_template) || item.indexes.iter().any(|index| index.sort.iter().any(is_template));
    template
        .parts
        .iter()
        .filter_map(|part| {
            let TemplatePart::Placeholder { field, width, .. } = part else { return None };
            let member = members.get(*field)?;
            let rule = match width {
                Some(_) => "template_number",
                None if is_sorted => "template_text",
                None => return None,
            };
            // What a codec makes is not known here: it is checked when it is written.
            if member.codec.is_some() || matches!(member.field.codec, Codec::Ttl) {
                return None;
            }
            let (rule, inner, place) = (Ident::new(rule, member.place), member.of("Attribute", "Inner"), member.place);
            let required = located(&member.field.ty, quote_spanned! { place => __private::#rule::<#inner> });
            Some(code! { const _: fn() = #required; })
        })
        .collect()
}

//! Enums: of unit variants, stored as a text or a number each, or with data, stored as a map with a tag.

use std::collections::BTreeMap;

use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Expr, Ident, Lit, Type, UnOp};

use super::container::{self, ValueWords};
use super::field;
use super::names::Names;
use crate::ast::{Variant, VariantBody};
use crate::attr::{Text, ValueWord, VariantWord, Words, signed};
use crate::case::Case;
use crate::diagnostics::Diagnostics;
use crate::model::{DataVariant, NumberVariant, TextVariant, ValueShape, VariantShape};

/// Decides which of the three kinds of enum this is. What its variants hold decides, not what is written on it.
pub(super) fn lower(
    words: &Words<ValueWord>,
    values: &ValueWords,
    variants: Vec<Variant>,
    ident: Span,
    diagnostics: &mut Diagnostics,
) -> Option<ValueShape> {
    if variants.is_empty() {
        diagnostics.error(ident, "an enum needs a variant: one without has no value to store");
        return None;
    }
    if variants.iter().any(|variant| !matches!(variant.body, VariantBody::Unit)) {
        container::for_data_enum(words, diagnostics);
        return data(words, values, variants, ident, diagnostics);
    }
    container::for_unit_enum(words, diagnostics);
    if words.mentions("repr") {
        container::for_number_enum(words, diagnostics);
        return Some(ValueShape::NumberEnum(numbers(variants, diagnostics)));
    }
    Some(ValueShape::TextEnum(texts(variants, values.rename_all, diagnostics)))
}

fn texts(variants: Vec<Variant>, case: Option<Case>, diagnostics: &mut Diagnostics) -> Vec<TextVariant> {
    let mut names = Names::variants();
    let lower = |variant: Variant| {
        let (name, aliases) = stored_names(&variant, case, &mut names, diagnostics);
        TextVariant { ident: variant.ident, name, aliases }
    };
    variants.into_iter().map(lower).collect()
}

/// The name a variant is stored by, and the older ones it is read by.
fn stored_names(
    variant: &Variant,
    case: Option<Case>,
    names: &mut Names,
    diagnostics: &mut Diagnostics,
) -> (String, Vec<String>) {
    let words = &variant.words;
    let renamed = words.find(|word| if let VariantWord::Rename(name) = word { Some(name.clone()) } else { None });
    let name = renamed.unwrap_or_else(|| {
        let name = variant.ident.unraw().to_string();
        Text { value: case.map_or_else(|| name.clone(), |case| case.variant(&name)), span: variant.ident.span() }
    });
    let alias = |word: &VariantWord| if let VariantWord::Alias(name) = word { Some(name.clone()) } else { None };
    let aliases: Vec<_> = words.given.iter().filter_map(|given| alias(&given.word)).collect();

    let owner = variant.ident.to_string();
    for name in std::iter::once(&name).chain(&aliases) {
        names.claim(&name.value, &owner, name.span, diagnostics);
    }
    (name.value, aliases.into_iter().map(|alias| alias.value).collect())
}

/// Counts like the language does: from 0, or on from the last number that is written.
fn numbers(variants: Vec<Variant>, diagnostics: &mut Diagnostics) -> Vec<NumberVariant> {
    let mut taken = BTreeMap::new();
    let mut implicit = Some(0);
    let mut lowered = Vec::with_capacity(variants.len());
    for variant in variants {
        without_names(&variant.words, diagnostics);
        let (number, span) = match &variant.discriminant {
            None => (implicit, variant.ident.span()),
            Some(written) => (literal(written), written.span()),
        };
        implicit = number.and_then(|number: i64| number.checked_add(1));
        match (number, &variant.discriminant) {
            (Some(number), _) => number_is_free(number, &variant.ident, span, &mut taken, diagnostics),
            (None, Some(_)) => {
                let message = "`repr = number` needs an integer literal that fits an `i64`: write the number itself";
                diagnostics.error(span, message);
            }
            // After a number that could not be read the implicit ones are unknown, and that is reported already.
            (None, None) => {}
        }
        lowered.push(NumberVariant { ident: variant.ident, number: number.unwrap_or_default() });
    }
    lowered
}

/// A number stands for one variant.
fn number_is_free(
    number: i64,
    variant: &Ident,
    span: Span,
    taken: &mut BTreeMap<i64, String>,
    diagnostics: &mut Diagnostics,
) {
    if let Some(first) = taken.get(&number) {
        diagnostics
            .error(span, format!("a number is used once, and `{first}` already is {number}: choose another one"));
    } else {
        taken.insert(number, variant.to_string());
    }
}

/// A variant that is stored as a number has no stored name.
fn without_names(words: &Words<VariantWord>, diagnostics: &mut Diagnostics) {
    for given in &words.given {
        let name = &given.key.name;
        let message = format!("`{name}` contradicts `repr = number`: the variants are stored by number, remove one");
        diagnostics.error(given.key.span, message);
    }
}

/// The value of `1`, `-1` or `(1)`.
fn literal(number: &Expr) -> Option<i64> {
    match number {
        Expr::Lit(literal) => integer(&literal.lit, false),
        Expr::Paren(inner) => self::literal(&inner.expr),
        Expr::Group(inner) => self::literal(&inner.expr),
        Expr::Unary(unary) => match (&unary.op, &*unary.expr) {
            (UnOp::Neg(_), Expr::Lit(literal)) => integer(&literal.lit, true),
            _ => None,
        },
        _ => None,
    }
}

fn integer(literal: &Lit, negative: bool) -> Option<i64> {
    if let Lit::Int(literal) = literal { signed(literal, negative) } else { None }
}

fn data(
    words: &Words<ValueWord>,
    values: &ValueWords,
    variants: Vec<Variant>,
    ident: Span,
    diagnostics: &mut Diagnostics,
) -> Option<ValueShape> {
    let tag = tag(words, values, ident, diagnostics);
    let mut attributes = Names::attributes();
    if let Some(tag) = &tag {
        attributes.claim(&tag.value, "tag", tag.span, diagnostics);
    }
    let mut names = Names::variants();
    let lower = |variant: Variant| {
        let (name, aliases) = stored_names(&variant, values.rename_all, &mut names, diagnostics);
        let shape = variant_shape(variant.body, &variant.ident, values.rename_all_fields, &attributes, diagnostics)?;
        Some(DataVariant { ident: variant.ident, name, aliases, shape })
    };
    // Each is looked at, and without one of them no code for the others would be exhaustive.
    let variants: Vec<_> = variants.into_iter().map(lower).collect();
    Some(ValueShape::DataEnum { tag: tag?.value, variants: variants.into_iter().collect::<Option<_>>()? })
}

/// An enum with data says where its variant's name is stored.
fn tag(words: &Words<ValueWord>, values: &ValueWords, ident: Span, diagnostics: &mut Diagnostics) -> Option<Text> {
    if !words.mentions("tag") {
        let message = "an enum with data needs a tag, the attribute that holds the variant's name: \
                       write `#[dynamo(tag = \"type\")]`";
        diagnostics.error(ident, message);
    }
    values.tag.clone()
}

/// A variant is a unit, has named fields, or wraps one struct.
fn variant_shape(
    body: VariantBody,
    ident: &Ident,
    case: Option<Case>,
    attributes: &Names,
    diagnostics: &mut Diagnostics,
) -> Option<VariantShape> {
    match body {
        VariantBody::Unit => Some(VariantShape::Unit),
        VariantBody::Named(fields) => {
            Some(VariantShape::Named(field::lower(fields, case, &mut attributes.clone(), diagnostics)))
        }
        VariantBody::Unnamed(types) => {
            only_type(types, ident, diagnostics).map(|only| VariantShape::Newtype(Box::new(only)))
        }
    }
}

/// What is merged beside the tag needs names, which several unnamed fields do not have.
fn only_type(types: Vec<Type>, ident: &Ident, diagnostics: &mut Diagnostics) -> Option<Type> {
    let mut types = types.into_iter();
    match (types.next(), types.next()) {
        (Some(only), None) => Some(only),
        (Some(_), Some(_)) => {
            let message = format!("a variant has one unnamed field at most: write `{ident} {{ name: Type, .. }}`");
            diagnostics.error(ident.span(), message);
            None
        }
        (None, _) => {
            diagnostics.error(ident.span(), format!("a variant without data is a unit: write `{ident}`"));
            None
        }
    }
}

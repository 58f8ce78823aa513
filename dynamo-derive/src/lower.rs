//! Decides what the words mean and refuses what they cannot mean, one function per rule.
//!
//! Every rule looks at what is written and reports for itself, so a broken rule hides no other one. What is refused is
//! lowered to what was probably meant, or left out, so that the code that uses the type is not in error too.

mod container;
mod contradictions;
mod enums;
mod field;
mod handles;
mod index_fields;
mod index_quotas;
mod indexes;
mod item_enum;
mod keys;
mod names;
mod projections;
mod scope;
mod template_text;
mod templates;
#[cfg(test)]
mod tests;

use proc_macro2::Span;
use syn::{DeriveInput, GenericParam, Generics};

use self::container::{ItemWords, ValueWords};
use self::indexes::Table;
use self::keys::TableKey;
use self::names::Names;
use self::scope::Scope;
use self::templates::Templates;
use crate::ast::{self, ItemBody, NamedField, ValueBody};
use crate::diagnostics::{Diagnostics, Lowered};
use crate::model;

/// Decides what a type that derives `DynamoItem` is.
pub(crate) fn item(input: &DeriveInput) -> Lowered<model::ItemType> {
    let mut diagnostics = Diagnostics::default();
    let item = ast::item(input, &mut diagnostics);
    let item = lower_item(item, &mut diagnostics);
    diagnostics.finish(item)
}

/// Decides what a type that derives `DynamoProjection` is.
pub(crate) fn projection(input: &DeriveInput) -> Lowered<model::Projection> {
    let mut diagnostics = Diagnostics::default();
    let projection = ast::projection(input, &mut diagnostics);
    let projection = projections::lower(projection, &mut diagnostics);
    diagnostics.finish(projection)
}

/// Decides what a type that derives `DynamoValue` is.
pub(crate) fn value(input: &DeriveInput) -> Lowered<model::Value> {
    let mut diagnostics = Diagnostics::default();
    let value = ast::value(input, &mut diagnostics);
    let value = lower_value(value, &mut diagnostics);
    diagnostics.finish(value)
}

fn lower_item(item: ast::Item, diagnostics: &mut Diagnostics) -> Option<model::ItemType> {
    let ast::Item { ident, vis, generics, words, body } = item;
    let fields = match body {
        ItemBody::Enum(variants) => {
            let rest = item_enum::Rest { ident, vis, generics, words, body: () };
            return item_enum::lower(rest, variants, diagnostics).map(model::ItemType::Enum);
        }
        body => item_fields(body, ident.span(), diagnostics)?,
    };
    not_generic("an item", &generics, diagnostics)?;
    let ItemWords { krate, rename_all } = ItemWords::new(&words);
    let table = container::table(&words, ident.span(), diagnostics);
    let scope = Scope::new(&ident, fields.iter().map(|field| &field.ident));
    let key = TableKey::new(&words, &scope, diagnostics);
    keys::has_partition_key(&key, &fields, ident.span(), diagnostics);
    keys::is_said_once(&key, &fields, diagnostics);
    contradictions::across_fields("an item", &fields, diagnostics);
    let says_sort = key.says("sort_key") || fields.iter().any(|field| field.words.mentions("sort_key"));

    let (mut names, mut templates) = (Names::attributes(), Templates::default());
    let fields = field::lower_of_item(fields, rename_all, &key, &mut names, diagnostics);
    let (partition, sort) = key.decide(&fields, &mut templates, &mut names, diagnostics);
    let context = Table { ident: &ident, scope: &scope, fields: &fields, partition, sort, says_sort };
    let indexes = indexes::lower(&words, &context, &mut templates, &mut names, diagnostics);
    let type_attribute = container::type_attribute(&words, &mut names, diagnostics);
    let (partition, templates) = (partition.or_else(|| keys::probable(&fields))?, templates.finish());
    // An item that is refused is in no table, so that an enum of items does not find it in the wrong one.
    let table = table.filter(|_| diagnostics.is_empty()).unwrap_or_default();
    let item = model::Item { ident, vis, krate, table, fields, templates, partition, sort, indexes, type_attribute };
    Some(model::ItemType::Struct(Box::new(item)))
}

fn lower_value(value: ast::Value, diagnostics: &mut Diagnostics) -> Option<model::Value> {
    let words = ValueWords::new(&value.words);
    let span = value.ident.span();
    let shape = match value.body {
        ValueBody::Named(fields) => {
            container::for_named_struct(&value.words, diagnostics);
            contradictions::across_fields("a struct", &fields, diagnostics);
            let fields = field::lower(fields, words.rename_all, &mut Names::attributes(), diagnostics);
            model::ValueShape::Struct(fields)
        }
        ValueBody::Unnamed(fields) => {
            container::for_tuple_struct(&value.words, diagnostics);
            field::lower_tuple(fields, span, diagnostics)?
        }
        ValueBody::Enum(variants) => enums::lower(&value.words, &words, variants, span, diagnostics)?,
        ValueBody::Unit => {
            field::without_fields(span, diagnostics);
            return None;
        }
        ValueBody::Union(token) => {
            diagnostics.error(token, "a union cannot be a value: write a struct or an enum");
            return None;
        }
    };
    Some(model::Value { ident: value.ident, vis: value.vis, generics: value.generics, krate: words.krate, shape })
}

/// An item is a struct with named fields.
fn item_fields(body: ItemBody, ident: Span, diagnostics: &mut Diagnostics) -> Option<Vec<NamedField>> {
    let (span, message) = match body {
        ItemBody::Named(fields) => return Some(fields),
        ItemBody::Unnamed => (ident, "an item needs named fields: write `struct Name { field: Type }`"),
        ItemBody::Unit => (ident, "an item needs named fields, one of them a `#[partition_key]`"),
        // Decided elsewhere.
        ItemBody::Enum(_) => return None,
        ItemBody::Union(token) => (token, "a union cannot be an item: write a struct with named fields"),
    };
    diagnostics.error(span, message);
    None
}

/// An item's schema is one constant, and its table holds one type; what a projection reads is known as well.
fn not_generic(subject: &str, generics: &Generics, diagnostics: &mut Diagnostics) -> Option<()> {
    let span = match generics.params.first() {
        None => return Some(()),
        Some(GenericParam::Lifetime(parameter)) => parameter.lifetime.span(),
        Some(GenericParam::Type(parameter)) => parameter.ident.span(),
        Some(GenericParam::Const(parameter)) => parameter.ident.span(),
    };
    let message = format!("{subject} cannot be generic: write a struct for each type, with owned fields");
    diagnostics.error(span, message);
    None
}

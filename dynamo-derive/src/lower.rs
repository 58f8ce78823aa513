//! Decides what the words mean and refuses what they cannot mean, one function per rule.
//!
//! Every rule looks at what is written and reports for itself, so a broken rule hides no other one. What a refused
//! type is lowered to is thrown away by `Diagnostics::finish`.

mod container;
mod contradictions;
mod enums;
mod field;
mod names;
#[cfg(test)]
mod tests;

use proc_macro2::Span;
use syn::{DeriveInput, GenericParam, Generics};

use self::container::{ItemWords, ValueWords};
use self::names::Names;
use crate::ast::{self, ItemBody, NamedField, ValueBody};
use crate::diagnostics::Diagnostics;
use crate::model;

/// Decides what a type that derives `DynamoItem` is.
pub(crate) fn item(input: &DeriveInput) -> syn::Result<model::ItemType> {
    let mut diagnostics = Diagnostics::default();
    let item = ast::item(input, &mut diagnostics);
    let item = lower_item(item, &mut diagnostics).map(|item| model::ItemType::Struct(Box::new(item)));
    diagnostics.finish(item)
}

/// Decides what a type that derives `DynamoValue` is.
pub(crate) fn value(input: &DeriveInput) -> syn::Result<model::Value> {
    let mut diagnostics = Diagnostics::default();
    let value = ast::value(input, &mut diagnostics);
    let value = lower_value(value, &mut diagnostics);
    diagnostics.finish(value)
}

fn lower_item(item: ast::Item, diagnostics: &mut Diagnostics) -> Option<model::Item> {
    let fields = item_fields(item.body, item.ident.span(), diagnostics)?;
    not_generic(&item.generics, diagnostics);
    let words = ItemWords::new(&item.words);
    let table = container::table(&item.words, item.ident.span(), diagnostics);
    has_partition_key(&fields, item.ident.span(), diagnostics);
    contradictions::across_fields("an item", &fields, diagnostics);
    let fields = field::lower(fields, words.rename_all, Names::attributes(), diagnostics);

    let key = |is_key: fn(&model::Role) -> bool| {
        let (field, found) = (0..).zip(&fields).find(|(_, field)| is_key(&field.role))?;
        Some(model::KeyModel::Field { field, span: found.ident.span() })
    };
    let partition = key(|role| matches!(role, model::Role::PartitionKey(_)))?;
    let sort = key(|role| matches!(role, model::Role::SortKey(_)));
    Some(model::Item {
        ident: item.ident,
        vis: item.vis,
        krate: words.krate,
        table: table?,
        fields,
        templates: Vec::new(),
        partition,
        sort,
        indexes: Vec::new(),
        type_attribute: None,
    })
}

fn lower_value(value: ast::Value, diagnostics: &mut Diagnostics) -> Option<model::Value> {
    let words = ValueWords::new(&value.words);
    let span = value.ident.span();
    let shape = match value.body {
        ValueBody::Named(fields) => {
            container::for_named_struct(&value.words, diagnostics);
            contradictions::across_fields("a struct", &fields, diagnostics);
            let fields = field::lower(fields, words.rename_all, Names::attributes(), diagnostics);
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
        ItemBody::Enum => (ident, "an enum of items is not supported yet: derive `DynamoItem` on a struct"),
        ItemBody::Union(token) => (token, "a union cannot be an item: write a struct with named fields"),
    };
    diagnostics.error(span, message);
    None
}

/// An item's schema is one constant, and its table holds one type.
fn not_generic(generics: &Generics, diagnostics: &mut Diagnostics) {
    let span = match generics.params.first() {
        None => return,
        Some(GenericParam::Lifetime(parameter)) => parameter.lifetime.span(),
        Some(GenericParam::Type(parameter)) => parameter.ident.span(),
        Some(GenericParam::Const(parameter)) => parameter.ident.span(),
    };
    diagnostics.error(span, "an item cannot be generic: write a struct for each type, with owned fields");
}

/// An item has a partition key.
fn has_partition_key(fields: &[NamedField], ident: Span, diagnostics: &mut Diagnostics) {
    if !fields.iter().any(|field| field.words.mentions("partition_key")) {
        diagnostics.error(ident, "an item needs a partition key: mark one field with `#[partition_key]`");
    }
}

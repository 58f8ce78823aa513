//! Structs of some attributes of an item.

use proc_macro2::Span;
use syn::Path;

use super::field;
use super::names::Names;
use super::not_generic;
use crate::ast::{self, NamedField, ProjectionBody};
use crate::attr::{FieldWord, ProjectionWord, Text, Words};
use crate::diagnostics::Diagnostics;
use crate::model::{self, Field, FieldKind};

pub(super) fn lower(projection: ast::Projection, diagnostics: &mut Diagnostics) -> Option<model::Projection> {
    let ident = projection.ident.span();
    let fields = named_fields(projection.body, ident, diagnostics)?;
    not_generic("a projection", &projection.generics, diagnostics)?;
    let words = &projection.words;
    let item = item(words, ident, diagnostics);
    let case = words.find(|word| if let ProjectionWord::RenameAll(case) = word { Some(*case) } else { None });
    let krate = words.find(|word| if let ProjectionWord::Crate(path) = word { Some(path.clone()) } else { None });
    has_fields(&fields, ident, diagnostics);
    let spans: Vec<_> = fields.iter().map(path_span).collect();
    let fields = field::lower(fields, case, &mut Names::attributes(), diagnostics);
    do_not_overlap(&fields, &spans, diagnostics);
    let krate = krate.unwrap_or_else(super::container::default_crate);
    Some(model::Projection { ident: projection.ident, krate, item: item?, fields })
}

/// A projection is a struct with named fields.
fn named_fields(body: ProjectionBody, ident: Span, diagnostics: &mut Diagnostics) -> Option<Vec<NamedField>> {
    let (span, message) = match body {
        ProjectionBody::Named(fields) => return Some(fields),
        ProjectionBody::Unnamed | ProjectionBody::Unit => {
            (ident, "a projection needs named fields: write `struct Name { field: Type }`")
        }
        ProjectionBody::Enum(token) => (token, "an enum cannot be a projection: write a struct with named fields"),
        ProjectionBody::Union(token) => (token, "a union cannot be a projection: write a struct with named fields"),
    };
    diagnostics.error(span, message);
    None
}

/// A projection says whose attributes it takes.
fn item(words: &Words<ProjectionWord>, ident: Span, diagnostics: &mut Diagnostics) -> Option<Path> {
    if !words.mentions("item") {
        diagnostics.error(ident, "a projection needs its item: write `#[dynamo(item = Item)]`");
    }
    words.find(|word| if let ProjectionWord::Item(path) = word { Some(path.clone()) } else { None })
}

/// To read nothing is to count.
fn has_fields(fields: &[NamedField], ident: Span, diagnostics: &mut Diagnostics) {
    if fields.is_empty() {
        diagnostics.error(ident, "a projection needs fields: write one for each attribute to read");
    }
}

/// Where the field's attribute is named.
fn path_span(field: &NamedField) -> Span {
    let written = field.words.find(|word| match word {
        FieldWord::Path(text) | FieldWord::Rename(text) => Some(text.span),
        _ => None,
    });
    written.unwrap_or_else(|| field.ident.span())
}

/// The names of `path = "shipping.city"`, or nothing if there are no two.
pub(super) fn path(text: &Text, diagnostics: &mut Diagnostics) -> Vec<String> {
    let names: Vec<_> = text.value.split('.').map(str::to_owned).collect();
    if names.iter().any(String::is_empty) {
        diagnostics.error(text.span, "a path is made of names with a dot between two: write `path = \"outer.inner\"`");
    } else if names.iter().any(|name| name.contains(['[', ']'])) {
        diagnostics.error(text.span, "a path leads through maps only: take the whole list");
    } else if names.len() == 1 {
        let message = format!("a path leads into a map: write `rename = \"{}\"` for the attribute itself", text.value);
        diagnostics.error(text.span, message);
    }
    names
}

/// `DynamoDB` refuses a path that is a part of another one.
fn do_not_overlap(fields: &[Field], spans: &[Span], diagnostics: &mut Diagnostics) {
    let paths: Vec<_> =
        fields.iter().zip(spans).filter_map(|(field, span)| Some((field, names(field)?, span))).collect();
    for (position, (second, path, span)) in paths.iter().enumerate() {
        let overlaps = |(first, before, _): &&(&Field, &[String], &Span)| {
            let nested = [*first, *second].iter().any(|field| matches!(field.kind, FieldKind::Nested { .. }));
            nested && before.iter().zip(path.iter()).all(|(first, second)| first == second)
        };
        if let Some((first, ..)) = paths.iter().take(position).find(overlaps) {
            let message = format!(
                "`{}` and `{}` read the same part of the item: remove one of the two",
                first.ident, second.ident
            );
            diagnostics.error(**span, message);
        }
    }
}

/// The way to the field's attribute, if it is one.
fn names(field: &Field) -> Option<&[String]> {
    match &field.kind {
        FieldKind::Stored => Some(std::slice::from_ref(&field.name)),
        FieldKind::Nested { path } => Some(path),
        FieldKind::Skipped | FieldKind::Flattened { .. } | FieldKind::KeyPart => None,
    }
}

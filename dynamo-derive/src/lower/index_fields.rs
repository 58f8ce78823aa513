//! What a field must be to stand in the key, the template or the projection of an index.

use std::collections::BTreeSet;

use proc_macro2::Span;

use super::indexes::Table;
use super::scope::Scope;
use super::templates::Read;
use crate::diagnostics::Diagnostics;
use crate::model::{Codec, Field, FieldKind, KeyModel, KeySource, Role};

/// An attribute of an index's key.
pub(super) struct Mention {
    pub(super) key: KeyModel,
    /// Where it is written, if it is.
    pub(super) span: Option<Span>,
}

/// A key of an index is an attribute, stored as its type says.
pub(super) fn are_keys(word: &str, mentions: &[(usize, Span)], fields: &[Field], diagnostics: &mut Diagnostics) {
    for (position, span) in mentions {
        let Some(field) = fields.get(*position) else { continue };
        let ident = &field.ident;
        let message = match (&field.kind, &field.codec) {
            (FieldKind::KeyPart, _) => format!(
                "`{ident}` is a part of the table's key and no attribute of its own: \
                 write `{word}(name = \"..\", template = \"{{{ident}}}\")`"
            ),
            (FieldKind::Skipped, _) => format!("`{ident}` is skipped and no attribute: remove `skip` from it"),
            (FieldKind::Flattened { .. }, _) => {
                format!("`{ident}` is flattened and no attribute of its own: name a field that is one")
            }
            (_, Codec::With(_)) => format!("a key is stored as its type says: remove `with` from `{ident}`"),
            (_, Codec::Serde) => format!("a key is stored as its type says: remove `serde` from `{ident}`"),
            (FieldKind::Stored | FieldKind::Nested { .. }, Codec::Plain | Codec::Ttl) => {
                super::names::fits_a_key(&field.name, *span, diagnostics);
                continue;
            }
        };
        diagnostics.error(*span, message);
    }
}

/// What the template of an index holds can be written again after the item was read, and is known before it is written.
pub(super) fn are_texts(read: &Read, fields: &[Field], diagnostics: &mut Diagnostics) {
    for field in read.fields().filter_map(|position| fields.get(position)) {
        let ident = &field.ident;
        let message = match (&field.kind, &field.role) {
            (FieldKind::Skipped, _) => format!("`{ident}` is skipped and unknown once the item is read: remove `skip`"),
            (FieldKind::Flattened { .. }, _) => {
                format!("`{ident}` is flattened and has no text of its own: name another field")
            }
            (_, role) if is_the_users(role) => continue,
            _ => format!("`{ident}` is filled in by each write, after the template: name a field of your own"),
        };
        diagnostics.error(read.text_span(), message);
    }
}

/// Whether the value is there before the write.
fn is_the_users(role: &Role) -> bool {
    matches!(
        role,
        Role::Plain
            | Role::KeyPart
            | Role::Ttl
            | Role::PartitionKey(KeySource::Given)
            | Role::SortKey(KeySource::Given)
    )
}

/// An index has each attribute once among its keys.
pub(super) fn each_key_once(partition: &[Mention], sort: &[Mention], scope: &Scope, diagnostics: &mut Diagnostics) {
    let mut fields = BTreeSet::new();
    let mut templates = BTreeSet::new();
    for mention in partition.iter().chain(sort) {
        let message = match mention.key {
            KeyModel::Field(field) if !fields.insert(field) => {
                format!("`{}` is a key of this index already: write another field", scope.name(field))
            }
            KeyModel::Template(template) if !templates.insert(template) => {
                "this attribute is a key of the index already: choose another name".to_owned()
            }
            KeyModel::Field(_) | KeyModel::Template(_) => continue,
        };
        if let Some(span) = mention.span {
            diagnostics.error(span, message);
        }
    }
}

/// A projection lists attributes that are no keys, each once.
pub(super) fn are_carried(
    listed: &[(usize, Span)],
    table: &Table<'_>,
    partition: &[Mention],
    sort: &[Mention],
    diagnostics: &mut Diagnostics,
) {
    let own = partition.iter().chain(sort).map(|mention| mention.key);
    let keys: BTreeSet<_> = own.chain(table.partition).chain(table.sort).filter_map(KeyModel::field).collect();
    let mut seen = BTreeSet::new();
    for (position, span) in listed {
        let Some(field) = table.fields.get(*position) else { continue };
        let ident = &field.ident;
        let message = match &field.kind {
            _ if !seen.insert(position) => format!("`{ident}` is listed twice: remove one of the two"),
            _ if keys.contains(position) => format!("`{ident}` is a key, which the index carries anyway: remove it"),
            FieldKind::KeyPart => format!("`{ident}` is in a key, which the index carries anyway: remove it"),
            FieldKind::Skipped => format!("`{ident}` is skipped and no attribute: remove it"),
            FieldKind::Flattened { .. } => {
                format!("`{ident}` is flattened and cannot be listed: write `projection = all`")
            }
            FieldKind::Stored | FieldKind::Nested { .. } => continue,
        };
        diagnostics.error(*span, message);
    }
}

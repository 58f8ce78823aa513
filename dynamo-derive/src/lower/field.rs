//! Fields: one function for each thing that is decided about one.

use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::{Ident, Index};

use super::keys::{self, TableKey};
use super::names::{self, Names};
use super::{contradictions, projections};
use crate::ast::{NamedField, UnnamedField};
use crate::attr::{Counting, FieldWord, Integer, Text, TupleWord, Words};
use crate::case::Case;
use crate::diagnostics::Diagnostics;
use crate::model::{Codec, DefaultSource, Field, FieldKind, KeySource, Role, TupleField, ValueShape};

/// Decides named fields, which share one set of attribute names.
pub(super) fn lower(
    fields: Vec<NamedField>,
    case: Option<Case>,
    names: &mut Names,
    diagnostics: &mut Diagnostics,
) -> Vec<Field> {
    with_one_version(fields.into_iter().map(|field| lower_one(field, case, names, diagnostics)).collect())
}

/// A second version was reported, and is a plain field.
fn with_one_version(mut fields: Vec<Field>) -> Vec<Field> {
    let versions = fields.iter_mut().filter(|field| matches!(field.role, Role::Version { .. }));
    versions.skip(1).for_each(|second| second.role = Role::Plain);
    fields
}

/// Decides the fields of an item, some of which may be parts of its key.
pub(super) fn lower_of_item(
    fields: Vec<NamedField>,
    case: Option<Case>,
    key: &TableKey,
    names: &mut Names,
    diagnostics: &mut Diagnostics,
) -> Vec<Field> {
    let lower = |(position, field): (usize, NamedField)| {
        if key.holds(position) {
            keys::part_has_no_words(key, &field.words, diagnostics);
            key_part(field)
        } else {
            lower_one(field, case, names, diagnostics)
        }
    };
    with_one_version(fields.into_iter().enumerate().map(lower).collect())
}

fn key_part(field: NamedField) -> Field {
    Field {
        name: field.ident.unraw().to_string(),
        ident: field.ident,
        vis: field.vis,
        ty: field.ty,
        aliases: Vec::new(),
        kind: FieldKind::KeyPart,
        role: Role::KeyPart,
        codec: Codec::Plain,
        default: DefaultSource::Required,
    }
}

fn lower_one(field: NamedField, case: Option<Case>, names: &mut Names, diagnostics: &mut Diagnostics) -> Field {
    let words = &field.words;
    contradictions::in_field(words, diagnostics);
    prefix_is_not_empty(words, diagnostics);
    let kind = kind(words, diagnostics);
    let role = role(words, diagnostics);
    let stored = stored_name(words, &field.ident, case);
    let aliases = aliases(words);
    if matches!(kind, FieldKind::Stored) {
        claim_names(&field.ident, &stored, &aliases, names, diagnostics);
    }
    if matches!(role, Role::PartitionKey(_) | Role::SortKey(_)) {
        names::fits_a_key(&stored.value, stored.span, diagnostics);
    }
    Field {
        default: default_source(words),
        // A codec on a key was reported.
        codec: if matches!(role, Role::PartitionKey(_) | Role::SortKey(_)) { Codec::Plain } else { codec(words) },
        aliases: aliases.into_iter().map(|alias| alias.value).collect(),
        name: stored.value,
        kind,
        role,
        ident: field.ident,
        vis: field.vis,
        ty: field.ty,
    }
}

/// Decides the fields of a tuple struct.
pub(super) fn lower_tuple(fields: Vec<UnnamedField>, ident: Span, diagnostics: &mut Diagnostics) -> Option<ValueShape> {
    let lower = |(index, field): (u32, UnnamedField)| {
        contradictions::in_tuple_field(&field.words, diagnostics);
        let index = Index { index, span: ident };
        TupleField { index, codec: tuple_codec(&field.words), vis: field.vis, ty: field.ty }
    };
    let mut fields: Vec<_> = (0..).zip(fields).map(lower).collect();
    match (fields.pop(), fields.is_empty()) {
        (None, _) => {
            without_fields(ident, diagnostics);
            None
        }
        (Some(only), true) => Some(ValueShape::Newtype(Box::new(only))),
        (Some(last), false) => {
            fields.push(last);
            Some(ValueShape::Tuple(fields))
        }
    }
}

/// A value has something to store.
pub(super) fn without_fields(ident: Span, diagnostics: &mut Diagnostics) {
    diagnostics.error(ident, "a value needs fields: write `struct Name {}` for an empty map");
}

/// A name as it is stored: `rename`, `path`, or the Rust name by the rule of `rename_all`.
fn stored_name(words: &Words<FieldWord>, ident: &Ident, case: Option<Case>) -> Text {
    let renamed = words.find(|word| match word {
        FieldWord::Rename(name) | FieldWord::Path(name) => Some(name.clone()),
        _ => None,
    });
    renamed.unwrap_or_else(|| {
        let name = ident.unraw().to_string();
        Text { value: case.map_or_else(|| name.clone(), |case| case.field(&name)), span: ident.span() }
    })
}

fn aliases(words: &Words<FieldWord>) -> Vec<Text> {
    let alias = |word: &FieldWord| if let FieldWord::Alias(name) = word { Some(name.clone()) } else { None };
    words.given.iter().filter_map(|given| alias(&given.word)).collect()
}

/// A name and its aliases belong to one field.
fn claim_names(ident: &Ident, name: &Text, aliases: &[Text], names: &mut Names, diagnostics: &mut Diagnostics) {
    let owner = ident.to_string();
    for name in std::iter::once(name).chain(aliases) {
        names.claim(&name.value, &owner, name.span, diagnostics);
    }
}

fn kind(words: &Words<FieldWord>, diagnostics: &mut Diagnostics) -> FieldKind {
    if let Some(path) = words.find(|word| if let FieldWord::Path(path) = word { Some(path) } else { None }) {
        return FieldKind::Nested { path: projections::path(path, diagnostics) };
    }
    let kind = words.find(|word| match word {
        FieldWord::Skip => Some(FieldKind::Skipped),
        FieldWord::Flatten(flatten) => {
            let prefix = flatten.prefix.as_ref().map(|prefix| prefix.value.clone());
            Some(FieldKind::Flattened { prefix: prefix.unwrap_or_default() })
        }
        _ => None,
    });
    kind.unwrap_or(FieldKind::Stored)
}

/// No prefix has one spelling.
fn prefix_is_not_empty(words: &Words<FieldWord>, diagnostics: &mut Diagnostics) {
    let prefix = words.find(|word| if let FieldWord::Flatten(flatten) = word { flatten.prefix.clone() } else { None });
    if let Some(prefix) = prefix
        && prefix.value.is_empty()
    {
        diagnostics.error(prefix.span, "a prefix cannot be empty: write `flatten` alone");
    }
}

fn role(words: &Words<FieldWord>, diagnostics: &mut Diagnostics) -> Role {
    let key_source = if words.key("uuid").is_some() { KeySource::Uuid } else { KeySource::Given };
    let mut roles = words.given.iter().filter_map(|given| {
        let role = match &given.word {
            FieldWord::PartitionKey => Role::PartitionKey(key_source),
            FieldWord::SortKey => Role::SortKey(key_source),
            FieldWord::Version(counting) => version(*counting, given.key.span, diagnostics),
            FieldWord::Counter(counting) => counter(*counting, given.key.span, diagnostics),
            FieldWord::CreatedAt => Role::CreatedAt,
            FieldWord::UpdatedAt => Role::UpdatedAt,
            FieldWord::Ttl => Role::Ttl,
            FieldWord::Generation => Role::Generation,
            FieldWord::WriteId => Role::WriteId,
            _ => return None,
        };
        Some(role)
    });
    // Any other second role is a contradiction, which is reported elsewhere.
    let alone = if matches!(key_source, KeySource::Uuid) { Role::Uuid } else { Role::Plain };
    roles.next().unwrap_or(alone)
}

fn version(counting: Counting, word: Span, diagnostics: &mut Diagnostics) -> Role {
    let (start_at, increment_by) = steps(counting, diagnostics);
    // A new item gets the version one step above the start.
    if start_at.checked_add(increment_by).is_none() {
        diagnostics.error(span_of(counting, word), "`start_at` plus `increment_by` does not fit an `i64`");
    }
    Role::Version { start_at, increment_by, start: counting.start_at.map_or(word, |start| start.span) }
}

fn counter(counting: Counting, word: Span, diagnostics: &mut Diagnostics) -> Role {
    let (start_at, increment_by) = steps(counting, diagnostics);
    // An update of an item without the counter counts up from one step below the start.
    if start_at.checked_sub(increment_by).is_none() {
        diagnostics.error(span_of(counting, word), "`start_at` minus `increment_by` does not fit an `i64`");
    }
    Role::Counter { start_at, increment_by }
}

/// Steps lead upwards.
fn steps(counting: Counting, diagnostics: &mut Diagnostics) -> (i64, i64) {
    let increment_by = match counting.increment_by {
        Some(Integer { value, span }) if value < 1 => {
            diagnostics.error(span, "`increment_by` is at least 1: remove it for steps of 1");
            1
        }
        Some(Integer { value, .. }) => value,
        None => 1,
    };
    (counting.start_at.map_or(0, |start| start.value), increment_by)
}

fn span_of(counting: Counting, word: Span) -> Span {
    counting.start_at.or(counting.increment_by).map_or(word, |integer| integer.span)
}

fn codec(words: &Words<FieldWord>) -> Codec {
    let codec = words.find(|word| match word {
        FieldWord::With(path) => Some(Codec::With(path.clone())),
        FieldWord::Serde => Some(Codec::Serde),
        FieldWord::Ttl => Some(Codec::Ttl),
        _ => None,
    });
    codec.unwrap_or(Codec::Plain)
}

fn tuple_codec(words: &Words<TupleWord>) -> Codec {
    let codec = words.find(|word| match word {
        TupleWord::With(path) => Some(Codec::With(path.clone())),
        TupleWord::Serde => Some(Codec::Serde),
    });
    codec.unwrap_or(Codec::Plain)
}

/// A skipped field has to come from somewhere, so it has a default without asking for one.
fn default_source(words: &Words<FieldWord>) -> DefaultSource {
    let written = words.find(|word| match word {
        FieldWord::Default(Some(path)) => Some(DefaultSource::Path(path.clone())),
        FieldWord::Default(None) => Some(DefaultSource::Trait),
        _ => None,
    });
    let skipped = || words.key("skip").map(|_| DefaultSource::Trait);
    written.or_else(skipped).unwrap_or(DefaultSource::Required)
}

//! Secondary indexes: what each of them is, by the words in its parentheses.

use syn::Ident;

use super::container::is_accepted_name;
use super::handles::{Handles, handle, marker};
use super::index_fields::{self, Mention};
use super::index_quotas as quotas;
use super::names::Names;
use super::scope::Scope;
use super::templates::{self, Templates};
use crate::attr::{Carried, IndexKey, IndexWord, ItemWord, Key, Text, Words};
use crate::diagnostics::Diagnostics;
use crate::model::{Field, Index, IndexKind, IndexProjection, KeyModel};

/// What an index is decided by beside its own words.
pub(super) struct Table<'t> {
    pub(super) ident: &'t Ident,
    pub(super) scope: &'t Scope,
    pub(super) fields: &'t [Field],
    pub(super) partition: Option<KeyModel>,
    pub(super) sort: Option<KeyModel>,
    /// Whether a sort key is said, be it well or badly.
    pub(super) says_sort: bool,
}

/// An index as it is written.
struct Written<'w> {
    key: &'w Key,
    kind: IndexKind,
    words: &'w Words<IndexWord>,
}

/// Decides all indexes of an item.
pub(super) fn lower(
    words: &Words<ItemWord>,
    table: &Table<'_>,
    templates: &mut Templates,
    names: &mut Names,
    diagnostics: &mut Diagnostics,
) -> Vec<Index> {
    let written = words.given.iter().filter_map(|given| {
        let (kind, words) = match &given.word {
            ItemWord::GlobalIndex(words) => (IndexKind::Global, words),
            ItemWord::LocalIndex(words) => (IndexKind::Local, words),
            _ => return None,
        };
        Some(Written { key: &given.key, kind, words })
    });
    let written: Vec<_> = written.collect();
    let keys = |kind: IndexKind| written.iter().filter(move |index| index.kind == kind).map(|index| index.key);
    quotas::at_most_five_local(keys(IndexKind::Local), diagnostics);
    quotas::at_most_twenty_global(keys(IndexKind::Global), diagnostics);
    quotas::carried_in_all(carried(&written), diagnostics);

    let mut handles = Handles::of("the index");
    let lower = |index: &Written<'_>| lower_one(index, table, templates, names, &mut handles, diagnostics);
    written.iter().filter_map(lower).collect()
}

fn lower_one(
    index: &Written<'_>,
    table: &Table<'_>,
    templates: &mut Templates,
    names: &mut Names,
    handles: &mut Handles,
    diagnostics: &mut Diagnostics,
) -> Option<Index> {
    let name = name(index, handles, diagnostics);
    let mut key = |word: &str| keys(index, word, table, templates, names, diagnostics);
    let (partition, sort) = (key("partition_key"), key("sort_key"));
    let partition = match index.kind {
        IndexKind::Global => {
            has_partition_key(index, diagnostics);
            // Where there is none, that was reported, and what is given for it may be the table's.
            if partition.is_empty() { of_table(table) } else { partition }
        }
        IndexKind::Local => {
            table_has_sort_key(index, table, diagnostics);
            has_sort_key(index, diagnostics);
            has_one_sort_attribute(&sort, diagnostics);
            of_table(table)
        }
    };
    index_fields::each_key_once(&partition, &sort, table.scope, diagnostics);
    let projection = projection(index, table, &partition, &sort, diagnostics);
    let name = name?;
    Some(Index {
        handle: handle(&name.value, name.span),
        marker: marker(table.ident, &name.value),
        kind: index.kind,
        partition: partition.into_iter().map(|mention| mention.key).collect(),
        sort: sort.into_iter().map(|mention| mention.key).collect(),
        projection,
        span: name.span,
        name: name.value,
    })
}

/// The table's partition key. It has no span, as nothing about it is wrong.
fn of_table(table: &Table<'_>) -> Vec<Mention> {
    table.partition.map(|key| Mention { key, span: None }).into_iter().collect()
}

/// An index has a name that `DynamoDB` accepts and that makes a handle of its own.
fn name(index: &Written<'_>, handles: &mut Handles, diagnostics: &mut Diagnostics) -> Option<Text> {
    if !index.words.mentions("name") {
        let message = format!("an index needs a name: write `{}(name = \"..\", ..)`", index.key.name);
        diagnostics.error(index.key.span, message);
    }
    let name = index.words.find(|word| if let IndexWord::Name(name) = word { Some(name.clone()) } else { None })?;
    if !is_accepted_name("an index", &name, diagnostics) {
        return Some(name);
    }
    if name.value.bytes().any(|byte| byte.is_ascii_alphanumeric()) {
        let handle = handle(&name.value, name.span);
        handles.claim(&handle, &format!("\"{}\"", name.value), name.span, diagnostics)?;
    } else {
        diagnostics.error(name.span, "an index name needs a letter or a digit: its handle is named after it");
    }
    Some(name)
}

/// The attributes of one of the index's two keys.
fn keys(
    index: &Written<'_>,
    word: &str,
    table: &Table<'_>,
    templates: &mut Templates,
    names: &mut Names,
    diagnostics: &mut Diagnostics,
) -> Vec<Mention> {
    let key = index.words.find(|given| match given {
        IndexWord::PartitionKey(key) if word == "partition_key" => Some(key),
        IndexWord::SortKey(key) if word == "sort_key" => Some(key),
        _ => None,
    });
    let (Some(key), Some(written)) = (key, index.words.key(word)) else { return Vec::new() };
    match key {
        IndexKey::Fields(listed) => {
            quotas::one_to_four(written, listed, diagnostics);
            let fields = table.scope.fields(listed, diagnostics);
            index_fields::are_keys(word, &fields, table.fields, diagnostics);
            let mention = |(field, span)| Mention { key: KeyModel::Field(field), span: Some(span) };
            fields.into_iter().map(mention).collect()
        }
        IndexKey::Template(words) => {
            let Some(read) = templates::read(written, words, table.scope, diagnostics) else { return Vec::new() };
            index_fields::are_texts(&read, table.fields, diagnostics);
            let span = Some(read.span());
            vec![Mention { key: KeyModel::Template(templates.add(read, word, names, diagnostics)), span }]
        }
    }
}

/// A global index has a partition key of its own.
fn has_partition_key(index: &Written<'_>, diagnostics: &mut Diagnostics) {
    if !index.words.mentions("partition_key") {
        diagnostics.error(index.key.span, "a global index needs a partition key: write `partition_key = field`");
    }
}

/// A local index sorts a table's partition another way.
fn table_has_sort_key(index: &Written<'_>, table: &Table<'_>, diagnostics: &mut Diagnostics) {
    if !table.says_sort {
        let message = "a local index needs a table with a sort key: \
                       mark a field with `#[sort_key]`, or write a `global_index`";
        diagnostics.error(index.key.span, message);
    }
}

/// A local index has a sort key of its own.
fn has_sort_key(index: &Written<'_>, diagnostics: &mut Diagnostics) {
    if !index.words.mentions("sort_key") {
        diagnostics.error(index.key.span, "a local index needs a sort key: write `sort_key = field`");
    }
}

/// Keys of several attributes are for global indexes.
fn has_one_sort_attribute(sort: &[Mention], diagnostics: &mut Diagnostics) {
    if let Some(span) = sort.get(1).and_then(|mention| mention.span) {
        let message = "a local index has one sort attribute: remove this one, or write a `global_index`";
        diagnostics.error(span, message);
    }
}

/// Everything, unless something is said.
fn projection(
    index: &Written<'_>,
    table: &Table<'_>,
    partition: &[Mention],
    sort: &[Mention],
    diagnostics: &mut Diagnostics,
) -> IndexProjection {
    let carried = index.words.find(|word| if let IndexWord::Projection(carried) = word { Some(carried) } else { None });
    let listed = match carried {
        None | Some(Carried::All) => return IndexProjection::All,
        Some(Carried::KeysOnly) => return IndexProjection::KeysOnly,
        Some(Carried::Fields(listed)) => listed,
    };
    if let Some(key) = index.words.key("projection") {
        quotas::carries_something(key, listed, diagnostics);
    }
    quotas::carried_by_one(listed, diagnostics);
    let fields = table.scope.fields(listed, diagnostics);
    index_fields::are_carried(&fields, table, partition, sort, diagnostics);
    IndexProjection::Include(fields.into_iter().map(|(field, _)| field).collect())
}

fn carried<'w>(written: &'w [Written<'w>]) -> impl Iterator<Item = &'w Text> {
    let listed = |index: &'w Written<'w>| {
        index.words.find(|word| match word {
            IndexWord::Projection(Carried::Fields(listed)) => Some(listed),
            _ => None,
        })
    };
    written.iter().filter_map(listed).flatten()
}

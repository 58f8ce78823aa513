//! The table's key: marked fields, or templates on the item.

use std::collections::BTreeSet;

use proc_macro2::Span;
use syn::Type;

use super::names::Names;
use super::scope::Scope;
use super::templates::{self, Read, Templates};
use crate::ast::NamedField;
use crate::attr::{FieldWord, ItemWord, Key, TemplateWord, Words};
use crate::diagnostics::Diagnostics;
use crate::model::{Field, KeyModel, Role};

/// What the item's own words say about the table's key.
pub(super) struct TableKey {
    partition: Option<Read>,
    sort: Option<Read>,
    /// The fields that its templates hold.
    parts: BTreeSet<usize>,
    /// The words that are said on the item, be it well or badly.
    said: Vec<&'static str>,
    /// The words among them that could be read.
    read: Vec<&'static str>,
}

impl TableKey {
    /// Reads the templates on the item.
    pub(super) fn new(words: &Words<ItemWord>, scope: &Scope, diagnostics: &mut Diagnostics) -> Self {
        let mut template = |word: &str, pick: fn(&ItemWord) -> Option<&Words<TemplateWord>>| {
            let key = words.key(word)?;
            templates::read(key, words.find(pick)?, scope, diagnostics)
        };
        let partition =
            template("partition_key", |word| if let ItemWord::PartitionKey(words) = word { Some(words) } else { None });
        let sort = template("sort_key", |word| if let ItemWord::SortKey(words) = word { Some(words) } else { None });
        let parts = [&partition, &sort].into_iter().flatten().flat_map(Read::fields).collect();
        let both = ["partition_key", "sort_key"].into_iter();
        let said = both.clone().filter(|word| words.mentions(word)).collect();
        let read = both.filter(|word| words.key(word).is_some()).collect();
        Self { partition, sort, parts, said, read }
    }

    /// Whether the field at this position is a part of the key.
    pub(super) fn holds(&self, position: usize) -> bool {
        self.parts.contains(&position)
    }

    /// Whether the word is said on the item, be it well or badly.
    pub(super) fn says(&self, word: &str) -> bool {
        self.said.contains(&word)
    }

    /// The table's two keys, once it is known what is stored by which name.
    pub(super) fn decide(
        self,
        fields: &[Field],
        templates: &mut Templates,
        names: &mut Names,
        diagnostics: &mut Diagnostics,
    ) -> (Option<KeyModel>, Option<KeyModel>) {
        let sort_span = self.sort.as_ref().map(Read::span);
        let mut key = |read: Option<Read>, word: &str, marked: fn(&Role) -> bool| match read {
            Some(read) => Some(KeyModel::Template(templates.add(read, word, names, diagnostics))),
            None => self::marked(fields, marked),
        };
        let partition = key(self.partition, "partition_key", |role| matches!(role, Role::PartitionKey(_)));
        let sort = key(self.sort, "sort_key", |role| matches!(role, Role::SortKey(_)));
        are_two(partition, sort, sort_span, diagnostics);
        (partition, sort)
    }
}

fn marked(fields: &[Field], is_key: fn(&Role) -> bool) -> Option<KeyModel> {
    let (field, _) = (0..).zip(fields).find(|(_, field)| is_key(&field.role))?;
    Some(KeyModel::Field(field))
}

/// What may have been meant to be the partition key, where none is said.
pub(super) fn probable(fields: &[Field]) -> Option<KeyModel> {
    let is_text = |field: &Field| matches!(&field.ty, Type::Path(path) if path.path.is_ident("String"));
    fields.iter().position(is_text).map(KeyModel::Field)
}

/// A table's two keys are two attributes.
fn are_two(partition: Option<KeyModel>, sort: Option<KeyModel>, span: Option<Span>, diagnostics: &mut Diagnostics) {
    if let (Some(KeyModel::Template(partition)), Some(KeyModel::Template(sort)), Some(span)) = (partition, sort, span)
        && partition == sort
    {
        diagnostics.error(span, "the partition key and the sort key are two attributes: choose another name");
    }
}

/// An item has a partition key.
pub(super) fn has_partition_key(key: &TableKey, fields: &[NamedField], ident: Span, diagnostics: &mut Diagnostics) {
    if !key.says("partition_key") && !fields.iter().any(|field| field.words.mentions("partition_key")) {
        diagnostics.error(ident, "an item needs a partition key: mark one field with `#[partition_key]`");
    }
}

/// A key is a field or a template.
pub(super) fn is_said_once(key: &TableKey, fields: &[NamedField], diagnostics: &mut Diagnostics) {
    for (word, what) in [("partition_key", "partition key"), ("sort_key", "sort key")] {
        if !key.read.contains(&word) {
            continue;
        }
        for mark in fields.iter().filter_map(|field| field.words.key(word)) {
            let message =
                format!("an item has one {what}, and the template on it already is it: remove one of the two");
            diagnostics.error(mark.span, message);
        }
    }
}

/// A field in a template of the table's key is no attribute of its own.
pub(super) fn part_has_no_words(key: &TableKey, words: &Words<FieldWord>, diagnostics: &mut Diagnostics) {
    // That there are two keys of one kind is an error already.
    let reported = |word: &Key| key.read.iter().any(|read| *read == word.name);
    for word in words.given.iter().map(|given| &given.key).filter(|word| !reported(word)) {
        let name = &word.name;
        let message = format!(
            "`{name}` contradicts the template of the table's key: \
             a field in it is no attribute of its own, remove `{name}`"
        );
        diagnostics.error(word.span, message);
    }
}

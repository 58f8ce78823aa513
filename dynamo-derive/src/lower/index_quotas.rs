//! How many of each thing `DynamoDB` allows.

use crate::attr::{Key, Text};
use crate::diagnostics::Diagnostics;

const LOCAL: usize = 5;
/// The default quota, which Amazon raises on request.
const GLOBAL: usize = 20;
const ATTRIBUTES: usize = 4;
/// Attributes that the projection of one index lists.
const CARRIED: usize = 20;
/// The same for all indexes of a table.
const CARRIED_IN_ALL: usize = 100;

/// A table has few local indexes.
pub(super) fn at_most_five_local<'k>(indexes: impl Iterator<Item = &'k Key>, diagnostics: &mut Diagnostics) {
    for key in indexes.skip(LOCAL) {
        let message = format!("a table has at most {LOCAL} local indexes: remove this one, or write a `global_index`");
        diagnostics.error(key.span, message);
    }
}

/// A table has few global indexes.
pub(super) fn at_most_twenty_global<'k>(indexes: impl Iterator<Item = &'k Key>, diagnostics: &mut Diagnostics) {
    for key in indexes.skip(GLOBAL) {
        let message = format!("a table has at most {GLOBAL} global indexes, DynamoDB's default quota: remove this one");
        diagnostics.error(key.span, message);
    }
}

/// A key of an index has one to four attributes.
pub(super) fn one_to_four(key: &Key, listed: &[Text], diagnostics: &mut Diagnostics) {
    let word = &key.name;
    if listed.is_empty() {
        diagnostics.error(key.span, format!("`{word}` lists no field: write `{word} = field`"));
    }
    if let Some(fifth) = listed.get(ATTRIBUTES) {
        let kind = if word == "partition_key" { "partition" } else { "sort" };
        let count = listed.len();
        let message = format!("an index has at most {ATTRIBUTES} {kind} attributes, this one has {count}: remove some");
        diagnostics.error(fifth.span, message);
    }
}

/// To carry nothing has one spelling.
pub(super) fn carries_something(key: &Key, listed: &[Text], diagnostics: &mut Diagnostics) {
    if listed.is_empty() {
        diagnostics.error(key.span, "`projection` lists no field: write `projection = keys_only`");
    }
}

/// The projection of one index is short.
pub(super) fn carried_by_one(listed: &[Text], diagnostics: &mut Diagnostics) {
    if let Some(text) = listed.get(CARRIED) {
        let count = listed.len();
        let message =
            format!("a projection lists at most {CARRIED} fields, this one has {count}: write `projection = all`");
        diagnostics.error(text.span, message);
    }
}

/// So are the projections of all indexes.
pub(super) fn carried_in_all<'t>(mut listed: impl Iterator<Item = &'t Text>, diagnostics: &mut Diagnostics) {
    if let Some(text) = listed.nth(CARRIED_IN_ALL) {
        let message =
            format!("the projections of a table list at most {CARRIED_IN_ALL} fields: write `projection = all` in one");
        diagnostics.error(text.span, message);
    }
}

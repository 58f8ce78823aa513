//! Rules about words that cannot both be meant.

use crate::ast::NamedField;
use crate::attr::{FieldWord, TupleWord, Words};
use crate::diagnostics::Diagnostics;

const KEYS: &[&str] = &["partition_key", "sort_key"];
/// What an attribute can be to the library: one thing.
const ROLES: &[&str] = &[
    "partition_key",
    "sort_key",
    "version",
    "created_at",
    "updated_at",
    "ttl",
    "uuid",
    "counter",
    "generation",
    "write_id",
];
/// Roles whose values the library makes itself, in the form that its conditions compare.
const OWN_FORM: &[&str] = &["version", "generation", "write_id", "uuid", "counter", "ttl"];
/// Roles that one struct has once. A second counter or uuid is as good as the first.
const ONCE: &[(&str, &str)] = &[
    ("partition_key", "one partition key"),
    ("sort_key", "one sort key"),
    ("version", "one version"),
    ("created_at", "one `created_at`"),
    ("updated_at", "one `updated_at`"),
    ("ttl", "one `ttl`"),
    ("generation", "one `generation`"),
    ("write_id", "one `write_id`"),
];

/// One struct has each of these roles once.
pub(super) fn across_fields(subject: &str, fields: &[NamedField], diagnostics: &mut Diagnostics) {
    for (role, what) in ONCE {
        let mut marked = fields.iter().filter_map(|field| Some((&field.ident, field.words.key(role)?)));
        let Some((first, _)) = marked.next() else { continue };
        for (_, key) in marked {
            let message = format!("{subject} has {what}, and `{first}` already is it: remove one of the two marks");
            diagnostics.error(key.span, message);
        }
    }
}

/// The words of one field agree with each other. A word that contradicts several others is reported once.
pub(super) fn in_field(words: &Words<FieldWord>, diagnostics: &mut Diagnostics) {
    in_words(words, diagnostics);
}

/// The same for the field of a tuple struct.
pub(super) fn in_tuple_field(words: &Words<TupleWord>, diagnostics: &mut Diagnostics) {
    in_words(words, diagnostics);
}

fn in_words<W>(words: &Words<W>, diagnostics: &mut Diagnostics) {
    for (position, given) in words.given.iter().enumerate() {
        let second = given.key.name.as_str();
        let mut before = words.given.iter().take(position).map(|given| given.key.name.as_str());
        let reason = before.find_map(|first| Some((first, reason(first, second)?)));
        if let Some((first, reason)) = reason {
            diagnostics.error(given.key.span, format!("`{second}` contradicts `{first}`: {reason}"));
        }
    }
}

/// Why the two words cannot both be meant, if they cannot, and what to write instead.
fn reason(first: &str, second: &str) -> Option<&'static str> {
    // Each rule is written for one order of its two words and holds for both.
    rule(first, second).or_else(|| rule(second, first)).or_else(|| two_roles(first, second))
}

/// An attribute has one role, but a key may be made by the library.
fn two_roles(first: &str, second: &str) -> Option<&'static str> {
    let is_key_and_uuid = |key: &str, uuid: &str| KEYS.contains(&key) && uuid == "uuid";
    let allowed = first == second || is_key_and_uuid(first, second) || is_key_and_uuid(second, first);
    let roles = ROLES.contains(&first) && ROLES.contains(&second);
    (roles && !allowed).then_some("an attribute has one role, use two fields")
}

fn rule(word: &str, other: &str) -> Option<&'static str> {
    match word {
        _ if word == other => None,
        "skip" if other != "default" => Some("a skipped field has no attribute, remove one of the two"),
        "flatten" => Some("a flattened field has no attribute of its own, remove one of the two"),
        "path" if other == "rename" => Some("a path names the attribute, remove `rename`"),
        "with" if other == "serde" => Some("a field is encoded in one way, remove one of the two"),
        "with" if OWN_FORM.contains(&other) => Some("the library decides how this attribute is stored, remove `with`"),
        "with" if KEYS.contains(&other) => Some("a key is stored as its type says, remove `with`"),
        "serde" if KEYS.contains(&other) => Some("a key is stored as its type says, remove `serde`"),
        "serde" if OWN_FORM.contains(&other) => {
            Some("the library decides how this attribute is stored, remove `serde`")
        }
        "default" if KEYS.contains(&other) => Some("a key is never absent, remove `default`"),
        "default" if other == "version" => Some("an absent version means not stored yet, remove `default`"),
        "version" if KEYS.contains(&other) => {
            Some("a key never changes and a version changes with every write, use two fields")
        }
        "partition_key" if other == "sort_key" => Some("they are two attributes, use two fields"),
        _ => None,
    }
}

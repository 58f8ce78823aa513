//! Rules about the words on the type itself.

use proc_macro2::Span;
use syn::{Path, parse_quote};

use super::names::Names;
use crate::attr::{ItemWord, Text, TypeWord, ValueWord, Words};
use crate::case::Case;
use crate::diagnostics::Diagnostics;
use crate::model::TypeAttribute;

/// The words on an item, with what holds where one is not given. Its table is [`table`].
pub(super) struct ItemWords {
    pub(super) krate: Path,
    pub(super) rename_all: Option<Case>,
}

impl ItemWords {
    pub(super) fn new(words: &Words<ItemWord>) -> Self {
        Self {
            krate: words
                .find(|word| if let ItemWord::Crate(path) = word { Some(path.clone()) } else { None })
                .unwrap_or_else(default_crate),
            rename_all: words.find(|word| if let ItemWord::RenameAll(case) = word { Some(*case) } else { None }),
        }
    }
}

/// The words on a value, with what holds where one is not given.
pub(super) struct ValueWords {
    pub(super) krate: Path,
    pub(super) rename_all: Option<Case>,
    pub(super) rename_all_fields: Option<Case>,
    pub(super) tag: Option<Text>,
}

impl ValueWords {
    pub(super) fn new(words: &Words<ValueWord>) -> Self {
        Self {
            krate: words
                .find(|word| if let ValueWord::Crate(path) = word { Some(path.clone()) } else { None })
                .unwrap_or_else(default_crate),
            rename_all: words.find(|word| if let ValueWord::RenameAll(case) = word { Some(*case) } else { None }),
            rename_all_fields: words
                .find(|word| if let ValueWord::RenameAllFields(case) = word { Some(*case) } else { None }),
            tag: words.find(|word| if let ValueWord::Tag(tag) = word { Some(tag.clone()) } else { None }),
        }
    }
}

pub(super) fn default_crate() -> Path {
    parse_quote!(::dynamo_model)
}

/// An item names its table, by a name that `DynamoDB` accepts.
pub(super) fn table(words: &Words<ItemWord>, ident: Span, diagnostics: &mut Diagnostics) -> Option<String> {
    let Some(table) = words.find(|word| if let ItemWord::Table(table) = word { Some(table.clone()) } else { None })
    else {
        if !words.mentions("table") {
            diagnostics.error(ident, "an item needs a table: write `#[dynamo(table = \"name\")]`");
        }
        return None;
    };
    is_accepted_name("a table", &table, diagnostics);
    Some(table.value)
}

/// Tables and indexes have names that `DynamoDB` accepts.
pub(super) fn is_accepted_name(whose: &str, name: &Text, diagnostics: &mut Diagnostics) -> bool {
    let accepted = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte);
    let message = if !name.value.bytes().all(accepted) {
        format!("{whose} name is made of `a-z`, `A-Z`, `0-9`, `_`, `.` and `-` only")
    } else if (3..=255).contains(&name.value.len()) {
        return true;
    } else {
        format!("{whose} name has 3 to 255 characters, this one has {}", name.value.len())
    };
    diagnostics.error(name.span, message);
    false
}

/// The attribute that tells items apart has a name and a value.
pub(super) fn type_attribute(
    words: &Words<ItemWord>,
    names: &mut Names,
    diagnostics: &mut Diagnostics,
) -> Option<TypeAttribute> {
    let inner = words.find(|word| if let ItemWord::TypeAttribute(words) = word { Some(words) } else { None })?;
    if let Some(key) = words.key("type_attribute") {
        for missing in ["name", "value"].iter().filter(|word| !inner.mentions(word)) {
            let usage = "write `type_attribute(name = \"..\", value = \"..\")`";
            diagnostics.error(key.span, format!("`type_attribute` needs a {missing}: {usage}"));
        }
    }
    let name = inner.find(|word| if let TypeWord::Name(name) = word { Some(name) } else { None });
    let value = inner.find(|word| if let TypeWord::Value(value) = word { Some(value) } else { None });
    if let Some(name) = name {
        names.claim(&name.value, "type_attribute", name.span, diagnostics);
    }
    if let Some(value) = value.filter(|value| value.value.is_empty()) {
        diagnostics.error(value.span, "the value of the type attribute cannot be empty: write one, such as \"order\"");
    }
    Some(TypeAttribute { name: name?.value.clone(), value: value?.value.clone() })
}

const TAG: (&str, &str) = ("tag", "`tag` belongs on an enum with data: remove it");
const REPR: (&str, &str) = ("repr", "`repr` belongs on an enum of unit variants: remove it");

/// A struct with named fields has no variants.
pub(super) fn for_named_struct(words: &Words<ValueWord>, diagnostics: &mut Diagnostics) {
    let fields = ("rename_all_fields", "`rename_all_fields` belongs on an enum with data: write `rename_all`");
    refuse(words, &[TAG, REPR, fields], diagnostics);
}

/// The fields of a tuple struct have no names.
pub(super) fn for_tuple_struct(words: &Words<ValueWord>, diagnostics: &mut Diagnostics) {
    let all = ("rename_all", "`rename_all` has nothing to rename on a tuple struct: remove it");
    let fields = ("rename_all_fields", "`rename_all_fields` belongs on an enum with data: remove it");
    refuse(words, &[TAG, REPR, all, fields], diagnostics);
}

/// Unit variants have no fields, and nothing to stand beside a tag.
pub(super) fn for_unit_enum(words: &Words<ValueWord>, diagnostics: &mut Diagnostics) {
    let fields = ("rename_all_fields", "`rename_all_fields` belongs on an enum with data: remove it");
    refuse(words, &[TAG, fields], diagnostics);
}

/// A variant that is stored as a number is not stored by a name.
pub(super) fn for_number_enum(words: &Words<ValueWord>, diagnostics: &mut Diagnostics) {
    let all = ("rename_all", "`rename_all` contradicts `repr = number`: the variants are stored by number, remove one");
    refuse(words, &[all], diagnostics);
}

/// An enum with data is stored by names.
pub(super) fn for_data_enum(words: &Words<ValueWord>, diagnostics: &mut Diagnostics) {
    refuse(words, &[REPR], diagnostics);
}

fn refuse(words: &Words<ValueWord>, refused: &[(&str, &str)], diagnostics: &mut Diagnostics) {
    for (name, message) in refused {
        if let Some(key) = words.key(name) {
            diagnostics.error(key.span, message);
        }
    }
}

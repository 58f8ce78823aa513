//! One test for each rule, by the exact text of its message. Where a message points is seen in the crate's UI tests.

mod enums;
mod fields;
mod indexes;
mod item_enums;
mod items;
mod projections;
mod templates;
mod values;
mod words;

use crate::model;

/// What a struct that derives `DynamoItem` is refused for, in order.
fn item_errors(source: &str) -> Vec<String> {
    messages(syn::parse_str(source).and_then(|input| super::item(&input).accepted()))
}

/// What a type that derives `DynamoValue` is refused for, in order.
fn value_errors(source: &str) -> Vec<String> {
    messages(syn::parse_str(source).and_then(|input| super::value(&input).accepted()))
}

/// What an item is refused for whose table and keys are fine and which has these further fields.
fn field_errors(fields: &str) -> Vec<String> {
    item_errors(&format!(r#"#[dynamo(table = "notes")] struct Note {{ #[partition_key] id: String, {fields} }}"#))
}

/// The item, or nothing if it is refused.
fn item(source: &str) -> Option<model::Item> {
    match syn::parse_str(source).and_then(|input| super::item(&input).accepted()) {
        Ok(model::ItemType::Struct(item)) => Some(*item),
        Ok(model::ItemType::Enum(_)) | Err(_) => None,
    }
}

/// The value, or nothing if it is refused.
fn value(source: &str) -> Option<model::Value> {
    syn::parse_str(source).and_then(|input| super::value(&input).accepted()).ok()
}

fn messages<T>(result: syn::Result<T>) -> Vec<String> {
    match result {
        Ok(_) => Vec::new(),
        Err(errors) => errors.into_iter().map(|error| error.to_string()).collect(),
    }
}

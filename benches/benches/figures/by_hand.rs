//! What people write who have no mapper: every attribute by name, in and out of a map.

use std::{collections::HashMap, str::FromStr};

use aws_sdk_dynamodb::types::AttributeValue;

pub(crate) type Item = HashMap<String, AttributeValue>;

/// The attribute that is missing or does not fit.
#[derive(Debug)]
pub(crate) struct Wrong(pub(crate) &'static str);

impl std::fmt::Display for Wrong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the attribute `{}` is missing or does not fit", self.0)
    }
}
impl std::error::Error for Wrong {}

pub(crate) fn text(text: &str) -> AttributeValue {
    AttributeValue::S(text.to_string())
}

pub(crate) fn number(number: &impl ToString) -> AttributeValue {
    AttributeValue::N(number.to_string())
}

pub(crate) fn take_text(item: &mut Item, name: &'static str) -> Result<String, Wrong> {
    match item.remove(name) {
        Some(AttributeValue::S(text)) => Ok(text),
        _ => Err(Wrong(name)),
    }
}

pub(crate) fn take_optional_text(item: &mut Item, name: &'static str) -> Result<Option<String>, Wrong> {
    match item.remove(name) {
        Some(AttributeValue::S(text)) => Ok(Some(text)),
        None | Some(AttributeValue::Null(_)) => Ok(None),
        _ => Err(Wrong(name)),
    }
}

pub(crate) fn take_number<N: FromStr>(item: &mut Item, name: &'static str) -> Result<N, Wrong> {
    match item.remove(name) {
        Some(AttributeValue::N(number)) => number.parse().map_err(|_| Wrong(name)),
        _ => Err(Wrong(name)),
    }
}

pub(crate) fn take_bool(item: &mut Item, name: &'static str) -> Result<bool, Wrong> {
    match item.remove(name) {
        Some(AttributeValue::Bool(value)) => Ok(value),
        _ => Err(Wrong(name)),
    }
}

pub(crate) fn take_map(item: &mut Item, name: &'static str) -> Result<Item, Wrong> {
    match item.remove(name) {
        Some(AttributeValue::M(map)) => Ok(map),
        _ => Err(Wrong(name)),
    }
}

pub(crate) fn take_list(item: &mut Item, name: &'static str) -> Result<Vec<AttributeValue>, Wrong> {
    match item.remove(name) {
        Some(AttributeValue::L(list)) => Ok(list),
        _ => Err(Wrong(name)),
    }
}

pub(crate) fn take_texts(item: &mut Item, name: &'static str) -> Result<Vec<String>, Wrong> {
    match item.remove(name) {
        Some(AttributeValue::Ss(set)) => Ok(set),
        _ => Err(Wrong(name)),
    }
}

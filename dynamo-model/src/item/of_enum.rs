//! What the expansion of an enum of items calls. No part of it is covered by semantic versioning.

use super::{DynamoItem, fields::read_item};
use crate::{
    error::DecodeError,
    schema::ItemSchema,
    value::{AttributeType, AttributeValue, Item, ReadValue},
};

/// Keeps an attribute until the type is known. The answer says that it was taken.
pub fn keep<R: ReadValue>(item: &mut Item, name: &str, value: R) -> Result<Option<R>, DecodeError> {
    let value = value.value().map_err(|error| error.at(name))?;
    item.insert(name.to_owned(), value);
    Ok(None)
}

/// What the attribute of the type holds, which all variants call alike.
pub fn stored_type(item: &Item, schema: &ItemSchema) -> Result<String, DecodeError> {
    let name = type_name(schema);
    match item.get(name) {
        Some(AttributeValue::S(text)) => Ok(text.clone()),
        Some(other) => Err(DecodeError::expected("S", AttributeType::of(other)).at(name)),
        None => Err(DecodeError::missing(name)),
    }
}

fn type_name(schema: &ItemSchema) -> &'static str {
    schema.type_attribute.map_or("", |of_type| of_type.name)
}

/// Whether it is the type of these items.
#[must_use]
pub fn is_type(schema: &ItemSchema, stored: &str) -> bool {
    schema.type_attribute.is_some_and(|of_type| of_type.value == stored)
}

/// Reads an item of this type.
pub fn read_variant<T: DynamoItem>(item: Item) -> Result<T, DecodeError> {
    read_item(item)
}

/// The stored type is none of an enum's variants.
#[must_use]
pub fn unknown_type(of: &'static str, schema: &ItemSchema) -> DecodeError {
    DecodeError::invalid(format!("the type of a variant of `{of}`")).at(type_name(schema))
}

//! What the expansion of an enum of items calls. No part of it is covered by semantic versioning.

use super::{DynamoItem, KeyFrom, KeySpec, KeyValues, fields::read_item, key_part, prefix};
use crate::{
    checks::SortText,
    error::{DecodeError, EncodeError},
    expression::{IntoPrefix, IntoValue},
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

/// The key of a variant, given as its key struct.
pub fn key_of_variant<'k, K: KeyFrom<&'k K>>(key: &'k K) -> Result<KeyValues, EncodeError> {
    <K as KeyFrom<&'k K>>::values(key)
}

/// An item that is a variant of `E`, an enum of items, or `E` itself.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a variant of `{E}`",
    label = "not the key of a variant of `{E}`"
)]
pub trait VariantOf<E>: DynamoItem {
    /// What is stored of its key.
    fn values(key: &Self::Key) -> Result<KeyValues, EncodeError>;
}

/// A key of `E`, an enum of items whose first variant has the key `F`. Not every key struct by value: an impl for all of them
/// would conflict with the one for references, and one for each would cost every item compile time.
pub trait KeyIn<E, F> {
    /// What is stored of it.
    fn values(self) -> Result<KeyValues, EncodeError>;
}

#[diagnostic::do_not_recommend]
impl<E, F, K: KeySpec<Item: VariantOf<E, Key = K>>> KeyIn<E, F> for &K {
    fn values(self) -> Result<KeyValues, EncodeError> {
        <K::Item as VariantOf<E>>::values(self)
    }
}

macro_rules! first {
    ($([$($generics:tt)*] $given:ty;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<$($generics)* E, F: KeyFrom<$given>> KeyIn<E, F> for $given {
            fn values(self) -> Result<KeyValues, EncodeError> {
                <F as KeyFrom<$given>>::values(self)
            }
        }
    )* };
}
first! {
    ['k,] &'k str;
    ['k,] &'k String;
    [] String;
    [A, B,] (A, B);
    [A, B, C,] (A, B, C);
    [A, B, C, D,] (A, B, C, D);
}

/// The stored text of a sort key that the variants make in different ways.
pub fn sort_text<T: DynamoItem, A: IntoValue<String>>(given: A) -> Result<Vec<AttributeValue>, EncodeError> {
    let () = SortText::<T>::CHECK;
    Ok(vec![key_part::<String, A>(T::SCHEMA.sort_key.map_or("", |key| key.name), given)?])
}

/// What that text begins with.
pub fn sort_prefix<T: DynamoItem, A: IntoPrefix<String>>(given: A) -> AttributeValue {
    let () = SortText::<T>::CHECK;
    prefix::<String, A>(given)
}

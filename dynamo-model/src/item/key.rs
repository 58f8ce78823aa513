//! Keys: the generated structs say what converts into them.
//!
//! All key types stand in bounds of impls for a local type, so the orphan rule is kept and a private key type in a public
//! item does not leak, as an associated type would.

use std::{marker::PhantomData, time::SystemTime};

use super::{DynamoItem, KeyTexts, Slots, Stamp, WriteAttributes};
use crate::{
    attribute::{Name, Prefix},
    error::{DecodeError, EncodeError, Error},
    expression::IntoValue,
    schema::{ItemSchema, Managed, Template},
    value::{AttributeValue, Item, ReadValue},
};

/// The key of one item, as it is stored.
#[doc(hidden)]
#[derive(Clone, PartialEq)]
pub struct KeyValues {
    pub partition: AttributeValue,
    pub sort: Option<AttributeValue>,
}

impl KeyValues {
    /// The key attributes by name, checked for what DynamoDB refuses.
    pub(crate) fn into_item(self, schema: &ItemSchema) -> Result<Item, Error> {
        self.check(schema)?;
        Ok(self.named(schema))
    }

    /// Checks for what DynamoDB refuses.
    pub(crate) fn check(&self, schema: &ItemSchema) -> Result<(), Error> {
        check_key(schema.partition_key.name, &self.partition, 2048)?;
        match (schema.sort_key, &self.sort) {
            (Some(def), Some(value)) => check_key(def.name, value, 1024),
            _ => Ok(()),
        }
    }

    /// The key attributes by name.
    pub(crate) fn named(self, schema: &ItemSchema) -> Item {
        let mut item = Item::with_capacity(2);
        item.insert(schema.partition_key.name.to_owned(), self.partition);
        if let (Some(def), Some(value)) = (schema.sort_key, self.sort) {
            item.insert(def.name.to_owned(), value);
        }
        item
    }
}

/// Takes what [`write_key`](DynamoItem::write_key) writes, without a map in between.
pub(crate) struct KeyParts {
    schema: &'static ItemSchema,
    partition: Option<AttributeValue>,
    sort: Option<AttributeValue>,
}

impl KeyParts {
    pub(crate) fn of(schema: &'static ItemSchema) -> Self {
        Self { schema, partition: None, sort: None }
    }

    pub(crate) fn finish(self) -> Result<KeyValues, EncodeError> {
        let absent = |name: &str| EncodeError::new("the key attribute is absent").at(name);
        let partition = self.partition.ok_or_else(|| absent(self.schema.partition_key.name))?;
        match (self.schema.sort_key, self.sort) {
            (Some(def), None) => Err(absent(def.name)),
            (_, sort) => Ok(KeyValues { partition, sort }),
        }
    }
}

/// The key of an item in memory.
pub(crate) fn key_of<T: DynamoItem>(item: &T) -> Result<KeyValues, EncodeError> {
    let mut to = KeyParts::of(T::SCHEMA);
    T::write_key(item, &mut to)?;
    to.finish()
}

impl WriteAttributes for KeyParts {
    fn attribute(&mut self, name: Name, value: Option<AttributeValue>) {
        let part = if name.is(self.schema.partition_key.name) { &mut self.partition } else { &mut self.sort };
        *part = value;
    }

    fn absent(&mut self, _: String) {}

    fn caught(&mut self, _: Option<&'static Prefix>, _: &str, _: AttributeValue) {}

    fn managed(&mut self, _: Name, _: &'static Managed, _: Option<AttributeValue>) {}

    fn now(&self) -> Option<SystemTime> {
        None
    }

    fn time_to_live(&mut self, _: Name) {}

    fn follow(&mut self, _: Stamp) {}
}

/// Refuses an empty key value, and one longer than `limit` bytes.
pub(crate) fn check_key(name: &str, value: &AttributeValue, limit: usize) -> Result<(), Error> {
    let length = match value {
        AttributeValue::S(text) => text.len(),
        AttributeValue::B(bytes) => bytes.as_ref().len(),
        _ => return Ok(()),
    };
    if length == 0 {
        return Err(Error::invalid(format!("the key attribute `{name}` is empty")));
    }
    if length > limit {
        return Err(Error::invalid(format!(
            "the key attribute `{name}` has {length} bytes, and DynamoDB takes at most {limit}"
        )));
    }
    Ok(())
}

/// Refuses what no index could hold, of an attribute that is a key of one.
pub(crate) fn check_index_key(
    schema: &ItemSchema,
    is: impl Fn(&str) -> bool,
    value: &AttributeValue,
) -> Result<(), Error> {
    for index in schema.indexes {
        let sort = index.sort_key.iter().map(|key| (key, 1024));
        for (key, limit) in index.partition_key.iter().map(|key| (key, 2048)).chain(sort) {
            if is(key.name) {
                check_key(key.name, value, limit)?;
            }
        }
    }
    Ok(())
}

/// The generated key struct of a table, or the generated marker of an index.
pub trait KeySpec: Sized + 'static {
    /// The item it is a key of.
    type Item;
    /// What a query by it gives: the item, or the table's keys where an index carries no more.
    type Output;
    /// The index, `None` for the table's own key.
    const INDEX: Option<&'static str>;
    /// The names of the partition key attributes.
    const PARTITION: &'static [&'static str];
    /// The names of the sort key attributes.
    const SORT: &'static [&'static str];
    /// The template that the sort key is made of.
    #[doc(hidden)]
    const SORT_TEMPLATE: Option<&'static Template> = None;
}

/// The table's key as it is read of an item.
#[doc(hidden)]
pub trait ReadKey: KeySpec {
    /// Puts the key together.
    fn read(stored: &mut KeySlots<Self>) -> Result<Self, DecodeError>;
}

/// The attributes of a key, before it is put together. They wait as they are stored, because slots of its own for each key
/// would be a tenth of what rustc has to check of an item.
#[doc(hidden)]
pub struct KeySlots<K> {
    stored: Vec<(&'static str, AttributeValue)>,
    key: PhantomData<fn() -> K>,
}

impl<K> Default for KeySlots<K> {
    fn default() -> Self {
        Self { stored: Vec::new(), key: PhantomData }
    }
}

impl<K: ReadKey> Slots<K> for KeySlots<K> {
    fn accept<R: ReadValue>(&mut self, name: &str, value: R) -> Result<Option<R>, DecodeError> {
        let Some(name) = K::PARTITION.iter().chain(K::SORT).find(|known| **known == name) else {
            return Ok(Some(value));
        };
        let value = value.value().map_err(|error| error.at(name))?;
        self.stored.push((name, value));
        Ok(None)
    }

    fn finish(mut self) -> Result<K, DecodeError> {
        K::read(&mut self)
    }
}

impl<K> KeySlots<K> {
    /// The value of an attribute that is a field.
    pub fn take<T>(
        &mut self,
        name: &str,
        read: impl FnOnce(AttributeValue) -> Result<T, DecodeError>,
    ) -> Result<Option<T>, DecodeError> {
        let stored = self.stored(name);
        stored.map(read).transpose().map_err(|error| error.at(name))
    }

    /// The values of an attribute that is made of fields.
    pub fn texts(&mut self, template: &'static Template) -> Result<KeyTexts, DecodeError> {
        let stored = self.stored(template.name).ok_or_else(|| DecodeError::missing(template.name))?;
        KeyTexts::read(template, stored)
    }

    fn stored(&mut self, name: &str) -> Option<AttributeValue> {
        let position = self.stored.iter().position(|(known, _)| *known == name)?;
        Some(self.stored.swap_remove(position).1)
    }
}

/// `K` converts into this key. Implemented by the derive: for the parts, the key struct and a reference to it.
#[diagnostic::on_unimplemented(
    message = "`{K}` is not a primary key: `{Self}` is needed",
    label = "give the partition key, or `(partition key, sort key)` where there is a sort key"
)]
pub trait KeyFrom<K> {
    #[doc(hidden)]
    fn values(key: K) -> Result<KeyValues, EncodeError>;
}

/// What `get` and its like take as the key of `T`: the partition key, `(partition, sort)`, or the generated key struct.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a primary key of `{T}`",
    label = "give the partition key, `(partition, sort)` where there is a sort key, or the generated key struct",
    note = "an enum of items takes a reference to the key struct of a variant: `&OrderKey {{ .. }}`"
)]
pub trait IntoKey<T: DynamoItem> {
    #[doc(hidden)]
    fn into_key(self) -> Result<KeyValues, EncodeError>;
}
impl<T: DynamoItem, K> IntoKey<T> for K
where
    T::Key: KeyFrom<K>,
{
    fn into_key(self) -> Result<KeyValues, EncodeError> {
        <T::Key as KeyFrom<K>>::values(self)
    }
}

/// The values of one side of a key.
#[doc(hidden)]
#[must_use]
pub fn key_parts<const N: usize>(values: [AttributeValue; N]) -> Vec<AttributeValue> {
    values.into()
}

/// One part of a key, with the attribute named in an error.
#[doc(hidden)]
pub fn key_part<T, A: IntoValue<T>>(name: &'static str, part: A) -> Result<AttributeValue, EncodeError> {
    part.into_value().map_err(|error| error.at(name))
}

//! The bytes of an answer of `TransactGetItems`, item by item, in the order of what was asked for.

use std::{fmt, marker::PhantomData};

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::{Collect, Entries, Name, malformed, reader};
use crate::{
    error::DecodeError,
    value::{Item, VisitMap},
};

/// The bytes of each item; `None` where there is none.
pub(crate) fn json_responses(body: &[u8]) -> Result<Vec<Option<&[u8]>>, DecodeError> {
    let mut deserializer = reader(body)?;
    let found = deserializer.deserialize_map(Answer(PhantomData)).map_err(malformed)?;
    deserializer.end().map_err(malformed)?;
    Ok(found)
}

/// Hands the attributes of an item to the visitor.
pub(crate) fn json_entries<V: VisitMap>(item: &[u8], visitor: &mut V) -> Result<(), DecodeError> {
    let mut deserializer = reader(item)?;
    Entries(visitor).deserialize(&mut deserializer).map_err(malformed)?;
    Ok(())
}

/// The item as it is stored.
pub(crate) fn json_item(item: &[u8]) -> Result<Item, DecodeError> {
    let mut collected = Collect(Item::new());
    json_entries(item, &mut collected)?;
    Ok(collected.0)
}

/// `{"Responses": [{"Item": item}, {}]}`
struct Answer<'de>(PhantomData<&'de ()>);
impl<'de> Visitor<'de> for Answer<'de> {
    type Value = Vec<Option<&'de [u8]>>;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an answer")
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut found = Vec::new();
        while let Some(name) = map.next_key_seed(Name)? {
            if name == "Responses" {
                found = map.next_value_seed(List(PhantomData))?;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(found)
    }
}

struct List<'de>(PhantomData<&'de ()>);
impl<'de> DeserializeSeed<'de> for List<'de> {
    type Value = Vec<Option<&'de [u8]>>;
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_seq(self)
    }
}
impl<'de> Visitor<'de> for List<'de> {
    type Value = Vec<Option<&'de [u8]>>;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of answers")
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut found = Vec::new();
        while let Some(one) = list.next_element_seed(One(PhantomData))? {
            found.push(one);
        }
        Ok(found)
    }
}

struct One<'de>(PhantomData<&'de ()>);
impl<'de> DeserializeSeed<'de> for One<'de> {
    type Value = Option<&'de [u8]>;
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_map(self)
    }
}
impl<'de> Visitor<'de> for One<'de> {
    type Value = Option<&'de [u8]>;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an item, or none")
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut item = None;
        while let Some(name) = map.next_key_seed(Name)? {
            let value: &'de RawValue = map.next_value()?;
            if name == "Item" && value.get() != "null" {
                item = Some(value.get().as_bytes());
            }
        }
        Ok(item)
    }
}

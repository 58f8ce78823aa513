//! The bytes of an answer of `BatchGetItem` about one table: its items in any order, each with its key.

use std::{borrow::Cow, fmt};

use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::{Collect, Entries, Name, malformed, reader};
use crate::{
    error::DecodeError,
    item::{CanonicalKey, KeyNames, Slots, StructVisitor, decode_as},
    value::{Item, ReadValue, VisitMap},
};

/// An answer: what was found, and which keys were left for another request.
pub(crate) struct Batch<O> {
    /// Each item, or why it does not decode.
    pub(crate) found: Vec<(CanonicalKey, Result<O, DecodeError>)>,
    pub(crate) unprocessed: Vec<CanonicalKey>,
}

/// Reads an answer. Where an item does not decode, all are read a second time, one by one.
pub(crate) fn read_batch_json<O, S: Slots<O>>(body: &[u8], names: KeyNames) -> Result<Batch<O>, DecodeError> {
    let mut typed = Typed::<O, S> { names, found: Vec::new(), slots: std::marker::PhantomData };
    if let Ok(unprocessed) = read(body, names, &mut typed) {
        return Ok(Batch { found: typed.found, unprocessed });
    }
    let mut raw = Raw(Vec::new());
    let unprocessed = read(body, names, &mut raw)?;
    let found = raw.0.into_iter().map(|item| (CanonicalKey::in_item(names, &item), decode_as::<O, S>(item)));
    Ok(Batch { found: found.collect(), unprocessed })
}

fn read(body: &[u8], names: KeyNames, items: &mut impl Take) -> Result<Vec<CanonicalKey>, DecodeError> {
    let mut keys = Keys { names, unprocessed: Vec::new() };
    let mut deserializer = reader(body)?;
    deserializer.deserialize_map(Answer { items, keys: &mut keys }).map_err(malformed)?;
    Ok(keys.unprocessed)
}

/// Takes the elements of a list one by one.
trait Take {
    fn take<'de, D: Deserializer<'de>>(&mut self, element: D) -> Result<(), D::Error>;
}

/// Items as the type that is wanted, each with its key read beside.
struct Typed<O, S> {
    names: KeyNames,
    found: Vec<(CanonicalKey, Result<O, DecodeError>)>,
    slots: std::marker::PhantomData<fn() -> S>,
}
impl<O, S: Slots<O>> Take for Typed<O, S> {
    fn take<'de, D: Deserializer<'de>>(&mut self, element: D) -> Result<(), D::Error> {
        let mut beside = Beside { names: self.names, key: CanonicalKey::default(), item: StructVisitor::<O, S>::new() };
        Entries(&mut beside).deserialize(element)?;
        let item = beside.item.finish().map_err(|_| D::Error::custom("unfit"))?;
        self.found.push((beside.key, Ok(item)));
        Ok(())
    }
}

/// Items as they are stored.
struct Raw(Vec<Item>);
impl Take for Raw {
    fn take<'de, D: Deserializer<'de>>(&mut self, element: D) -> Result<(), D::Error> {
        let mut item = Collect(Item::new());
        Entries(&mut item).deserialize(element)?;
        self.0.push(item.0);
        Ok(())
    }
}

/// The keys that were not read.
struct Keys {
    names: KeyNames,
    unprocessed: Vec<CanonicalKey>,
}
impl Take for Keys {
    fn take<'de, D: Deserializer<'de>>(&mut self, element: D) -> Result<(), D::Error> {
        let mut beside = Beside { names: self.names, key: CanonicalKey::default(), item: Nothing };
        Entries(&mut beside).deserialize(element)?;
        self.unprocessed.push(beside.key);
        Ok(())
    }
}

/// Notes the key attributes as they pass by.
struct Beside<V> {
    names: KeyNames,
    key: CanonicalKey,
    item: V,
}
impl<V: VisitMap> VisitMap for Beside<V> {
    #[inline]
    fn entry<R: ReadValue>(&mut self, name: Cow<'_, str>, value: R) -> Result<(), DecodeError> {
        if !self.names.has(&name) {
            return self.item.entry(name, value);
        }
        let value = value.value()?;
        self.key.take(self.names, &name, &value);
        self.item.entry(name, value)
    }
}

struct Nothing;
impl VisitMap for Nothing {
    fn entry<R: ReadValue>(&mut self, _: Cow<'_, str>, value: R) -> Result<(), DecodeError> {
        value.skip()
    }
}

/// `{"Responses": {table: [item]}, "UnprocessedKeys": {table: {"Keys": [key]}}}`
struct Answer<'a, I> {
    items: &'a mut I,
    keys: &'a mut Keys,
}
impl<'de, I: Take> Visitor<'de> for Answer<'_, I> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an answer")
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(name) = map.next_key_seed(Name)? {
            match &*name {
                "Responses" => map.next_value_seed(Within { to: &mut *self.items, entries: &[None] })?,
                "UnprocessedKeys" => {
                    map.next_value_seed(Within { to: &mut *self.keys, entries: &[None, Some("Keys")] })?;
                }
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(())
    }
}

/// A list that lies in maps, whose elements are taken one by one.
struct Within<'a, I> {
    to: &'a mut I,
    /// The entries that lead to it, map by map; `None` for all.
    entries: &'static [Option<&'static str>],
}
impl<'de, I: Take> DeserializeSeed<'de> for Within<'_, I> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        if self.entries.is_empty() { deserializer.deserialize_seq(self) } else { deserializer.deserialize_map(self) }
    }
}
impl<'de, I: Take> Visitor<'de> for Within<'_, I> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list, or a map that holds one")
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Some((wanted, entries)) = self.entries.split_first() else { return Ok(()) };
        while let Some(name) = map.next_key_seed(Name)? {
            if wanted.is_none_or(|wanted| wanted == name) {
                map.next_value_seed(Within { to: &mut *self.to, entries })?;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while list.next_element_seed(Element(&mut *self.to))?.is_some() {}
        Ok(())
    }
}

struct Element<'a, I>(&'a mut I);
impl<'de, I: Take> DeserializeSeed<'de> for Element<'_, I> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.0.take(deserializer)
    }
}

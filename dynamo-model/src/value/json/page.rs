//! The bytes of one page of a query or a scan.

use std::{fmt, marker::PhantomData};

use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::{Collect, Entries, Name, malformed, reader};
use crate::{
    error::DecodeError,
    item::{Slots, StructVisitor},
    value::Item,
};

/// One page as it was answered.
pub(crate) struct Answered<O> {
    /// Each item, or why it does not decode.
    pub(crate) items: Vec<Result<O, DecodeError>>,
    /// Where the next page begins; `None` where this was the last one.
    pub(crate) last_evaluated: Option<Item>,
    /// How many items there are, also where none are sent.
    pub(crate) count: u64,
}

impl<O> Default for Answered<O> {
    fn default() -> Self {
        Self { items: Vec::new(), last_evaluated: None, count: 0 }
    }
}

/// Reads a page whose items all decode.
pub(crate) fn read_page_json<O, S: Slots<O>>(body: &[u8]) -> Result<Answered<O>, DecodeError> {
    read_page::<Typed<O, S>>(body)
}

/// Reads a page as it is stored.
pub(crate) fn read_raw_page_json(body: &[u8]) -> Result<Answered<Item>, DecodeError> {
    read_page::<Raw>(body)
}

fn read_page<I: ReadItem>(body: &[u8]) -> Result<Answered<I::Output>, DecodeError> {
    let mut deserializer = reader(body)?;
    let page = deserializer.deserialize_map(Page::<I>(PhantomData)).map_err(malformed)?;
    deserializer.end().map_err(malformed)?;
    Ok(page)
}

/// How the items of a page are read.
trait ReadItem {
    type Output;
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self::Output, D::Error>;
}

struct Typed<O, S>(PhantomData<(O, S)>);
impl<O, S: Slots<O>> ReadItem for Typed<O, S> {
    type Output = O;
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<O, D::Error> {
        let mut visitor = StructVisitor::<O, S>::new();
        Entries(&mut visitor).deserialize(deserializer)?;
        visitor.finish().map_err(|_| D::Error::custom("unfit"))
    }
}

struct Raw;
impl ReadItem for Raw {
    type Output = Item;
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Item, D::Error> {
        let mut item = Collect(Item::new());
        Entries(&mut item).deserialize(deserializer)?;
        Ok(item.0)
    }
}

struct Page<I>(PhantomData<I>);
impl<'de, I: ReadItem> Visitor<'de> for Page<I> {
    type Value = Answered<I::Output>;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a page")
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut page = Answered::default();
        while let Some(key) = map.next_key_seed(Name)? {
            match &*key {
                "Items" => page.items = map.next_value_seed(Items::<I>(PhantomData))?,
                "LastEvaluatedKey" => {
                    let mut key = Collect(Item::with_capacity(4));
                    map.next_value_seed(Entries(&mut key))?;
                    page.last_evaluated = Some(key.0);
                }
                "Count" => page.count = map.next_value()?,
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(page)
    }
}

struct Items<I>(PhantomData<I>);
impl<'de, I: ReadItem> DeserializeSeed<'de> for Items<I> {
    type Value = Vec<Result<I::Output, DecodeError>>;
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_seq(self)
    }
}
impl<'de, I: ReadItem> Visitor<'de> for Items<I> {
    type Value = Vec<Result<I::Output, DecodeError>>;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of items")
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element_seed(One::<I>(PhantomData))? {
            items.push(Ok(item));
        }
        Ok(items)
    }
}

struct One<I>(PhantomData<I>);
impl<'de, I: ReadItem> DeserializeSeed<'de> for One<I> {
    type Value = I::Output;
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<I::Output, D::Error> {
        I::read(deserializer)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::read_raw_page_json;

    #[test]
    fn a_page_is_all_that_is_answered() {
        let page = r#"{"Count":1,"Items":[{"id":{"S":"a"}}]}"#;
        assert_eq!(read_raw_page_json(page.as_bytes()).unwrap().items.len(), 1);
        assert_eq!(read_raw_page_json(format!("{page}\n ").as_bytes()).unwrap().items.len(), 1);
        for more in ["}", "{}", page, "x", "\0"] {
            assert!(read_raw_page_json(format!("{page}{more}").as_bytes()).is_err(), "followed by {more:?}");
        }
    }
}

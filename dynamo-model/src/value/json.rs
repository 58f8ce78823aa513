//! The second source of a value: the bytes of a response, read by `serde_json` with no map and no `AttributeValue` in
//! between. Its errors say little, because whoever meets one reads the same bytes again through the first source.

mod batch;
mod in_bytes;
mod page;
mod transact;

use std::{borrow::Cow, fmt};

use serde::de::{DeserializeSeed, Deserializer, EnumAccess, IgnoredAny, MapAccess, SeqAccess, Visitor};

use self::in_bytes::{InBytes, Scalar, Text};
use super::{Attribute, AttributeType, AttributeValue, Item, ListElement, ReadValue, VisitList, VisitMap};
use crate::{
    error::{DecodeError, EncodeError},
    role::Required,
};

/// A value stored as the text of its JSON (S), for what has no place in a typed model.
///
/// ```
/// use dynamo_model::{AttributeValue, DynamoValue, Json};
///
/// let stored = Json::encode(&Json(vec![1, 2]))?;
/// assert_eq!(stored, Some(AttributeValue::S("[1,2]".into())));
/// # Ok::<(), dynamo_model::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Json<T>(pub T);

impl<T: serde::Serialize + serde::de::DeserializeOwned> Attribute for Json<T> {
    type Inner = Self;
    type Presence = Required;
    fn encode(value: &Self) -> Result<Option<AttributeValue>, EncodeError> {
        let text = serde_json::to_string(&value.0).map_err(|_| EncodeError::new("serde cannot write this as JSON"))?;
        Ok(Some(AttributeValue::S(text)))
    }
    fn read<R: ReadValue>(value: R) -> Result<Self, DecodeError> {
        let unfit = |_| DecodeError::invalid("the text of the JSON that the field's type expects");
        value.text(|text| serde_json::from_str(text).map(Self).map_err(unfit))
    }
}
#[diagnostic::do_not_recommend]
impl<T> ListElement for Json<T> {}

pub(crate) use self::{
    batch::read_batch_json,
    page::{Answered, read_page_json, read_raw_page_json},
    transact::{json_entries, json_item, json_responses},
};

/// Whether an answer held an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Held {
    Item,
    Nothing,
}

/// Hands the attributes of the one item in the answer of `GetItem` to the visitor.
pub(crate) fn read_item_json<V: VisitMap>(body: &[u8], visitor: &mut V) -> Result<Held, DecodeError> {
    let mut deserializer = reader(body)?;
    let held = deserializer.deserialize_map(Answer(visitor)).map_err(malformed)?;
    deserializer.end().map_err(malformed)?;
    Ok(held)
}

/// The item in the answer of `GetItem` as it is stored.
pub(crate) fn read_json(body: &[u8]) -> Result<Option<Item>, DecodeError> {
    let mut item = Collect(Item::new());
    Ok(match read_item_json(body, &mut item)? {
        Held::Item => Some(item.0),
        Held::Nothing => None,
    })
}

/// Checks once that all of it is UTF-8, which is far cheaper than string by string.
fn reader(body: &[u8]) -> Result<serde_json::Deserializer<serde_json::de::StrRead<'_>>, DecodeError> {
    Ok(serde_json::Deserializer::from_str(str::from_utf8(body).map_err(malformed)?))
}

fn malformed<E>(_: E) -> DecodeError {
    DecodeError::invalid("the JSON that DynamoDB sends")
}

/// What a failed visitor tells serde. Its text is never shown.
fn unfit<E: serde::de::Error>(_: DecodeError) -> E {
    E::custom("unfit")
}

struct Collect(Item);
impl VisitMap for Collect {
    fn entry<R: ReadValue>(&mut self, name: Cow<'_, str>, value: R) -> Result<(), DecodeError> {
        // As the SDK does: a value of a type that is not known yet is no reason to fail over the others.
        if value.kind().is_none() {
            return value.skip();
        }
        let value = value.value()?;
        self.0.insert(name.into_owned(), value);
        Ok(())
    }
}

struct Answer<'v, V>(&'v mut V);
impl<'de, V: VisitMap> Visitor<'de> for Answer<'_, V> {
    type Value = Held;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an answer")
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Held, A::Error> {
        let mut held = Held::Nothing;
        while let Some(key) = map.next_key_seed(Name)? {
            if key == "Item" {
                map.next_value_seed(Entries(&mut *self.0))?;
                held = Held::Item;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(held)
    }
}

/// A name, borrowed from the bytes where it has no escapes.
struct Name;
impl<'de> DeserializeSeed<'de> for Name {
    type Value = Cow<'de, str>;
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}
impl<'de> Visitor<'de> for Name {
    type Value = Cow<'de, str>;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }
    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(text))
    }
    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(text.to_owned()))
    }
}

/// The type descriptor before a value.
struct Kind;
impl<'de> DeserializeSeed<'de> for Kind {
    type Value = Option<AttributeType>;
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}
impl Visitor<'_> for Kind {
    type Value = Option<AttributeType>;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a type descriptor")
    }
    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(AttributeType::parse(text))
    }
}

/// M, or an item: the entries go to the visitor.
struct Entries<'v, V>(&'v mut V);
impl<'de, V: VisitMap> DeserializeSeed<'de> for Entries<'_, V> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}
impl<'de, V: VisitMap> Visitor<'de> for Entries<'_, V> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map")
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(name) = map.next_key_seed(Name)? {
            map.next_value_seed(Value(Entry(&mut *self.0, name)))?;
        }
        Ok(())
    }
}

/// L, SS, NS or BS: the elements go to the visitor.
struct Elements<'v, V>(&'v mut V, AttributeType);
impl<'de, V: VisitList> DeserializeSeed<'de> for Elements<'_, V> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}
impl<'de, V: VisitList> Visitor<'de> for Elements<'_, V> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let scalar = match self.1 {
            AttributeType::SS => Some(AttributeType::S),
            AttributeType::NS => Some(AttributeType::N),
            AttributeType::BS => Some(AttributeType::B),
            _ => None,
        };
        match scalar {
            None => while list.next_element_seed(Value(Element(&mut *self.0)))?.is_some() {},
            Some(kind) => {
                let of_set = |visitor: &mut V, text: &str| visitor.element(Scalar { kind, text });
                while list.next_element_seed(Text(|text: &str| of_set(&mut *self.0, text)))?.is_some() {}
            }
        }
        Ok(())
    }
}

/// Where a value goes once its type is known. Not a closure, because it takes any reader.
trait Place {
    fn take<R: ReadValue>(self, value: R) -> Result<(), DecodeError>;
}
struct Entry<'v, 'de, V>(&'v mut V, Cow<'de, str>);
impl<V: VisitMap> Place for Entry<'_, '_, V> {
    fn take<R: ReadValue>(self, value: R) -> Result<(), DecodeError> {
        self.0.entry(self.1, value)
    }
}
struct Element<'v, V>(&'v mut V);
impl<V: VisitList> Place for Element<'_, V> {
    fn take<R: ReadValue>(self, value: R) -> Result<(), DecodeError> {
        self.0.element(value)
    }
}

/// One value with its type descriptor: `{"S": "x"}`. That is how serde writes an enum too, and it is read as one, because
/// a map would look for more entries before and after each value.
struct Value<P>(P);
impl<'de, P: Place> DeserializeSeed<'de> for Value<P> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_enum("AttributeValue", &[], self)
    }
}
impl<'de, P: Place> Visitor<'de> for Value<P> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }
    fn visit_enum<A: EnumAccess<'de>>(self, value: A) -> Result<(), A::Error> {
        let (kind, value) = value.variant_seed(Kind)?;
        self.0.take(InBytes::new(kind, value)).map_err(unfit)
    }
}

//! The second source of a value: the bytes of a response, read by `serde_json` with no map and no `AttributeValue` in
//! between. Its errors say little, because whoever meets one reads the same bytes again through the first source.

mod batch;
mod page;

use std::{borrow::Cow, fmt, marker::PhantomData};

use aws_sdk_dynamodb::primitives::Blob;
use aws_smithy_types::base64;
use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};

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

/// One value with its type descriptor: `{"S": "x"}`.
struct Value<P>(P);
impl<'de, P: Place> DeserializeSeed<'de> for Value<P> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}
impl<'de, P: Place> Visitor<'de> for Value<P> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Some(kind) = map.next_key_seed(Kind)? else {
            return Err(A::Error::custom("a value without a type"));
        };
        self.0.take(InBytes { kind, map: &mut map, lifetime: PhantomData }).map_err(unfit)?;
        match map.next_key::<IgnoredAny>()? {
            None => Ok(()),
            Some(_) => Err(A::Error::custom("a value of two types")),
        }
    }
}

/// A value in the bytes, its type descriptor just read.
struct InBytes<'m, 'de, A> {
    kind: Option<AttributeType>,
    map: &'m mut A,
    lifetime: PhantomData<&'de ()>,
}

impl<'de, A: MapAccess<'de>> InBytes<'_, 'de, A> {
    #[inline]
    fn is(&self, kind: AttributeType) -> Result<(), DecodeError> {
        if self.kind == Some(kind) { Ok(()) } else { Err(DecodeError::expected(kind.as_str(), self.kind)) }
    }
}

impl<'de, A: MapAccess<'de>> ReadValue for InBytes<'_, 'de, A> {
    #[inline]
    fn kind(&self) -> Option<AttributeType> {
        self.kind
    }
    #[inline]
    fn string(self) -> Result<String, DecodeError> {
        self.is(AttributeType::S)?;
        self.map.next_value().map_err(malformed)
    }
    #[inline]
    fn text<T>(self, read: impl FnOnce(&str) -> Result<T, DecodeError>) -> Result<T, DecodeError> {
        self.is(AttributeType::S)?;
        self.map.next_value_seed(Text(read)).map_err(malformed)
    }
    #[inline]
    fn number<T>(self, read: impl FnOnce(&str) -> Result<T, DecodeError>) -> Result<T, DecodeError> {
        self.is(AttributeType::N)?;
        self.map.next_value_seed(Text(read)).map_err(malformed)
    }
    fn binary(self) -> Result<Vec<u8>, DecodeError> {
        self.is(AttributeType::B)?;
        self.map.next_value_seed(Text(|text: &str| base64::decode(text).map_err(malformed))).map_err(malformed)
    }
    #[inline]
    fn boolean(self) -> Result<bool, DecodeError> {
        self.is(AttributeType::Bool)?;
        self.map.next_value().map_err(malformed)
    }
    fn list(self, visitor: &mut impl VisitList) -> Result<(), DecodeError> {
        use AttributeType::{BS, L, NS, SS};
        match self.kind {
            Some(kind @ (L | SS | NS | BS)) => self.map.next_value_seed(Elements(visitor, kind)).map_err(malformed),
            other => Err(DecodeError::expected("L", other)),
        }
    }
    fn map(self, visitor: &mut impl VisitMap) -> Result<(), DecodeError> {
        self.is(AttributeType::M)?;
        self.map.next_value_seed(Entries(visitor)).map_err(malformed)
    }
    fn value(self) -> Result<AttributeValue, DecodeError> {
        Ok(match self.kind {
            Some(AttributeType::S) => AttributeValue::S(self.string()?),
            Some(AttributeType::N) => AttributeValue::N(self.number(|text| Ok(text.to_owned()))?),
            Some(AttributeType::B) => AttributeValue::B(Blob::new(self.binary()?)),
            Some(AttributeType::Bool) => AttributeValue::Bool(self.boolean()?),
            Some(AttributeType::Null) => AttributeValue::Null(self.map.next_value().map_err(malformed)?),
            Some(AttributeType::SS) => AttributeValue::Ss(self.map.next_value().map_err(malformed)?),
            Some(AttributeType::NS) => AttributeValue::Ns(self.map.next_value().map_err(malformed)?),
            Some(AttributeType::BS) => {
                let texts: Vec<Cow<'_, str>> = self.map.next_value().map_err(malformed)?;
                let blobs = texts.iter().map(|text| base64::decode(&**text).map(Blob::new).map_err(malformed));
                AttributeValue::Bs(blobs.collect::<Result<_, _>>()?)
            }
            Some(AttributeType::L) => {
                let mut list = Values(Vec::new());
                self.list(&mut list)?;
                AttributeValue::L(list.0)
            }
            Some(AttributeType::M) => {
                let mut map = Collect(Item::new());
                self.map(&mut map)?;
                AttributeValue::M(map.0)
            }
            None => return Err(DecodeError::expected("a type that this version knows", None)),
        })
    }
    #[inline]
    fn skip(self) -> Result<(), DecodeError> {
        self.map.next_value::<IgnoredAny>().map(drop).map_err(malformed)
    }
}

struct Values(Vec<AttributeValue>);
impl VisitList for Values {
    fn element<R: ReadValue>(&mut self, value: R) -> Result<(), DecodeError> {
        self.0.push(value.value()?);
        Ok(())
    }
}

/// A text that is looked at, not kept.
struct Text<F>(F);
impl<'de, T, F: FnOnce(&str) -> Result<T, DecodeError>> DeserializeSeed<'de> for Text<F> {
    type Value = T;
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        deserializer.deserialize_str(self)
    }
}
impl<T, F: FnOnce(&str) -> Result<T, DecodeError>> Visitor<'_> for Text<F> {
    type Value = T;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text")
    }
    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<T, E> {
        (self.0)(text).map_err(unfit)
    }
}

/// An element of a set, which has no type descriptor of its own.
struct Scalar<'t> {
    kind: AttributeType,
    text: &'t str,
}

impl Scalar<'_> {
    fn is(&self, kind: AttributeType) -> Result<(), DecodeError> {
        if self.kind == kind { Ok(()) } else { Err(DecodeError::expected(kind.as_str(), Some(self.kind))) }
    }
}

impl ReadValue for Scalar<'_> {
    fn kind(&self) -> Option<AttributeType> {
        Some(self.kind)
    }
    fn string(self) -> Result<String, DecodeError> {
        self.is(AttributeType::S)?;
        Ok(self.text.to_owned())
    }
    fn text<T>(self, read: impl FnOnce(&str) -> Result<T, DecodeError>) -> Result<T, DecodeError> {
        self.is(AttributeType::S)?;
        read(self.text)
    }
    fn number<T>(self, read: impl FnOnce(&str) -> Result<T, DecodeError>) -> Result<T, DecodeError> {
        self.is(AttributeType::N)?;
        read(self.text)
    }
    fn binary(self) -> Result<Vec<u8>, DecodeError> {
        self.is(AttributeType::B)?;
        base64::decode(self.text).map_err(malformed)
    }
    fn boolean(self) -> Result<bool, DecodeError> {
        Err(DecodeError::expected("BOOL", Some(self.kind)))
    }
    fn list(self, _: &mut impl VisitList) -> Result<(), DecodeError> {
        Err(DecodeError::expected("L", Some(self.kind)))
    }
    fn map(self, _: &mut impl VisitMap) -> Result<(), DecodeError> {
        Err(DecodeError::expected("M", Some(self.kind)))
    }
    fn value(self) -> Result<AttributeValue, DecodeError> {
        Ok(match self.kind {
            AttributeType::N => AttributeValue::N(self.text.to_owned()),
            AttributeType::B => AttributeValue::B(Blob::new(self.binary()?)),
            _ => AttributeValue::S(self.text.to_owned()),
        })
    }
    fn skip(self) -> Result<(), DecodeError> {
        Ok(())
    }
}

//! The second source of a value: the bytes of a response, read with no map and no `AttributeValue` in between.

mod batch;
mod in_bytes;
mod page;
mod reader;
mod transact;

use std::borrow::Cow;

use super::{Attribute, AttributeValue, Item, ListElement, ReadValue, VisitMap};
use crate::{
    error::{DecodeError, EncodeError},
    item::{Slots, StructVisitor, decode_as},
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
    page::{Answered, read_page_json},
    reader::Reader,
    transact::read_responses_json,
};

/// The item in the answer of `GetItem`, if there is one: as what it is wanted, or why it does not decode.
pub(crate) fn read_item_json<O, S: Slots<O>>(body: &[u8]) -> Result<Option<Result<O, DecodeError>>, DecodeError> {
    answered(body, Reader::item::<O, S>)
}

/// The item in the answer of `GetItem` as it is stored.
pub(crate) fn read_json(body: &[u8]) -> Result<Option<Item>, DecodeError> {
    answered(body, Reader::stored)
}

fn answered<'de, T>(
    body: &'de [u8],
    read: impl Fn(&mut Reader<'de>) -> Result<T, DecodeError>,
) -> Result<Option<T>, DecodeError> {
    let (mut reader, mut item) = (Reader::of(body)?, None);
    reader.map(|reader, name| {
        if name != "Item" {
            return reader.skip();
        }
        item = Some(read(reader)?);
        Ok(())
    })?;
    reader.end()?;
    Ok(item)
}

impl Reader<'_> {
    /// Reads an item as what it is wanted, or says why it does not decode.
    pub(crate) fn item<O, S: Slots<O>>(&mut self) -> Result<Result<O, DecodeError>, DecodeError> {
        let start = self.clone();
        let mut visitor = StructVisitor::<O, S>::new();
        if let Ok(item) = self.entries(&mut visitor).and_then(|()| visitor.finish()) {
            return Ok(Ok(item));
        }
        // A second time, through the first source: an answer that is none fails here, and an item that does not fit is
        // told apart and passed over.
        *self = start;
        self.stored().map(decode_as::<O, S>)
    }

    /// Reads an item as it is stored.
    pub(crate) fn stored(&mut self) -> Result<Item, DecodeError> {
        let mut item = Collect(Item::new());
        self.entries(&mut item)?;
        Ok(item.0)
    }
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

//! The bytes of an answer of `BatchGetItem` about one table: its items in any order, each with its key.

use std::borrow::Cow;

use super::reader::Reader;
use crate::{
    error::DecodeError,
    item::{CanonicalKey, KeyNames, Slots, StructVisitor, decode_as},
    value::{ReadValue, VisitMap},
};

/// An answer: what was found, and which keys were left for another request.
pub(crate) struct Batch<O> {
    /// Each item, or why it does not decode.
    pub(crate) found: Vec<(CanonicalKey, Result<O, DecodeError>)>,
    pub(crate) unprocessed: Vec<CanonicalKey>,
}

/// Reads an answer.
pub(crate) fn read_batch_json<O, S: Slots<O>>(body: &[u8], names: KeyNames) -> Result<Batch<O>, DecodeError> {
    let mut batch = Batch { found: Vec::new(), unprocessed: Vec::new() };
    let mut reader = Reader::of(body)?;
    reader.map(|reader, name| match &*name {
        // `{table: [item]}`
        "Responses" => reader.map(|reader, _| {
            reader.list(|reader| {
                batch.found.push(keyed::<O, S>(reader, names)?);
                Ok(())
            })
        }),
        // `{table: {"Keys": [key]}}`
        "UnprocessedKeys" => reader.map(|reader, _| {
            reader.map(|reader, name| {
                if name != "Keys" {
                    return reader.skip();
                }
                reader.list(|reader| {
                    batch.unprocessed.push(CanonicalKey::in_item(names, &reader.stored()?));
                    Ok(())
                })
            })
        }),
        _ => reader.skip(),
    })?;
    reader.end()?;
    Ok(batch)
}

/// An item as what it is wanted, with its key read beside.
fn keyed<O, S: Slots<O>>(
    reader: &mut Reader<'_>,
    names: KeyNames,
) -> Result<(CanonicalKey, Result<O, DecodeError>), DecodeError> {
    let start = reader.clone();
    let mut beside = Beside { names, key: CanonicalKey::default(), item: StructVisitor::<O, S>::new() };
    if let Ok(item) = reader.entries(&mut beside).and_then(|()| beside.item.finish()) {
        return Ok((beside.key, Ok(item)));
    }
    *reader = start;
    let item = reader.stored()?;
    Ok((CanonicalKey::in_item(names, &item), decode_as::<O, S>(item)))
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

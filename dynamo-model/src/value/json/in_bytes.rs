//! A value in the bytes of a response, once its type is known.

use std::borrow::Cow;

use aws_sdk_dynamodb::primitives::Blob;
use aws_smithy_types::base64;

use super::{
    Collect,
    reader::{Reader, malformed},
};
use crate::{
    error::DecodeError,
    value::{AttributeType, AttributeValue, Item, ReadValue, VisitList, VisitMap},
};

impl<'de> Reader<'de> {
    /// Reads M, or an item: the entries go to the visitor.
    pub(crate) fn entries(&mut self, to: &mut impl VisitMap) -> Result<(), DecodeError> {
        self.map(|reader, name| reader.value(|value| to.entry(name, value)))
    }

    /// Reads one value with its type descriptor: `{"S": "x"}`.
    #[inline]
    fn value(&mut self, take: impl FnOnce(InBytes<'_, 'de>) -> Result<(), DecodeError>) -> Result<(), DecodeError> {
        self.typed(|reader, kind| take(InBytes { kind, reader }))
    }
}

/// A value in the bytes, its type descriptor just read.
struct InBytes<'r, 'de> {
    kind: Option<AttributeType>,
    reader: &'r mut Reader<'de>,
}

impl<'de> InBytes<'_, 'de> {
    #[inline]
    fn is(&self, kind: AttributeType) -> Result<(), DecodeError> {
        if self.kind == Some(kind) { Ok(()) } else { Err(DecodeError::expected(kind.as_str(), self.kind)) }
    }

    /// The texts of SS, NS or BS.
    fn texts<T>(self, read: impl Fn(Cow<'de, str>) -> Result<T, DecodeError>) -> Result<Vec<T>, DecodeError> {
        let mut texts = Vec::new();
        self.reader.list(|reader| {
            texts.push(read(reader.text()?)?);
            Ok(())
        })?;
        Ok(texts)
    }
}

impl ReadValue for InBytes<'_, '_> {
    #[inline]
    fn kind(&self) -> Option<AttributeType> {
        self.kind
    }
    #[inline]
    fn string(self) -> Result<String, DecodeError> {
        self.is(AttributeType::S)?;
        self.reader.text().map(Cow::into_owned)
    }
    #[inline]
    fn text<T>(self, read: impl FnOnce(&str) -> Result<T, DecodeError>) -> Result<T, DecodeError> {
        self.is(AttributeType::S)?;
        read(&self.reader.text()?)
    }
    #[inline]
    fn number<T>(self, read: impl FnOnce(&str) -> Result<T, DecodeError>) -> Result<T, DecodeError> {
        self.is(AttributeType::N)?;
        read(&self.reader.text()?)
    }
    fn binary(self) -> Result<Vec<u8>, DecodeError> {
        self.is(AttributeType::B)?;
        decoded(&self.reader.text()?)
    }
    #[inline]
    fn boolean(self) -> Result<bool, DecodeError> {
        self.is(AttributeType::Bool)?;
        self.reader.boolean()
    }
    fn list(self, visitor: &mut impl VisitList) -> Result<(), DecodeError> {
        let element = match self.kind {
            Some(AttributeType::L) => {
                return self.reader.list(|reader| reader.value(|value| visitor.element(value)));
            }
            Some(AttributeType::SS) => AttributeType::S,
            Some(AttributeType::NS) => AttributeType::N,
            Some(AttributeType::BS) => AttributeType::B,
            other => return Err(DecodeError::expected("L", other)),
        };
        self.reader.list(|reader| visitor.element(Scalar { kind: element, text: &reader.text()? }))
    }
    fn map(self, visitor: &mut impl VisitMap) -> Result<(), DecodeError> {
        self.is(AttributeType::M)?;
        self.reader.entries(visitor)
    }
    fn value(self) -> Result<AttributeValue, DecodeError> {
        Ok(match self.kind {
            Some(AttributeType::S) => AttributeValue::S(self.string()?),
            Some(AttributeType::N) => AttributeValue::N(self.number(|text| Ok(text.to_owned()))?),
            Some(AttributeType::B) => AttributeValue::B(Blob::new(self.binary()?)),
            Some(AttributeType::Bool) => AttributeValue::Bool(self.boolean()?),
            Some(AttributeType::Null) => AttributeValue::Null(self.reader.boolean()?),
            Some(AttributeType::SS) => AttributeValue::Ss(self.texts(|text| Ok(text.into_owned()))?),
            Some(AttributeType::NS) => AttributeValue::Ns(self.texts(|text| Ok(text.into_owned()))?),
            Some(AttributeType::BS) => AttributeValue::Bs(self.texts(|text| decoded(&text).map(Blob::new))?),
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
        self.reader.skip()
    }
}

fn decoded(text: &str) -> Result<Vec<u8>, DecodeError> {
    base64::decode(text).map_err(|_| malformed())
}

struct Values(Vec<AttributeValue>);
impl VisitList for Values {
    fn element<R: ReadValue>(&mut self, value: R) -> Result<(), DecodeError> {
        self.0.push(value.value()?);
        Ok(())
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
        decoded(self.text)
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

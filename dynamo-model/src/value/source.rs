//! The first source of a value: the SDK's own type, taken apart.

use std::borrow::Cow;

use super::{AttributeType, AttributeValue, Item, ReadValue, VisitList, VisitMap};
use crate::error::DecodeError;

impl ReadValue for AttributeValue {
    #[inline]
    fn kind(&self) -> Option<AttributeType> {
        AttributeType::of(self)
    }

    #[inline]
    fn string(self) -> Result<String, DecodeError> {
        match self {
            Self::S(text) => Ok(text),
            other => Err(DecodeError::expected("S", other.kind())),
        }
    }

    #[inline]
    fn text<T>(self, read: impl FnOnce(&str) -> Result<T, DecodeError>) -> Result<T, DecodeError> {
        match self {
            Self::S(text) => read(&text),
            other => Err(DecodeError::expected("S", other.kind())),
        }
    }

    #[inline]
    fn number<T>(self, read: impl FnOnce(&str) -> Result<T, DecodeError>) -> Result<T, DecodeError> {
        match self {
            Self::N(text) => read(&text),
            other => Err(DecodeError::expected("N", other.kind())),
        }
    }

    fn binary(self) -> Result<Vec<u8>, DecodeError> {
        match self {
            Self::B(blob) => Ok(blob.into_inner()),
            other => Err(DecodeError::expected("B", other.kind())),
        }
    }

    #[inline]
    fn boolean(self) -> Result<bool, DecodeError> {
        match self {
            Self::Bool(value) => Ok(value),
            other => Err(DecodeError::expected("BOOL", other.kind())),
        }
    }

    fn list(self, visitor: &mut impl VisitList) -> Result<(), DecodeError> {
        match self {
            Self::L(list) => elements(visitor, list, |value| value),
            Self::Ss(set) => elements(visitor, set, Self::S),
            Self::Ns(set) => elements(visitor, set, Self::N),
            Self::Bs(set) => elements(visitor, set, Self::B),
            other => Err(DecodeError::expected("L", other.kind())),
        }
    }

    fn map(self, visitor: &mut impl VisitMap) -> Result<(), DecodeError> {
        match self {
            Self::M(map) => read_entries(map, visitor),
            other => Err(DecodeError::expected("M", other.kind())),
        }
    }

    #[inline]
    fn value(self) -> Result<AttributeValue, DecodeError> {
        Ok(self)
    }

    #[inline]
    fn skip(self) -> Result<(), DecodeError> {
        Ok(())
    }
}

#[inline]
fn elements<E>(
    visitor: &mut impl VisitList,
    list: Vec<E>,
    wrap: impl Fn(E) -> AttributeValue,
) -> Result<(), DecodeError> {
    visitor.expect(list.len());
    for (index, element) in list.into_iter().enumerate() {
        visitor.element(wrap(element)).map_err(|error| error.at_index(index))?;
    }
    Ok(())
}

/// Hands every entry of an item or a map to the visitor.
#[inline]
pub(crate) fn read_entries(map: Item, visitor: &mut impl VisitMap) -> Result<(), DecodeError> {
    for (name, value) in map {
        visitor.entry(Cow::Owned(name), value)?;
    }
    Ok(())
}

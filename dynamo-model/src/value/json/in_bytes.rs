//! A value in the bytes of a response, once its type is known.

use std::{borrow::Cow, fmt, marker::PhantomData};

use aws_sdk_dynamodb::primitives::Blob;
use aws_smithy_types::base64;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, VariantAccess, Visitor};

use super::{Collect, Elements, Entries, malformed, unfit};
use crate::{
    error::DecodeError,
    value::{AttributeType, AttributeValue, Item, ReadValue, VisitList, VisitMap},
};

/// A value in the bytes, its type descriptor just read.
pub(super) struct InBytes<'de, A> {
    kind: Option<AttributeType>,
    value: A,
    lifetime: PhantomData<&'de ()>,
}

impl<A> InBytes<'_, A> {
    pub(super) fn new(kind: Option<AttributeType>, value: A) -> Self {
        Self { kind, value, lifetime: PhantomData }
    }
}

impl<'de, A: VariantAccess<'de>> InBytes<'de, A> {
    #[inline]
    fn is(&self, kind: AttributeType) -> Result<(), DecodeError> {
        if self.kind == Some(kind) { Ok(()) } else { Err(DecodeError::expected(kind.as_str(), self.kind)) }
    }
}

impl<'de, A: VariantAccess<'de>> ReadValue for InBytes<'de, A> {
    #[inline]
    fn kind(&self) -> Option<AttributeType> {
        self.kind
    }
    #[inline]
    fn string(self) -> Result<String, DecodeError> {
        self.is(AttributeType::S)?;
        self.value.newtype_variant().map_err(malformed)
    }
    #[inline]
    fn text<T>(self, read: impl FnOnce(&str) -> Result<T, DecodeError>) -> Result<T, DecodeError> {
        self.is(AttributeType::S)?;
        self.value.newtype_variant_seed(Text(read)).map_err(malformed)
    }
    #[inline]
    fn number<T>(self, read: impl FnOnce(&str) -> Result<T, DecodeError>) -> Result<T, DecodeError> {
        self.is(AttributeType::N)?;
        self.value.newtype_variant_seed(Text(read)).map_err(malformed)
    }
    fn binary(self) -> Result<Vec<u8>, DecodeError> {
        self.is(AttributeType::B)?;
        self.value.newtype_variant_seed(Text(|text: &str| base64::decode(text).map_err(malformed))).map_err(malformed)
    }
    #[inline]
    fn boolean(self) -> Result<bool, DecodeError> {
        self.is(AttributeType::Bool)?;
        self.value.newtype_variant().map_err(malformed)
    }
    fn list(self, visitor: &mut impl VisitList) -> Result<(), DecodeError> {
        use AttributeType::{BS, L, NS, SS};
        match self.kind {
            Some(kind @ (L | SS | NS | BS)) => {
                self.value.newtype_variant_seed(Elements(visitor, kind)).map_err(malformed)
            }
            other => Err(DecodeError::expected("L", other)),
        }
    }
    fn map(self, visitor: &mut impl VisitMap) -> Result<(), DecodeError> {
        self.is(AttributeType::M)?;
        self.value.newtype_variant_seed(Entries(visitor)).map_err(malformed)
    }
    fn value(self) -> Result<AttributeValue, DecodeError> {
        Ok(match self.kind {
            Some(AttributeType::S) => AttributeValue::S(self.string()?),
            Some(AttributeType::N) => AttributeValue::N(self.number(|text| Ok(text.to_owned()))?),
            Some(AttributeType::B) => AttributeValue::B(Blob::new(self.binary()?)),
            Some(AttributeType::Bool) => AttributeValue::Bool(self.boolean()?),
            Some(AttributeType::Null) => AttributeValue::Null(self.value.newtype_variant().map_err(malformed)?),
            Some(AttributeType::SS) => AttributeValue::Ss(self.value.newtype_variant().map_err(malformed)?),
            Some(AttributeType::NS) => AttributeValue::Ns(self.value.newtype_variant().map_err(malformed)?),
            Some(AttributeType::BS) => {
                let texts: Vec<Cow<'_, str>> = self.value.newtype_variant().map_err(malformed)?;
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
        self.value.newtype_variant::<IgnoredAny>().map(drop).map_err(malformed)
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
pub(super) struct Text<F>(pub(super) F);
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
pub(super) struct Scalar<'t> {
    pub(super) kind: AttributeType,
    pub(super) text: &'t str,
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

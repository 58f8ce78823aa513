//! Reading: one trait over the two sources a value can come from.

use std::borrow::Cow;

use super::AttributeValue;
use crate::error::DecodeError;

/// DynamoDB's data types.
///
/// The names are those of the
/// [data type descriptors](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.LowLevelAPI.html).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AttributeType {
    /// Text.
    S,
    /// A number.
    N,
    /// Binary.
    B,
    /// A boolean.
    Bool,
    /// Null.
    Null,
    /// A list.
    L,
    /// A map.
    M,
    /// A set of text.
    SS,
    /// A set of numbers.
    NS,
    /// A set of binary.
    BS,
}

impl AttributeType {
    /// The descriptor as it is written in requests.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::S => "S",
            Self::N => "N",
            Self::B => "B",
            Self::Bool => "BOOL",
            Self::Null => "NULL",
            Self::L => "L",
            Self::M => "M",
            Self::SS => "SS",
            Self::NS => "NS",
            Self::BS => "BS",
        }
    }

    pub(crate) fn of(value: &AttributeValue) -> Option<Self> {
        Some(match value {
            AttributeValue::S(_) => Self::S,
            AttributeValue::N(_) => Self::N,
            AttributeValue::B(_) => Self::B,
            AttributeValue::Bool(_) => Self::Bool,
            AttributeValue::Null(_) => Self::Null,
            AttributeValue::L(_) => Self::L,
            AttributeValue::M(_) => Self::M,
            AttributeValue::Ss(_) => Self::SS,
            AttributeValue::Ns(_) => Self::NS,
            AttributeValue::Bs(_) => Self::BS,
            _ => return None,
        })
    }

    pub(crate) fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "S" => Self::S,
            "N" => Self::N,
            "B" => Self::B,
            "BOOL" => Self::Bool,
            "NULL" => Self::Null,
            "L" => Self::L,
            "M" => Self::M,
            "SS" => Self::SS,
            "NS" => Self::NS,
            "BS" => Self::BS,
            _ => return None,
        })
    }
}

/// One stored value, about to be read: an [`AttributeValue`] or a place in a response's bytes.
///
/// Every method takes the value, and fails where it is of another type. Implementations of
/// [`Attribute::read`](super::Attribute::read) must take it by one of them, `skip` included.
pub trait ReadValue: Sized {
    /// The stored type, known before anything is read. `None` for one that this version does not know.
    fn kind(&self) -> Option<AttributeType>;

    /// Reads S into an owned text.
    ///
    /// # Errors
    ///
    /// Another type is stored.
    fn string(self) -> Result<String, DecodeError>;

    /// Reads S without keeping it.
    ///
    /// # Errors
    ///
    /// Another type is stored, or `read` fails.
    fn text<T>(self, read: impl FnOnce(&str) -> Result<T, DecodeError>) -> Result<T, DecodeError>;

    /// Reads the decimal text of N.
    ///
    /// # Errors
    ///
    /// Another type is stored, or `read` fails.
    fn number<T>(self, read: impl FnOnce(&str) -> Result<T, DecodeError>) -> Result<T, DecodeError>;

    /// Reads B.
    ///
    /// # Errors
    ///
    /// Another type is stored.
    fn binary(self) -> Result<Vec<u8>, DecodeError>;

    /// Reads BOOL.
    ///
    /// # Errors
    ///
    /// Another type is stored.
    fn boolean(self) -> Result<bool, DecodeError>;

    /// Reads L, SS, NS or BS, element by element.
    ///
    /// # Errors
    ///
    /// Another type is stored, or an element does not decode.
    fn list(self, visitor: &mut impl VisitList) -> Result<(), DecodeError>;

    /// Reads M, entry by entry.
    ///
    /// # Errors
    ///
    /// Another type is stored, or an entry does not decode.
    fn map(self, visitor: &mut impl VisitMap) -> Result<(), DecodeError>;

    /// The value as it is.
    ///
    /// # Errors
    ///
    /// The response is not what DynamoDB sends.
    fn value(self) -> Result<AttributeValue, DecodeError>;

    /// Passes over the value.
    ///
    /// # Errors
    ///
    /// The response is not what DynamoDB sends.
    fn skip(self) -> Result<(), DecodeError>;
}

/// Takes the elements of a list or a set.
pub trait VisitList {
    /// How many elements will come, where that is known.
    fn expect(&mut self, count: usize) {
        let _ = count;
    }

    /// Takes the next element.
    ///
    /// # Errors
    ///
    /// It does not decode.
    fn element<R: ReadValue>(&mut self, value: R) -> Result<(), DecodeError>;
}

/// Takes the entries of a map.
pub trait VisitMap {
    /// Takes the next entry.
    ///
    /// # Errors
    ///
    /// It does not decode.
    fn entry<R: ReadValue>(&mut self, name: Cow<'_, str>, value: R) -> Result<(), DecodeError>;
}

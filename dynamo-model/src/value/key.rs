//! What may be a key of a table, and what may be a key of a map.

use std::{borrow::Cow, rc::Rc, sync::Arc};

use crate::{error::DecodeError, schema::ScalarType};

/// A type that may be a key attribute: stored as S, N or B, and never absent.
///
/// A constant, not an associated type: a constant cannot leak a private type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a key attribute",
    label = "a key is text, a number or binary",
    note = "floats are refused because equal numbers may print differently; an `Option` may be absent, and a key may not"
)]
pub trait KeyAttribute {
    /// The scalar type that the key is stored as.
    const SCALAR: ScalarType;
}

macro_rules! keys {
    ($($scalar:ident: $($key:ty),*;)*) => { $( $(
        #[diagnostic::do_not_recommend]
        impl KeyAttribute for $key {
            const SCALAR: ScalarType = ScalarType::$scalar;
        }
    )* )* };
}
keys! {
    S: String, Box<str>, Arc<str>, Rc<str>, Cow<'static, str>, char;
    N: u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize;
    B: Vec<u8>, aws_sdk_dynamodb::primitives::Blob;
}
#[diagnostic::do_not_recommend]
impl<const N: usize> KeyAttribute for [u8; N] {
    const SCALAR: ScalarType = ScalarType::B;
}
#[cfg(feature = "bytes")]
keys! { B: bytes::Bytes; }
#[cfg(feature = "uuid")]
keys! { S: uuid::Uuid; }
#[cfg(feature = "rust_decimal")]
keys! { N: rust_decimal::Decimal; }
#[cfg(feature = "jiff")]
keys! { S: jiff::Timestamp, jiff::civil::Date; }
#[cfg(feature = "chrono")]
keys! { S: chrono::DateTime<chrono::Utc>, chrono::NaiveDate; }
#[cfg(feature = "time")]
keys! { S: time::OffsetDateTime, time::Date; }
keys! { S: std::time::SystemTime; }

/// A type that may be the key of a map: something with one text.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the key of a map",
    label = "the keys of a DynamoDB map are text",
    note = "text, integers, `Uuid` and unit enums work"
)]
pub trait MapKey: Sized {
    /// The key's text.
    fn name(&self) -> Cow<'_, str>;

    /// The key of a text.
    ///
    /// # Errors
    ///
    /// The text is no such key.
    fn from_name(name: Cow<'_, str>) -> Result<Self, DecodeError>;
}

macro_rules! text_keys {
    ($($text:ty)*) => { $(
        #[diagnostic::do_not_recommend]
        impl MapKey for $text {
            fn name(&self) -> Cow<'_, str> {
                Cow::Borrowed(self)
            }
            fn from_name(name: Cow<'_, str>) -> Result<Self, DecodeError> {
                Ok(name.into_owned().into())
            }
        }
    )* };
}
text_keys! { String Box<str> Arc<str> Rc<str> Cow<'static, str> }

macro_rules! parsed_keys {
    ($($key:ty)*) => { $(
        #[diagnostic::do_not_recommend]
        impl MapKey for $key {
            fn name(&self) -> Cow<'_, str> {
                Cow::Owned(self.to_string())
            }
            fn from_name(name: Cow<'_, str>) -> Result<Self, DecodeError> {
                name.parse().map_err(|_| DecodeError::invalid(concat!("a map key that reads as `", stringify!($key), "`")))
            }
        }
    )* };
}
parsed_keys! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize char bool }
#[cfg(feature = "uuid")]
parsed_keys! { uuid::Uuid }

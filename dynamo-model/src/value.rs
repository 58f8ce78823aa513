//! Values: what one attribute can hold, how it is written, and how it is read from either source.

mod binary;
mod codec;
mod collections;
mod json;
mod key;
mod marker;
mod number;
mod read;
mod set;
mod size;
mod source;
mod text;
mod timestamp;
mod wrapper;

pub(crate) use aws_sdk_dynamodb::primitives::Blob;
pub use aws_sdk_dynamodb::types::AttributeValue;

#[cfg(feature = "serde")]
pub use self::codec::Serde;
pub use self::{
    codec::{Codec, Encoded, IntoEncoded, TtlSeconds, epoch_millis, epoch_seconds},
    json::Json,
    key::{KeyAttribute, MapKey},
    marker::*,
    read::{AttributeType, ReadValue, VisitList, VisitMap},
    timestamp::{CreatedAtAttribute, EpochSeconds, Expiry, Timestamp, TimestampAttribute, Ttl, TtlAttribute},
};
pub(crate) use self::{
    collections::only_list,
    json::{Answered, Reader, read_batch_json, read_item_json, read_json, read_page_json, read_responses_json},
    number::{canonical_number, compare_numbers, encode_integer},
    set::encode_set,
    size::{item_size, value_size, wire_size},
    source::read_entries,
    wrapper::encode_present,
};
use crate::{
    error::{DecodeError, EncodeError},
    role::Role,
};

/// An item as DynamoDB holds it: attribute names and values.
pub type Item = std::collections::HashMap<String, AttributeValue>;

/// A value that DynamoDB can store in one attribute.
///
/// Derive it: `#[derive(DynamoValue)]` on a struct stores a map (M), on a newtype what is inside it, on an enum of
/// unit variants text (S) or a number (N), and on an enum with data a map with a tag. All types of the table in the
/// README implement it already. It has no method with a receiver, so it adds no name to anybody's type.
///
/// # Examples
///
/// ```
/// use dynamo_model::{AttributeValue, DynamoValue};
///
/// #[derive(Debug, PartialEq, DynamoValue)]
/// #[dynamo(rename_all = "lowercase")]
/// enum Status { Active, Archived }
///
/// let stored = Status::encode(&Status::Active)?;
/// assert_eq!(stored, Some(AttributeValue::S("active".into())));
/// assert_eq!(Status::read(AttributeValue::S("archived".into()))?, Status::Archived);
/// # Ok::<(), dynamo_model::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be stored in a DynamoDB attribute",
    label = "not a DynamoDB value",
    note = "for your own type: `#[derive(DynamoValue)]`, or on the field `#[dynamo(serde)]` or `#[dynamo(with = path)]`"
)]
pub trait Attribute: Sized {
    /// What a handle takes: `T` for `Option<T>`, otherwise the type itself.
    type Inner: Attribute<Inner = Self::Inner>;

    /// Says whether leaving the attribute out is a value of the type.
    type Presence: Role<Path = crate::attribute::Name>;

    /// The attributes inside of it, where it is a struct.
    #[doc(hidden)]
    const INSIDE: Option<&'static crate::schema::Below> = None;

    /// The same with what is inside of those. Two constants, because a struct may hold one of its own kind: one that goes
    /// all the way would need itself.
    #[doc(hidden)]
    const FAR_INSIDE: Option<&'static crate::schema::Below> = Self::INSIDE;

    /// The value to store, or `None` where the attribute is to be left out.
    ///
    /// # Errors
    ///
    /// A number that DynamoDB cannot hold, or an empty set where something must stand.
    fn encode(value: &Self) -> Result<Option<AttributeValue>, EncodeError>;

    /// Reads a value from either source.
    ///
    /// # Errors
    ///
    /// The stored value has another type, or does not fit this one.
    fn read<R: ReadValue>(value: R) -> Result<Self, DecodeError>;

    /// What an absent attribute means; `None` where it must be there.
    #[must_use]
    fn absent() -> Option<Self> {
        None
    }

    /// The value as an element of a list or a map, where an empty set cannot be left out.
    #[doc(hidden)]
    fn encode_element(value: &Self) -> Result<Option<AttributeValue>, EncodeError> {
        Self::encode(value)
    }

    /// A list of them. A hook, so that bytes are B and everything else L without specialization.
    #[doc(hidden)]
    fn encode_list<'a, I>(list: I) -> Result<AttributeValue, EncodeError>
    where
        I: ExactSizeIterator<Item = &'a Self>,
        Self: 'a,
    {
        collections::encode_list(list)
    }

    /// Reads what `encode_list` wrote.
    #[doc(hidden)]
    fn read_list<R: ReadValue>(value: R) -> Result<Vec<Self>, DecodeError> {
        collections::read_list(value)
    }
}

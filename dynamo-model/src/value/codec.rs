//! Fields that are stored as something else than their type says: `with`, `serde` and `ttl`.

use std::marker::PhantomData;

use super::{
    Attribute, AttributeValue, EpochSeconds, KeyAttribute, Numeric, Ordered, ReadValue, TtlAttribute, encode_integer,
    timestamp,
};
use crate::{
    error::{DecodeError, EncodeError},
    schema::ScalarType,
};

/// A field written by a codec: `V` in Rust, something else in DynamoDB.
///
/// `V` is a parameter, not an associated type: only so can coherence see that no `V` holds itself.
#[derive(Debug)]
pub struct Encoded<V, C>(PhantomData<fn() -> (V, C)>);

/// Writes and reads a `V` in its own way. `#[dynamo(with = module)]` makes one from the module's two functions.
///
/// # Examples
///
/// ```
/// use dynamo_model::DynamoValue;
///
/// /// Money as text with a currency.
/// mod euros {
///     use dynamo_model::{AttributeValue, DecodeError, EncodeError};
///
///     pub fn encode(cents: &u64) -> Result<AttributeValue, EncodeError> {
///         Ok(AttributeValue::S(format!("EUR {cents}")))
///     }
///
///     pub fn decode(value: AttributeValue) -> Result<u64, DecodeError> {
///         let text = value.as_s().map_err(|_| DecodeError::invalid("text"))?;
///         text.strip_prefix("EUR ").and_then(|cents| cents.parse().ok()).ok_or_else(|| DecodeError::invalid("euros"))
///     }
/// }
///
/// #[derive(DynamoValue)]
/// struct Price {
///     #[dynamo(with = euros)]
///     cents: u64,
/// }
/// ```
pub trait Codec<V> {
    /// The value to store; `None` leaves the attribute out.
    ///
    /// # Errors
    ///
    /// The value cannot be stored.
    fn encode(value: &V) -> Result<Option<AttributeValue>, EncodeError>;

    /// Reads what `encode` wrote; `None` is an absent attribute, and in the answer says that it must be there.
    ///
    /// # Errors
    ///
    /// The stored value is another one.
    fn decode(value: Option<AttributeValue>) -> Result<Option<V>, DecodeError>;
}

/// What the `encode` function of a `with` module may return.
pub trait IntoEncoded {
    /// The value, or `None` to leave the attribute out.
    fn into_encoded(self) -> Option<AttributeValue>;
}
impl IntoEncoded for AttributeValue {
    fn into_encoded(self) -> Option<AttributeValue> {
        Some(self)
    }
}
impl IntoEncoded for Option<AttributeValue> {
    fn into_encoded(self) -> Option<AttributeValue> {
        self
    }
}

/// Seconds since the epoch, as DynamoDB's time to live wants them.
#[doc(hidden)]
#[derive(Debug)]
pub struct TtlSeconds;
impl<V: TtlAttribute> Codec<V> for TtlSeconds {
    fn encode(value: &V) -> Result<Option<AttributeValue>, EncodeError> {
        timestamp::seconds_of(value)
    }
    fn decode(value: Option<AttributeValue>) -> Result<Option<V>, DecodeError> {
        match value {
            None => Ok(V::never()),
            Some(AttributeValue::Null(_)) if V::never().is_some() => Ok(V::never()),
            Some(value) => timestamp::read_seconds(value).map(Some),
        }
    }
}
#[diagnostic::do_not_recommend]
impl<V> Ordered for Encoded<V, TtlSeconds> {}
#[diagnostic::do_not_recommend]
impl<V> Numeric for Encoded<V, TtlSeconds> {}
#[diagnostic::do_not_recommend]
impl<V> KeyAttribute for Encoded<V, TtlSeconds> {
    const SCALAR: ScalarType = ScalarType::N;
}

/// `#[dynamo(serde)]`: whatever serde_dynamo writes.
#[cfg(feature = "serde")]
#[doc(hidden)]
#[derive(Debug)]
pub struct Serde;
#[cfg(feature = "serde")]
impl<V: serde::Serialize + serde::de::DeserializeOwned> Codec<V> for Serde {
    fn encode(value: &V) -> Result<Option<AttributeValue>, EncodeError> {
        let value: AttributeValue = serde_dynamo::to_attribute_value(value)
            .map_err(|error| EncodeError::caused_by("serde cannot write this value", error))?;
        // `None` leaves the attribute out, here as everywhere.
        Ok(Some(value).filter(|value| !value.is_null()))
    }
    fn decode(value: Option<AttributeValue>) -> Result<Option<V>, DecodeError> {
        // An absent attribute is what `encode` made of a null.
        let absent = value.is_none();
        match serde_dynamo::from_attribute_value(value.unwrap_or(AttributeValue::Null(true))) {
            Ok(value) => Ok(Some(value)),
            Err(_) if absent => Ok(None),
            // The text of serde's error may quote the value, so it is not kept.
            Err(_) => Err(DecodeError::invalid("what serde expects of this field")),
        }
    }
}

/// A codec for `with`: whole seconds since 1970 as N.
///
/// ```
/// use dynamo_model::{DynamoValue, codec};
/// use std::time::SystemTime;
///
/// #[derive(DynamoValue)]
/// struct Visit {
///     #[dynamo(with = codec::epoch_seconds)]
///     at: SystemTime,
/// }
/// ```
pub mod epoch_seconds {
    use super::{AttributeValue, DecodeError, EncodeError, EpochSeconds, decode_unix, encode_unix};

    /// Seconds since 1970; a fraction is cut off towards the past.
    ///
    /// # Errors
    ///
    /// The instant is out of range.
    pub fn encode<T: EpochSeconds>(value: &T) -> Result<Option<AttributeValue>, EncodeError> {
        encode_unix(value, |seconds, _| Some(seconds))
    }

    /// Reads seconds since 1970.
    ///
    /// # Errors
    ///
    /// The stored value is no such number.
    pub fn decode<T: EpochSeconds>(value: AttributeValue) -> Result<T, DecodeError> {
        decode_unix(value, |seconds| Some((seconds, 0)))
    }
}

/// A codec for `with`: whole milliseconds since 1970 as N.
///
/// ```
/// use dynamo_model::{DynamoValue, codec};
/// use std::time::SystemTime;
///
/// #[derive(DynamoValue)]
/// struct Visit {
///     #[dynamo(with = codec::epoch_millis)]
///     at: Option<SystemTime>,
/// }
/// ```
pub mod epoch_millis {
    use super::{AttributeValue, DecodeError, EncodeError, EpochSeconds, decode_unix, encode_unix};

    /// Milliseconds since 1970; a smaller fraction is cut off towards the past.
    ///
    /// # Errors
    ///
    /// The instant is out of range.
    pub fn encode<T: EpochSeconds>(value: &T) -> Result<Option<AttributeValue>, EncodeError> {
        encode_unix(value, |seconds, nanoseconds| {
            seconds.checked_mul(1000)?.checked_add(i64::from(nanoseconds / 1_000_000))
        })
    }

    /// Reads milliseconds since 1970.
    ///
    /// # Errors
    ///
    /// The stored value is no such number.
    pub fn decode<T: EpochSeconds>(value: AttributeValue) -> Result<T, DecodeError> {
        decode_unix(value, |millis| {
            let nanoseconds = u32::try_from(millis.rem_euclid(1000)).ok()? * 1_000_000;
            Some((millis.div_euclid(1000), nanoseconds))
        })
    }
}

fn encode_unix<T: EpochSeconds>(
    value: &T,
    number: impl Fn(i64, u32) -> Option<i64>,
) -> Result<Option<AttributeValue>, EncodeError> {
    let out_of_range = || EncodeError::new("this instant is out of range");
    match value.unix().ok_or_else(out_of_range)? {
        None => Ok(None),
        Some((seconds, nanoseconds)) => {
            number(seconds, nanoseconds).map(encode_integer).map(Some).ok_or_else(out_of_range)
        }
    }
}

fn decode_unix<T: EpochSeconds>(
    value: AttributeValue,
    unix: impl Fn(i64) -> Option<(i64, u32)>,
) -> Result<T, DecodeError> {
    if value.is_null() {
        return T::of_unix(None).ok_or_else(|| DecodeError::expected("N", value.kind()));
    }
    let number = i64::read(value)?;
    unix(number)
        .and_then(|unix| T::of_unix(Some(unix)))
        .ok_or_else(|| DecodeError::invalid("an instant that fits the field"))
}

//! Instants: S, RFC 3339 in UTC with nine fraction digits, so that the order of the texts is the order of the instants.
//!
//! Other numbers of fraction digits and other offsets are read, too. As a key that is not enough: a key attribute must be
//! stored as we write it, or a write goes to another key than the one that was read. For keys that Java's mappers wrote,
//! whose digits vary, use a newtype with a codec of its own, or a `String`: `with` is not for keys.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use aws_smithy_types::date_time::{DateTime, Format};

use super::{Attribute, AttributeValue, Codec, Present, ReadValue, encode_integer, text::text_markers};
use crate::{
    error::{DecodeError, EncodeError},
    role::Required,
};

/// A point in time that can be a timestamp attribute.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a timestamp",
    label = "not a point in time",
    note = "use `std::time::SystemTime`, or with their features `jiff::Timestamp`, `chrono::DateTime<Utc>`, `time::OffsetDateTime`"
)]
pub trait Timestamp: Sized {
    /// Seconds since 1970, and nanoseconds from 0 to 999,999,999 on top.
    fn to_unix(&self) -> Option<(i64, u32)>;

    /// The instant, where the type reaches so far.
    fn from_unix(seconds: i64, nanoseconds: u32) -> Option<Self>;
}

impl Timestamp for SystemTime {
    fn to_unix(&self) -> Option<(i64, u32)> {
        match self.duration_since(UNIX_EPOCH) {
            Ok(after) => Some((i64::try_from(after.as_secs()).ok()?, after.subsec_nanos())),
            Err(error) => {
                let before = error.duration();
                let seconds = i64::try_from(before.as_secs()).ok()?.checked_neg()?;
                match before.subsec_nanos() {
                    0 => Some((seconds, 0)),
                    nanoseconds => Some((seconds.checked_sub(1)?, 1_000_000_000 - nanoseconds)),
                }
            }
        }
    }
    fn from_unix(seconds: i64, nanoseconds: u32) -> Option<Self> {
        let whole = match u64::try_from(seconds) {
            Ok(after) => UNIX_EPOCH.checked_add(Duration::from_secs(after))?,
            Err(_) => UNIX_EPOCH.checked_sub(Duration::from_secs(seconds.unsigned_abs()))?,
        };
        whole.checked_add(Duration::from_nanos(nanoseconds.into()))
    }
}
#[cfg(feature = "jiff")]
impl Timestamp for jiff::Timestamp {
    fn to_unix(&self) -> Option<(i64, u32)> {
        let nanoseconds = self.as_nanosecond();
        let seconds = i64::try_from(nanoseconds.div_euclid(1_000_000_000)).ok()?;
        Some((seconds, u32::try_from(nanoseconds.rem_euclid(1_000_000_000)).ok()?))
    }
    fn from_unix(seconds: i64, nanoseconds: u32) -> Option<Self> {
        Self::new(seconds, i32::try_from(nanoseconds).ok()?).ok()
    }
}
#[cfg(feature = "chrono")]
impl Timestamp for chrono::DateTime<chrono::Utc> {
    fn to_unix(&self) -> Option<(i64, u32)> {
        // A leap second is counted as more than a second of nanoseconds: it becomes the second that follows.
        let nanoseconds = self.timestamp_subsec_nanos();
        Some((self.timestamp() + i64::from(nanoseconds / 1_000_000_000), nanoseconds % 1_000_000_000))
    }
    fn from_unix(seconds: i64, nanoseconds: u32) -> Option<Self> {
        Self::from_timestamp(seconds, nanoseconds)
    }
}
#[cfg(feature = "time")]
impl Timestamp for time::OffsetDateTime {
    fn to_unix(&self) -> Option<(i64, u32)> {
        Some((self.unix_timestamp(), self.nanosecond()))
    }
    fn from_unix(seconds: i64, nanoseconds: u32) -> Option<Self> {
        Self::from_unix_timestamp(seconds).ok()?.replace_nanosecond(nanoseconds).ok()
    }
}

fn encode_text<T: Timestamp>(instant: &T) -> Result<AttributeValue, EncodeError> {
    let unreachable = || EncodeError::new("a timestamp lies between the years 0 and 9999");
    let (seconds, nanoseconds) = instant.to_unix().ok_or_else(unreachable)?;
    // Years before 0 and past 9999 have another width, which would break the order of the texts.
    if !(-62_167_219_200..=253_402_300_799).contains(&seconds) {
        return Err(unreachable());
    }
    let mut text = DateTime::from_secs(seconds).fmt(Format::DateTime).map_err(|_| unreachable())?;
    text.truncate(text.len().saturating_sub(1));
    text.push('.');
    let fraction = itoa::Buffer::new().format(nanoseconds).to_owned();
    text.extend(std::iter::repeat_n('0', 9_usize.saturating_sub(fraction.len())));
    text.push_str(&fraction);
    text.push('Z');
    Ok(AttributeValue::S(text))
}

fn decode_text<T: Timestamp>(text: &str) -> Result<T, DecodeError> {
    DateTime::from_str(text, Format::DateTimeWithOffset)
        .ok()
        .and_then(|parsed| T::from_unix(parsed.secs(), parsed.subsec_nanos()))
        .ok_or_else(|| DecodeError::invalid("a timestamp in RFC 3339"))
}

macro_rules! timestamp {
    ($($instant:ty)*) => { $(
        #[diagnostic::do_not_recommend]
        impl Attribute for $instant {
            type Inner = Self;
            type Presence = Required;
            const INSIDE: Option<&'static crate::schema::Below> =
                Some(&crate::schema::Below::scalar(crate::value::AttributeType::S));
            fn encode(value: &Self) -> Result<Option<AttributeValue>, EncodeError> {
                encode_text(value).map(Some)
            }
            fn read<R: ReadValue>(value: R) -> Result<Self, DecodeError> {
                value.text(decode_text)
            }
        }
        text_markers!($instant);
    )* };
}
timestamp! { SystemTime }
#[cfg(feature = "jiff")]
timestamp! { jiff::Timestamp }
#[cfg(feature = "chrono")]
timestamp! { chrono::DateTime<chrono::Utc> }
#[cfg(feature = "time")]
timestamp! { time::OffsetDateTime }

#[cfg(any(feature = "jiff", feature = "chrono", feature = "time"))]
macro_rules! date {
    ($($date:ty: $parse:expr;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl Attribute for $date {
            type Inner = Self;
            type Presence = Required;
            const INSIDE: Option<&'static crate::schema::Below> =
                Some(&crate::schema::Below::scalar(crate::value::AttributeType::S));
            fn encode(value: &Self) -> Result<Option<AttributeValue>, EncodeError> {
                Ok(Some(AttributeValue::S(value.to_string())))
            }
            fn read<R: ReadValue>(value: R) -> Result<Self, DecodeError> {
                let parse: fn(&str) -> Option<Self> = $parse;
                value.text(|text| parse(text).ok_or_else(|| DecodeError::invalid("a date like 2026-11-30")))
            }
        }
        text_markers!($date);
    )* };
}
#[cfg(feature = "jiff")]
date! { jiff::civil::Date: |text| text.parse().ok(); }
#[cfg(feature = "chrono")]
date! { chrono::NaiveDate: |text| text.parse().ok(); }
#[cfg(feature = "time")]
date! { time::Date: |text| time::Date::parse(text, &time::format_description::well_known::Iso8601::DATE).ok(); }

/// A timestamp attribute that writes fill in: `updated_at`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot hold the time of a write",
    label = "`updated_at` is a timestamp or an `Option` of one"
)]
pub trait TimestampAttribute: Sized {
    /// The instant, as the field holds it.
    fn at(instant: SystemTime) -> Option<Self>;

    /// The stored value of the instant, in the field's own format.
    #[doc(hidden)]
    fn stamp(instant: SystemTime) -> Result<AttributeValue, EncodeError>
    where
        Self: Attribute,
    {
        encode_stamp::<Self>(instant, Self::encode)
    }

    /// The stored value of the instant, in the format of the field's codec.
    #[doc(hidden)]
    fn stamp_by<C: Codec<Self>>(instant: SystemTime) -> Result<AttributeValue, EncodeError> {
        encode_stamp::<Self>(instant, C::encode)
    }
}

fn encode_stamp<T: TimestampAttribute>(
    instant: SystemTime,
    encode: fn(&T) -> Result<Option<AttributeValue>, EncodeError>,
) -> Result<AttributeValue, EncodeError> {
    let out_of_range = || EncodeError::new("this instant is out of range");
    encode(&T::at(instant).ok_or_else(out_of_range)?)?.ok_or_else(out_of_range)
}
#[diagnostic::do_not_recommend]
impl<T: Timestamp> TimestampAttribute for T {
    fn at(instant: SystemTime) -> Option<Self> {
        let (seconds, nanoseconds) = instant.to_unix()?;
        T::from_unix(seconds, nanoseconds)
    }
}
#[diagnostic::do_not_recommend]
impl<T: Timestamp> TimestampAttribute for Option<T> {
    fn at(instant: SystemTime) -> Option<Self> {
        T::at(instant).map(Some)
    }
}

/// A timestamp attribute that is set once: `created_at`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot hold the time of the first write",
    label = "`created_at` is an `Option` of a timestamp: `None` says that the item is not stored yet"
)]
pub trait CreatedAtAttribute: TimestampAttribute {
    /// As [`TimestampAttribute::stamp`]. Named through this trait, so that a field is refused by one message.
    #[doc(hidden)]
    fn stamp(instant: SystemTime) -> Result<AttributeValue, EncodeError>
    where
        Self: Attribute,
    {
        <Self as TimestampAttribute>::stamp(instant)
    }

    /// As [`TimestampAttribute::stamp_by`].
    #[doc(hidden)]
    fn stamp_by<C: Codec<Self>>(instant: SystemTime) -> Result<AttributeValue, EncodeError> {
        <Self as TimestampAttribute>::stamp_by::<C>(instant)
    }
}
#[diagnostic::do_not_recommend]
impl<T: Timestamp> CreatedAtAttribute for Option<T> {}

/// When an item expires: at an instant, or some time after it is written.
///
/// A field `#[dynamo(ttl)]` may have this type, a timestamp or an unsigned number of seconds since 1970, or an `Option`
/// of one of them. It is stored as DynamoDB's
/// [time to live](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/TTL.html) wants it: N, seconds.
///
/// ```
/// use dynamo_model::{DynamoItem, Ttl};
/// use std::time::Duration;
///
/// #[derive(DynamoItem)]
/// #[dynamo(table = "sessions")]
/// struct Session {
///     #[partition_key]
///     id: String,
///     #[dynamo(ttl)]
///     expires: Ttl,
/// }
///
/// let session = Session { id: "s-1".into(), expires: Ttl::After(Duration::from_hours(1)) };
/// # let _ = session;
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ttl {
    /// At this instant; fractions of a second are cut off.
    At(SystemTime),
    /// This long after the write, by the clock of the `Dynamo`. After the write it is an `At`.
    After(Duration),
}

/// The field that a time to live is kept in.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a time to live",
    label = "`ttl` is a timestamp, seconds since 1970 as `u64`, `Ttl`, or an `Option` of one of them"
)]
pub trait TtlAttribute: Sized {
    /// Seconds since 1970 or after the write; `None` where the item does not expire.
    #[doc(hidden)]
    fn ttl(value: &Self) -> Result<Option<Expiry>, EncodeError>;

    /// Reads seconds since 1970.
    #[doc(hidden)]
    fn from_seconds(seconds: i64) -> Option<Self>;

    /// What an absent attribute means.
    #[doc(hidden)]
    #[must_use]
    fn never() -> Option<Self> {
        None
    }
}

/// A time to live on its way to the item.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub enum Expiry {
    At(i64),
    After(Duration),
}

#[diagnostic::do_not_recommend]
impl<T: Timestamp> TtlAttribute for T {
    fn ttl(value: &Self) -> Result<Option<Expiry>, EncodeError> {
        let (seconds, _) = value.to_unix().ok_or_else(|| EncodeError::new("this instant is out of range"))?;
        Ok(Some(Expiry::At(seconds)))
    }
    fn from_seconds(seconds: i64) -> Option<Self> {
        T::from_unix(seconds, 0)
    }
}
#[diagnostic::do_not_recommend]
impl TtlAttribute for Ttl {
    fn ttl(value: &Self) -> Result<Option<Expiry>, EncodeError> {
        match value {
            Self::At(instant) => SystemTime::ttl(instant),
            Self::After(duration) => Ok(Some(Expiry::After(*duration))),
        }
    }
    fn from_seconds(seconds: i64) -> Option<Self> {
        SystemTime::from_seconds(seconds).map(Self::At)
    }
}
macro_rules! seconds {
    ($($integer:ty)*) => { $(
        #[diagnostic::do_not_recommend]
        impl TtlAttribute for $integer {
            fn ttl(value: &Self) -> Result<Option<Expiry>, EncodeError> {
                match i64::try_from(*value) {
                    Ok(seconds) => Ok(Some(Expiry::At(seconds))),
                    Err(_) => Err(EncodeError::new("this instant is out of range")),
                }
            }
            fn from_seconds(seconds: i64) -> Option<Self> {
                Self::try_from(seconds).ok()
            }
        }
    )* };
}
seconds! { u32 u64 i64 }
#[diagnostic::do_not_recommend]
impl<T: TtlAttribute> TtlAttribute for Option<T> {
    fn ttl(value: &Self) -> Result<Option<Expiry>, EncodeError> {
        value.as_ref().map_or(Ok(None), T::ttl)
    }
    fn from_seconds(seconds: i64) -> Option<Self> {
        T::from_seconds(seconds).map(Some)
    }
    fn never() -> Option<Self> {
        Some(None)
    }
}

/// A `Ttl` may also stand in an attribute of its own.
#[diagnostic::do_not_recommend]
impl Attribute for Ttl {
    type Inner = Self;
    type Presence = Required;
    const INSIDE: Option<&'static crate::schema::Below> =
        Some(&crate::schema::Below::scalar(crate::value::AttributeType::N));
    fn encode(value: &Self) -> Result<Option<AttributeValue>, EncodeError> {
        seconds_of::<Self>(value)
    }
    fn read<R: ReadValue>(value: R) -> Result<Self, DecodeError> {
        read_seconds(value)
    }
}

/// N of an instant that is known without a clock.
pub(super) fn seconds_of<T: TtlAttribute>(value: &T) -> Result<Option<AttributeValue>, EncodeError> {
    match T::ttl(value)? {
        None => Ok(None),
        Some(Expiry::At(seconds)) => Ok(Some(encode_integer(seconds))),
        Some(Expiry::After(_)) => Err(EncodeError::new(
            "a time to live relative to the write works in a `#[dynamo(ttl)]` field of a whole item: elsewhere use `Ttl::At`",
        )),
    }
}

pub(super) fn read_seconds<T: TtlAttribute>(value: impl ReadValue) -> Result<T, DecodeError> {
    let seconds = i64::read(value)?;
    T::from_seconds(seconds).ok_or_else(|| DecodeError::invalid("seconds since 1970 that fit the field"))
}

/// What the epoch codecs take: a timestamp, or an `Option` of one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a timestamp",
    label = "the epoch codecs take a timestamp or an `Option` of one"
)]
pub trait EpochSeconds: Sized {
    #[doc(hidden)]
    fn unix(&self) -> Option<Option<(i64, u32)>>;
    #[doc(hidden)]
    fn of_unix(unix: Option<(i64, u32)>) -> Option<Self>;
}
#[diagnostic::do_not_recommend]
impl<T: Timestamp> EpochSeconds for T {
    fn unix(&self) -> Option<Option<(i64, u32)>> {
        self.to_unix().map(Some)
    }
    fn of_unix(unix: Option<(i64, u32)>) -> Option<Self> {
        unix.and_then(|(seconds, nanoseconds)| T::from_unix(seconds, nanoseconds))
    }
}
#[diagnostic::do_not_recommend]
impl<T: Timestamp + Attribute<Presence: Present>> EpochSeconds for Option<T> {
    fn unix(&self) -> Option<Option<(i64, u32)>> {
        self.as_ref().map_or(Some(None), |instant| instant.to_unix().map(Some))
    }
    fn of_unix(unix: Option<(i64, u32)>) -> Option<Self> {
        match unix {
            None => Some(None),
            Some((seconds, nanoseconds)) => T::from_unix(seconds, nanoseconds).map(Some),
        }
    }
}

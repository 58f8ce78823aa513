//! Numbers: N, in DynamoDB's limits of 38 digits and 1E-130 to 9.99E125.

use std::{borrow::Cow, cmp::Ordering, fmt::Write as _};

use super::{Attribute, AttributeValue, ListElement, Numeric, Ordered, ReadValue, SetElement, binary};
use crate::{
    error::{DecodeError, EncodeError},
    role::Required,
};

const OUT_OF_RANGE: &str = "a DynamoDB number lies between 1E-130 and 9.99E125";

/// An integer as N, without a formatter.
pub(crate) fn encode_integer(integer: impl itoa::Integer) -> AttributeValue {
    AttributeValue::N(itoa::Buffer::new().format(integer).to_owned())
}

macro_rules! integer {
    ($($integer:ty { $($list:item)* })*) => { $(
        #[diagnostic::do_not_recommend]
        impl Attribute for $integer {
            type Inner = Self;
            type Presence = Required;
            const INSIDE: Option<&'static crate::schema::Below> =
                Some(&crate::schema::Below::scalar(crate::value::AttributeType::N));
            #[inline]
            fn encode(value: &Self) -> Result<Option<AttributeValue>, EncodeError> {
                Ok(Some(encode_integer(*value)))
            }
            #[inline]
            fn read<R: ReadValue>(value: R) -> Result<Self, DecodeError> {
                value.number(|text| match text.parse() {
                    Ok(integer) => Ok(integer),
                    Err(_) => exact(text)
                        .ok_or_else(|| DecodeError::invalid(concat!("a number that fits `", stringify!($integer), "`"))),
                })
            }
            $($list)*
        }
    )* };
}

integer! {
    u8 {
        fn encode_list<'a, I>(list: I) -> Result<AttributeValue, EncodeError>
        where
            I: ExactSizeIterator<Item = &'a Self>,
        {
            Ok(binary::encode(list.copied().collect::<Vec<u8>>()))
        }
        fn read_list<R: ReadValue>(value: R) -> Result<Vec<Self>, DecodeError> {
            value.binary()
        }
    }
    u16 {} u32 {} u64 {} usize {} i8 {} i16 {} i32 {} i64 {} isize {}
}

macro_rules! wide {
    ($($integer:ty)*) => { $(
        #[diagnostic::do_not_recommend]
        impl Attribute for $integer {
            type Inner = Self;
            type Presence = Required;
            const INSIDE: Option<&'static crate::schema::Below> =
                Some(&crate::schema::Below::scalar(crate::value::AttributeType::N));
            fn encode(value: &Self) -> Result<Option<AttributeValue>, EncodeError> {
                checked(itoa::Buffer::new().format(*value).to_owned()).map(Some)
            }
            fn read<R: ReadValue>(value: R) -> Result<Self, DecodeError> {
                value.number(|text| match text.parse() {
                    Ok(integer) => Ok(integer),
                    Err(_) => exact(text)
                        .ok_or_else(|| DecodeError::invalid(concat!("a number that fits `", stringify!($integer), "`"))),
                })
            }
        }
    )* };
}
wide! { u128 i128 }

macro_rules! template_numbers {
    ($($integer:ty)*) => { $(
        #[diagnostic::do_not_recommend]
        impl crate::value::TemplateNumber for $integer {}
    )* };
}
template_numbers! { u8 u16 u32 u64 u128 usize }

macro_rules! float {
    ($($float:ty)*) => { $(
        #[diagnostic::do_not_recommend]
        impl Attribute for $float {
            type Inner = Self;
            type Presence = Required;
            const INSIDE: Option<&'static crate::schema::Below> =
                Some(&crate::schema::Below::scalar(crate::value::AttributeType::N));
            fn encode(value: &Self) -> Result<Option<AttributeValue>, EncodeError> {
                if !value.is_finite() {
                    return Err(EncodeError::new("infinities and NaN are no DynamoDB numbers"));
                }
                // A float has fewer than 38 digits, so that only its magnitude can be too much.
                let magnitude = f64::from(value.abs());
                if magnitude != 0.0 && !(1e-130..1e126).contains(&magnitude) {
                    return Err(EncodeError::new(OUT_OF_RANGE));
                }
                // `Debug` is the shortest text that reads back, with an exponent where the plain form would be long.
                let mut text = String::with_capacity(24);
                write!(text, "{value:?}").map_err(|_| EncodeError::new(OUT_OF_RANGE))?;
                if let Some(whole) = text.strip_suffix(".0") {
                    text.truncate(whole.len());
                }
                Ok(Some(AttributeValue::N(text)))
            }
            fn read<R: ReadValue>(value: R) -> Result<Self, DecodeError> {
                let unfit = || DecodeError::invalid(concat!("a number that fits `", stringify!($float), "`"));
                value.number(|text| text.parse().ok().filter(|float: &$float| float.is_finite()).ok_or_else(unfit))
            }
        }
    )* };
}
float! { f32 f64 }

macro_rules! numeric {
    ($($number:ty)*) => { $(
        #[diagnostic::do_not_recommend]
        impl Ordered for $number {}
        #[diagnostic::do_not_recommend]
        impl Numeric for $number {}
        #[diagnostic::do_not_recommend]
        impl SetElement for $number {}
    )* };
}
numeric! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 }
macro_rules! list_element {
    ($($number:ty)*) => { $( #[diagnostic::do_not_recommend] impl ListElement for $number {} )* };
}
list_element! { u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 }

/// Refuses what DynamoDB would refuse: more than 38 digits, or a magnitude outside 1E-130 to 9.99E125.
pub(crate) fn checked(text: String) -> Result<AttributeValue, EncodeError> {
    let Some(decimal) = Decimal::parse(&text) else {
        return Err(EncodeError::new("this text is no number"));
    };
    if decimal.digits.len() > 38 {
        return Err(EncodeError::new("a DynamoDB number has at most 38 digits"));
    }
    if !decimal.digits.is_empty() && !(-130..=125).contains(&decimal.magnitude()) {
        return Err(EncodeError::new(OUT_OF_RANGE));
    }
    Ok(AttributeValue::N(text))
}

/// A decimal number taken apart: significant digits without zeros at either end, and the exponent of the last one.
struct Decimal {
    negative: bool,
    digits: Vec<u8>,
    exponent: i64,
}

impl Decimal {
    fn parse(text: &str) -> Option<Self> {
        let (negative, text) = match text.as_bytes().first()? {
            b'-' => (true, text.get(1..)?),
            b'+' => (false, text.get(1..)?),
            _ => (false, text),
        };
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i64>().ok()?),
            None => (text, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let mut digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).collect();
        if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
            return None;
        }
        let mut exponent = exponent.checked_sub(i64::try_from(fraction.len()).ok()?)?;
        while digits.last() == Some(&b'0') {
            digits.pop();
            exponent = exponent.checked_add(1)?;
        }
        let leading = digits.iter().take_while(|digit| **digit == b'0').count();
        digits.drain(..leading);
        Some(Self { negative, digits, exponent })
    }

    /// The digits, and the exponent where it is not 0.
    fn canonical(&self) -> String {
        if self.digits.is_empty() {
            return "0".to_owned();
        }
        let mut text = String::with_capacity(self.digits.len() + 8);
        if self.negative {
            text.push('-');
        }
        text.extend(self.digits.iter().map(|digit| char::from(*digit)));
        if self.exponent != 0 {
            let _ = write!(text, "E{}", self.exponent);
        }
        text
    }

    /// The power of ten of the first digit.
    fn magnitude(&self) -> i64 {
        let digits = i64::try_from(self.digits.len()).unwrap_or(i64::MAX);
        self.exponent.saturating_add(digits).saturating_sub(1)
    }
}

/// One text for each number, however it is written: `1`, `1.0` and `10E-1` are the same.
pub(crate) fn canonical_number(text: &str) -> Cow<'_, str> {
    // Nearly all keys are plain integers, which are that text already.
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0') && !text.ends_with('0');
    match Decimal::parse(text).filter(|_| !plain) {
        None => Cow::Borrowed(text),
        Some(decimal) => Cow::Owned(decimal.canonical()),
    }
}

/// Which of two numbers is greater; nothing where one is no number.
pub(crate) fn compare_numbers(one: &str, other: &str) -> Option<Ordering> {
    let (one, other) = (Decimal::parse(one)?, Decimal::parse(other)?);
    let sign = |number: &Decimal| match (number.digits.is_empty(), number.negative) {
        (true, _) => 0,
        (false, true) => -1,
        (false, false) => 1,
    };
    // Digits without zeros at either end compare as texts do, once the first ones stand for the same power of ten.
    let size = (one.magnitude(), &one.digits).cmp(&(other.magnitude(), &other.digits));
    Some(sign(&one).cmp(&sign(&other)).then(match sign(&one) {
        0 => Ordering::Equal,
        -1 => size.reverse(),
        _ => size,
    }))
}

/// The integer that a text like `1.0` or `1E2` is, where it is one that fits.
fn exact<T: TryFrom<i128> + TryFrom<u128>>(text: &str) -> Option<T> {
    let decimal = Decimal::parse(text)?;
    if decimal.digits.is_empty() {
        return T::try_from(0_u128).ok();
    }
    let power = u32::try_from(decimal.exponent).ok()?;
    let mut integer: u128 = 0;
    for digit in &decimal.digits {
        integer = integer.checked_mul(10)?.checked_add(u128::from(digit - b'0'))?;
    }
    integer = integer.checked_mul(10_u128.checked_pow(power)?)?;
    if decimal.negative {
        return T::try_from(-i128::try_from(integer).ok()?).ok();
    }
    T::try_from(integer).ok()
}

#[cfg(feature = "rust_decimal")]
mod decimal {
    use super::{
        Attribute, AttributeValue, DecodeError, EncodeError, ListElement, Numeric, Ordered, ReadValue, Required,
        SetElement, checked,
    };

    #[diagnostic::do_not_recommend]
    impl Attribute for rust_decimal::Decimal {
        type Inner = Self;
        type Presence = Required;
        const INSIDE: Option<&'static crate::schema::Below> =
            Some(&crate::schema::Below::scalar(crate::value::AttributeType::N));
        fn encode(value: &Self) -> Result<Option<AttributeValue>, EncodeError> {
            checked(value.to_string()).map(Some)
        }
        fn read<R: ReadValue>(value: R) -> Result<Self, DecodeError> {
            value.number(|text| {
                Self::from_str_exact(text)
                    .or_else(|_| Self::from_scientific(text))
                    .map_err(|_| DecodeError::invalid("a number that fits `Decimal`"))
            })
        }
    }
    #[diagnostic::do_not_recommend]
    impl Ordered for rust_decimal::Decimal {}
    #[diagnostic::do_not_recommend]
    impl Numeric for rust_decimal::Decimal {}
    #[diagnostic::do_not_recommend]
    impl SetElement for rust_decimal::Decimal {}
    #[diagnostic::do_not_recommend]
    impl ListElement for rust_decimal::Decimal {}
}

//! What may stand for a value. Our own traits, not `Into`: exactly one impl fits an integer literal, so it infers.

use std::{
    borrow::Cow,
    fmt,
    marker::PhantomData,
    ops::{Add, Sub},
    sync::Arc,
};

use super::Size;
use crate::{
    attribute::{Attr, Name, Path},
    error::EncodeError,
    role::Role,
    value::{Attribute, AttributeValue, Blob, Codec, Encoded, Numeric, encode_present},
};

/// One side of a comparison, or what is assigned.
#[doc(hidden)]
pub enum Operand {
    Value(Result<AttributeValue, EncodeError>),
    /// An empty set, which DynamoDB does not have.
    Absent,
    Path(Path),
    Size(Path),
    IfNotExists(Box<(Path, Operand)>),
    Sum(Box<(Operand, Sign, Operand)>),
}

impl Operand {
    pub(crate) fn text(text: &str) -> Self {
        Self::Value(Ok(AttributeValue::S(text.to_owned())))
    }

    /// The first top-level attribute of this kind that it names.
    pub(crate) fn find(&self, wanted: &dyn Fn(Name) -> bool) -> Option<Name> {
        let top = |path: &Path| Some(path.top).filter(|name| wanted(*name));
        match self {
            Self::Path(path) | Self::Size(path) => top(path),
            Self::IfNotExists(parts) => top(&parts.0).or_else(|| parts.1.find(wanted)),
            Self::Sum(parts) => parts.0.find(wanted).or_else(|| parts.2.find(wanted)),
            _ => None,
        }
    }

    /// The same, with the attribute named in an error.
    pub(crate) fn at(self, path: &Path) -> Self {
        match self {
            Self::Value(Err(error)) => Self::Value(Err(error.at(&path.to_string()))),
            Self::IfNotExists(parts) => Self::IfNotExists(Box::new((parts.0, parts.1.present_at(path)))),
            Self::Sum(parts) => Self::Sum(Box::new((parts.0.present_at(path), parts.1, parts.2.present_at(path)))),
            other => other,
        }
    }

    /// The same where a value has to stand: an empty set is none.
    pub(crate) fn present_at(self, path: &Path) -> Self {
        match self {
            Self::Absent => Self::Value(Err(EncodeError::new(
                "DynamoDB has no empty sets: use `.not_exists()` in a condition, and leave the attribute out of an update",
            )))
            .at(path),
            other => other.at(path),
        }
    }

    fn of(value: Result<Option<AttributeValue>, EncodeError>) -> Self {
        match value {
            Ok(Some(value)) => Self::Value(Ok(value)),
            Ok(None) => Self::Absent,
            Err(error) => Self::Value(Err(error)),
        }
    }
}

impl fmt::Debug for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Path(path) | Self::Size(path) => write!(f, "{path}"),
            _ => f.write_str("_"),
        }
    }
}

/// The sign between two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[doc(hidden)]
pub enum Sign {
    Plus,
    Minus,
}

/// A value, or a reference to one, of a `T` attribute: keys, elements, numbers to add.
#[diagnostic::on_unimplemented(
    message = "a `{T}` is needed here, not `{Self}`",
    label = "not a `{T}` nor a reference to one"
)]
pub trait IntoValue<T> {
    /// The value as it is stored.
    ///
    /// # Errors
    ///
    /// It cannot be stored.
    fn into_value(self) -> Result<AttributeValue, EncodeError>;
}

/// A value, or another attribute of the same item `M`. `P` is the place: a condition, an assignment, a side of a sum.
#[diagnostic::on_unimplemented(
    message = "a `{T}` attribute of `{M}` cannot take `{Self}`",
    label = "needs a `{T}`, a reference to one, or a `{T}` attribute of `{M}`",
    note = "an optional attribute takes its inner type: without `Some`; for absence use `.not_exists()`, `.remove()` or `.set_or_remove(..)`"
)]
pub trait IntoOperand<M, T, P = Compared> {
    #[doc(hidden)]
    fn into_operand(self) -> Operand;
}

/// The place of a value in a condition.
#[derive(Debug)]
pub struct Compared;
/// The place of a value that is assigned.
#[derive(Debug)]
pub struct Assigned;
/// The place of a value in a sum.
#[derive(Debug)]
pub struct Added;

macro_rules! values {
    ($([$($generics:tt)*] $from:ty => $to:ty: $value:ident, $encode:expr;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> IntoValue<$to> for $from {
            fn into_value(self) -> Result<AttributeValue, EncodeError> {
                let $value = self;
                $encode
            }
        }
        #[diagnostic::do_not_recommend]
        impl<M, P, $($generics)*> IntoOperand<M, $to, P> for $from {
            fn into_operand(self) -> Operand {
                let $value = self;
                Operand::Value($encode)
            }
        }
    )* };
}
macro_rules! attributes {
    ($([$($generics:tt)*] $from:ty => $to:ty: $encode:expr;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> IntoValue<$to> for $from {
            fn into_value(self) -> Result<AttributeValue, EncodeError> {
                encode_present::<$to>(&self)
            }
        }
        #[diagnostic::do_not_recommend]
        impl<M, P, $($generics)*> IntoOperand<M, $to, P> for $from {
            fn into_operand(self) -> Operand {
                let encode: fn(&$to) -> Result<Option<AttributeValue>, EncodeError> = $encode;
                Operand::of(encode(&self))
            }
        }
    )* };
}
attributes! {
    [V: Attribute] V => V: V::encode;
}
values! {
    [] &str => String: text, Ok(AttributeValue::S(text.to_owned()));
    [] &&str => String: text, Ok(AttributeValue::S((*text).to_owned()));
    [] &str => Box<str>: text, Ok(AttributeValue::S(text.to_owned()));
    [] &str => Arc<str>: text, Ok(AttributeValue::S(text.to_owned()));
    [] &str => Cow<'static, str>: text, Ok(AttributeValue::S(text.to_owned()));
    [] &[u8] => Vec<u8>: bytes, Ok(AttributeValue::B(Blob::new(bytes)));
    [const N: usize] &[u8; N] => Vec<u8>: bytes, Ok(AttributeValue::B(Blob::new(bytes.as_slice())));
    [V, C: Codec<V>] V => Encoded<V, C>: value, present(C::encode(&value));
    [V, C: Codec<V>] &V => Encoded<V, C>: value, present(C::encode(value));
}
#[diagnostic::do_not_recommend]
impl<V: Attribute> IntoValue<V> for &V {
    fn into_value(self) -> Result<AttributeValue, EncodeError> {
        encode_present(self)
    }
}
#[diagnostic::do_not_recommend]
impl<M, P, V: Attribute> IntoOperand<M, V, P> for &V {
    fn into_operand(self) -> Operand {
        Operand::of(V::encode(self))
    }
}

fn present(value: Result<Option<AttributeValue>, EncodeError>) -> Result<AttributeValue, EncodeError> {
    value?.ok_or_else(|| EncodeError::new("a value is needed here, and this one is absent"))
}

macro_rules! handles {
    ($($place:ty),*) => { $(
        #[diagnostic::do_not_recommend]
        impl<M, T, R: Role> IntoOperand<M, T, $place> for Attr<M, T, R> {
            fn into_operand(self) -> Operand {
                self.operand()
            }
        }
        #[diagnostic::do_not_recommend]
        impl<M, T, R: Role> IntoOperand<M, T, $place> for &Attr<M, T, R> {
            fn into_operand(self) -> Operand {
                self.operand()
            }
        }
    )* };
}
handles!(Compared, Assigned, Added);

#[diagnostic::do_not_recommend]
impl<M, T: Numeric> IntoOperand<M, T, Compared> for Size<M> {
    fn into_operand(self) -> Operand {
        Operand::Size(self.path)
    }
}

/// `if_not_exists(path, value)`: may be set, and may be a side of a sum.
#[must_use = "this does nothing until it is set"]
pub struct IfNotExists<M, T> {
    operand: Operand,
    types: PhantomData<fn() -> (*const M, *const T)>,
}

impl<M, T> IfNotExists<M, T> {
    pub(crate) fn new(path: Path, value: Operand) -> Self {
        Self { operand: Operand::IfNotExists(Box::new((path, value))), types: PhantomData }
    }
}

/// `a + b` or `a - b`: may be set, and nothing else. DynamoDB has no sums of three.
#[must_use = "a sum does nothing until it is set"]
pub struct SumOfTwo<M, T> {
    operand: Operand,
    types: PhantomData<fn() -> (*const M, *const T)>,
}

impl<M, T> SumOfTwo<M, T> {
    fn new(left: Operand, sign: Sign, right: Operand) -> Self {
        Self { operand: Operand::Sum(Box::new((left, sign, right))), types: PhantomData }
    }
}

macro_rules! debug {
    ($($name:ident)*) => { $(
        impl<M, T> fmt::Debug for $name<M, T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($name)).finish_non_exhaustive()
            }
        }
    )* };
}
debug! { IfNotExists SumOfTwo }

macro_rules! operand {
    ($($name:ident: $($place:ty)*;)*) => { $( $(
        #[diagnostic::do_not_recommend]
        impl<M, T> IntoOperand<M, T, $place> for $name<M, T> {
            fn into_operand(self) -> Operand {
                self.operand
            }
        }
    )* )* };
}
operand! { IfNotExists: Assigned Added; SumOfTwo: Assigned; }

macro_rules! arithmetic {
    ($($operator:ident $method:ident $sign:ident;)*) => { $(
        impl<M, T: Numeric, R: Role, V: IntoOperand<M, T, Added>> $operator<V> for Attr<M, T, R> {
            type Output = SumOfTwo<M, T>;
            fn $method(self, other: V) -> SumOfTwo<M, T> {
                SumOfTwo::new(self.operand(), Sign::$sign, other.into_operand())
            }
        }
        impl<M, T: Numeric, R: Role, V: IntoOperand<M, T, Added>> $operator<V> for &Attr<M, T, R> {
            type Output = SumOfTwo<M, T>;
            fn $method(self, other: V) -> SumOfTwo<M, T> {
                SumOfTwo::new(self.operand(), Sign::$sign, other.into_operand())
            }
        }
        impl<M, T: Numeric, V: IntoOperand<M, T, Added>> $operator<V> for IfNotExists<M, T> {
            type Output = SumOfTwo<M, T>;
            fn $method(self, other: V) -> SumOfTwo<M, T> {
                SumOfTwo::new(self.operand, Sign::$sign, other.into_operand())
            }
        }
    )* };
}
arithmetic! { Add add Plus; Sub sub Minus; }

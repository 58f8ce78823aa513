//! One marker trait a rule, so that each mistake has a message of its own.

use super::Attribute;
use crate::{error::DecodeError, role::Required};

macro_rules! rule {
    ($(#[$meta:meta])* $name:ident: $message:literal, $label:literal $(, $note:literal)*) => {
        $(#[$meta])*
        #[diagnostic::on_unimplemented(message = $message, label = $label $(, note = $note)*)]
        pub trait $name {}
    };
}

/// What a derive says of its type: that it keeps to a rule.
///
/// A derive cannot say `do_not_recommend`, which does not resolve under `no_implicit_prelude`. By way of this trait its
/// impls are not among the "other types" that rustc would list where a rule is broken.
#[doc(hidden)]
pub trait Derived<Rule> {}

/// The rules by name, for [`Derived`]. Not `Numeric`: operators ask for it, and where an operator is missing rustc names
/// the bound of the impl that it found last, whatever the impl says.
#[doc(hidden)]
pub mod rule {
    macro_rules! names {
        ($($name:ident)*) => { $(
            #[derive(Debug)]
            pub struct $name;
            #[diagnostic::do_not_recommend]
            impl<T: super::Derived<$name>> super::$name for T {}
        )* };
    }
    names! { Ordered Prefixed Sizeable ListElement SetElement TemplateText TemplateNumber }
}

rule!(
    /// A type that `<`, `>` and `between` compare: S, N or B.
    Ordered: "`{Self}` has no order in DynamoDB", "`<`, `>` and `between` work on text, numbers and binary",
    "use `.eq(..)`, `.ne(..)` or `.is_in(..)`"
);
rule!(
    /// A type stored as N.
    Numeric: "`{Self}` is not a number in DynamoDB", "arithmetic and `.add(..)` need a number attribute",
    "for text use `.set(..)`, for a set `.add_to(..)`, for a list `.append(..)`"
);
rule!(
    /// A type stored as S or B.
    Prefixed: "`{Self}` is neither text nor binary", "`begins_with` needs a text or binary attribute"
);
rule!(
    /// A type with a `size`.
    Sizeable: "`{Self}` has no size in DynamoDB", "`size()` works on text, binary, sets, lists and maps"
);
rule!(
    /// A type whose `Vec` is a list.
    ListElement: "`Vec<{Self}>` is binary in DynamoDB, not a list", "not a list element"
);
rule!(
    /// A type that may be in a set.
    SetElement: "`{Self}` cannot be in a DynamoDB set", "a set holds text, numbers or binary",
    "store the elements as a list: `Vec<{Self}>`"
);
rule!(
    /// A type whose text in a key sorts as its values do.
    TemplateText: "a number in a sort-key template needs a width",
    "`{Self}` is a number: its text does not sort as its values do", "write `{{name:010}}` for ten digits"
);
rule!(
    /// A type that is filled with zeros in a key.
    TemplateNumber: "a width in a key template is for unsigned integers", "`{Self}` is not one",
    "text and timestamps stand in a template as they are: `{{name}}`"
);

/// What the presence of a type is that cannot be absent by itself, so that an `Option` of it has one meaning.
///
/// Of the presence and not of the type, so that a type that is no value at all is told that.
#[diagnostic::on_unimplemented(
    message = "an `Option` of what may be absent itself would have two ways to be absent",
    label = "absent already when it is empty or `None`",
    note = "remove the outer `Option`"
)]
pub trait Present {}
#[diagnostic::do_not_recommend]
impl Present for Required {}

/// The integer types a version attribute may have, and their `Option`s and newtypes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a version attribute",
    label = "a version is an integer, or an `Option` of one",
    note = "use `u64`; `u8` to `u64`, `i8` to `i64`, their `Option`s and newtypes of them work too"
)]
pub trait VersionAttribute {
    /// Which integer type: see [`Number`].
    const CODE: u8;
    /// Whether `None` says that the item is not stored.
    const OPTIONAL: bool;

    /// The version of an item that is stored without one.
    #[doc(hidden)]
    fn unset(start_at: i64) -> Result<Self, DecodeError>
    where
        Self: Attribute,
    {
        crate::checks::absent_version(start_at)
    }
}
#[diagnostic::do_not_recommend]
impl<V: VersionAttribute> VersionAttribute for Option<V> {
    const CODE: u8 = V::CODE;
    const OPTIONAL: bool = true;
}

/// The type with this code. An indirection by number, because an associated type may not name a private type.
#[doc(hidden)]
#[derive(Debug)]
pub struct Coded<const CODE: u8>;

/// What [`Coded`] stands for.
#[doc(hidden)]
pub trait Number {
    type Number: VersionNumber;
}
impl Number for Coded<0> {
    type Number = NoVersion;
}

/// An integer that a version can be; [`NoVersion`] for an item without one.
pub trait VersionNumber: Copy + Send + Sync + PartialEq + std::fmt::Debug + 'static {
    #[doc(hidden)]
    fn from_wide(wide: i128) -> Option<Self>;
    #[doc(hidden)]
    fn into_wide(self) -> i128;
}

/// No value: `Expect::Version(..)` cannot be written for an item without a version attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoVersion {}
impl VersionNumber for NoVersion {
    fn from_wide(_: i128) -> Option<Self> {
        None
    }
    fn into_wide(self) -> i128 {
        match self {}
    }
}

/// A version number that an item can have.
pub trait CountedVersion: VersionNumber {}

macro_rules! version {
    ($($code:literal $integer:ty;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl VersionAttribute for $integer {
            const CODE: u8 = $code;
            const OPTIONAL: bool = false;
        }
        impl Number for Coded<$code> {
            type Number = $integer;
        }
        impl CountedVersion for $integer {}
        impl VersionNumber for $integer {
            fn from_wide(wide: i128) -> Option<Self> {
                Self::try_from(wide).ok()
            }
            fn into_wide(self) -> i128 {
                i128::from(self)
            }
        }
    )* };
}
version! { 1 u8; 2 u16; 3 u32; 4 u64; 5 i8; 6 i16; 7 i32; 8 i64; }

/// The least and the greatest version of the integer type with this code.
#[doc(hidden)]
#[must_use]
pub const fn version_range(code: u8) -> (i128, i128) {
    match code {
        1 => (0, u8::MAX as i128),
        2 => (0, u16::MAX as i128),
        3 => (0, u32::MAX as i128),
        5 => (i8::MIN as i128, i8::MAX as i128),
        6 => (i16::MIN as i128, i16::MAX as i128),
        7 => (i32::MIN as i128, i32::MAX as i128),
        8 => (i64::MIN as i128, i64::MAX as i128),
        _ => (0, u64::MAX as i128),
    }
}

/// The field that a random id is kept in: `generation`, `write_id` and `uuid`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot hold a generated id",
    label = "a generated id is text or a `Uuid`",
    note = "use `String`, `Option<String>`, `uuid::Uuid` or `Option<uuid::Uuid>`"
)]
pub trait IdAttribute: Attribute {
    /// No id yet.
    #[doc(hidden)]
    fn unset() -> Self;
}
#[diagnostic::do_not_recommend]
impl IdAttribute for String {
    fn unset() -> Self {
        Self::new()
    }
}
#[diagnostic::do_not_recommend]
impl<T: IdAttribute<Presence: Present>> IdAttribute for Option<T> {
    fn unset() -> Self {
        None
    }
}
#[cfg(feature = "uuid")]
#[diagnostic::do_not_recommend]
impl IdAttribute for uuid::Uuid {
    fn unset() -> Self {
        Self::nil()
    }
}

/// The field that a generated counter is kept in.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a counter",
    label = "a counter is an integer, or an `Option` of one"
)]
pub trait CounterAttribute: Attribute {
    /// Not counted yet.
    #[doc(hidden)]
    fn unset() -> Option<Self>;
}
macro_rules! counter {
    ($($integer:ty)*) => { $(
        #[diagnostic::do_not_recommend]
        impl CounterAttribute for $integer {
            fn unset() -> Option<Self> {
                Some(0)
            }
        }
    )* };
}
counter! { u8 u16 u32 u64 i8 i16 i32 i64 }
#[diagnostic::do_not_recommend]
impl<T: CounterAttribute<Presence: Present>> CounterAttribute for Option<T> {
    fn unset() -> Option<Self> {
        Some(None)
    }
}

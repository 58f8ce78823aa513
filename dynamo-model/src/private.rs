//! What generated code names, and nobody else. No part of it is covered by semantic versioning.

pub use std::{
    borrow::Cow,
    clone::Clone,
    cmp::{Eq, PartialEq},
    convert::From,
    default::Default,
    fmt,
    hash::{Hash, Hasher},
    marker::PhantomData,
    mem::swap,
    option::Option::{self, None, Some},
    result::Result::{self, Err, Ok},
    string::String,
    time::SystemTime,
    vec::Vec,
};

pub use crate::{
    attribute::{Attr, Name, Prefix},
    checks::*,
    error::{DecodeError, EncodeError},
    expression::{Contains, Indexed, IntoPrefix, IntoValue, Keyed, ListOf, SetOf},
    item::*,
    schema::*,
    value::{
        Attribute, AttributeType, AttributeValue, Codec, Coded, CounterAttribute, CreatedAtAttribute, Derived, Encoded,
        Expiry, IdAttribute, IntoEncoded, Item, KeyAttribute, ListElement, MapKey, NoVersion, Number, Numeric, Ordered,
        Prefixed, ReadValue, SetElement, Sizeable, TemplateNumber, TemplateText, TimestampAttribute, TtlAttribute,
        TtlSeconds, VersionAttribute, VisitMap, rule, version_range,
    },
};
/// What an attribute is in its item.
pub mod role {
    pub use crate::role::*;
}
#[cfg(feature = "serde")]
pub use crate::value::Serde;

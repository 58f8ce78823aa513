//! What is inside a value: elements of sets and lists, entries of maps, the start of a text.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque},
    hash::BuildHasher,
};

use super::IntoValue;
use crate::{
    error::EncodeError,
    value::{Attribute, AttributeValue, Blob, ListElement, Numeric, SetElement},
};

/// `contains`: a substring of text, an element of a set or a list.
#[diagnostic::on_unimplemented(
    message = "`{Self}` contains no such value",
    label = "`contains` looks for text in text, and for an element in a set or a list"
)]
pub trait Contains<A> {
    #[doc(hidden)]
    fn element(element: A) -> Result<AttributeValue, EncodeError>;
}

/// A number for `add`.
#[diagnostic::on_unimplemented(
    message = "`.add(..)` needs a number attribute and a number of its type, and the attribute is `{Self}`",
    label = "not a number, or not of this type",
    note = "for text use `.set(..)`, for a set `.add_to(..)`, for a list `.append(..)`"
)]
pub trait NumberOf<N> {
    #[doc(hidden)]
    fn number(number: N) -> Result<AttributeValue, EncodeError>;
}
#[diagnostic::do_not_recommend]
impl<T: Numeric, N: IntoValue<T>> NumberOf<N> for T {
    fn number(number: N) -> Result<AttributeValue, EncodeError> {
        number.into_value()
    }
}

/// Elements for `add_to` and `delete_from`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a set of what is given",
    label = "`add_to` and `delete_from` work on sets (SS, NS, BS) and take several of their elements: `[..]`",
    note = "for a number use `.add(..)`, for a list `.append(..)`"
)]
pub trait SetOf<A> {
    #[doc(hidden)]
    fn elements(elements: A) -> Result<AttributeValue, EncodeError>;
}

/// Elements for `append` and `prepend`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of what is given",
    label = "`append` and `prepend` work on lists and take several of their elements: `[..]`",
    note = "for a set use `.add_to(..)`"
)]
pub trait ListOf<A> {
    #[doc(hidden)]
    fn elements(elements: A) -> Result<AttributeValue, EncodeError>;
}

/// A list, for `index`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list",
    label = "`index` works on lists; on a map use `.key(..)`, on a struct `.at(|x| x.field)`"
)]
pub trait Indexed {
    /// What a handle of an element takes.
    type Element;
}

/// A map, for `key`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a map",
    label = "`key` works on maps; on a struct use `.at(|x| x.field)`, on a list `.index(..)`"
)]
pub trait Keyed {
    /// What a handle of an entry takes.
    type Value;
}

/// What `begins_with` takes on `T`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a prefix for a `{T}` attribute",
    label = "text begins with text, binary with bytes"
)]
pub trait IntoPrefix<T> {
    #[doc(hidden)]
    fn into_prefix(self) -> AttributeValue;
}

macro_rules! prefixes {
    ($($prefix:ty: $value:ident $encode:expr;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<T> IntoPrefix<T> for $prefix {
            fn into_prefix(self) -> AttributeValue {
                let $value = self;
                $encode
            }
        }
    )* };
}
prefixes! {
    &str: text AttributeValue::S(text.to_owned());
    String: text AttributeValue::S(text);
    &String: text AttributeValue::S(text.clone());
    &[u8]: bytes AttributeValue::B(Blob::new(bytes));
    Vec<u8>: bytes AttributeValue::B(Blob::new(bytes));
}

/// Several values of an `E` attribute: an array, a `Vec`, a set, any iterator of values or references.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not give `{E}` elements",
    label = "give several elements as an array, a `Vec` or any iterator: `[..]`"
)]
pub trait Elements<E> {
    #[doc(hidden)]
    fn values(self) -> Result<Vec<AttributeValue>, EncodeError>;
}
#[diagnostic::do_not_recommend]
impl<E, I: IntoIterator<Item: IntoValue<E>>> Elements<E> for I {
    fn values(self) -> Result<Vec<AttributeValue>, EncodeError> {
        self.into_iter().map(IntoValue::into_value).collect()
    }
}

macro_rules! sets {
    ($([$($generics:tt)*] $set:ty;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<E: Attribute, A: IntoValue<E> $($generics)*> Contains<A> for $set {
            fn element(element: A) -> Result<AttributeValue, EncodeError> {
                element.into_value()
            }
        }
        #[diagnostic::do_not_recommend]
        impl<E: Attribute + SetElement, I: Elements<E> $($generics)*> SetOf<I> for $set {
            fn elements(elements: I) -> Result<AttributeValue, EncodeError> {
                let elements = elements.values()?.into_iter().map(|element| Ok(Some(element)));
                crate::value::encode_set(elements)?
                    .ok_or_else(|| EncodeError::new("no elements are given, and DynamoDB has no empty sets"))
            }
        }
    )* };
}
sets! { [] BTreeSet<E>; [, S: BuildHasher] HashSet<E, S>; }

macro_rules! lists {
    ($($list:ident)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<E: Attribute + ListElement, A: IntoValue<E>> Contains<A> for $list<E> {
            fn element(element: A) -> Result<AttributeValue, EncodeError> {
                element.into_value()
            }
        }
        #[diagnostic::do_not_recommend]
        impl<E: Attribute + ListElement, I: Elements<E>> ListOf<I> for $list<E> {
            fn elements(elements: I) -> Result<AttributeValue, EncodeError> {
                elements.values().map(AttributeValue::L)
            }
        }
        #[diagnostic::do_not_recommend]
        impl<E: Attribute + ListElement> Indexed for $list<E> {
            type Element = E::Inner;
        }
    )* };
}
lists! { Vec VecDeque }

#[diagnostic::do_not_recommend]
impl<K, V: Attribute, S> Keyed for HashMap<K, V, S> {
    type Value = V::Inner;
}
#[diagnostic::do_not_recommend]
impl<K, V: Attribute> Keyed for BTreeMap<K, V> {
    type Value = V::Inner;
}

macro_rules! text_in_text {
    ($($text:ty)*) => { $(
        #[diagnostic::do_not_recommend]
        impl Contains<$text> for String {
            fn element(element: $text) -> Result<AttributeValue, EncodeError> {
                Ok(AttributeValue::S(element.into()))
            }
        }
    )* };
}
text_in_text! { &str String &String }

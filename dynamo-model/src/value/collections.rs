//! Lists (L), tuples (L) and maps (M).

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap, VecDeque},
    hash::{BuildHasher, Hash},
};

use super::{
    Attribute, AttributeType, AttributeValue, Item, ListElement, MapKey, ReadValue, Sizeable, VisitList, VisitMap,
};
use crate::{
    error::{DecodeError, EncodeError},
    role::Required,
    schema::Below,
};

/// L of the elements; an element that is left out elsewhere is NULL here.
pub(super) fn encode_list<'a, T, I>(list: I) -> Result<AttributeValue, EncodeError>
where
    T: Attribute + 'a,
    I: ExactSizeIterator<Item = &'a T>,
{
    let mut values = Vec::with_capacity(list.len());
    for (index, element) in list.enumerate() {
        let value = T::encode_element(element).map_err(|error| error.at_index(index))?;
        values.push(value.unwrap_or(AttributeValue::Null(true)));
    }
    Ok(AttributeValue::L(values))
}

struct Elements<T>(Vec<T>);
impl<T: Attribute> VisitList for Elements<T> {
    fn expect(&mut self, count: usize) {
        self.0.reserve(count);
    }
    fn element<R: ReadValue>(&mut self, value: R) -> Result<(), DecodeError> {
        self.0.push(T::read(value)?);
        Ok(())
    }
}

/// A set is no list: `Vec` would lose that the elements have no order and no duplicates.
pub(crate) fn only_list<R: ReadValue>(value: &R) -> Result<(), DecodeError> {
    match value.kind() {
        Some(AttributeType::L) => Ok(()),
        other => Err(DecodeError::expected("L", other)),
    }
}

pub(super) fn read_list<T: Attribute, R: ReadValue>(value: R) -> Result<Vec<T>, DecodeError> {
    only_list(&value)?;
    let mut elements = Elements(Vec::new());
    value.list(&mut elements)?;
    Ok(elements.0)
}

impl<T: Attribute> Attribute for Vec<T> {
    type Inner = Self;
    type Presence = Required;
    const INSIDE: Option<&'static Below> = Some(Below::NOTHING);
    fn encode(value: &Self) -> Result<Option<AttributeValue>, EncodeError> {
        T::encode_list(value.iter()).map(Some)
    }
    fn read<R: ReadValue>(value: R) -> Result<Self, DecodeError> {
        T::read_list(value)
    }
}

impl<T: Attribute> Attribute for VecDeque<T> {
    type Inner = Self;
    type Presence = Required;
    const INSIDE: Option<&'static Below> = Some(Below::NOTHING);
    fn encode(value: &Self) -> Result<Option<AttributeValue>, EncodeError> {
        T::encode_list(value.iter()).map(Some)
    }
    fn read<R: ReadValue>(value: R) -> Result<Self, DecodeError> {
        T::read_list(value).map(Into::into)
    }
}

impl<T: Attribute, const N: usize> Attribute for [T; N] {
    type Inner = Self;
    type Presence = Required;
    const INSIDE: Option<&'static Below> = Some(Below::NOTHING);
    fn encode(value: &Self) -> Result<Option<AttributeValue>, EncodeError> {
        T::encode_list(value.iter()).map(Some)
    }
    fn read<R: ReadValue>(value: R) -> Result<Self, DecodeError> {
        T::read_list(value)?.try_into().map_err(|_| DecodeError::invalid("as many elements as the array has"))
    }
}

#[diagnostic::do_not_recommend]
impl<T> Sizeable for Vec<T> {}
#[diagnostic::do_not_recommend]
impl<T> Sizeable for VecDeque<T> {}
#[diagnostic::do_not_recommend]
impl<T, const N: usize> Sizeable for [T; N] {}
#[diagnostic::do_not_recommend]
impl<T: Attribute> ListElement for Vec<T> {}
#[diagnostic::do_not_recommend]
impl<T: Attribute> ListElement for VecDeque<T> {}
#[diagnostic::do_not_recommend]
impl<T: Attribute, const N: usize> ListElement for [T; N] {}

macro_rules! tuple {
    ($count:literal: $($part:ident $index:tt)*) => {
        #[diagnostic::do_not_recommend]
        impl<$($part: Attribute),*> Attribute for ($($part,)*) {
            type Inner = Self;
            type Presence = Required;
            const INSIDE: Option<&'static Below> = Some(Below::NOTHING);
            fn encode(value: &Self) -> Result<Option<AttributeValue>, EncodeError> {
                let list = vec![
                    $( $part::encode_element(&value.$index)
                        .map_err(|error| error.at_index($index))?
                        .unwrap_or(AttributeValue::Null(true)), )*
                ];
                Ok(Some(AttributeValue::L(list)))
            }
            #[allow(non_snake_case, reason = "a part is called as its type is")]
            fn read<R: ReadValue>(value: R) -> Result<Self, DecodeError> {
                struct Parts<$($part),*>(usize, $(Option<$part>),*);
                impl<$($part: Attribute),*> VisitList for Parts<$($part),*> {
                    fn element<R: ReadValue>(&mut self, value: R) -> Result<(), DecodeError> {
                        let Parts(at, $($part),*) = self;
                        let index = *at;
                        *at += 1;
                        match index {
                            $( $index => *$part = Some($part::read(value)?), )*
                            _ => return Err(DecodeError::invalid(concat!("a list of ", $count, " elements"))),
                        }
                        Ok(())
                    }
                }
                let mut parts = Parts(0, $(None::<$part>),*);
                only_list(&value)?;
                value.list(&mut parts)?;
                let Parts(_, $($part),*) = parts;
                match ($($part,)*) {
                    ($(Some($part),)*) => Ok(($($part,)*)),
                    _ => Err(DecodeError::invalid(concat!("a list of ", $count, " elements"))),
                }
            }
        }
        #[diagnostic::do_not_recommend]
        impl<$($part: Attribute),*> Sizeable for ($($part,)*) {}
        #[diagnostic::do_not_recommend]
        impl<$($part: Attribute),*> ListElement for ($($part,)*) {}
    };
}
tuple! { 1: A 0 }
tuple! { 2: A 0 B 1 }
tuple! { 3: A 0 B 1 C 2 }
tuple! { 4: A 0 B 1 C 2 D 3 }
tuple! { 5: A 0 B 1 C 2 D 3 E 4 }
tuple! { 6: A 0 B 1 C 2 D 3 E 4 F 5 }
tuple! { 7: A 0 B 1 C 2 D 3 E 4 F 5 G 6 }
tuple! { 8: A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 }

struct Entries<C>(C);
impl<K: MapKey, V: Attribute, C: Extend<(K, V)>> VisitMap for Entries<(C, std::marker::PhantomData<(K, V)>)> {
    fn entry<R: ReadValue>(&mut self, name: Cow<'_, str>, value: R) -> Result<(), DecodeError> {
        let value = V::read(value).map_err(|error| error.at(&name))?;
        let key = K::from_name(name)?;
        self.0.0.extend(std::iter::once((key, value)));
        Ok(())
    }
}

fn read_map<K: MapKey, V: Attribute, C: Extend<(K, V)> + Default>(value: impl ReadValue) -> Result<C, DecodeError> {
    let mut entries = Entries((C::default(), std::marker::PhantomData));
    value.map(&mut entries)?;
    Ok(entries.0.0)
}

fn encode_map<'a, K, V, I>(entries: I) -> Result<Option<AttributeValue>, EncodeError>
where
    K: MapKey + 'a,
    V: Attribute + 'a,
    I: ExactSizeIterator<Item = (&'a K, &'a V)>,
{
    let mut map = Item::with_capacity(entries.len());
    for (key, value) in entries {
        let name = key.name();
        if let Some(value) = V::encode_element(value).map_err(|error| error.at(&name))? {
            map.insert(name.into_owned(), value);
        }
    }
    Ok(Some(AttributeValue::M(map)))
}

impl<K: MapKey + Eq + Hash, V: Attribute, S: BuildHasher + Default> Attribute for HashMap<K, V, S> {
    type Inner = Self;
    type Presence = Required;
    fn encode(value: &Self) -> Result<Option<AttributeValue>, EncodeError> {
        encode_map(value.iter())
    }
    fn read<R: ReadValue>(value: R) -> Result<Self, DecodeError> {
        read_map(value)
    }
}
impl<K: MapKey + Ord, V: Attribute> Attribute for BTreeMap<K, V> {
    type Inner = Self;
    type Presence = Required;
    fn encode(value: &Self) -> Result<Option<AttributeValue>, EncodeError> {
        encode_map(value.iter())
    }
    fn read<R: ReadValue>(value: R) -> Result<Self, DecodeError> {
        read_map(value)
    }
}
#[diagnostic::do_not_recommend]
impl<K, V, S> Sizeable for HashMap<K, V, S> {}
#[diagnostic::do_not_recommend]
impl<K, V> Sizeable for BTreeMap<K, V> {}
#[diagnostic::do_not_recommend]
impl<K, V, S> ListElement for HashMap<K, V, S> {}
#[diagnostic::do_not_recommend]
impl<K, V> ListElement for BTreeMap<K, V> {}

/// Any value as it is stored.
#[diagnostic::do_not_recommend]
impl Attribute for AttributeValue {
    type Inner = Self;
    type Presence = Required;
    fn encode(value: &Self) -> Result<Option<AttributeValue>, EncodeError> {
        Ok(Some(value.clone()))
    }
    fn read<R: ReadValue>(value: R) -> Result<Self, DecodeError> {
        value.value()
    }
}
#[diagnostic::do_not_recommend]
impl ListElement for AttributeValue {}

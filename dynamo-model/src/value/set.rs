//! Sets: SS, NS and BS. An empty one is stored by leaving the attribute out.

use std::{
    collections::{BTreeSet, HashSet},
    hash::{BuildHasher, Hash},
    marker::PhantomData,
};

use super::{Attribute, AttributeValue, ListElement, ReadValue, SetElement, Sizeable, VisitList};
use crate::{
    error::{DecodeError, EncodeError},
    role::Optional,
    schema::Below,
};

/// The set of the values, `None` where there is none. Elements of one Rust type are of one DynamoDB type.
pub(crate) fn encode_set(
    elements: impl Iterator<Item = Result<Option<AttributeValue>, EncodeError>>,
) -> Result<Option<AttributeValue>, EncodeError> {
    let (mut text, mut numbers, mut binary) = (Vec::new(), Vec::new(), Vec::new());
    for element in elements {
        match element? {
            Some(AttributeValue::S(element)) => text.push(element),
            Some(AttributeValue::N(element)) => numbers.push(element),
            Some(AttributeValue::B(element)) => binary.push(element),
            _ => return Err(EncodeError::new("a set holds text, numbers or binary")),
        }
    }
    match (text.is_empty(), numbers.is_empty(), binary.is_empty()) {
        (true, true, true) => Ok(None),
        (false, true, true) => Ok(Some(AttributeValue::Ss(text))),
        (true, false, true) => Ok(Some(AttributeValue::Ns(numbers))),
        (true, true, false) => Ok(Some(AttributeValue::Bs(binary))),
        _ => Err(EncodeError::new("the elements of a set are of one type")),
    }
}

/// The elements in an order of their own, so that two equal sets are the same request.
fn sorted(mut set: AttributeValue) -> AttributeValue {
    match &mut set {
        AttributeValue::Ss(elements) | AttributeValue::Ns(elements) => elements.sort_unstable(),
        AttributeValue::Bs(elements) => elements.sort_unstable_by(|one, other| one.as_ref().cmp(other.as_ref())),
        _ => {}
    }
    set
}

struct Elements<S, E>(S, PhantomData<E>);
impl<E: Attribute, S: Extend<E>> VisitList for Elements<S, E> {
    fn element<R: ReadValue>(&mut self, value: R) -> Result<(), DecodeError> {
        self.0.extend(std::iter::once(E::read(value)?));
        Ok(())
    }
}
fn read_set<E: Attribute, S: Extend<E> + Default>(value: impl ReadValue) -> Result<S, DecodeError> {
    let mut elements = Elements(S::default(), PhantomData);
    value.list(&mut elements)?;
    Ok(elements.0)
}

macro_rules! set {
    ([$($generics:tt)*] $set:ty, [$($all:tt)*] $(, $ordered:ident)?) => {
        impl<$($generics)*> Attribute for $set {
            type Inner = Self;
            type Presence = Optional;
            const INSIDE: Option<&'static Below> = Some(Below::NOTHING);
            fn encode(value: &Self) -> Result<Option<AttributeValue>, EncodeError> {
                let set = encode_set(value.iter().map(E::encode))?;
                $( let set = set.map($ordered); )?
                Ok(set)
            }
            fn encode_element(value: &Self) -> Result<Option<AttributeValue>, EncodeError> {
                match Self::encode(value)? {
                    None => Err(EncodeError::new("an empty set cannot stand in a list or a map: DynamoDB has none")),
                    set => Ok(set),
                }
            }
            fn read<R: ReadValue>(value: R) -> Result<Self, DecodeError> {
                read_set(value)
            }
            fn absent() -> Option<Self> {
                Some(Self::default())
            }
        }
        #[diagnostic::do_not_recommend]
        impl<$($all)*> Sizeable for $set {}
        #[diagnostic::do_not_recommend]
        impl<$($all)*> ListElement for $set {}
    };
}
set! { [E: Attribute + SetElement + Ord] BTreeSet<E>, [E] }
set! { [E: Attribute + SetElement + Eq + Hash, S: BuildHasher + Default] HashSet<E, S>, [E, S: Default], sorted }

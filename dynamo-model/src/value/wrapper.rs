//! `Option`, and the pointers that are as what they point to.

use std::{rc::Rc, sync::Arc};

use super::{
    Attribute, AttributeType, AttributeValue, Derived, ListElement, Numeric, Ordered, Prefixed, Present, ReadValue,
    SetElement, Sizeable, TemplateNumber, TemplateText, rule,
};
use crate::{
    error::{DecodeError, EncodeError},
    role::Optional,
    schema::Below,
};

impl<T: Attribute<Presence: Present>> Attribute for Option<T> {
    type Inner = T::Inner;
    type Presence = Optional;
    const INSIDE: Option<&'static Below> = T::INSIDE;
    const FAR_INSIDE: Option<&'static Below> = T::FAR_INSIDE;
    #[inline]
    fn encode(value: &Self) -> Result<Option<AttributeValue>, EncodeError> {
        value.as_ref().map_or(Ok(None), T::encode)
    }
    fn encode_element(value: &Self) -> Result<Option<AttributeValue>, EncodeError> {
        value.as_ref().map_or(Ok(None), T::encode_element)
    }
    #[inline]
    fn read<R: ReadValue>(value: R) -> Result<Self, DecodeError> {
        if value.kind() == Some(AttributeType::Null) {
            return value.skip().map(|()| None);
        }
        T::read(value).map(Some)
    }
    #[inline]
    fn absent() -> Option<Self> {
        Some(None)
    }
}
#[diagnostic::do_not_recommend]
impl<T: Attribute<Presence: Present>> ListElement for Option<T> {}

macro_rules! pointer {
    ($($pointer:ident)*) => { $(
        impl<T: Attribute> Attribute for $pointer<T> {
            type Inner = T::Inner;
            type Presence = T::Presence;
            const INSIDE: Option<&'static Below> = T::INSIDE;
            const FAR_INSIDE: Option<&'static Below> = T::FAR_INSIDE;
            fn encode(value: &Self) -> Result<Option<AttributeValue>, EncodeError> {
                T::encode(value)
            }
            fn encode_element(value: &Self) -> Result<Option<AttributeValue>, EncodeError> {
                T::encode_element(value)
            }
            fn read<R: ReadValue>(value: R) -> Result<Self, DecodeError> {
                T::read(value).map($pointer::new)
            }
            fn absent() -> Option<Self> {
                T::absent().map($pointer::new)
            }
        }
        impl<T: ListElement> Derived<rule::ListElement> for $pointer<T> {}
        impl<T: SetElement> Derived<rule::SetElement> for $pointer<T> {}
        impl<T: Ordered> Derived<rule::Ordered> for $pointer<T> {}
        impl<T: TemplateText> Derived<rule::TemplateText> for $pointer<T> {}
        impl<T: TemplateNumber> Derived<rule::TemplateNumber> for $pointer<T> {}
        #[diagnostic::do_not_recommend]
        impl<T: Numeric> Numeric for $pointer<T> {}
        impl<T: Prefixed> Derived<rule::Prefixed> for $pointer<T> {}
        impl<T: Sizeable> Derived<rule::Sizeable> for $pointer<T> {}
    )* };
}
pointer! { Box Arc Rc }

/// The value of something that has to be there, as keys and operands have.
pub(crate) fn encode_present<T: Attribute>(value: &T) -> Result<AttributeValue, EncodeError> {
    T::encode_element(value)?.ok_or_else(|| EncodeError::new("a value is needed here, and this one is absent"))
}

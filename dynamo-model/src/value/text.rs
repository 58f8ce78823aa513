//! Text and booleans: S and BOOL.

use std::{borrow::Cow, rc::Rc, sync::Arc};

use super::{Attribute, AttributeType, AttributeValue, ListElement, ReadValue};
use crate::{
    error::{DecodeError, EncodeError},
    role::Required,
};

macro_rules! text {
    ($($text:ty: $from:expr;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl Attribute for $text {
            type Inner = Self;
            type Presence = Required;
            const INSIDE: Option<&'static crate::schema::Below> =
                Some(&crate::schema::Below::scalar(crate::value::AttributeType::S));
            #[inline]
            fn encode(value: &Self) -> Result<Option<AttributeValue>, EncodeError> {
                Ok(Some(AttributeValue::S(value.to_string())))
            }
            #[inline]
            fn read<R: ReadValue>(value: R) -> Result<Self, DecodeError> {
                value.string().map($from)
            }
        }
        text_markers!($text);
    )* };
}
macro_rules! text_markers {
    ($text:ty) => {
        #[diagnostic::do_not_recommend]
        impl crate::value::Ordered for $text {}
        #[diagnostic::do_not_recommend]
        impl crate::value::Prefixed for $text {}
        #[diagnostic::do_not_recommend]
        impl crate::value::Sizeable for $text {}
        #[diagnostic::do_not_recommend]
        impl crate::value::ListElement for $text {}
        #[diagnostic::do_not_recommend]
        impl crate::value::SetElement for $text {}
        #[diagnostic::do_not_recommend]
        impl crate::value::TemplateText for $text {}
    };
}
pub(super) use text_markers;

text! {
    String: |text| text;
    Box<str>: String::into_boxed_str;
    Arc<str>: Arc::from;
    Rc<str>: Rc::from;
    Cow<'static, str>: Cow::Owned;
}

#[diagnostic::do_not_recommend]
impl Attribute for char {
    type Inner = Self;
    type Presence = Required;
    const INSIDE: Option<&'static crate::schema::Below> =
        Some(&crate::schema::Below::scalar(crate::value::AttributeType::S));
    fn encode(value: &Self) -> Result<Option<AttributeValue>, EncodeError> {
        Ok(Some(AttributeValue::S(value.to_string())))
    }
    fn read<R: ReadValue>(value: R) -> Result<Self, DecodeError> {
        value.text(|text| text.parse().map_err(|_| DecodeError::invalid("text of exactly one character")))
    }
}
text_markers!(char);

#[diagnostic::do_not_recommend]
impl Attribute for bool {
    type Inner = Self;
    type Presence = Required;
    const INSIDE: Option<&'static crate::schema::Below> =
        Some(&crate::schema::Below::scalar(crate::value::AttributeType::Bool));
    #[inline]
    fn encode(value: &Self) -> Result<Option<AttributeValue>, EncodeError> {
        Ok(Some(AttributeValue::Bool(*value)))
    }
    #[inline]
    fn read<R: ReadValue>(value: R) -> Result<Self, DecodeError> {
        // Java's first mapper wrote booleans as N 0 and 1.
        if value.kind() == Some(AttributeType::N) {
            return value.number(|text| match text {
                "0" => Ok(false),
                "1" => Ok(true),
                _ => Err(DecodeError::invalid("0 or 1 where a number stands for a boolean")),
            });
        }
        value.boolean()
    }
}
#[diagnostic::do_not_recommend]
impl ListElement for bool {}

#[cfg(feature = "uuid")]
mod uuid {
    use super::{Attribute, AttributeValue, DecodeError, EncodeError, ReadValue, Required};

    #[diagnostic::do_not_recommend]
    impl Attribute for uuid::Uuid {
        type Inner = Self;
        type Presence = Required;
        const INSIDE: Option<&'static crate::schema::Below> =
            Some(&crate::schema::Below::scalar(crate::value::AttributeType::S));
        fn encode(value: &Self) -> Result<Option<AttributeValue>, EncodeError> {
            let mut buffer = uuid::Uuid::encode_buffer();
            Ok(Some(AttributeValue::S(value.hyphenated().encode_lower(&mut buffer).to_owned())))
        }
        fn read<R: ReadValue>(value: R) -> Result<Self, DecodeError> {
            value.text(|text| Self::parse_str(text).map_err(|_| DecodeError::invalid("the text of a uuid")))
        }
    }
    super::text_markers!(uuid::Uuid);
}

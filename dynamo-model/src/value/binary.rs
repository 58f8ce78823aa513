//! Binary: B. `Vec<u8>` and `[u8; N]` come here through the list hooks of `u8`.

use aws_sdk_dynamodb::primitives::Blob;

use super::{Attribute, AttributeValue, ListElement, Ordered, Prefixed, ReadValue, SetElement, Sizeable};
use crate::{
    error::{DecodeError, EncodeError},
    role::Required,
};

pub(super) fn encode(bytes: Vec<u8>) -> AttributeValue {
    AttributeValue::B(Blob::new(bytes))
}

macro_rules! binary {
    ($($binary:ty: $bytes:expr, $from:expr;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl Attribute for $binary {
            type Inner = Self;
            type Presence = Required;
            const INSIDE: Option<&'static crate::schema::Below> =
                Some(&crate::schema::Below::scalar(crate::value::AttributeType::B));
            fn encode(value: &Self) -> Result<Option<AttributeValue>, EncodeError> {
                let bytes: fn(&Self) -> &[u8] = $bytes;
                Ok(Some(encode(bytes(value).to_vec())))
            }
            fn read<R: ReadValue>(value: R) -> Result<Self, DecodeError> {
                value.binary().map($from)
            }
        }
        binary_markers!([] $binary);
    )* };
}
macro_rules! binary_markers {
    ([$($generics:tt)*] $binary:ty) => {
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> Ordered for $binary {}
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> Prefixed for $binary {}
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> ListElement for $binary {}
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> SetElement for $binary {}
    };
}

binary! { Blob: |value| value.as_ref(), Blob::new; }
#[cfg(feature = "bytes")]
binary! { bytes::Bytes: |value| value, bytes::Bytes::from; }

#[diagnostic::do_not_recommend]
impl Sizeable for Blob {}
#[cfg(feature = "bytes")]
#[diagnostic::do_not_recommend]
impl Sizeable for bytes::Bytes {}

#[diagnostic::do_not_recommend]
impl Ordered for Vec<u8> {}
#[diagnostic::do_not_recommend]
impl Prefixed for Vec<u8> {}
#[diagnostic::do_not_recommend]
impl SetElement for Vec<u8> {}
#[diagnostic::do_not_recommend]
impl<const N: usize> Ordered for [u8; N] {}
#[diagnostic::do_not_recommend]
impl<const N: usize> Prefixed for [u8; N] {}
#[diagnostic::do_not_recommend]
impl<const N: usize> SetElement for [u8; N] {}

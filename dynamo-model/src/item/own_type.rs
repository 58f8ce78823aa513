//! Whether an item that was read by its key is of the type that it is read as.

use std::marker::PhantomData;

use super::{DynamoItem, Slots, own_type};
use crate::{error::DecodeError, value::ReadValue};

/// The slots of what is read of a `T`, which refuse an item of another type. A projection does not know its item's type.
#[doc(hidden)]
#[derive(Debug)]
pub struct OwnType<T, S>(S, PhantomData<fn() -> T>);

impl<T, S: Default> Default for OwnType<T, S> {
    fn default() -> Self {
        Self(S::default(), PhantomData)
    }
}

impl<T: DynamoItem, O, S: Slots<O>> Slots<O> for OwnType<T, S> {
    #[inline]
    fn accept<R: ReadValue>(&mut self, name: &str, value: R) -> Result<Option<R>, DecodeError> {
        let value = self.0.accept(name, value)?;
        match (value, T::SCHEMA.type_attribute) {
            (Some(value), Some(of_type)) if of_type.name == name => own_type(value, name, of_type.value),
            (value, _) => Ok(value),
        }
    }

    fn finish(self) -> Result<O, DecodeError> {
        self.0.finish()
    }
}

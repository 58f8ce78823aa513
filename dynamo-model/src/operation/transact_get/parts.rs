//! What is asked for, and where it goes: a tuple of typed places.

use std::marker::PhantomData;

use super::super::{
    get::{Asked, Expiry, Get, decode},
    parts::Place as PlaceOf,
};
use crate::{
    error::DecodeError,
    item::{DynamoItem, ReadAs},
    value::{Item, Reader},
};

/// What a transaction of reads takes: a `get`. Implemented by the library only.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no part of a transaction of reads",
    label = "a transaction of reads takes `table.get(..)`",
    note = "many items of one type are read by `db.transact_get().get_all::<T>(keys)`, and writes go together by `db.transact_write()`"
)]
pub trait TransactGetPart {
    #[doc(hidden)]
    type Found: PlaceOf<AnyPlace>;
    #[doc(hidden)]
    fn into_part(self) -> (Asked, Self::Found);
}

impl<T: DynamoItem, O: ReadAs<T>> TransactGetPart for Get<T, O> {
    type Found = Found<T, O>;
    fn into_part(self) -> (Asked, Found<T, O>) {
        let (asked, expiry) = self.into_parts();
        (asked, Found { item: None, expiry, of: PhantomData })
    }
}

/// Where one item goes, whatever its type is.
#[doc(hidden)]
pub trait Gathered: Send {
    /// Reads an item from its bytes.
    fn read(&mut self, item: &mut Reader<'_>) -> Result<(), DecodeError>;
    fn take_item(&mut self, item: Item) -> Result<(), DecodeError>;
}

/// A place without its type.
pub(super) type AnyPlace = dyn Gathered;

/// The place of one item.
#[doc(hidden)]
pub struct Found<T, O> {
    item: Option<O>,
    /// Where expired items are left out.
    expiry: Option<Expiry>,
    of: PhantomData<fn() -> T>,
}

impl<T: DynamoItem, O: ReadAs<T>> PlaceOf<AnyPlace> for Found<T, O> {
    type Output = Option<O>;
    fn untyped(&mut self) -> &mut AnyPlace {
        self
    }
    fn output(self) -> Option<O> {
        self.item
    }
}

impl<T: DynamoItem, O: ReadAs<T>> Gathered for Found<T, O> {
    fn read(&mut self, item: &mut Reader<'_>) -> Result<(), DecodeError> {
        if self.expiry.is_some() {
            return self.take_item(item.stored()?);
        }
        let read = item.item::<O, O::SlotsByKey>()?;
        self.item = Some(read.map_err(|error| error.of_item(T::SCHEMA.item))?);
        Ok(())
    }

    fn take_item(&mut self, item: Item) -> Result<(), DecodeError> {
        if self.expiry.as_ref().is_none_or(|expiry| expiry.lives(&item)) {
            self.item = Some(decode::<T, O>(item)?);
        }
        Ok(())
    }
}

//! What is asked for, and where it goes: a tuple of typed places.

use std::sync::Arc;

use super::super::{
    get::{Expiry, Get},
    parts::Place as PlaceOf,
};
use crate::{
    error::{DecodeError, Error},
    item::{DynamoItem, KeyValues},
    schema::ItemSchema,
    table::Place,
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

/// One item that is asked for, without its type.
#[doc(hidden)]
pub struct Asked {
    pub(super) place: Arc<Place>,
    pub(super) schema: &'static ItemSchema,
    pub(super) key: Result<KeyValues, Error>,
}

impl<T: DynamoItem> TransactGetPart for Get<T> {
    type Found = Found<T>;
    fn into_part(self) -> (Asked, Found<T>) {
        let (place, key, expiry) = self.into_parts();
        let (key, expiry) = match expiry {
            Ok(expiry) => (key.map_err(Error::from), expiry),
            Err(error) => (Err(error), None),
        };
        (Asked { place, schema: T::SCHEMA, key }, Found { item: None, expiry })
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
pub struct Found<T> {
    item: Option<T>,
    /// Where expired items are left out.
    expiry: Option<Expiry>,
}

impl<T: DynamoItem> PlaceOf<AnyPlace> for Found<T> {
    type Output = Option<T>;
    fn untyped(&mut self) -> &mut AnyPlace {
        self
    }
    fn output(self) -> Option<T> {
        self.item
    }
}

impl<T: DynamoItem> Gathered for Found<T> {
    fn read(&mut self, item: &mut Reader<'_>) -> Result<(), DecodeError> {
        if self.expiry.is_some() {
            return self.take_item(item.stored()?);
        }
        let read = item.item::<T, T::Slots>()?;
        self.item = Some(read.map_err(|error| error.of_item(T::SCHEMA.item))?);
        Ok(())
    }

    fn take_item(&mut self, item: Item) -> Result<(), DecodeError> {
        if self.expiry.as_ref().is_none_or(|expiry| expiry.lives(&item)) {
            self.item = Some(T::decode(item)?);
        }
        Ok(())
    }
}

//! What is asked for, and where it goes: a tuple of typed places.

use std::sync::Arc;

use super::super::{
    get::{Expiry, Get},
    parts::Place as PlaceOf,
};
use crate::{
    error::{DecodeError, Error},
    item::{DynamoItem, KeyValues, StructVisitor},
    schema::ItemSchema,
    table::Place,
    value::{Item, json_entries},
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
    /// The bytes of an item. Where they do not fit, they are read a second time by `take_item`.
    fn take_bytes(&mut self, item: &[u8]) -> Result<(), DecodeError>;
    fn take_item(&mut self, item: Item) -> Result<(), DecodeError>;
    /// Whether it has to be read as it is stored.
    fn needs_item(&self) -> bool;
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
    fn take_bytes(&mut self, item: &[u8]) -> Result<(), DecodeError> {
        let mut visitor = StructVisitor::<T, T::Slots>::new();
        json_entries(item, &mut visitor)?;
        self.item = Some(visitor.finish()?);
        Ok(())
    }

    fn take_item(&mut self, item: Item) -> Result<(), DecodeError> {
        if self.expiry.as_ref().is_none_or(|expiry| expiry.lives(&item)) {
            self.item = Some(T::decode(item)?);
        }
        Ok(())
    }

    fn needs_item(&self) -> bool {
        self.expiry.is_some()
    }
}

//! A table of one item type: every operation starts here.

use std::{fmt, marker::PhantomData, sync::Arc};

use crate::{
    dynamo::Dynamo,
    expression::PatchFn,
    item::{Attributes, DynamoItem, Expect, IntoKey, NoPrefix},
    operation::{Create, CreateTable, Delete, DeleteAt, Get, Patch, PatchAt, Put, Refresh, Update},
    write_plan::Verb,
};

/// The table that the items of type `T` are in. Cheap to clone, `Send` and `Sync`.
pub struct Table<T> {
    place: Arc<Place>,
    item: PhantomData<fn() -> T>,
}

/// A table without the type of its items.
pub(crate) struct Place {
    pub(crate) db: Dynamo,
    pub(crate) name: String,
}

impl<T> Clone for Table<T> {
    fn clone(&self) -> Self {
        Self { place: Arc::clone(&self.place), item: PhantomData }
    }
}

impl<T> fmt::Debug for Table<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Table({})", self.place.name)
    }
}

impl<T: DynamoItem> Table<T> {
    pub(crate) fn new(db: Dynamo, name: String) -> Self {
        Self { place: Arc::new(Place { db, name }), item: PhantomData }
    }

    pub(crate) fn place(&self) -> &Arc<Place> {
        &self.place
    }

    /// The table's physical name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.place.name
    }

    /// The SDK's client.
    #[must_use]
    pub fn client(&self) -> &aws_sdk_dynamodb::Client {
        self.place.db.client()
    }

    /// Makes the table and waits until it is `ACTIVE`. Fine if it is there already with the same keys.
    ///
    /// # Errors
    ///
    /// [`TableMismatch`](crate::ErrorKind::TableMismatch) lists the differences to another table of this name.
    pub fn create_table(&self) -> CreateTable {
        CreateTable::new(Arc::clone(&self.place), T::SCHEMA)
    }

    /// Reads one item by its key.
    pub fn get(&self, key: impl IntoKey<T>) -> Get<T> {
        Get::new(self.clone(), key.into_key())
    }

    /// Reads the item again, consistently, and puts it in the place of the one in memory.
    pub fn refresh<'a>(&self, item: &'a mut T) -> Refresh<'a, T> {
        Refresh::new(self.clone(), item)
    }

    /// Stores an item that is not there yet.
    pub fn create<'a>(&self, item: &'a mut T) -> Create<'a, T> {
        Create::new(self.clone(), item)
    }

    /// Replaces the whole item, unmodelled attributes included, if its version is still the one in memory.
    ///
    /// An item that was never stored is created, also where one was deleted meanwhile: use [`update`](Self::update) for
    /// what was read.
    pub fn put<'a>(&self, item: &'a mut T) -> Put<'a, T> {
        Put::new(self.clone(), item, Verb::Put)
    }

    /// Replaces the whole item, whatever is stored. The version can move backwards by it, after which another holder of
    /// an equal number passes; only a `generation` guards against that.
    pub fn put_unchecked<'a>(&self, item: &'a mut T) -> Put<'a, T> {
        Put::new(self.clone(), item, Verb::PutUnchecked)
    }

    /// Writes every modelled attribute of a stored item and keeps the unmodelled ones.
    pub fn update<'a>(&self, item: &'a mut T) -> Update<'a, T> {
        Update::new(self.clone(), item)
    }

    /// Changes only what the actions name, checks and advances the version, and refreshes the item in memory.
    pub fn patch<'a>(&self, item: &'a mut T, actions: impl PatchFn<T>) -> Patch<'a, T> {
        Patch::new(self.clone(), item, crate::operation::actions(actions))
    }

    /// Changes only what the actions name, of an item that is known by its key. Gives the item as it is stored then.
    pub fn patch_at(&self, key: impl IntoKey<T>, expect: Expect<T::Version>, actions: impl PatchFn<T>) -> PatchAt<T> {
        PatchAt::new(self.clone(), key.into_key(), expect, crate::operation::actions(actions))
    }

    /// Deletes the item if its version is still the one in memory.
    pub fn delete<'a>(&self, item: &'a T) -> Delete<'a, T> {
        Delete::new(self.clone(), item)
    }

    /// Deletes the item under a key.
    pub fn delete_at(&self, key: impl IntoKey<T>, expect: Expect<T::Version>) -> DeleteAt<T> {
        DeleteAt::new(self.clone(), key.into_key(), expect)
    }
}

/// The attribute handles of an item.
pub(crate) fn handles<T: DynamoItem>() -> Attributes<T> {
    T::handles::<T, NoPrefix>()
}

//! A table of one item type: every operation starts here.

mod batch;
mod pattern;
mod read;
mod whole;
mod write;

use std::{fmt, marker::PhantomData, sync::Arc};

use crate::{
    dynamo::Dynamo,
    item::{Attributes, DynamoItem, Index, KeySpec, NoPrefix, PartitionFrom},
    operation::{Query, Scan},
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

    /// The connection.
    #[must_use]
    pub fn dynamo(&self) -> &Dynamo {
        &self.place.db
    }

    /// The SDK's client.
    #[must_use]
    pub fn client(&self) -> &aws_sdk_dynamodb::Client {
        self.place.db.client()
    }

    /// An index, to be queried or scanned: `orders.index(|i| i.by_status)`.
    pub fn index<K: KeySpec<Item = T>>(&self, choose: impl FnOnce(T::Indexes) -> Index<K>) -> IndexTable<T, K> {
        let _ = choose(T::indexes());
        IndexTable { table: self.clone(), key: PhantomData }
    }
}

/// An index of a table, to be queried or scanned. Made by [`Table::index`].
#[must_use = "an index does nothing until it is queried or scanned"]
pub struct IndexTable<T, K> {
    table: Table<T>,
    key: PhantomData<fn() -> K>,
}

impl<T: DynamoItem, K: KeySpec<Item = T>> IndexTable<T, K> {
    /// Reads the items of one partition of the index.
    pub fn query<P>(&self, partition: P) -> Query<T, K, K::Output>
    where
        K: PartitionFrom<P>,
    {
        Query::new(self.table.clone(), K::values(partition))
    }

    /// Reads every item of the index.
    pub fn scan(&self) -> Scan<T, K, K::Output> {
        Scan::new(self.table.clone())
    }
}

impl<T, K: KeySpec> fmt::Debug for IndexTable<T, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "IndexTable({}, {})", self.table.place.name, K::INDEX.unwrap_or_default())
    }
}

/// The attribute handles of an item.
pub(crate) fn handles<T: DynamoItem>() -> Attributes<T> {
    T::handles::<T, NoPrefix>()
}

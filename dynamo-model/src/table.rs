//! A table of one item type: every operation starts here.

mod whole;

use std::{fmt, marker::PhantomData, sync::Arc};

use crate::{
    dynamo::Dynamo,
    expression::PatchFn,
    item::{Attributes, DynamoItem, Expect, Index, IntoKey, KeySpec, NoPrefix, PartitionFrom, Writable},
    operation::{Create, Delete, DeleteAt, Get, Patch, PatchAt, Put, Query, Refresh, Scan, Update},
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

    /// Reads one item by its key.
    ///
    /// # Errors
    ///
    /// The key is empty or too long, the service does not answer, or what is stored does not fit `T`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use dynamo_model::*;
    /// # #[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
    /// # #[dynamo(table = "notes")]
    /// # struct Note { #[partition_key] id: String, text: String, views: u64, draft: Option<String>, #[version] version: u64 }
    /// # #[cfg(feature = "embedded")]
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let notes = Dynamo::embedded().table::<Note>();
    /// # notes.create_table().await?;
    /// # let mut note = Note { id: "n-1".into(), text: "a".into(), ..Note::default() };
    /// # notes.create(&mut note).await?;
    /// let read = notes.get("n-1").consistent().await?;
    /// assert_eq!(read, Some(note));
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "embedded"))]
    /// # fn main() {}
    /// ```
    pub fn get(&self, key: impl IntoKey<T>) -> Get<T> {
        Get::new(self.clone(), key.into_key())
    }

    /// Reads the items of one partition, in the order of the sort key.
    pub fn query<P>(&self, partition: P) -> Query<T, T::Key, T>
    where
        T::Key: PartitionFrom<P>,
    {
        Query::new(self.clone(), <T::Key as PartitionFrom<P>>::values(partition))
    }

    /// Reads every item of the table.
    pub fn scan(&self) -> Scan<T, T::Key, T> {
        Scan::new(self.clone())
    }

    /// An index, to be queried or scanned: `orders.index(|i| i.by_status)`.
    pub fn index<K: KeySpec<Item = T>>(&self, choose: impl FnOnce(T::Indexes) -> Index<K>) -> IndexTable<T, K> {
        let _ = choose(T::indexes());
        IndexTable { table: self.clone(), key: PhantomData }
    }

    /// Reads the item again, consistently, and puts it in the place of the one in memory.
    ///
    /// # Errors
    ///
    /// As [`get`](Self::get); [`NotFound`](crate::ErrorKind::NotFound) where the item is gone.
    ///
    /// # Examples
    ///
    /// ```
    /// # use dynamo_model::*;
    /// # #[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
    /// # #[dynamo(table = "notes")]
    /// # struct Note { #[partition_key] id: String, text: String, views: u64, draft: Option<String>, #[version] version: u64 }
    /// # #[cfg(feature = "embedded")]
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let notes = Dynamo::embedded().table::<Note>();
    /// # notes.create_table().await?;
    /// # let mut note = Note { id: "n-1".into(), text: "a".into(), ..Note::default() };
    /// # notes.create(&mut note).await?;
    /// notes.patch_at("n-1", Expect::Any, |n| n.views.add(1)).await?;
    /// notes.refresh(&mut note).await?;
    /// assert_eq!((note.views, note.version), (1, 2));
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "embedded"))]
    /// # fn main() {}
    /// ```
    pub fn refresh<'a>(&self, item: &'a mut T) -> Refresh<'a, T> {
        Refresh::new(self.clone(), item)
    }

    /// Stores an item that is not there yet.
    ///
    /// # Errors
    ///
    /// A conflict where an item is there; see [`WriteError`](crate::WriteError).
    ///
    /// # Examples
    ///
    /// ```
    /// # use dynamo_model::*;
    /// # #[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
    /// # #[dynamo(table = "notes")]
    /// # struct Note { #[partition_key] id: String, text: String, views: u64, draft: Option<String>, #[version] version: u64 }
    /// # #[cfg(feature = "embedded")]
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let notes = Dynamo::embedded().table::<Note>();
    /// # notes.create_table().await?;
    /// # let mut note = Note { id: "n-1".into(), text: "a".into(), ..Note::default() };
    /// # notes.create(&mut note).await?;
    /// let mut other = Note { id: "n-2".into(), ..Note::default() };
    /// notes.create(&mut other).await?;
    /// assert_eq!(other.version, 1);
    ///
    /// // Only where nothing is stored.
    /// assert!(matches!(notes.create(&mut other).await, Err(WriteError::Conflict(_))));
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "embedded"))]
    /// # fn main() {}
    /// ```
    pub fn create<'a>(&self, item: &'a mut T) -> Create<'a, T>
    where
        T: Writable,
    {
        Create::new(self.clone(), item)
    }

    /// Replaces the whole item, unmodelled attributes included, if its version is still the one in memory.
    ///
    /// An item that was never stored is created, also where one was deleted meanwhile: use [`update`](Self::update) for
    /// what was read.
    ///
    /// # Errors
    ///
    /// A conflict where another version is stored; see [`WriteError`](crate::WriteError).
    ///
    /// # Examples
    ///
    /// ```
    /// # use dynamo_model::*;
    /// # #[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
    /// # #[dynamo(table = "notes")]
    /// # struct Note { #[partition_key] id: String, text: String, views: u64, draft: Option<String>, #[version] version: u64 }
    /// # #[cfg(feature = "embedded")]
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let notes = Dynamo::embedded().table::<Note>();
    /// # notes.create_table().await?;
    /// # let mut note = Note { id: "n-1".into(), text: "a".into(), ..Note::default() };
    /// # notes.create(&mut note).await?;
    /// note.text = "b".into();
    /// notes.put(&mut note).await?;
    /// assert_eq!(note.version, 2);
    /// let old = notes.put(&mut note).return_old().await?;
    /// assert_eq!(old.map(|old| old.version), Some(2));
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "embedded"))]
    /// # fn main() {}
    /// ```
    pub fn put<'a>(&self, item: &'a mut T) -> Put<'a, T>
    where
        T: Writable,
    {
        Put::new(self.clone(), item, Verb::Put)
    }

    /// Replaces the whole item, whatever is stored. The version can move backwards by it, after which another holder of
    /// an equal number passes; only a `generation` guards against that.
    ///
    /// # Errors
    ///
    /// See [`WriteError`](crate::WriteError). There is no conflict without a condition of the caller.
    ///
    /// # Examples
    ///
    /// ```
    /// # use dynamo_model::*;
    /// # #[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
    /// # #[dynamo(table = "notes")]
    /// # struct Note { #[partition_key] id: String, text: String, views: u64, draft: Option<String>, #[version] version: u64 }
    /// # #[cfg(feature = "embedded")]
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let notes = Dynamo::embedded().table::<Note>();
    /// # notes.create_table().await?;
    /// # let mut note = Note { id: "n-1".into(), text: "a".into(), ..Note::default() };
    /// # notes.create(&mut note).await?;
    /// let mut imported = Note { id: "n-1".into(), version: 7, ..Note::default() };
    /// notes.put_unchecked(&mut imported).await?;
    /// assert_eq!(imported.version, 8);
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "embedded"))]
    /// # fn main() {}
    /// ```
    pub fn put_unchecked<'a>(&self, item: &'a mut T) -> Put<'a, T>
    where
        T: Writable,
    {
        Put::new(self.clone(), item, Verb::PutUnchecked)
    }

    /// Writes every modelled attribute of a stored item and keeps the unmodelled ones.
    ///
    /// # Errors
    ///
    /// A conflict where another version or nothing is stored; see [`WriteError`](crate::WriteError).
    ///
    /// # Examples
    ///
    /// ```
    /// # use dynamo_model::*;
    /// # #[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
    /// # #[dynamo(table = "notes")]
    /// # struct Note { #[partition_key] id: String, text: String, views: u64, draft: Option<String>, #[version] version: u64 }
    /// # #[cfg(feature = "embedded")]
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let notes = Dynamo::embedded().table::<Note>();
    /// # notes.create_table().await?;
    /// # let mut note = Note { id: "n-1".into(), text: "a".into(), ..Note::default() };
    /// # notes.create(&mut note).await?;
    /// note.text = "b".into();
    /// notes.update(&mut note).condition(|n| n.views.lt(100)).await?;
    /// assert_eq!(note.version, 2);
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "embedded"))]
    /// # fn main() {}
    /// ```
    pub fn update<'a>(&self, item: &'a mut T) -> Update<'a, T>
    where
        T: Writable,
    {
        Update::new(self.clone(), item)
    }

    /// Changes only what the actions name, checks and advances the version, and refreshes the item in memory.
    ///
    /// # Errors
    ///
    /// As [`update`](Self::update); two actions that overlap are refused before anything is sent.
    ///
    /// # Examples
    ///
    /// ```
    /// # use dynamo_model::*;
    /// # #[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
    /// # #[dynamo(table = "notes")]
    /// # struct Note { #[partition_key] id: String, text: String, views: u64, draft: Option<String>, #[version] version: u64 }
    /// # #[cfg(feature = "embedded")]
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let notes = Dynamo::embedded().table::<Note>();
    /// # notes.create_table().await?;
    /// # let mut note = Note { id: "n-1".into(), text: "a".into(), ..Note::default() };
    /// # notes.create(&mut note).await?;
    /// notes.patch(&mut note, |n| [n.text.set("b"), n.views.add(1), n.draft.remove()]).await?;
    /// assert_eq!((note.text.as_str(), note.views, note.version), ("b", 1, 2));
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "embedded"))]
    /// # fn main() {}
    /// ```
    pub fn patch<'a>(&self, item: &'a mut T, actions: impl PatchFn<T>) -> Patch<'a, T>
    where
        T: Writable,
    {
        Patch::new(self.clone(), item, crate::operation::actions(actions))
    }

    /// Changes only what the actions name, of an item that is known by its key. Gives the item as it is stored then.
    ///
    /// # Errors
    ///
    /// As [`patch`](Self::patch).
    ///
    /// # Examples
    ///
    /// ```
    /// # use dynamo_model::*;
    /// # #[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
    /// # #[dynamo(table = "notes")]
    /// # struct Note { #[partition_key] id: String, text: String, views: u64, draft: Option<String>, #[version] version: u64 }
    /// # #[cfg(feature = "embedded")]
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let notes = Dynamo::embedded().table::<Note>();
    /// # notes.create_table().await?;
    /// # let mut note = Note { id: "n-1".into(), text: "a".into(), ..Note::default() };
    /// # notes.create(&mut note).await?;
    /// let saved = notes.patch_at("n-1", Expect::Version(1), |n| [n.text.set("b")]).await?;
    /// assert_eq!(saved.version, 2);
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "embedded"))]
    /// # fn main() {}
    /// ```
    pub fn patch_at(&self, key: impl IntoKey<T>, expect: Expect<T::Version>, actions: impl PatchFn<T>) -> PatchAt<T>
    where
        T: Writable,
    {
        PatchAt::new(self.clone(), key.into_key(), expect, crate::operation::actions(actions))
    }

    /// Deletes the item if its version is still the one in memory.
    ///
    /// # Errors
    ///
    /// A conflict where another version or nothing is stored; see [`WriteError`](crate::WriteError).
    ///
    /// # Examples
    ///
    /// ```
    /// # use dynamo_model::*;
    /// # #[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
    /// # #[dynamo(table = "notes")]
    /// # struct Note { #[partition_key] id: String, text: String, views: u64, draft: Option<String>, #[version] version: u64 }
    /// # #[cfg(feature = "embedded")]
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let notes = Dynamo::embedded().table::<Note>();
    /// # notes.create_table().await?;
    /// # let mut note = Note { id: "n-1".into(), text: "a".into(), ..Note::default() };
    /// # notes.create(&mut note).await?;
    /// let old = notes.delete(&note).return_old().await?;
    /// assert_eq!(old, Some(note));
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "embedded"))]
    /// # fn main() {}
    /// ```
    pub fn delete<'a>(&self, item: &'a T) -> Delete<'a, T>
    where
        T: Writable,
    {
        Delete::new(self.clone(), item)
    }

    /// Deletes the item under a key.
    ///
    /// # Errors
    ///
    /// As [`delete`](Self::delete).
    ///
    /// # Examples
    ///
    /// ```
    /// # use dynamo_model::*;
    /// # #[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
    /// # #[dynamo(table = "notes")]
    /// # struct Note { #[partition_key] id: String, text: String, views: u64, draft: Option<String>, #[version] version: u64 }
    /// # #[cfg(feature = "embedded")]
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let notes = Dynamo::embedded().table::<Note>();
    /// # notes.create_table().await?;
    /// # let mut note = Note { id: "n-1".into(), text: "a".into(), ..Note::default() };
    /// # notes.create(&mut note).await?;
    /// notes.delete_at("n-1", Expect::of(&note)).await?;
    /// assert!(notes.get("n-1").await?.is_none());
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "embedded"))]
    /// # fn main() {}
    /// ```
    pub fn delete_at(&self, key: impl IntoKey<T>, expect: Expect<T::Version>) -> DeleteAt<T>
    where
        T: Writable,
    {
        DeleteAt::new(self.clone(), key.into_key(), expect)
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

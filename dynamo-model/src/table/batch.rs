//! Many items at once, without conditions.

use super::Table;
use crate::{
    item::{DynamoItem, IntoKey, Unversioned, Writable},
    operation::{BatchGet, BatchWrite, GetAll},
};

impl<T: DynamoItem> Table<T> {
    /// Reads any number of items by their keys, in the order of the keys; `None` where there is none.
    ///
    /// Each key is asked for once, in requests of 100 side by side, and a key that is given twice is answered twice. What
    /// the service leaves unprocessed goes into later requests, with pauses between them. No key is an empty answer
    /// without a request.
    ///
    /// # Errors
    ///
    /// A [`BatchGetError`](crate::BatchGetError) lists the keys that were not read and holds the items that were: keys that
    /// were left unprocessed until all [`attempts`](BatchGet::attempts) were used up, keys that are empty or too long,
    /// items that do not fit `T`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use dynamo_model::*;
    /// # #[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
    /// # #[dynamo(table = "notes")]
    /// # struct Note { #[partition_key] id: String, text: String, #[version] version: u64 }
    /// # #[derive(Debug, Clone, PartialEq, DynamoItem)]
    /// # #[dynamo(table = "events")]
    /// # struct Event { #[partition_key] id: u64, text: String }
    /// # #[cfg(feature = "embedded")]
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let db = Dynamo::embedded();
    /// # let (notes, events) = (db.table::<Note>(), db.table::<Event>());
    /// # notes.create_table().await?;
    /// # events.create_table().await?;
    /// let mut note = Note { id: "a".into(), ..Note::default() };
    /// notes.create(&mut note).await?;
    /// let found: Vec<Option<Note>> = notes.batch_get(["a", "b", "a"]).await?;
    /// assert_eq!(found, [Some(note.clone()), None, Some(note)]);
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "embedded"))]
    /// # fn main() {}
    /// ```
    pub fn batch_get<I>(&self, keys: I) -> BatchGet<T>
    where
        I: IntoIterator<Item: IntoKey<T>>,
    {
        BatchGet::new(self.clone(), keys.into_iter().map(IntoKey::into_key).collect())
    }

    /// Reads any number of items by their keys, all of which must be there.
    ///
    /// # Errors
    ///
    /// As [`batch_get`](Self::batch_get); [`NotFound`](crate::ErrorKind::NotFound) where there is nothing under some of
    /// the keys, which the error lists.
    ///
    /// # Examples
    ///
    /// ```
    /// # use dynamo_model::*;
    /// # #[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
    /// # #[dynamo(table = "notes")]
    /// # struct Note { #[partition_key] id: String, text: String, #[version] version: u64 }
    /// # #[derive(Debug, Clone, PartialEq, DynamoItem)]
    /// # #[dynamo(table = "events")]
    /// # struct Event { #[partition_key] id: u64, text: String }
    /// # #[cfg(feature = "embedded")]
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let db = Dynamo::embedded();
    /// # let (notes, events) = (db.table::<Note>(), db.table::<Event>());
    /// # notes.create_table().await?;
    /// # events.create_table().await?;
    /// let mut note = Note { id: "a".into(), ..Note::default() };
    /// notes.create(&mut note).await?;
    /// assert_eq!(notes.get_all(["a"]).await?, [note]);
    ///
    /// let error = notes.get_all(["a", "b"]).await.unwrap_err();
    /// assert_eq!(error.error().kind(), ErrorKind::NotFound);
    /// assert_eq!(error.unread()[0].position(), 1);
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "embedded"))]
    /// # fn main() {}
    /// ```
    pub fn get_all<I>(&self, keys: I) -> GetAll<T>
    where
        I: IntoIterator<Item: IntoKey<T>>,
    {
        GetAll::new(self.batch_get(keys))
    }

    /// Puts any number of items that have no version, each in the place of whatever is stored.
    ///
    /// Requests of 25 items go side by side, and what the service leaves unprocessed goes into later ones. The items are
    /// made ready when this is called; memory does not change, so it does not learn generated attributes. A request whose
    /// answer was lost is sent again, so a batch write can overwrite a newer edit.
    ///
    /// # Errors
    ///
    /// A [`BatchWriteError`](crate::BatchWriteError) says what was written and lists what was not. An item that cannot be
    /// stored or is over 400 KB is listed there, and the others are written. Two items with one key are refused before
    /// anything is sent.
    ///
    /// # Examples
    ///
    /// ```
    /// # use dynamo_model::*;
    /// # #[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
    /// # #[dynamo(table = "notes")]
    /// # struct Note { #[partition_key] id: String, text: String, #[version] version: u64 }
    /// # #[derive(Debug, Clone, PartialEq, DynamoItem)]
    /// # #[dynamo(table = "events")]
    /// # struct Event { #[partition_key] id: u64, text: String }
    /// # #[cfg(feature = "embedded")]
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let db = Dynamo::embedded();
    /// # let (notes, events) = (db.table::<Note>(), db.table::<Event>());
    /// # notes.create_table().await?;
    /// # events.create_table().await?;
    /// let some: Vec<Event> = (1..=60).map(|id| Event { id, text: "started".into() }).collect();
    /// let report = events.batch_put(&some).await?;
    /// assert_eq!(report.requests(), 3);
    /// assert_eq!(events.batch_get(1..=60_u64).await?.into_iter().flatten().count(), 60);
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "embedded"))]
    /// # fn main() {}
    /// ```
    pub fn batch_put(&self, items: &[T]) -> BatchWrite
    where
        T: Writable,
        T::Version: Unversioned<T>,
    {
        BatchWrite::put(self, "batch_put", items)
    }

    /// Puts any number of items as [`put_unchecked`](Self::put_unchecked) does one: whatever is stored is overwritten.
    ///
    /// What is stored has the version after the one in memory, and a fresh generation. Memory does not change: read an
    /// item again before writing it with a check. Otherwise as [`batch_put`](Self::batch_put).
    ///
    /// # Errors
    ///
    /// As [`batch_put`](Self::batch_put).
    ///
    /// # Examples
    ///
    /// ```
    /// # use dynamo_model::*;
    /// # #[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
    /// # #[dynamo(table = "notes")]
    /// # struct Note { #[partition_key] id: String, text: String, #[version] version: u64 }
    /// # #[derive(Debug, Clone, PartialEq, DynamoItem)]
    /// # #[dynamo(table = "events")]
    /// # struct Event { #[partition_key] id: u64, text: String }
    /// # #[cfg(feature = "embedded")]
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let db = Dynamo::embedded();
    /// # let (notes, events) = (db.table::<Note>(), db.table::<Event>());
    /// # notes.create_table().await?;
    /// # events.create_table().await?;
    /// let imported = ["a", "b"].map(|id| Note { id: id.into(), version: 6, ..Note::default() });
    /// notes.batch_put_unchecked(&imported).await?;
    /// assert_eq!(notes.get_all(["a", "b"]).await?[1].version, 7);
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "embedded"))]
    /// # fn main() {}
    /// ```
    pub fn batch_put_unchecked(&self, items: &[T]) -> BatchWrite
    where
        T: Writable,
    {
        BatchWrite::put(self, "batch_put_unchecked", items)
    }

    /// Deletes any number of items that have no version. A key without an item is fine.
    ///
    /// # Errors
    ///
    /// As [`batch_put`](Self::batch_put), also for two equal keys.
    ///
    /// # Examples
    ///
    /// ```
    /// # use dynamo_model::*;
    /// # #[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
    /// # #[dynamo(table = "notes")]
    /// # struct Note { #[partition_key] id: String, text: String, #[version] version: u64 }
    /// # #[derive(Debug, Clone, PartialEq, DynamoItem)]
    /// # #[dynamo(table = "events")]
    /// # struct Event { #[partition_key] id: u64, text: String }
    /// # #[cfg(feature = "embedded")]
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let db = Dynamo::embedded();
    /// # let (notes, events) = (db.table::<Note>(), db.table::<Event>());
    /// # notes.create_table().await?;
    /// # events.create_table().await?;
    /// events.batch_put(&[Event { id: 1, text: "started".into() }]).await?;
    /// events.batch_delete([1, 2]).await?;
    /// assert_eq!(events.get(1).await?, None);
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "embedded"))]
    /// # fn main() {}
    /// ```
    pub fn batch_delete<I>(&self, keys: I) -> BatchWrite
    where
        T: Writable,
        T::Version: Unversioned<T>,
        I: IntoIterator<Item: IntoKey<T>>,
    {
        self.deletions("batch_delete", keys)
    }

    /// Deletes any number of items, whatever their versions are.
    ///
    /// # Errors
    ///
    /// As [`batch_delete`](Self::batch_delete).
    ///
    /// # Examples
    ///
    /// ```
    /// # use dynamo_model::*;
    /// # #[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
    /// # #[dynamo(table = "notes")]
    /// # struct Note { #[partition_key] id: String, text: String, #[version] version: u64 }
    /// # #[derive(Debug, Clone, PartialEq, DynamoItem)]
    /// # #[dynamo(table = "events")]
    /// # struct Event { #[partition_key] id: u64, text: String }
    /// # #[cfg(feature = "embedded")]
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let db = Dynamo::embedded();
    /// # let (notes, events) = (db.table::<Note>(), db.table::<Event>());
    /// # notes.create_table().await?;
    /// # events.create_table().await?;
    /// notes.create(&mut Note { id: "a".into(), ..Note::default() }).await?;
    /// notes.batch_delete_unchecked(["a", "b"]).await?;
    /// assert_eq!(notes.get("a").await?, None);
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "embedded"))]
    /// # fn main() {}
    /// ```
    pub fn batch_delete_unchecked<I>(&self, keys: I) -> BatchWrite
    where
        T: Writable,
        I: IntoIterator<Item: IntoKey<T>>,
    {
        self.deletions("batch_delete_unchecked", keys)
    }

    fn deletions<I>(&self, operation: &'static str, keys: I) -> BatchWrite
    where
        I: IntoIterator<Item: IntoKey<T>>,
    {
        let keys = keys.into_iter().map(IntoKey::into_key).collect();
        BatchWrite::delete(self.place(), T::SCHEMA, operation, keys)
    }
}

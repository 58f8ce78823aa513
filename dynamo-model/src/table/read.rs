//! Reading by a key, by a partition, or all of it.

use super::Table;
use crate::{
    item::{DynamoItem, IntoKey, PartitionFrom},
    operation::{Get, Query, Refresh, Scan},
};

impl<T: DynamoItem> Table<T> {
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
}

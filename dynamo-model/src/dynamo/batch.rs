//! Batches over several tables.

use super::Dynamo;
use crate::operation::{BatchGetParts, BatchWrite};

impl Dynamo {
    /// Reads items of several tables, in requests of 100 keys that mix them. Up to twelve parts are
    /// [added](BatchGetParts::add): `table.get(..)` and `table.batch_get(..)`, each with its own consistency.
    ///
    /// # Errors
    ///
    /// As [`Table::batch_get`](crate::Table::batch_get).
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
    /// let (found, event) = db.batch_get().add(notes.batch_get(["a", "b"])).add(events.get(1)).await?;
    /// assert_eq!(found, [None, None]);
    /// assert!(event.is_some());
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "embedded"))]
    /// # fn main() {}
    /// ```
    pub fn batch_get(&self) -> BatchGetParts {
        BatchGetParts::new(self.clone())
    }

    /// Puts and deletes items of several tables, in requests of 25 that mix them.
    ///
    /// # Errors
    ///
    /// As [`Table::batch_put`](crate::Table::batch_put); positions are counted in each part.
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
    /// let started = [Event { id: 1, text: "started".into() }];
    /// let batch = db.batch_write().add(events.batch_put(&started)).add(notes.batch_delete_unchecked(["a", "b"]));
    /// assert_eq!(batch.await?.requests(), 1);
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "embedded"))]
    /// # fn main() {}
    /// ```
    pub fn batch_write(&self) -> BatchWrite {
        BatchWrite::new(self.clone())
    }
}

//! The operations on the table as a whole.

use std::sync::Arc;

use super::Table;
use crate::{
    item::DynamoItem,
    operation::{CreateTable, DeleteTable, Verify},
};

impl<T: DynamoItem> Table<T> {
    /// Makes the table and waits until it and its indexes are `ACTIVE`. Fine if the same table is there already.
    ///
    /// On demand, with the keys and indexes of the model; where the model has a `ttl`, time to live is turned on. Several
    /// item types that share the table are made as one with [`with`](CreateTable::with). A table that is there is compared
    /// by its keys, indexes and time to live, and not by the builder's options. Waits for ten minutes, or as long as
    /// [`wait_at_most`](CreateTable::wait_at_most) says.
    ///
    /// # Errors
    ///
    /// [`TableMismatch`](crate::ErrorKind::TableMismatch) lists every difference to another table of this name,
    /// [`InvalidRequest`](crate::ErrorKind::InvalidRequest) every contradiction between item types that are to share it,
    /// [`Timeout`](crate::ErrorKind::Timeout) says what was still waited for.
    ///
    /// # Examples
    ///
    /// ```
    /// # use dynamo_model::*;
    /// #[derive(DynamoItem)]
    /// #[dynamo(table = "shop")]
    /// struct Customer {
    ///     #[partition_key]
    ///     pk: String,
    ///     name: String,
    /// }
    ///
    /// #[derive(DynamoItem)]
    /// #[dynamo(table = "shop")]
    /// struct Session {
    ///     #[partition_key]
    ///     pk: String,
    ///     #[dynamo(ttl)]
    ///     expires: Option<u64>,
    /// }
    ///
    /// # #[cfg(feature = "embedded")]
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// let customers = Dynamo::embedded().table::<Customer>();
    /// let create = || customers.create_table().with::<Session>().stream(StreamViewType::NewImage).tag("team", "shop");
    /// create().on_progress(|progress| println!("{progress}")).await?;
    /// create().await?; // the second time too
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "embedded"))]
    /// # fn main() {}
    /// ```
    pub fn create_table(&self) -> CreateTable {
        CreateTable::new(Arc::clone(&self.place), T::SCHEMA)
    }

    /// Deletes the table with everything in it, and waits until it is gone. Fine if it is not there.
    ///
    /// Waits for ten minutes, or as long as [`wait_at_most`](DeleteTable::wait_at_most) says.
    ///
    /// # Errors
    ///
    /// The table is protected against deletion, or it is not gone in time.
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
    /// notes.create_table().await?;
    /// notes.delete_table().await?;
    /// notes.delete_table().await?; // the second time too
    /// assert_eq!(notes.get("n-1").await.unwrap_err().kind(), ErrorKind::TableNotFound);
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "embedded"))]
    /// # fn main() {}
    /// ```
    pub fn delete_table(&self) -> DeleteTable {
        DeleteTable::new(Arc::clone(&self.place))
    }

    /// Compares the table's keys, indexes, projections and time to live with the model, and changes nothing.
    ///
    /// Item types that share the table are added with [`with`](Verify::with). The report warns where an item type has a
    /// version and several Regions can write it.
    ///
    /// # Errors
    ///
    /// The table is not there, the service does not answer, or the item types contradict each other. A difference is no
    /// error: see [`TableReport`](crate::TableReport).
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
    /// let report = notes.verify().await?;
    /// assert!(report.is_match(), "{report}");
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "embedded"))]
    /// # fn main() {}
    /// ```
    pub fn verify(&self) -> Verify {
        Verify::new(Arc::clone(&self.place), T::SCHEMA)
    }
}

//! Transactions over items of any types and tables.

use super::Dynamo;
use crate::operation::{TransactGet, TransactWrite};

impl Dynamo {
    /// Applies several writes together or not at all: up to 100, of any item types and tables of one account and Region.
    ///
    /// Actions are [added](TransactWrite::add): the very builders that can be awaited alone, with their version checks and
    /// conditions. Items in memory change only after the commit. One client request token serves all attempts of one
    /// `await`, so a lost answer cannot apply a transaction twice. What meets other transactions or is throttled is tried
    /// again, by the SDK and then a few times more, without reading anything.
    ///
    /// A transaction takes twice the capacity of its writes. See
    /// [transactions](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html).
    ///
    /// # Errors
    ///
    /// [`TransactError::Cancelled`](crate::TransactError::Cancelled) with a reason for each action, a conflict with its
    /// stored item. [`OutcomeUnknown`](crate::ErrorKind::OutcomeUnknown) where an attempt got no answer and no later one
    /// told: that it was throttled or met another transaction then says nothing about the attempts before, and
    /// [`resolve`](crate::OutcomeUnknown::resolve) finds out. Refused before anything is sent: no action, more than 100, an item twice, more than 4 MB, and whatever
    /// a single write refuses; the error names the action, from 0.
    ///
    /// # Examples
    ///
    /// ```
    /// # use dynamo_model::*;
    /// # #[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
    /// # #[dynamo(table = "notes")]
    /// # struct Note { #[partition_key] id: String, text: String, #[version] version: u64 }
    /// # #[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
    /// # #[dynamo(table = "audits")]
    /// # struct Audit { #[partition_key] note: String, #[sort_key] version: u64, text: String }
    /// # #[cfg(feature = "embedded")]
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let db = Dynamo::embedded();
    /// # let (notes, audits) = (db.table::<Note>(), db.table::<Audit>());
    /// # notes.create_table().await?;
    /// # audits.create_table().await?;
    /// # let mut note = Note { id: "n-1".into(), text: "a".into(), ..Note::default() };
    /// # notes.create(&mut note).await?;
    /// note.text = "b".into();
    /// let mut audit = Audit { note: "n-1".into(), version: 2, text: "b".into() };
    /// db.transact_write().add(notes.update(&mut note)).add(audits.create(&mut audit)).await?;
    /// assert_eq!(note.version, 2);
    ///
    /// // Action 1 is refused, so action 0 is not applied either.
    /// let again = db.transact_write().add(notes.update(&mut note)).add(audits.create(&mut audit)).await;
    /// assert!(matches!(again, Err(TransactError::Cancelled(cancelled)) if cancelled.conflict::<Audit>(1).is_some()));
    /// assert_eq!(note.version, 2);
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "embedded"))]
    /// # fn main() {}
    /// ```
    pub fn transact_write<'a>(&self) -> TransactWrite<'a> {
        TransactWrite::new(self.clone())
    }

    /// Reads several items as they are at one moment: up to twelve by [`add`](TransactGet::add), or up to 100 of one type
    /// by [`get_all`](TransactGet::get_all).
    ///
    /// It is serializable, so `.consistent()` of a part makes no difference. It takes twice the capacity of consistent
    /// reads.
    ///
    /// # Errors
    ///
    /// A key that is empty or too long, an item that does not fit its type, each with the number of its action, from 0; or
    /// the service has no answer.
    ///
    /// # Examples
    ///
    /// ```
    /// # use dynamo_model::*;
    /// # #[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
    /// # #[dynamo(table = "notes")]
    /// # struct Note { #[partition_key] id: String, text: String, #[version] version: u64 }
    /// # #[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
    /// # #[dynamo(table = "users")]
    /// # struct User { #[partition_key] id: String, active: bool }
    /// # #[cfg(feature = "embedded")]
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let db = Dynamo::embedded();
    /// # let (notes, users) = (db.table::<Note>(), db.table::<User>());
    /// # notes.create_table().await?;
    /// # users.create_table().await?;
    /// # let mut note = Note { id: "n-1".into(), ..Note::default() };
    /// # notes.create(&mut note).await?;
    /// let (note, user) = db.transact_get().add(notes.get("n-1")).add(users.get("u-1")).await?;
    /// assert_eq!((note.map(|note| note.version), user), (Some(1), None));
    ///
    /// let notes = db.transact_get().get_all::<Note>(["n-1", "n-2"]).await?;
    /// assert!(notes[0].is_some() && notes[1].is_none());
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "embedded"))]
    /// # fn main() {}
    /// ```
    pub fn transact_get(&self) -> TransactGet {
        TransactGet::new(self.clone())
    }
}

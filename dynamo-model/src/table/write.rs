//! The writes of one item, each with its version check.

use super::{Table, handles};
use crate::{
    expression::{Condition, PatchFn},
    item::{Attributes, DynamoItem, Expect, IntoKey, Writable},
    operation::{self, Check, Create, Delete, DeleteAt, Patch, PatchAt, Put, Update},
    write_plan::Verb,
};

impl<T: DynamoItem> Table<T> {
    /// Stores an item that is not there yet.
    ///
    /// Where an answer is lost, the SDK's repetition may create again what another writer deleted meanwhile;
    /// [`idempotent`](Create::idempotent) avoids it.
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
    /// An action on a field in the template of an index key makes that key new. The template's other fields are taken from
    /// the item in memory, so the condition then also demands that each of them is stored as memory has it: an edit of one
    /// that was never stored is refused as [`ConditionFailed`](crate::Cause::ConditionFailed). So is an attribute that is
    /// stored in another spelling than ours, as NULL, or not at all where the field has a default. Set such a field in the
    /// same patch, or use [`update`](Self::update).
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
        Patch::new(self.clone(), item, operation::actions(actions))
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
        PatchAt::new(self.clone(), key.into_key(), expect, operation::actions(actions))
    }

    /// Deletes the item if its version is still the one in memory.
    ///
    /// Where an answer is lost, the SDK's repetition may delete what another writer created anew meanwhile under the same
    /// key and version; a `generation` or [`idempotent`](Delete::idempotent) avoids it.
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

    /// Demands something of an item that a transaction does not change: an action of
    /// [`transact_write`](crate::Dynamo::transact_write), which alone takes it (`ConditionCheck`).
    ///
    /// # Errors
    ///
    /// The transaction is cancelled where the condition fails: [`Missing`](crate::Cause::Missing) where there is no item,
    /// else [`ConditionFailed`](crate::Cause::ConditionFailed) with the stored item.
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
    /// # let db = Dynamo::embedded();
    /// # let notes = db.table::<Note>();
    /// # notes.create_table().await?;
    /// # let mut note = Note { id: "n-1".into(), text: "a".into(), ..Note::default() };
    /// # notes.create(&mut note).await?;
    /// let mut answer = Note { id: "n-2".into(), ..Note::default() };
    /// db.transact_write().add(notes.check("n-1", |n| n.views.lt(100))).add(notes.create(&mut answer)).await?;
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "embedded"))]
    /// # fn main() {}
    /// ```
    pub fn check(&self, key: impl IntoKey<T>, condition: impl FnOnce(&Attributes<T>) -> Condition<T>) -> Check<T> {
        Check::new(self.clone(), key.into_key(), condition(&handles::<T>()).into_tree())
    }
}

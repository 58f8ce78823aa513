//! A write whose answer was lost, and the means to find out what became of it.

use std::fmt;

use super::Error;
use crate::{operation::Unresolved, value::Item};

/// What became of a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Outcome {
    /// It was applied.
    Applied,
    /// It was not applied.
    NotApplied,
    /// The stored item does not tell.
    Unknown,
}

/// A write that may or may not have been applied: its answer was lost, and the stored item does not tell by itself.
///
/// It is neither "failed" nor a conflict. A model with a `write_id` attribute can nearly always tell.
///
/// # Examples
///
/// ```
/// use dynamo_model::{Error, Outcome};
///
/// async fn was_applied(error: &Error) -> Result<bool, Error> {
///     match error.unknown_outcome() {
///         Some(unknown) => Ok(unknown.resolve().await? == Outcome::Applied),
///         None => Ok(false),
///     }
/// }
/// ```
pub struct OutcomeUnknown(Box<Unresolved>);

impl OutcomeUnknown {
    pub(crate) fn new(unresolved: Unresolved) -> Self {
        Self(Box::new(unresolved))
    }

    /// The key attributes of the item that the write was about, a generated key included. Of a transaction, those of its
    /// first action.
    #[must_use]
    pub fn key(&self) -> Item {
        self.0.keys().next().map(|(_, key)| key).unwrap_or_default()
    }

    /// The physical table and the key attributes of every write: one, or the actions of a transaction in their order.
    #[must_use]
    pub fn keys(&self) -> Vec<(String, Item)> {
        self.0.keys().map(|(table, key)| (table.to_owned(), key)).collect()
    }

    /// Finds out whether the write was applied.
    ///
    /// A single write is looked for by a consistent read of its item. An attempt that is still on its way can be applied
    /// after this read.
    ///
    /// A transaction, and a write with `.idempotent()`, is *sent again* with its client request token, which within the
    /// token's ten minutes has exactly one answer: [`Applied`](Outcome::Applied), now or before, and once, or
    /// [`NotApplied`](Outcome::NotApplied). Items in memory do not change by it: read them again. Later, and
    /// where the clock was set back, its items are read.
    ///
    /// # Errors
    ///
    /// The item cannot be read, or the transaction has no answer again.
    pub async fn resolve(&self) -> Result<Outcome, Error> {
        self.0.resolve().await
    }
}

impl fmt::Debug for OutcomeUnknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OutcomeUnknown")
            .field("table", &self.0.keys().next().map(|(table, _)| table))
            .finish_non_exhaustive()
    }
}

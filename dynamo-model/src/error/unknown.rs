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

    /// The key attributes of the item that the write was about, a generated key included.
    #[must_use]
    pub fn key(&self) -> Item {
        self.0.key()
    }

    /// Reads the item consistently and tells whether the write was applied.
    ///
    /// An attempt that is still on its way can be applied after this read.
    ///
    /// # Errors
    ///
    /// The item cannot be read.
    pub async fn resolve(&self) -> Result<Outcome, Error> {
        self.0.resolve().await
    }
}

impl fmt::Debug for OutcomeUnknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OutcomeUnknown").field("table", &self.0.table()).finish_non_exhaustive()
    }
}

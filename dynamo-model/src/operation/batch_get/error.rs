//! A batch of which not everything was read.

use std::{error::Error as StdError, fmt};

use super::{
    super::batch::{BatchFailure, summary},
    reads::Unread,
};
use crate::error::Error;

/// A batch of which not everything was read. What was read is in it.
///
/// `R` is what the batch would have given: for `notes.batch_get(..)` a `Vec<Option<Note>>`, with `None` also where a key
/// was not read. `?` converts it into [`Error`] where nobody cares for what was read.
///
/// # Examples
///
/// ```
/// # use dynamo_model::*;
/// # #[derive(Debug, Clone, PartialEq, DynamoItem)]
/// # #[dynamo(table = "notes")]
/// # struct Note { #[partition_key] id: String, text: String }
/// # #[cfg(feature = "embedded")]
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), Error> {
/// let engine = Embedded::new();
/// let notes = engine.dynamo().table::<Note>();
/// notes.create_table().await?;
/// engine.faults().unprocessed(1.0);
///
/// let error = notes.batch_get(["a", "b"]).attempts(3).await.unwrap_err();
/// assert_eq!(error.error().kind(), ErrorKind::Throttled);
/// assert_eq!(error.unread().iter().map(BatchFailure::position).collect::<Vec<_>>(), [0, 1]);
/// assert_eq!(error.into_read(), [None, None]);
/// # Ok(())
/// # }
/// # #[cfg(not(feature = "embedded"))]
/// # fn main() {}
/// ```
pub struct BatchGetError<R>(Box<Inner<R>>);

struct Inner<R> {
    read: R,
    unread: Vec<BatchFailure>,
    error: Error,
}

impl<R> BatchGetError<R> {
    /// What was read.
    #[must_use]
    pub fn read(&self) -> &R {
        &self.0.read
    }

    /// What was read, to be kept.
    #[must_use]
    pub fn into_read(self) -> R {
        self.0.read
    }

    /// Which keys were not read, in their order, each with its reason.
    #[must_use]
    pub fn unread(&self) -> &[BatchFailure] {
        &self.0.unread
    }

    /// All of it as one error.
    #[must_use]
    pub fn error(&self) -> &Error {
        &self.0.error
    }
}

/// What was read, if all of it was.
pub(super) fn finish<R>(read: R, unread: Unread, operation: &'static str) -> Result<R, BatchGetError<R>> {
    let Unread { failures: mut unread, total, source } = unread;
    if unread.is_empty() {
        return Ok(read);
    }
    let error = summary(&mut unread, (total, "read"), source, operation);
    Err(BatchGetError(Box::new(Inner { read, unread, error })))
}

impl<R> fmt::Debug for BatchGetError<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BatchGetError")
            .field("error", self.error())
            .field("unread", &self.0.unread.len())
            .finish_non_exhaustive()
    }
}

impl<R> fmt::Display for BatchGetError<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error().fmt(f)
    }
}

impl<R> StdError for BatchGetError<R> {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.error().source()
    }
}

impl<R> From<BatchGetError<R>> for Error {
    fn from(error: BatchGetError<R>) -> Self {
        error.0.error
    }
}

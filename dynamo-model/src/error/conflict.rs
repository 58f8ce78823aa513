//! A refused conditional write, with the item that came back with the refusal.

use std::{error::Error as StdError, fmt};

use super::{Error, ErrorKind};
use crate::{item::DynamoItem, value::Item};

/// Why the condition of a write failed, decided from the item that is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Cause {
    /// There is no item under the key.
    Missing,
    /// A `create` found an item.
    AlreadyExists,
    /// Another version is stored than the write started from.
    VersionMismatch,
    /// The item was deleted and made again: another life with another generation.
    Recreated,
    /// The version is as expected; a condition of the caller failed.
    ConditionFailed,
}

impl Cause {
    pub(super) const fn describe(self) -> &'static str {
        match self {
            Self::Missing => "there is no item under the key",
            Self::AlreadyExists => "there is an item under the key already",
            Self::VersionMismatch => "another version is stored",
            Self::Recreated => "the item was deleted and made again",
            Self::ConditionFailed => "the condition failed",
        }
    }
}

/// A refused conditional write and the item that came back with the refusal: no second read is needed.
///
/// An item that does not decode as `T` is still a conflict: then [`current`](Self::current) is `None` and
/// [`current_item`](Self::current_item) has it as it is stored. Only DynamoDB's `ConditionalCheckFailedException` is a
/// conflict: throttling, time-outs and dead endpoints are an [`Error`].
///
/// # Examples
///
/// ```
/// # use dynamo_model::*;
/// # #[derive(Debug, Clone, PartialEq, DynamoItem)]
/// # #[dynamo(table = "notes")]
/// # struct Note { #[partition_key] id: String, text: String, views: u64, draft: Option<String>, #[version] version: u64 }
/// // The change is applied to what is stored now.
/// async fn retitle(notes: &Table<Note>, conflict: Conflict<Note>) -> Result<(), Error> {
///     if conflict.cause() == Cause::VersionMismatch {
///         if let Some(mut stored) = conflict.into_current() {
///             stored.text = "Revised".into();
///             notes.update(&mut stored).await?;
///         }
///     }
///     Ok(())
/// }
/// ```
pub struct Conflict<T: DynamoItem>(Box<Inner<T>>);

struct Inner<T: DynamoItem> {
    cause: Cause,
    expected: Option<T::Version>,
    current: Option<T>,
    item: Option<Item>,
    table: Box<str>,
    operation: &'static str,
}

impl<T: DynamoItem> Conflict<T> {
    pub(crate) fn new(
        cause: Cause,
        expected: Option<T::Version>,
        item: Option<Item>,
        table: &str,
        operation: &'static str,
    ) -> Self {
        let current = item.as_ref().and_then(|item| T::decode(item.clone()).ok());
        Self(Box::new(Inner { cause, expected, current, item, table: table.into(), operation }))
    }

    /// The version that the write expected; `None` where it expected none.
    #[must_use]
    pub fn expected(&self) -> Option<T::Version> {
        self.0.expected
    }

    /// The item that is stored, where there is one and it decodes.
    #[must_use]
    pub fn current(&self) -> Option<&T> {
        self.0.current.as_ref()
    }

    /// The item that is stored, to go on with.
    #[must_use]
    pub fn into_current(self) -> Option<T> {
        self.0.current
    }

    /// The item that is stored, attribute by attribute.
    #[must_use]
    pub fn current_item(&self) -> Option<&Item> {
        self.0.item.as_ref()
    }

    /// Why the write was refused.
    #[must_use]
    pub fn cause(&self) -> Cause {
        self.0.cause
    }

    /// The physical name of the table.
    #[must_use]
    pub fn table(&self) -> &str {
        &self.0.table
    }
}

impl<T: DynamoItem> fmt::Debug for Conflict<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Conflict")
            .field("cause", &self.0.cause)
            .field("operation", &self.0.operation)
            .field("table", &self.0.table)
            .finish_non_exhaustive()
    }
}

impl<T: DynamoItem> fmt::Display for Conflict<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on table `{}` conflicts: {}", self.0.operation, self.0.table, self.0.cause.describe())
    }
}

impl<T: DynamoItem> StdError for Conflict<T> {}

/// What a write fails with: a conflict is an outcome to be handled, everything else an [`Error`].
///
/// `?` converts it into an [`Error`] where nobody cares for the difference.
///
/// # Examples
///
/// ```
/// # use dynamo_model::*;
/// # #[derive(Debug, Clone, PartialEq, DynamoItem)]
/// # #[dynamo(table = "notes")]
/// # struct Note { #[partition_key] id: String, text: String, views: u64, draft: Option<String>, #[version] version: u64 }
/// async fn save(notes: &Table<Note>, note: &mut Note) -> Result<bool, Error> {
///     match notes.update(note).await {
///         Ok(()) => Ok(true),
///         Err(WriteError::Conflict(_)) => Ok(false),
///         Err(WriteError::Error(error)) => Err(error),
///     }
/// }
/// ```
pub enum WriteError<T: DynamoItem> {
    /// The condition failed; the stored item came back.
    Conflict(Conflict<T>),
    /// Anything else.
    Error(Error),
}

impl<T: DynamoItem> fmt::Debug for WriteError<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Conflict(conflict) => conflict.fmt(f),
            Self::Error(error) => fmt::Debug::fmt(error, f),
        }
    }
}

impl<T: DynamoItem> fmt::Display for WriteError<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Conflict(conflict) => fmt::Display::fmt(conflict, f),
            Self::Error(error) => fmt::Display::fmt(error, f),
        }
    }
}

impl<T: DynamoItem> StdError for WriteError<T> {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match self {
            Self::Conflict(_) => None,
            Self::Error(error) => error.source(),
        }
    }
}

impl<T: DynamoItem> From<Conflict<T>> for WriteError<T> {
    fn from(conflict: Conflict<T>) -> Self {
        Self::Conflict(conflict)
    }
}

impl<T: DynamoItem> From<Error> for WriteError<T> {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

impl<T: DynamoItem> From<WriteError<T>> for Error {
    fn from(error: WriteError<T>) -> Self {
        match error {
            WriteError::Conflict(conflict) => {
                let (table, operation) = (conflict.0.table.clone(), conflict.0.operation);
                let error = Self::new(ErrorKind::Conflict).at(&table, operation);
                let error = match conflict.0.cause {
                    // The kind says it already.
                    Cause::ConditionFailed => error,
                    cause => error.because(cause.describe()),
                };
                error.caused_by(conflict)
            }
            WriteError::Error(error) => error,
        }
    }
}

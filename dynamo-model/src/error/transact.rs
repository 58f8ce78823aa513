//! Why a transaction was cancelled: a reason for each action.

use std::{any::Any, error::Error as StdError, fmt};

use super::{Cause, Conflict, Error, ErrorKind};
use crate::item::DynamoItem;

/// What a transaction fails with: a cancellation is an answer with reasons, everything else an [`Error`].
///
/// `?` converts it into an [`Error`] where nobody cares for the difference. Into an error type of your own that has a
/// `From<Error>` it goes by `.map_err(Error::from)?`, or by a `From<TransactError>` of yours.
///
/// # Examples
///
/// ```
/// # use dynamo_model::*;
/// # #[derive(Debug, Clone, PartialEq, DynamoItem)]
/// # #[dynamo(table = "notes")]
/// # struct Note { #[partition_key] id: String, text: String, #[version] version: u64 }
/// async fn publish(db: &Dynamo, notes: &Table<Note>, note: &mut Note, old: &Note) -> Result<bool, Error> {
///     match db.transact_write().add(notes.create(note)).add(notes.delete(old)).await {
///         Ok(()) => Ok(true),
///         Err(TransactError::Cancelled(cancelled)) => {
///             // The stored item came back with the refusal, as with a single write.
///             let newer = cancelled.conflict::<Note>(1).and_then(|conflict| conflict.current());
///             println!("action 1 found version {:?}", newer.map(|note| note.version));
///             Ok(false)
///         }
///         Err(error) => Err(error.into()),
///     }
/// }
/// # let _ = publish;
/// ```
#[non_exhaustive]
pub enum TransactError {
    /// Nothing was applied, for these reasons.
    Cancelled(Cancellation),
    /// Anything else.
    Error(Error),
}

/// The reasons for which DynamoDB cancelled a transaction. Nothing of it was applied.
///
/// Its text names the action that is to blame: a conflict before anything else, and of several the first.
///
/// See [`TransactionCanceledException`](https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html).
pub struct Cancellation(Box<Inner>);

struct Inner {
    reasons: Vec<CancellationReason>,
    source: Error,
}

impl Cancellation {
    pub(crate) fn new(reasons: Vec<CancellationReason>, source: Error) -> Self {
        Self(Box::new(Inner { reasons, source }))
    }

    /// One reason for each action, in the order in which the actions were added. Those that were not to blame have no
    /// [`kind`](CancellationReason::kind).
    #[must_use]
    pub fn reasons(&self) -> &[CancellationReason] {
        &self.0.reasons
    }

    /// The reason that matters: the first conflict, else the first that is none of contention and throttling, else the
    /// first.
    #[must_use]
    pub fn main_reason(&self) -> Option<&CancellationReason> {
        let rank = |reason: &&CancellationReason| match reason.kind {
            Some(ErrorKind::Conflict) => 0,
            Some(kind) if !kind.is_retryable() => 1,
            _ => 2,
        };
        self.0.reasons.iter().filter(|reason| reason.kind.is_some()).min_by_key(rank)
    }

    /// The conflict of an action, counted from 0, if its condition failed and `T` is its item type.
    #[must_use]
    pub fn conflict<T: DynamoItem>(&self, action: usize) -> Option<&Conflict<T>> {
        self.0.reasons.get(action)?.conflict()
    }
}

impl fmt::Display for Cancellation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(main) = self.main_reason() else {
            return f.write_str("the transaction was cancelled without a reason");
        };
        write!(f, "the transaction was cancelled: {main}")?;
        let more = self.0.reasons.iter().filter(|reason| reason.kind.is_some()).count().saturating_sub(1);
        if more > 0 {
            write!(f, ", and {more} more of {} actions", self.0.reasons.len())?;
        }
        Ok(())
    }
}

impl fmt::Debug for Cancellation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.reasons.iter().filter(|reason| reason.kind.is_some())).finish()
    }
}

impl StdError for Cancellation {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.0.source.source()
    }
}

/// What an action had to do with the cancellation of its transaction.
///
/// # Examples
///
/// ```
/// use dynamo_model::{Cancellation, CancellationReason, ErrorKind};
///
/// /// The actions that were refused because of what is stored.
/// fn refused(cancelled: &Cancellation) -> Vec<usize> {
///     let refused = cancelled.reasons().iter().filter(|reason| reason.kind() == Some(ErrorKind::Conflict));
///     refused.map(CancellationReason::action).collect()
/// }
/// # let _ = refused;
/// ```
pub struct CancellationReason {
    action: usize,
    table: Box<str>,
    operation: &'static str,
    kind: Option<ErrorKind>,
    conflict: Option<(Cause, Box<dyn Any + Send + Sync>)>,
}

impl CancellationReason {
    pub(crate) fn new(action: usize, table: &str, operation: &'static str) -> Self {
        Self { action, table: table.into(), operation, kind: None, conflict: None }
    }

    pub(crate) fn of_kind(mut self, kind: ErrorKind) -> Self {
        self.kind = Some(kind);
        self
    }

    pub(crate) fn of_conflict(mut self, cause: Cause, conflict: Box<dyn Any + Send + Sync>) -> Self {
        (self.kind, self.conflict) = (Some(ErrorKind::Conflict), Some((cause, conflict)));
        self
    }

    /// Which action it is, from 0 in the order in which they were added.
    #[must_use]
    pub fn action(&self) -> usize {
        self.action
    }

    /// The physical name of the action's table.
    #[must_use]
    pub fn table(&self) -> &str {
        &self.table
    }

    /// The action: `create`, `update`, `check` and so on.
    #[must_use]
    pub fn operation(&self) -> &'static str {
        self.operation
    }

    /// What was wrong with it; `None` where it was not the reason.
    ///
    /// [`Conflict`](ErrorKind::Conflict) where its condition failed,
    /// [`TransactionConflict`](ErrorKind::TransactionConflict), [`Throttled`](ErrorKind::Throttled),
    /// [`Validation`](ErrorKind::Validation), [`ParentMissing`](ErrorKind::ParentMissing) or
    /// [`ItemCollectionSizeLimitExceeded`](ErrorKind::ItemCollectionSizeLimitExceeded).
    #[must_use]
    pub fn kind(&self) -> Option<ErrorKind> {
        self.kind
    }

    /// Why its condition failed, if it did.
    #[must_use]
    pub fn cause(&self) -> Option<Cause> {
        self.conflict.as_ref().map(|(cause, _)| *cause)
    }

    /// The conflict, if its condition failed and `T` is its item type.
    #[must_use]
    pub fn conflict<T: DynamoItem>(&self) -> Option<&Conflict<T>> {
        self.conflict.as_ref()?.1.downcast_ref()
    }
}

impl fmt::Display for CancellationReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "action {} (from 0), {} on table `{}`", self.action, self.operation, self.table)?;
        match (&self.conflict, self.kind) {
            (Some((cause, _)), _) => write!(f, ": {}", cause.describe()),
            (None, Some(kind)) => write!(f, ": {}", kind.describe()),
            (None, None) => Ok(()),
        }
    }
}

impl fmt::Debug for CancellationReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CancellationReason")
            .field("action", &self.action)
            .field("operation", &self.operation)
            .field("table", &self.table)
            .field("kind", &self.kind)
            .field("cause", &self.cause())
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for TransactError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cancelled(cancelled) => f.debug_tuple("Cancelled").field(cancelled).finish(),
            Self::Error(error) => fmt::Debug::fmt(error, f),
        }
    }
}

impl fmt::Display for TransactError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cancelled(cancelled) => fmt::Display::fmt(cancelled, f),
            Self::Error(error) => fmt::Display::fmt(error, f),
        }
    }
}

impl StdError for TransactError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match self {
            Self::Cancelled(cancelled) => cancelled.source(),
            Self::Error(error) => error.source(),
        }
    }
}

impl From<Cancellation> for TransactError {
    fn from(cancelled: Cancellation) -> Self {
        Self::Cancelled(cancelled)
    }
}

impl From<Error> for TransactError {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

impl From<TransactError> for Error {
    fn from(error: TransactError) -> Self {
        match error {
            TransactError::Cancelled(cancelled) => {
                let main = cancelled.main_reason();
                let kind = main.and_then(|main| main.kind).unwrap_or(ErrorKind::Service);
                let table = main.map(|main| main.table.clone()).unwrap_or_default();
                Self::new(kind).because(cancelled.to_string()).at(&table, "transact_write").caused_by(cancelled)
            }
            TransactError::Error(error) => error,
        }
    }
}

//! Errors. Neither `Debug` nor `Display` ever prints an attribute value, so neither needs a bound on the item.

mod conflict;
mod modify;
mod transact;
mod unknown;
mod value;

use std::{borrow::Cow, error::Error as StdError, fmt};

pub use self::{
    conflict::{Cause, Conflict, WriteError},
    modify::ModifyError,
    transact::{Cancellation, CancellationReason, TransactError},
    unknown::{Outcome, OutcomeUnknown},
    value::{DecodeError, EncodeError},
};

/// What kind of failure an [`Error`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A value of the item cannot be stored. Nothing was sent.
    Encode,
    /// The request breaks a rule that is known beforehand. Nothing was sent.
    InvalidRequest,
    /// The text is no page token, or one that was changed, was signed with another key or belongs to another read. Nothing
    /// was sent. It is the mistake of whoever gave the token.
    InvalidPageToken,
    /// What is stored does not fit the item type.
    Decode,
    /// The write was applied, and its answer does not fit the item type. Never "failed".
    AppliedButUndecodable,
    /// The condition of a write failed: a [`Conflict`], converted.
    Conflict,
    /// Every attempt of an optimistic loop met a conflict: a [`ModifyError::Exhausted`], converted.
    Exhausted,
    /// The closure of an optimistic loop said no: a [`ModifyError::Rejected`], converted. Its own error is the source.
    Rejected,
    /// The write may or may not have been applied: see [`OutcomeUnknown::resolve`].
    OutcomeUnknown,
    /// There is nothing under this key.
    NotFound,
    /// An update path goes through a map that the item does not have. Nothing was changed.
    ParentMissing,
    /// The table is not there, or not yet.
    TableNotFound,
    /// The table has no index of this name.
    IndexNotFound,
    /// The index was added to a table that is in use and is still being filled: it cannot be read before it is `ACTIVE`.
    IndexBackfilling,
    /// The table is there with other keys, indexes or another time to live than its model has.
    TableMismatch,
    /// The items of one partition with local indexes would be larger than 10 GB. Nothing was changed.
    ItemCollectionSizeLimitExceeded,
    /// A client request token was used before, for a request with other content. Nothing was changed by this one.
    IdempotentParameterMismatch,
    /// DynamoDB refused for want of throughput, until all attempts were used up. Nothing was changed.
    Throttled,
    /// Another transaction or Region held the item, until all attempts were used up. Nothing was changed.
    TransactionConflict,
    /// No answer in time.
    Timeout,
    /// The connection failed. As the error of a write, before the request was sent: nothing was changed.
    Connection,
    /// Credentials are missing, expired or not allowed to do this. Nothing was changed.
    Access,
    /// DynamoDB found a mistake in the request. Nothing was changed.
    Validation,
    /// The service failed (HTTP 500 or 503) until all attempts were used up. Only of reads, for of a write this is an
    /// unknown outcome.
    Unavailable,
    /// Any other answer of the service.
    Service,
}

impl ErrorKind {
    pub(crate) const fn is_retryable(self) -> bool {
        matches!(
            self,
            Self::Exhausted
                | Self::Throttled
                | Self::TransactionConflict
                | Self::Connection
                | Self::Timeout
                | Self::Unavailable
                | Self::IndexBackfilling
        )
    }

    /// Whether other requests were in the way, and nothing was wrong with this one.
    pub(crate) const fn is_contention(self) -> bool {
        matches!(self, Self::Throttled | Self::TransactionConflict)
    }

    pub(crate) const fn describe(self) -> &'static str {
        match self {
            Self::Encode => "a value cannot be stored",
            Self::InvalidRequest => "the request is refused before it is sent",
            Self::InvalidPageToken => "the page token is refused",
            Self::Decode => "the stored item does not fit its type",
            Self::AppliedButUndecodable => "the write was applied, and the item it returned does not fit its type",
            Self::Conflict => "the condition of the write failed",
            Self::Exhausted => "every attempt met a conflict",
            Self::Rejected => "the change was rejected",
            Self::OutcomeUnknown => "the write may or may not have been applied",
            Self::NotFound => "there is no item under this key",
            Self::ParentMissing => "an update path goes through a map that the item does not have",
            Self::TableNotFound => "the table is not there",
            Self::IndexNotFound => "the table does not have the index",
            Self::IndexBackfilling => "the index is still being filled",
            Self::TableMismatch => "the table differs from its model",
            Self::ItemCollectionSizeLimitExceeded => "the item collection would be larger than 10 GB",
            Self::IdempotentParameterMismatch => "the client request token was used with other content",
            Self::Throttled => "throttled until all attempts were used up",
            Self::TransactionConflict => "held by another transaction until all attempts were used up",
            Self::Timeout => "no answer in time",
            Self::Connection => "the connection failed",
            Self::Access => "credentials are missing, expired or not allowed to do this",
            Self::Validation => "DynamoDB found a mistake in the request",
            Self::Unavailable => "the service failed until all attempts were used up",
            Self::Service => "the service answered with an error",
        }
    }
}

/// Any failure of an operation, one pointer wide.
///
/// It names the table, the operation and, where it is about one, the attribute; it never holds an attribute value in
/// its text. The source is the SDK's error, or what a value was refused for.
///
/// # Examples
///
/// ```
/// use dynamo_model::{AttributeValue, DynamoValue, ErrorKind};
///
/// fn read() -> Result<u8, dynamo_model::Error> {
///     Ok(u8::read(AttributeValue::N("300".into()))?)
/// }
/// assert_eq!(read().unwrap_err().kind(), ErrorKind::Decode);
/// ```
pub struct Error(Box<Inner>);

struct Inner {
    kind: ErrorKind,
    table: Option<Box<str>>,
    operation: Option<&'static str>,
    detail: Option<Cow<'static, str>>,
    source: Option<Box<dyn StdError + Send + Sync>>,
    unknown: Option<OutcomeUnknown>,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind) -> Self {
        Self(Box::new(Inner { kind, table: None, operation: None, detail: None, source: None, unknown: None }))
    }

    /// There is nothing under the key. For patterns of your own.
    #[must_use]
    pub fn not_found() -> Self {
        Self::new(ErrorKind::NotFound)
    }

    /// Something that is refused before it is sent. For patterns of your own: the text must not have attribute values in it.
    #[must_use]
    pub fn invalid(detail: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorKind::InvalidRequest).because(detail)
    }

    pub(crate) fn because(mut self, detail: impl Into<Cow<'static, str>>) -> Self {
        self.0.detail = Some(detail.into());
        self
    }

    pub(crate) fn caused_by(mut self, source: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        self.0.source = Some(source.into());
        self
    }

    /// What it is about, after what is said already. For patterns of your own: no attribute values.
    #[must_use]
    pub fn about(mut self, what: &str) -> Self {
        let detail = self.0.detail.take();
        self.because(detail.map_or_else(|| what.to_owned(), |detail| format!("{detail}: {what}")))
    }

    /// Where it happened, unless that is known already. For patterns of your own.
    #[must_use]
    pub fn at(mut self, table: &str, operation: &'static str) -> Self {
        self.0.table.get_or_insert_with(|| table.into());
        self.0.operation.get_or_insert(operation);
        self
    }

    pub(crate) fn outcome_unknown(unknown: OutcomeUnknown, source: Option<Box<dyn StdError + Send + Sync>>) -> Self {
        let mut error = Self::new(ErrorKind::OutcomeUnknown);
        error.0.source = source;
        error.0.unknown = Some(unknown);
        error
    }

    /// Which action of a transaction it is about, from 0.
    pub(crate) fn in_action(mut self, number: usize, operation: &'static str) -> Self {
        let detail = self.0.detail.take().map(|detail| format!(": {detail}")).unwrap_or_default();
        self.because(format!("action {number} (from 0), {operation}{detail}"))
    }

    /// What was called, where no table is to blame.
    pub(crate) fn doing(mut self, operation: &'static str) -> Self {
        self.0.operation.get_or_insert(operation);
        self
    }

    /// What kind of failure it is.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// Whether the same call may pass later, as it is. Never true of a write that may have been applied.
    #[must_use]
    pub fn is_retryable(&self) -> bool {
        self.0.kind.is_retryable()
    }

    /// What it says beside its kind, table and operation.
    pub(crate) fn detail(&self) -> Option<&str> {
        self.0.detail.as_deref()
    }

    /// The physical name of the table.
    #[must_use]
    pub fn table(&self) -> Option<&str> {
        self.0.table.as_deref()
    }

    /// The call that failed: `create`, `update`, `get` and so on.
    #[must_use]
    pub fn operation(&self) -> Option<&'static str> {
        self.0.operation
    }

    /// The write whose outcome is not known, with the means to find out.
    #[must_use]
    pub fn unknown_outcome(&self) -> Option<&OutcomeUnknown> {
        self.0.unknown.as_ref()
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Error")
            .field("kind", &self.0.kind)
            .field("operation", &self.0.operation)
            .field("table", &self.0.table)
            .field("detail", &self.0.detail)
            .finish_non_exhaustive()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(operation) = self.0.operation {
            write!(f, "{operation}")?;
            if let Some(table) = &self.0.table {
                write!(f, " on table `{table}`")?;
            }
            f.write_str(": ")?;
        }
        f.write_str(self.0.kind.describe())?;
        if let Some(detail) = &self.0.detail {
            write!(f, ": {detail}")?;
        }
        Ok(())
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.0.source.as_deref().map(|source| source as _)
    }
}

impl From<EncodeError> for Error {
    fn from(error: EncodeError) -> Self {
        Self::new(ErrorKind::Encode).because(error.to_string())
    }
}

impl From<DecodeError> for Error {
    fn from(error: DecodeError) -> Self {
        Self::new(ErrorKind::Decode).because(error.to_string())
    }
}

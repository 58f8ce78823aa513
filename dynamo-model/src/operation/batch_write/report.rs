//! What a batch wrote, and what it did not.

use std::{collections::HashSet, error::Error as StdError, fmt};

use super::super::batch::BatchFailure;
use crate::error::Error;

/// What a batch wrote, and what it did not.
///
/// # Examples
///
/// ```
/// # use dynamo_model::*;
/// # #[derive(DynamoItem)]
/// # #[dynamo(table = "events")]
/// # struct Event { #[partition_key] id: String, text: String }
/// # #[cfg(feature = "embedded")]
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Error> {
/// # let events = Dynamo::embedded().table::<Event>();
/// # events.create_table().await?;
/// let some = ["e-1", "", "e-3"].map(|id| Event { id: id.into(), text: "started".into() });
/// let error = events.batch_put(&some).await.unwrap_err();
///
/// // One item has no key, and the others are written all the same.
/// let report = error.report();
/// assert_eq!(report.written().collect::<Vec<_>>(), [(0, 0), (0, 2)]);
/// assert_eq!(report.unwritten()[0].position(), 1);
/// # Ok(())
/// # }
/// # #[cfg(not(feature = "embedded"))]
/// # fn main() {}
/// ```
pub struct BatchReport {
    /// How many items each part has.
    pub(super) lengths: Vec<usize>,
    pub(super) unwritten: Vec<BatchFailure>,
    pub(super) requests: usize,
}

impl BatchReport {
    /// How many items there were to write.
    #[must_use]
    pub fn total(&self) -> usize {
        self.lengths.iter().sum()
    }

    /// Which items were written, each as its part and its position there, both from 0. A batch of one table is part 0.
    pub fn written(&self) -> impl Iterator<Item = (usize, usize)> {
        let unwritten: HashSet<(usize, usize)> =
            self.unwritten.iter().map(|failure| (failure.part(), failure.position())).collect();
        let all = self.lengths.iter().enumerate().flat_map(|(part, length)| (0..*length).map(move |at| (part, at)));
        all.filter(move |item| !unwritten.contains(item))
    }

    /// Which items were not written, in their order, each with its reason. Of one whose kind is
    /// [`OutcomeUnknown`](crate::ErrorKind::OutcomeUnknown) nobody knows.
    #[must_use]
    pub fn unwritten(&self) -> &[BatchFailure] {
        &self.unwritten
    }

    /// How many requests were sent, without the SDK's own retries.
    #[must_use]
    pub fn requests(&self) -> usize {
        self.requests
    }
}

impl fmt::Debug for BatchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BatchReport")
            .field("total", &self.total())
            .field("unwritten", &self.unwritten)
            .field("requests", &self.requests)
            .finish_non_exhaustive()
    }
}

/// A batch of which not everything was written. What was written stays written: the report says what.
///
/// `?` converts it into [`Error`] where nobody cares for the report.
pub struct BatchWriteError(Box<Inner>);

struct Inner {
    report: BatchReport,
    error: Error,
}

impl BatchWriteError {
    pub(super) fn new(report: BatchReport, error: Error) -> Self {
        Self(Box::new(Inner { report, error }))
    }

    /// What was written, and what was not.
    #[must_use]
    pub fn report(&self) -> &BatchReport {
        &self.0.report
    }

    /// All of it as one error.
    #[must_use]
    pub fn error(&self) -> &Error {
        &self.0.error
    }
}

impl fmt::Debug for BatchWriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BatchWriteError").field("error", self.error()).finish_non_exhaustive()
    }
}

impl fmt::Display for BatchWriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error().fmt(f)
    }
}

impl StdError for BatchWriteError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.error().source()
    }
}

impl From<BatchWriteError> for Error {
    fn from(error: BatchWriteError) -> Self {
        error.0.error
    }
}

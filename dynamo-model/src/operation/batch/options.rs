//! What can be said of a batch, and what it says of itself while it runs.

use std::fmt;

use crate::{dynamo::Backoff, error::Error};

/// How a batch is sent.
pub(in crate::operation) struct Options {
    pub(in crate::operation) concurrency: usize,
    pub(in crate::operation) attempts: u32,
    pub(in crate::operation) backoff: Backoff,
    pub(in crate::operation) watcher: Option<Watcher>,
}

/// Whoever wants to see the progress.
type Watcher = Box<dyn FnMut(&BatchProgress) + Send>;

impl Default for Options {
    fn default() -> Self {
        Self { concurrency: 8, attempts: 20, backoff: Backoff::default(), watcher: None }
    }
}

impl Options {
    /// Refuses what could never send anything.
    pub(in crate::operation) fn check(&self) -> Result<(), Error> {
        match (self.concurrency, self.attempts) {
            (0, _) => Err(Error::invalid("`concurrency(0)` leaves no request")),
            (_, 0) => Err(Error::invalid("`attempts(0)` leaves no attempt")),
            _ => Ok(()),
        }
    }
}

/// How far a batch is: told after each answer.
///
/// # Examples
///
/// ```
/// # use dynamo_model::*;
/// # #[derive(DynamoItem)]
/// # #[dynamo(table = "events")]
/// # struct Event { #[partition_key] id: u64, text: String }
/// # #[cfg(feature = "embedded")]
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Error> {
/// # let events = Dynamo::embedded().table::<Event>();
/// # events.create_table().await?;
/// let some: Vec<Event> = (1..=60).map(|id| Event { id, text: "started".into() }).collect();
/// events.batch_put(&some).on_progress(|progress| println!("{progress}")).await?; // 25 of 60 items after 1 requests
/// # Ok(())
/// # }
/// # #[cfg(not(feature = "embedded"))]
/// # fn main() {}
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct BatchProgress {
    /// How many items were read or written. A key that was asked for twice counts once.
    pub done: usize,
    /// How many are given up.
    pub failed: usize,
    /// How many there are in all.
    pub total: usize,
    /// How many requests were answered.
    pub requests: usize,
}

impl fmt::Display for BatchProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} items after {} requests", self.done, self.total, self.requests)?;
        if self.failed > 0 {
            write!(f, ", {} given up", self.failed)?;
        }
        Ok(())
    }
}

/// What every builder of a batch has.
macro_rules! batch_options {
    ([$($generics:tt)*] $builder:ty, $($options:tt)+) => {
        impl<$($generics)*> $builder {
            /// How many requests are under way at most, 8 unless this says otherwise. Zero is refused before anything is
            /// sent.
            pub fn concurrency(mut self, requests: usize) -> Self {
                self.$($options)+.concurrency = requests;
                self
            }

            /// How often each item is sent at most, 20 times unless this says otherwise. The SDK's own retries of a
            /// request are not counted. Zero is refused before anything is sent.
            pub fn attempts(mut self, attempts: u32) -> Self {
                self.$($options)+.attempts = attempts;
                self
            }

            /// The pauses while answers leave something unprocessed.
            pub fn backoff(mut self, backoff: $crate::dynamo::Backoff) -> Self {
                self.$($options)+.backoff = backoff;
                self
            }

            /// Is told after each answer how far the batch is.
            pub fn on_progress(
                mut self,
                watcher: impl FnMut(&$crate::operation::batch::BatchProgress) + Send + 'static,
            ) -> Self {
                self.$($options)+.watcher = Some(Box::new(watcher));
                self
            }
        }
    };
}
pub(in crate::operation) use batch_options;

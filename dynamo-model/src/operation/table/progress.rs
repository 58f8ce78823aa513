//! What is known of a table that is waited for.

use std::{fmt, time::Duration};

/// How far a table is that is being waited for, as `DescribeTable` told it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TableProgress {
    /// The table's physical name.
    pub table: String,
    /// DynamoDB's word for the state: `CREATING`, `UPDATING`, `DELETING` or `ACTIVE`; empty while the table is not there.
    pub status: String,
    /// The indexes that are not `ACTIVE` yet.
    pub building: Vec<String>,
    /// How long it has been waited for so far, without the time of the requests.
    pub waited: Duration,
}

impl fmt::Display for TableProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let status = if self.status.is_empty() { "not there" } else { &self.status };
        write!(f, "table `{}` is {status}", self.table)?;
        if !self.building.is_empty() {
            write!(f, ", building {}", self.building.join(", "))?;
        }
        write!(f, " after {:.1} s", self.waited.as_secs_f64())
    }
}

/// Whoever wants to see the progress.
#[derive(Default)]
pub(crate) struct Watcher(Option<Box<Watch>>);

type Watch = dyn FnMut(&TableProgress) + Send;

impl Watcher {
    pub(crate) fn new(watcher: impl FnMut(&TableProgress) + Send + 'static) -> Self {
        Self(Some(Box::new(watcher)))
    }

    pub(super) fn see(&mut self, progress: &TableProgress) {
        if let Some(watcher) = &mut self.0 {
            watcher(progress);
        }
    }
}

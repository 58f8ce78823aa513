//! Asking for a table less and less often, and not for ever.

use std::time::Duration;

use aws_sdk_dynamodb::types::{TableDescription, TableStatus};

use super::{TableProgress, Watcher, unfinished};
use crate::{
    error::{Error, ErrorKind},
    operation::pause::sleep,
    request::{failed, sent},
    table::Place,
};

/// How long a table is waited for where nothing else is said.
pub(crate) const LONGEST_WAIT: Duration = Duration::from_mins(10);
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// The table as it is; `None` where there is none.
///
/// `DescribeTable` is eventually consistent: a table may be seen a moment late.
pub(crate) async fn describe(place: &Place) -> Result<Option<TableDescription>, Error> {
    let answer = sent(place.db.client().describe_table().table_name(&place.name).send()).await;
    match answer.map_err(failed) {
        Ok(answer) => Ok(answer.table),
        Err(error) if error.kind() == ErrorKind::TableNotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// The pauses of one call, which together are no longer than `longest`.
pub(crate) struct Wait<'a> {
    place: &'a Place,
    pause: Duration,
    waited: Duration,
    longest: Duration,
    watcher: Watcher,
}

impl<'a> Wait<'a> {
    pub(crate) fn new(place: &'a Place, longest: Duration, watcher: Watcher) -> Self {
        Self { place, pause: FIRST_PAUSE, waited: Duration::ZERO, longest, watcher }
    }

    /// Tells the watcher what was seen.
    pub(crate) fn see(&mut self, table: Option<&TableDescription>) -> TableProgress {
        let status = table.and_then(|table| table.table_status.as_ref()).map_or("", TableStatus::as_str);
        let progress = TableProgress {
            table: self.place.name.clone(),
            status: status.to_owned(),
            building: table.map(unfinished).unwrap_or_default(),
            waited: self.waited,
        };
        self.watcher.see(&progress);
        progress
    }

    /// Sleeps, twice as long as the last time.
    pub(crate) async fn pause(&mut self, progress: &TableProgress) -> Result<(), Error> {
        let pause = self.pause.min(self.longest.saturating_sub(self.waited));
        if pause.is_zero() {
            let error = Error::new(ErrorKind::Timeout);
            return Err(error.because(format!("gave up waiting: {progress}")));
        }
        sleep(&self.place.db, pause).await?;
        self.waited += pause;
        self.pause = (self.pause * 2).min(LONGEST_PAUSE);
        Ok(())
    }
}

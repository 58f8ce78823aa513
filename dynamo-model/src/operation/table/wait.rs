//! Asking for a table less and less often, and not for ever.

use std::time::Duration;

use aws_sdk_dynamodb::{
    error::{ProvideErrorMetadata, SdkError},
    types::{TableDescription, TableStatus},
};
use aws_smithy_runtime_api::client::orchestrator::HttpResponse;

use super::{TableProgress, Watcher, unfinished};
use crate::{
    error::{Error, ErrorKind},
    operation::pause::sleep,
    request::{failed, sent, service_code},
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

/// Whether the account has too many operations on tables at once, which passes. That it has too many tables does not.
pub(crate) fn is_held_back<E: ProvideErrorMetadata>(error: &SdkError<E, HttpResponse>) -> bool {
    let message = error.as_service_error().and_then(|error| error.message()).unwrap_or_default();
    service_code(error) == Some("LimitExceededException") && !message.contains("tables per")
}

/// What became of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sent {
    Accepted,
    /// To be sent again: see [`is_held_back`].
    HeldBack,
}

/// The pauses of one call, which together are no longer than `longest`.
pub(crate) struct Wait<'a> {
    place: &'a Place,
    pause: Duration,
    waited: Duration,
    longest: Duration,
    watcher: Watcher,
    sent: Sent,
}

impl<'a> Wait<'a> {
    pub(crate) fn new(place: &'a Place, longest: Duration, watcher: Watcher) -> Self {
        Self { place, pause: FIRST_PAUSE, waited: Duration::ZERO, longest, watcher, sent: Sent::Accepted }
    }

    /// What became of the last request, for whoever reads that the waiting was given up.
    pub(crate) fn sent(&mut self, sent: Sent) {
        self.sent = sent;
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
            let held_back = match self.sent {
                Sent::Accepted => "",
                Sent::HeldBack => ", held back by too many operations on tables at once",
            };
            return Err(error.because(format!("gave up waiting: {progress}{held_back}")));
        }
        sleep(&self.place.db, pause).await?;
        self.waited += pause;
        self.pause = (self.pause * 2).min(LONGEST_PAUSE);
        Ok(())
    }
}

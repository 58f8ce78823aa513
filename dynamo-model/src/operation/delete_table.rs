//! `DeleteTable`, waiting until the table is gone.

use std::{fmt, sync::Arc, time::Duration};

use aws_sdk_dynamodb::{
    error::ProvideErrorMetadata as _,
    operation::delete_table::{DeleteTableInput, builders::DeleteTableInputBuilder},
    types::TableDescription,
};

use super::{
    awaited,
    table::{LONGEST_WAIT, Sent, TableProgress, Wait, Watcher, describe, is_held_back},
};
use crate::{
    error::Error,
    request::{failed, sent, service_code},
    table::Place,
};

/// Deletes a table and waits until it is gone. Made by [`Table::delete_table`](crate::Table::delete_table).
#[must_use = "nothing is sent until this is awaited"]
pub struct DeleteTable {
    place: Arc<Place>,
    watcher: Watcher,
    longest: Duration,
}

awaited!([] DeleteTable, 'static => Result<(), Error>, run);

impl fmt::Debug for DeleteTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DeleteTable").field("table", &self.place.name).finish_non_exhaustive()
    }
}

/// What became of the request.
enum Deleted {
    /// It is on its way out; the id of this very table, where it has one.
    Accepted(Option<String>),
    /// Somebody is at work on the table: it is being made, changed or deleted.
    Busy,
    /// Too many tables are at once.
    HeldBack,
    Gone,
}

impl DeleteTable {
    pub(crate) fn new(place: Arc<Place>) -> Self {
        Self { place, watcher: Watcher::default(), longest: LONGEST_WAIT }
    }

    /// Is called with each state of the table that is seen while waiting, the last one included.
    pub fn on_progress(mut self, watcher: impl FnMut(&TableProgress) + Send + 'static) -> Self {
        self.watcher = Watcher::new(watcher);
        self
    }

    /// How long to wait at most, ten minutes if nothing is said. The time of the requests is not counted.
    pub fn wait_at_most(mut self, longest: Duration) -> Self {
        self.longest = longest;
        self
    }

    /// The request as the SDK's own input builder.
    #[must_use]
    pub fn into_request(self) -> DeleteTableInputBuilder {
        request(&self.place)
    }

    async fn run(self) -> Result<(), Error> {
        let wait = Wait::new(&self.place, self.longest, self.watcher);
        until_gone(&self.place, wait).await.map_err(|error| error.at(&self.place.name, "delete_table"))
    }
}

fn request(place: &Place) -> DeleteTableInputBuilder {
    DeleteTableInput::builder().table_name(&place.name)
}

/// Asks for it to be deleted, again while somebody is at work on it, until it is not there.
async fn until_gone(place: &Place, mut wait: Wait<'_>) -> Result<(), Error> {
    let mut deleted = send(place).await?;
    loop {
        wait.sent(match deleted {
            Deleted::Gone => return Ok(()),
            Deleted::HeldBack => Sent::HeldBack,
            Deleted::Accepted(_) | Deleted::Busy => Sent::Accepted,
        });
        let table = describe(place).await?;
        let progress = wait.see(table.as_ref());
        let Some(table) = table else { return Ok(()) };
        match &deleted {
            Deleted::Accepted(id) if is_another(&table, id.as_deref()) => return Ok(()),
            Deleted::Accepted(_) => wait.pause(&progress).await?,
            Deleted::Busy | Deleted::HeldBack | Deleted::Gone => {
                wait.pause(&progress).await?;
                deleted = send(place).await?;
            }
        }
    }
}

/// Whether the table was made after the one that was deleted.
fn is_another(table: &TableDescription, deleted: Option<&str>) -> bool {
    table.table_id().zip(deleted).is_some_and(|(there, deleted)| there != deleted)
}

async fn send(place: &Place) -> Result<Deleted, Error> {
    let error = match sent(request(place).send_with(place.db.client())).await {
        Ok(answer) => return Ok(Deleted::Accepted(answer.table_description.and_then(|table| table.table_id))),
        Err(error) => error,
    };
    match service_code(&error) {
        Some("ResourceNotFoundException") => Ok(Deleted::Gone),
        Some("ResourceInUseException") => Ok(Deleted::Busy),
        _ if is_held_back(&error) => Ok(Deleted::HeldBack),
        _ => {
            let message = error.as_service_error().and_then(|error| error.message()).unwrap_or_default();
            let protected = message.contains("protected against deletion") || message.contains("deletion protection");
            let error = failed(error);
            Err(if protected { error.because("it is protected against deletion") } else { error })
        }
    }
}

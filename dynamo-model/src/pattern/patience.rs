//! Waiting while the service is too busy: this is no conflict, so it costs no attempt.

use crate::{Backoff, Dynamo, DynamoItem, Error, ErrorKind, Table};

/// How often in a row a request is sent again that was throttled or met a transaction. Each was tried several times by the
/// SDK already.
pub(super) const TURNS: u32 = 10;

/// The waits of one request.
pub(super) struct Patience<'t> {
    db: &'t Dynamo,
    table: &'t str,
    backoff: Backoff,
    most: u32,
    turns: u32,
}

impl<'t> Patience<'t> {
    pub(super) fn new<T: DynamoItem>(table: &'t Table<T>, backoff: Backoff) -> Self {
        Self { db: table.dynamo(), table: table.name(), backoff, most: TURNS, turns: 0 }
    }

    /// How often at most it is waited.
    pub(super) fn at_most(mut self, turns: u32) -> Self {
        self.most = turns;
        self
    }

    /// Waits, if the request was certainly not applied and may pass later; hands back every other error.
    pub(super) async fn wait_out(&mut self, error: Error) -> Result<(), Error> {
        let busy = matches!(error.kind(), ErrorKind::Throttled | ErrorKind::TransactionConflict);
        if !busy || self.turns == self.most {
            return Err(error);
        }
        self.turns += 1;
        self.backoff.pause(self.db, self.turns - 1).await?;
        self.db.count_retry(self.table);
        Ok(())
    }
}

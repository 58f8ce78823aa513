//! Waiting while the service is too busy: this is no conflict, so it costs no attempt.

use crate::{Backoff, Dynamo, Error, ErrorKind};

/// How often in a row a request is sent again that was throttled or met a transaction. Each was tried several times by the
/// SDK already.
const TURNS: u32 = 10;

/// The waits of one request.
pub(super) struct Patience<'t> {
    db: &'t Dynamo,
    backoff: Backoff,
    turns: u32,
}

impl<'t> Patience<'t> {
    pub(super) fn new(db: &'t Dynamo, backoff: Backoff) -> Self {
        Self { db, backoff, turns: 0 }
    }

    /// Waits, if the request was certainly not applied and may pass later; hands back every other error.
    pub(super) async fn wait_out(&mut self, error: Error) -> Result<(), Error> {
        let busy = matches!(error.kind(), ErrorKind::Throttled | ErrorKind::TransactionConflict);
        if !busy || self.turns == TURNS {
            return Err(error);
        }
        self.turns += 1;
        self.backoff.pause(self.db, self.turns - 1).await
    }
}

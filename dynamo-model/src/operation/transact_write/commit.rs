//! Sending a transaction. One token serves all attempts, so a lost answer cannot apply it twice.

use std::{
    pin::pin,
    sync::Arc,
    time::{Duration, SystemTime},
};

use aws_sdk_dynamodb::{
    error::SdkError,
    operation::transact_write_items::{TransactWriteItemsError, builders::TransactWriteItemsInputBuilder},
    types::{CancellationReason, TransactWriteItem},
};
use aws_smithy_runtime_api::client::orchestrator::HttpResponse;

use super::super::{
    pause::sleep,
    prepared::Rest,
    send::{Unresolved, Unsure},
};
use crate::{
    dynamo::{Backoff, Dynamo},
    error::{Error, ErrorKind, Outcome},
    request::{Call, Repeat, Turn, failed, of_reason, service_code, watch},
    table::Place,
    value::Item,
    write_plan::Certainty,
};

/// How often a transaction that met nothing but others, or was throttled, is sent anew, after the SDK's own attempts.
pub(in crate::operation) const MORE_ROUNDS: u32 = 4;
pub(in crate::operation) const BACKOFF: Backoff = Backoff::new(Duration::from_millis(50), Duration::from_secs(1));
/// How long one that is still in progress is waited for before it is asked about again.
const IN_PROGRESS: Duration = Duration::from_secs(2);
/// For how long a token surely stands for what was sent with it: DynamoDB keeps it for ten minutes.
const TOKEN_HOLDS: Duration = Duration::from_mins(9);

/// A transaction that is ready to be sent, and to be sent again as it is.
pub(in crate::operation) struct Commit {
    db: Dynamo,
    input: TransactWriteItemsInputBuilder,
    /// The table of each action.
    tables: Vec<Arc<Place>>,
    started: SystemTime,
}

/// Why an action was not applied.
pub(in crate::operation) enum Reason {
    /// It was not the reason.
    None,
    /// Its condition failed; the stored item, if there is one.
    Condition(Option<Item>),
    Other(ErrorKind),
}

impl Reason {
    /// Whether the action met others, and may be applied the next time.
    fn met_others(&self) -> bool {
        matches!(self, Self::Other(kind) if kind.is_contention())
    }

    /// Whether the action is refused for what it is and what is stored.
    fn refuses(&self) -> bool {
        !matches!(self, Self::None) && !self.met_others()
    }

    /// Whether the action was looked at: what was applied before with the same token is answered with success instead.
    fn tells(&self) -> bool {
        match self {
            Self::None => false,
            Self::Condition(_) => true,
            Self::Other(kind) => matches!(
                kind,
                ErrorKind::Validation | ErrorKind::ParentMissing | ErrorKind::ItemCollectionSizeLimitExceeded
            ),
        }
    }
}

/// What came of a transaction that was not answered with success.
pub(in crate::operation) enum Failed {
    /// Nothing was applied, for these reasons in the order of the actions.
    Cancelled(Vec<Reason>, Error),
    /// Nobody knows.
    Unknown(Error),
    /// Nothing was applied.
    Error(Error),
}

impl Failed {
    /// After an attempt that may have been applied only an answer about this very token says that nothing was: that it
    /// was throttled, or met others, says nothing about the attempts before.
    fn new(reasons: Option<Vec<Reason>>, error: Error, certainty: Certainty) -> Self {
        match (reasons, certainty) {
            (Some(reasons), Certainty::Certain) => Self::Cancelled(reasons, error),
            (Some(reasons), Certainty::Uncertain) if reasons.iter().any(Reason::tells) => {
                Self::Cancelled(reasons, error)
            }
            (Some(reasons), Certainty::Uncertain) => Self::Unknown(untold(&reasons, error)),
            // The token stands for something else, so no attempt of this one was applied.
            (None, _) if error.kind() == ErrorKind::IdempotentParameterMismatch => Self::Error(error),
            (None, Certainty::Uncertain) => Self::Unknown(error),
            (None, Certainty::Certain) => Self::Error(error),
        }
    }
}

/// The last answer to a transaction of which it does not tell what became.
fn untold(reasons: &[Reason], error: Error) -> Error {
    let kind = reasons.iter().find_map(|reason| match reason {
        Reason::Other(kind) => Some(*kind),
        _ => None,
    });
    Error::new(kind.unwrap_or(ErrorKind::Service)).caused_by(error)
}

impl Commit {
    pub(in crate::operation) fn new(
        db: Dynamo,
        actions: Vec<TransactWriteItem>,
        tables: Vec<Arc<Place>>,
        token: String,
    ) -> Self {
        let input = TransactWriteItemsInputBuilder::default().set_transact_items(Some(actions));
        let started = db.now();
        Self { db, input: input.client_request_token(token), tables, started }
    }

    pub(in crate::operation) fn into_input(self) -> TransactWriteItemsInputBuilder {
        self.input
    }

    /// The table of each action.
    pub(in crate::operation) fn tables(&self) -> &[Arc<Place>] {
        &self.tables
    }

    /// Sends it until it is committed, refused, or not to be known.
    pub(in crate::operation) async fn send(&self) -> Result<(), Failed> {
        self.send_after(Certainty::Certain).await
    }

    /// The same, where attempts before may have been applied.
    async fn send_after(&self, mut certainty: Certainty) -> Result<(), Failed> {
        let mut round = 0;
        loop {
            let call = Call::new(Repeat::Safe).in_turn(Turn::of_round(round));
            let answer = watch(&call, pin!(self.input.clone().send_with(self.db.client()))).await;
            let Err(error) = answer else { return Ok(()) };
            if call.is_uncertain() {
                certainty = Certainty::Uncertain;
            }
            let in_progress = service_code(&error) == Some("TransactionInProgressException");
            let (reasons, error) = (reasons(&error), failed(error));
            self.count_conflicts(&call, reasons.as_deref().unwrap_or_default());
            let pause = match &reasons {
                _ if in_progress => Some(IN_PROGRESS),
                Some(reasons) if reasons.iter().any(Reason::refuses) => None,
                Some(reasons) => reasons.iter().any(Reason::met_others).then(|| self.db.jitter(BACKOFF.ceiling(round))),
                None => error.kind().is_contention().then(|| self.db.jitter(BACKOFF.ceiling(round))),
            };
            match pause {
                Some(pause) if round < MORE_ROUNDS && sleep(&self.db, pause).await.is_ok() => round += 1,
                _ => return Err(Failed::new(reasons, error, certainty)),
            }
        }
    }

    fn count_conflicts(&self, call: &Call, reasons: &[Reason]) {
        for (reason, place) in reasons.iter().zip(&self.tables) {
            if matches!(reason, Reason::Condition(_)) {
                call.conflict(&place.name);
            }
        }
    }

    /// The error that tells no outcome, with all that is needed to find out.
    pub(in crate::operation) fn into_unknown(self, writes: Vec<(Arc<Place>, Rest)>, source: Error) -> Error {
        let unresolved = Unresolved::new(writes, Unsure::Transaction(Box::new(self)));
        unresolved.into_error(Some(source))
    }

    /// Finds out what became of it, by sending it again with its token: applied now or before, it is applied once. `None`
    /// where the token may stand for nothing any more.
    pub(in crate::operation) async fn resolve(&self) -> Result<Option<Outcome>, Error> {
        // A clock that was set back tells no age.
        if self.db.now().duration_since(self.started).map_or(true, |age| age > TOKEN_HOLDS) {
            return Ok(None);
        }
        match self.send_after(Certainty::Uncertain).await {
            Ok(()) => Ok(Some(Outcome::Applied)),
            Err(Failed::Cancelled(..)) => Ok(Some(Outcome::NotApplied)),
            Err(Failed::Unknown(error) | Failed::Error(error)) => Err(error),
        }
    }
}

/// The reasons of a cancelled transaction.
fn reasons(error: &SdkError<TransactWriteItemsError, HttpResponse>) -> Option<Vec<Reason>> {
    let TransactWriteItemsError::TransactionCanceledException(cancelled) = error.as_service_error()? else {
        return None;
    };
    Some(cancelled.cancellation_reasons().iter().map(reason).collect())
}

fn reason(reason: &CancellationReason) -> Reason {
    match reason.code() {
        None | Some("None") => Reason::None,
        Some("ConditionalCheckFailed") => Reason::Condition(reason.item.clone()),
        Some(code) => Reason::Other(of_reason(code, reason.message().unwrap_or_default())),
    }
}

//! Requests side by side, until every unit is done or given up.

use std::{collections::BTreeMap, pin::pin};

use futures_util::{
    StreamExt as _,
    future::{BoxFuture, Either, select},
    stream::FuturesUnordered,
};

use super::{
    BatchProgress, Ended, Options,
    queue::{Around, Queue, Uncertain},
};
use crate::{
    dynamo::Dynamo,
    error::{Error, ErrorKind},
    request::Turn,
};

/// So many single units refused in a row are no accident: the mistake is in all of them.
const MOST_REFUSED: usize = 25;

/// A batch whose units are counted from 0.
pub(in crate::operation) trait Batch: Sync {
    /// What an answer holds.
    type Got: Send;
    /// How many units a request takes.
    const MOST: usize;

    /// How many units there are.
    fn units(&self) -> usize;

    /// The number of the table that a unit is about.
    fn table_of_unit(&self, unit: usize) -> usize;

    /// Whether a request of these units takes this one too.
    fn fits(&self, chunk: &[usize], unit: usize) -> bool;

    /// Sends one request.
    fn send(&self, chunk: Vec<usize>, turn: Turn) -> BoxFuture<'_, Sent<Self::Got>>;
}

/// A request that has ended.
pub(in crate::operation) struct Sent<G> {
    pub(in crate::operation) chunk: Vec<usize>,
    pub(in crate::operation) answer: Result<Answer<G>, Failed>,
}

/// An answer, and the units that it left unprocessed.
pub(in crate::operation) struct Answer<G> {
    pub(in crate::operation) got: G,
    pub(in crate::operation) unprocessed: Vec<usize>,
    /// An attempt before the one that was answered may have been applied.
    pub(in crate::operation) uncertain: Option<Uncertain>,
}

/// A request that failed as a whole.
pub(in crate::operation) struct Failed {
    pub(in crate::operation) error: Error,
    pub(in crate::operation) uncertain: Option<Uncertain>,
}

impl Failed {
    pub(in crate::operation) fn of_read(error: Error) -> Self {
        Self { error, uncertain: None }
    }

    pub(in crate::operation) fn of_write(error: Error, call: &crate::request::Call) -> Self {
        Self { error, uncertain: Uncertain::of(call) }
    }
}

/// The units of each request, if nothing comes back.
pub(in crate::operation) fn chunks<B: Batch>(batch: &B) -> Vec<Vec<usize>> {
    let mut queue = Queue::new(batch.units(), 1);
    let next = || queue.next(B::MOST, Around::Nothing, |chunk, unit| batch.fits(chunk, unit));
    std::iter::from_fn(next).map(|(chunk, _)| chunk).collect()
}

/// Sends requests until every unit is done or given up. `take` gets what the answers hold.
pub(in crate::operation) async fn run<B: Batch>(
    batch: &B,
    db: &Dynamo,
    options: Options,
    mut take: impl FnMut(B::Got) + Send,
) -> Ended {
    let concurrency = options.concurrency;
    let mut running = Running::new(batch.units(), options);
    let mut in_flight = FuturesUnordered::new();
    loop {
        if let Some(retry) = running.pause_before(in_flight.len()) {
            let backoff = running.options.backoff;
            let mut pause = pin!(backoff.pause(db, retry));
            // Answers that come meanwhile are taken, and their pause is this one.
            let waited = loop {
                if in_flight.is_empty() {
                    break pause.as_mut().await;
                }
                match select(pause.as_mut(), in_flight.next()).await {
                    Either::Left((waited, _)) => break waited,
                    Either::Right((sent, _)) => sent.map_or((), |sent| running.settle(batch, sent, &mut take)),
                }
            };
            running.paused(waited);
        }
        while in_flight.len() < concurrency {
            let around = if in_flight.is_empty() { Around::Nothing } else { Around::Requests };
            let next = running.queue.next(B::MOST, around, |chunk, unit| batch.fits(chunk, unit));
            let Some((chunk, turn)) = next else { break };
            in_flight.push(batch.send(chunk, turn));
        }
        match in_flight.next().await {
            Some(sent) => running.settle(batch, sent, &mut take),
            None => break,
        }
    }
    Ended { failures: running.queue.failures, requests: running.progress.requests, source: running.source }
}

/// A batch on its way.
struct Running {
    queue: Queue,
    options: Options,
    source: Option<Error>,
    progress: BatchProgress,
    /// How many pauses there were since an answer was complete.
    retry: u32,
    /// Whether an answer since the last pause was not.
    incomplete: bool,
    /// How many requests in a row got no answer.
    unanswered: u32,
    /// How many single units in a row were refused.
    refused: usize,
}

impl Running {
    fn new(total: usize, options: Options) -> Self {
        Self {
            queue: Queue::new(total, options.attempts),
            options,
            source: None,
            progress: BatchProgress { done: 0, failed: 0, total, requests: 0 },
            retry: 0,
            incomplete: false,
            unanswered: 0,
            refused: 0,
        }
    }

    /// Which retry is to be waited for before something more is sent, if any.
    fn pause_before(&self, in_flight: usize) -> Option<u32> {
        let sends = !self.queue.is_empty() && in_flight < self.options.concurrency;
        (self.incomplete && sends).then_some(self.retry)
    }

    fn paused(&mut self, waited: Result<(), Error>) {
        self.incomplete = false;
        self.retry = self.retry.saturating_add(1);
        if let Err(error) = waited {
            self.queue.stop(error.kind(), error.detail());
            self.source = Some(error);
        }
    }

    /// Takes what a request brought, and gives the rest back to the queue.
    fn settle<B: Batch>(&mut self, batch: &B, sent: Sent<B::Got>, take: &mut impl FnMut(B::Got)) {
        self.progress.requests += 1;
        match sent.answer {
            Ok(Answer { got, unprocessed, uncertain }) => {
                (self.unanswered, self.refused) = (0, 0);
                self.progress.done += sent.chunk.len().saturating_sub(unprocessed.len());
                take(got);
                if unprocessed.is_empty() {
                    self.retry = 0;
                } else {
                    self.incomplete = true;
                    self.queue.return_units(&unprocessed, ErrorKind::Throttled, uncertain);
                }
            }
            Err(failed) => self.fail(batch, &sent.chunk, failed),
        }
        self.progress.failed = self.queue.failures.len();
        let progress = self.progress;
        if let Some(watcher) = &mut self.options.watcher {
            watcher(&progress);
        }
    }

    /// A request failed as a whole, after the SDK's own retries.
    fn fail(&mut self, batch: &impl Batch, chunk: &[usize], failed: Failed) {
        let Failed { error, uncertain } = failed;
        let kind = error.kind();
        if kind.is_retryable() {
            self.incomplete = true;
            self.queue.return_units(chunk, kind, uncertain);
            self.unanswered = if kind == ErrorKind::Throttled { 0 } else { self.unanswered + 1 };
            if self.unanswered >= self.options.attempts {
                self.queue.stop(kind, error.detail());
            }
        } else if kind == ErrorKind::Validation && uncertain.is_none() {
            self.refused = if chunk.len() == 1 { self.refused + 1 } else { self.refused };
            self.queue.halve(chunk, &error);
            if self.refused >= MOST_REFUSED {
                self.queue.stop(kind, error.detail());
            }
        } else if matches!(kind, ErrorKind::TableNotFound | ErrorKind::Access) {
            self.queue.doubt(chunk, uncertain);
            self.refuse_table(batch, chunk, &error);
        } else {
            let kind = if uncertain.is_some() { ErrorKind::OutcomeUnknown } else { kind };
            self.queue.refuse(chunk, kind, error.detail());
            self.queue.stop(error.kind(), error.detail());
        }
        self.source = Some(error);
    }

    /// What is wrong with a table is wrong with all that is about it, and with nothing else. Of several tables each is
    /// asked about by itself.
    fn refuse_table(&mut self, batch: &impl Batch, chunk: &[usize], error: &Error) {
        let mut tables: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for &unit in chunk {
            tables.entry(batch.table_of_unit(unit)).or_default().push(unit);
        }
        match tables.first_key_value() {
            Some((table, _)) if tables.len() == 1 => {
                self.queue.refuse(chunk, error.kind(), error.detail());
                self.queue.refuse_waiting(error, |unit| batch.table_of_unit(unit) == *table);
            }
            _ => self.queue.divide(tables.into_values(), error),
        }
    }
}

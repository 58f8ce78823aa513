//! One exchange of a request and an answer: what is recorded, what goes wrong, and in between the engine.

use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use dynoxide::Database;

use super::Request;
use super::batch::Split;
use super::dispatch::{self, Answer};
use super::faults::{Fault, Pending};

/// The engine with its faults and its log.
pub(super) struct Exchange {
    /// The engine, or why it did not start.
    engine: Result<Database, String>,
    state: Mutex<State>,
}

/// What changes from request to request.
pub(super) struct State {
    pub(super) faults: Pending,
    pub(super) requests: Vec<Request>,
    random: fastrand::Rng,
    sent: u64,
}

/// What a request knows from the moment it is sent.
pub(super) struct Sent {
    /// How long it is under way, and its answer again.
    pub(super) delay: Duration,
    pub(super) request_id: String,
}

/// The connection broke before an answer came.
pub(super) struct NoAnswer(pub(super) io::Error);

impl State {
    pub(super) fn seed(&mut self, seed: u64) {
        self.random = fastrand::Rng::with_seed(seed);
    }
}

impl Exchange {
    pub(super) fn new(seed: u64) -> Self {
        Self {
            engine: Database::memory().map_err(|error| error.to_string()),
            state: Mutex::new(State {
                faults: Pending::default(),
                requests: Vec::new(),
                random: fastrand::Rng::with_seed(seed),
                sent: 0,
            }),
        }
    }

    /// Locks the state. Nothing that holds the lock can leave it half changed, so a poisoned lock is taken all the same.
    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records a request as sent.
    pub(super) fn record(&self, operation: &str, body: &[u8]) -> Sent {
        let request = Request { operation: operation.to_owned(), body: String::from_utf8_lossy(body).into_owned() };
        let mut state = self.state();
        state.requests.push(request);
        state.sent += 1;
        Sent { delay: state.faults.delay, request_id: format!("EMBEDDED{:016}", state.sent) }
    }

    /// Answers a request that has arrived, or fails it as the first fault that applies says.
    pub(super) fn run(&self, operation: &str, body: &[u8]) -> Result<Answer, NoAnswer> {
        let fault = self.state().faults.take(operation);
        match fault {
            None => Ok(self.apply(operation, body)),
            Some(Fault::Unreachable) => Err(NoAnswer(io::ErrorKind::ConnectionRefused.into())),
            Some(Fault::LoseRequest) => Err(lost()),
            Some(Fault::LoseResponse) => {
                self.apply(operation, body);
                Err(lost())
            }
            Some(fault @ Fault::InternalServerErrorAfter) => {
                self.apply(operation, body);
                Ok(fault.answer(operation, body))
            }
            Some(fault) => Ok(fault.answer(operation, body)),
        }
    }

    /// Runs the engine on a request, less the items of a batch that are left unprocessed.
    fn apply(&self, operation: &str, body: &[u8]) -> Answer {
        let engine = match &self.engine {
            Ok(engine) => engine,
            Err(reason) => return Answer::error(500, "InternalServerError", reason),
        };
        match self.split(operation, body) {
            None => dispatch::answer(engine, operation, body),
            Some(split) => split.run(|rest| dispatch::answer(engine, operation, rest)),
        }
    }

    fn split(&self, operation: &str, body: &[u8]) -> Option<Split> {
        let mut state = self.state();
        let State { faults, random, .. } = &mut *state;
        let probability = faults.unprocessed;
        if probability > 0.0 { Split::new(operation, body, || random.f64() < probability) } else { None }
    }
}

/// What the client sees of a lost request and of a lost answer alike.
fn lost() -> NoAnswer {
    NoAnswer(io::Error::new(io::ErrorKind::ConnectionReset, "the connection was lost before an answer came"))
}

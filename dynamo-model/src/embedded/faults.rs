//! What goes wrong, and in which order.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use serde_json::{Value, json};

use super::dispatch::Answer;
use super::exchange::Exchange;

/// One kind of fault. A request takes the first that applies to it, in the order of this declaration.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fault {
    Unreachable,
    LoseRequest,
    ExpiredCredentials,
    Throttle,
    ServiceUnavailable,
    InternalServerError,
    TransactionInProgress,
    TransactionConflict,
    ReplicatedWriteConflict,
    InternalServerErrorAfter,
    LoseResponse,
}

/// How many more requests a fault meets.
#[derive(Clone, Copy)]
enum Remaining {
    Times(u32),
    UntilReset,
}

/// Everything that is set to go wrong.
#[derive(Default)]
pub(super) struct Pending {
    remaining: BTreeMap<Fault, Remaining>,
    pub(super) unprocessed: f64,
    pub(super) delay: Duration,
}

impl Pending {
    /// Takes the first fault that applies to an operation.
    pub(super) fn take(&mut self, operation: &str) -> Option<Fault> {
        self.remaining.iter_mut().find_map(|(fault, remaining)| match remaining {
            _ if !fault.applies_to(operation) => None,
            Remaining::UntilReset => Some(*fault),
            Remaining::Times(times) => {
                *times = times.checked_sub(1)?;
                Some(*fault)
            }
        })
    }
}

impl Fault {
    fn applies_to(self, operation: &str) -> bool {
        let single_write = matches!(operation, "PutItem" | "UpdateItem" | "DeleteItem");
        match self {
            Self::Unreachable
            | Self::ExpiredCredentials
            | Self::Throttle
            | Self::ServiceUnavailable
            | Self::InternalServerError => true,
            Self::LoseRequest | Self::InternalServerErrorAfter | Self::LoseResponse => {
                single_write || matches!(operation, "TransactWriteItems" | "BatchWriteItem")
            }
            Self::TransactionInProgress => operation == "TransactWriteItems",
            Self::TransactionConflict => single_write || matches!(operation, "TransactWriteItems" | "TransactGetItems"),
            Self::ReplicatedWriteConflict => single_write,
        }
    }

    /// The service's answer to a request that meets this fault.
    pub(super) fn answer(self, operation: &str, body: &[u8]) -> Answer {
        match self {
            Self::ExpiredCredentials => expired_token(),
            Self::Throttle => Answer::error(
                400,
                "ProvisionedThroughputExceededException",
                "The level of configured provisioned throughput for the table was exceeded.",
            ),
            Self::ServiceUnavailable => Answer::error(503, "ServiceUnavailable", "DynamoDB is currently unavailable."),
            Self::TransactionInProgress => Answer::error(
                400,
                "TransactionInProgressException",
                "The transaction with the given request token is already in progress.",
            ),
            Self::TransactionConflict if operation.starts_with("Transact") => cancelled_by_conflict(body),
            Self::TransactionConflict => Answer::error(400, "TransactionConflictException", ONGOING),
            Self::ReplicatedWriteConflict => Answer::error(
                400,
                "ReplicatedWriteConflictException",
                "One or more items in this request are being modified by a request in another Region.",
            ),
            // The faults of the connection have no answer; were one asked for, this is the one that promises least.
            Self::InternalServerError
            | Self::InternalServerErrorAfter
            | Self::Unreachable
            | Self::LoseRequest
            | Self::LoseResponse => Answer::error(500, "InternalServerError", "Internal server error"),
        }
    }
}

const ONGOING: &str = "Transaction is ongoing for the item";

/// Credentials are refused ahead of the service, under another namespace than its own errors.
fn expired_token() -> Answer {
    let message = "The security token included in the request is expired";
    Answer::json(400, &json!({ "__type": "com.amazon.coral.service#ExpiredTokenException", "message": message }))
}

/// A cancelled transaction whose first action met another one; there is a reason for each action.
fn cancelled_by_conflict(body: &[u8]) -> Answer {
    let request: Value = serde_json::from_slice(body).unwrap_or_default();
    let actions = request.get("TransactItems").and_then(Value::as_array).map_or(1, Vec::len);
    let conflict = json!({ "Code": "TransactionConflict", "Message": ONGOING });
    let others = (1..actions).map(|_| json!({ "Code": "None" }));
    let reasons: Vec<Value> = std::iter::once(conflict).chain(others).collect();
    let codes: Vec<&str> = reasons.iter().filter_map(|reason| reason.get("Code")?.as_str()).collect();
    let message =
        format!("Transaction cancelled, please refer cancellation reasons for specific reasons [{}]", codes.join(", "));
    let error_type = "com.amazonaws.dynamodb.v20120810#TransactionCanceledException";
    Answer::json(400, &json!({ "__type": error_type, "Message": message, "CancellationReasons": reasons }))
}

/// What goes wrong between an SDK client and an [`Embedded`](crate::Embedded) engine.
///
/// Each method takes effect for the requests that arrive from then on, and may be chained. A count replaces the count
/// that was set before; zero takes the fault back. Every attempt of the SDK's own retries is a request of its own.
///
/// A *write* is a `PutItem`, `UpdateItem`, `DeleteItem`, `TransactWriteItems` or `BatchWriteItem`, a *single write* one
/// of the first three. Where several faults are pending, a request takes one: the first that applies to it in this
/// order: [`unreachable`](Self::unreachable), [`lose_request`](Self::lose_request),
/// [`expired_credentials`](Self::expired_credentials), [`throttle`](Self::throttle),
/// [`service_unavailable`](Self::service_unavailable), [`internal_server_error`](Self::internal_server_error),
/// [`transaction_in_progress`](Self::transaction_in_progress), [`transaction_conflict`](Self::transaction_conflict),
/// [`replicated_write_conflict`](Self::replicated_write_conflict),
/// [`internal_server_error_after`](Self::internal_server_error_after), [`lose_response`](Self::lose_response).
/// [`delay`](Self::delay) and [`unprocessed`](Self::unprocessed) come on top of that one.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
///
/// use dynamo_model::Embedded;
///
/// let engine = Embedded::new();
/// engine.faults().throttle(2).transaction_conflict(1).delay(Duration::from_millis(5));
/// engine.faults().reset();
/// ```
#[derive(Clone, Copy)]
pub struct Faults<'a> {
    exchange: &'a Exchange,
}

impl<'a> Faults<'a> {
    pub(super) fn new(exchange: &'a Exchange) -> Self {
        Self { exchange }
    }

    fn set(&self, fault: Fault, remaining: Remaining) -> &Self {
        self.exchange.state().faults.remaining.insert(fault, remaining);
        self
    }
}

#[expect(clippy::must_use_candidate, reason = "these methods act, and return themselves only to be chained")]
impl Faults<'_> {
    /// Applies the next `n` writes and loses their answers: the client sees a broken connection.
    ///
    /// A write that the engine refuses, as by its condition, loses that answer too. The SDK retries what was lost, so a
    /// conditional write that was applied is refused the second time.
    ///
    /// # Examples
    ///
    /// ```
    /// dynamo_model::Embedded::new().faults().lose_response(1);
    /// ```
    pub fn lose_response(&self, n: u32) -> &Self {
        self.set(Fault::LoseResponse, Remaining::Times(n))
    }

    /// Loses the next `n` writes before they arrive: the client sees what it sees of a lost answer.
    ///
    /// # Examples
    ///
    /// ```
    /// dynamo_model::Embedded::new().faults().lose_request(1);
    /// ```
    pub fn lose_request(&self, n: u32) -> &Self {
        self.set(Fault::LoseRequest, Remaining::Times(n))
    }

    /// Answers the next `n` requests with HTTP 500 `InternalServerError`, none of them applied.
    ///
    /// # Examples
    ///
    /// ```
    /// dynamo_model::Embedded::new().faults().internal_server_error(1);
    /// ```
    pub fn internal_server_error(&self, n: u32) -> &Self {
        self.set(Fault::InternalServerError, Remaining::Times(n))
    }

    /// Answers the next `n` requests with HTTP 503 `ServiceUnavailable`, none of them applied.
    ///
    /// # Examples
    ///
    /// ```
    /// dynamo_model::Embedded::new().faults().service_unavailable(1);
    /// ```
    pub fn service_unavailable(&self, n: u32) -> &Self {
        self.set(Fault::ServiceUnavailable, Remaining::Times(n))
    }

    /// Applies the next `n` writes and answers them with HTTP 500 `InternalServerError` all the same.
    ///
    /// # Examples
    ///
    /// ```
    /// dynamo_model::Embedded::new().faults().internal_server_error_after(1);
    /// ```
    pub fn internal_server_error_after(&self, n: u32) -> &Self {
        self.set(Fault::InternalServerErrorAfter, Remaining::Times(n))
    }

    /// Answers the next `n` requests with `ProvisionedThroughputExceededException`, none of them applied.
    ///
    /// # Examples
    ///
    /// ```
    /// dynamo_model::Embedded::new().faults().throttle(3);
    /// ```
    pub fn throttle(&self, n: u32) -> &Self {
        self.set(Fault::Throttle, Remaining::Times(n))
    }

    /// Lets the next `n` single writes and transactions meet a transaction in progress, none of them applied.
    ///
    /// Single writes are answered with `TransactionConflictException`. `TransactWriteItems` and `TransactGetItems` are
    /// answered with `TransactionCanceledException`, where the first action's cancellation reason has the code
    /// `TransactionConflict` and the others' have `None`.
    ///
    /// # Examples
    ///
    /// ```
    /// dynamo_model::Embedded::new().faults().transaction_conflict(1);
    /// ```
    pub fn transaction_conflict(&self, n: u32) -> &Self {
        self.set(Fault::TransactionConflict, Remaining::Times(n))
    }

    /// Answers the next `n` single writes with `ReplicatedWriteConflictException`, as a global table does.
    ///
    /// # Examples
    ///
    /// ```
    /// dynamo_model::Embedded::new().faults().replicated_write_conflict(1);
    /// ```
    pub fn replicated_write_conflict(&self, n: u32) -> &Self {
        self.set(Fault::ReplicatedWriteConflict, Remaining::Times(n))
    }

    /// Answers the next `n` `TransactWriteItems` with `TransactionInProgressException`, none of them applied.
    ///
    /// # Examples
    ///
    /// ```
    /// dynamo_model::Embedded::new().faults().transaction_in_progress(1);
    /// ```
    pub fn transaction_in_progress(&self, n: u32) -> &Self {
        self.set(Fault::TransactionInProgress, Remaining::Times(n))
    }

    /// Leaves each item of a `BatchGetItem` or `BatchWriteItem` unprocessed with the probability `p`, until reset.
    ///
    /// Such an item is not applied and is listed in `UnprocessedKeys` or `UnprocessedItems`. At 1 no item is ever
    /// processed; `DynamoDB` itself throttles a batch of which it can process nothing. The engine never sees what is
    /// left out, so it also does not refuse it: an item given twice passes if one of the two is left out.
    ///
    /// # Examples
    ///
    /// ```
    /// dynamo_model::Embedded::new().faults().unprocessed(0.5);
    /// ```
    pub fn unprocessed(&self, p: f64) -> &Self {
        self.exchange.state().faults.unprocessed = p;
        self
    }

    /// Starts the choice of what [`unprocessed`](Self::unprocessed) leaves out anew, from this seed.
    ///
    /// The same seed and the same requests in the same order leave out the same items. [`reset`](Self::reset) does not
    /// change it.
    ///
    /// # Examples
    ///
    /// ```
    /// dynamo_model::Embedded::new().faults().seed(7).unprocessed(0.3);
    /// ```
    pub fn seed(&self, seed: u64) -> &Self {
        self.exchange.state().seed(seed);
        self
    }

    /// Lets each request and each answer take `d`, so a call takes twice that, until reset.
    ///
    /// A call that the client gives up within the first `d` was not applied; within the second, it was.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// dynamo_model::Embedded::new().faults().delay(Duration::from_millis(50));
    /// ```
    pub fn delay(&self, d: Duration) -> &Self {
        self.exchange.state().faults.delay = d;
        self
    }

    /// Refuses every connection, until reset.
    ///
    /// The source of the error the client sees is an [`io::Error`](std::io::Error) of the kind
    /// [`ConnectionRefused`](std::io::ErrorKind::ConnectionRefused).
    ///
    /// # Examples
    ///
    /// ```
    /// dynamo_model::Embedded::new().faults().unreachable();
    /// ```
    pub fn unreachable(&self) -> &Self {
        self.set(Fault::Unreachable, Remaining::UntilReset)
    }

    /// Answers every request with `ExpiredTokenException`, until reset.
    ///
    /// # Examples
    ///
    /// ```
    /// dynamo_model::Embedded::new().faults().expired_credentials();
    /// ```
    pub fn expired_credentials(&self) -> &Self {
        self.set(Fault::ExpiredCredentials, Remaining::UntilReset)
    }

    /// Takes all faults back.
    ///
    /// # Examples
    ///
    /// ```
    /// dynamo_model::Embedded::new().faults().unreachable().reset();
    /// ```
    pub fn reset(&self) -> &Self {
        self.exchange.state().faults = Pending::default();
        self
    }
}

impl fmt::Debug for Faults<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Faults").finish_non_exhaustive()
    }
}

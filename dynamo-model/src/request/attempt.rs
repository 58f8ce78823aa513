//! Which attempts of a call may have been applied without our knowing.
//!
//! The SDK retries inside one call, so a write that is refused may be refused because its own first attempt, whose
//! answer was lost, was applied. A `Dynamo` wraps its client once with an interceptor and a retry classifier that see
//! each attempt. They find the call they belong to in a thread-local that is set while the call is polled: the SDK runs
//! an execution inside the future it returns, never in a task of its own.

use std::{
    cell::RefCell,
    future::{Future, poll_fn},
    pin::Pin,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll},
    thread::LocalKey,
};

use aws_sdk_dynamodb::{
    Client,
    error::ProvideErrorMetadata as _,
    operation::{
        batch_get_item::BatchGetItemError, batch_write_item::BatchWriteItemError, delete_item::DeleteItemError,
        get_item::GetItemError, put_item::PutItemError, query::QueryError, scan::ScanError,
        transact_get_items::TransactGetItemsError, transact_write_items::TransactWriteItemsError,
        update_item::UpdateItemError,
    },
    types::ReturnConsumedCapacity,
};
use aws_smithy_runtime_api::{
    box_error::BoxError,
    client::{
        interceptors::{
            Intercept,
            context::{
                BeforeDeserializationInterceptorContextMut, BeforeSerializationInterceptorContextMut,
                BeforeTransmitInterceptorContextRef, Error, FinalizerInterceptorContextRef, InterceptorContext,
            },
        },
        orchestrator::{HttpResponse, Metadata, OrchestratorError},
        retries::classifiers::{ClassifyRetry, RetryAction, RetryClassifierPriority},
        runtime_components::RuntimeComponents,
    },
};
use aws_smithy_types::config_bag::ConfigBag;

use super::{
    cancelled::{contended, is_refusal},
    direct::{self, Answer},
    observe::{Observed, Turn},
};
use crate::dynamo::{ConsumedCapacity, Counters};

thread_local! {
    static CURRENT: RefCell<Option<Arc<Call>>> = const { RefCell::new(None) };
    /// Where the calls that begin now add up their capacity.
    static METER: RefCell<Option<ConsumedCapacity>> = const { RefCell::new(None) };
}

/// Whether an attempt may be repeated after one whose outcome is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Repeat {
    /// The second time changes nothing, or is refused.
    Safe,
    /// The change could be applied twice.
    Blind,
}

/// One call, as its attempts see it.
pub(crate) struct Call {
    repeat: Repeat,
    in_flight: AtomicBool,
    uncertain: AtomicBool,
    /// It is the repetition of a call that failed.
    repeats: AtomicBool,
    /// How to read the answer straight from its bytes.
    pub(super) answer: Option<Answer>,
    /// Where the capacity that it consumes is added up.
    meter: Option<ConsumedCapacity>,
    observed: OnceLock<Observed>,
}

impl Call {
    pub(crate) fn new(repeat: Repeat) -> Arc<Self> {
        Self::with(repeat, None)
    }

    /// A read whose answer is decoded from its bytes.
    pub(crate) fn reading(answer: Answer) -> Arc<Self> {
        Self::with(Repeat::Safe, Some(answer))
    }

    fn with(repeat: Repeat, answer: Option<Answer>) -> Arc<Self> {
        let no = || AtomicBool::new(false);
        Arc::new(Self {
            repeat,
            in_flight: no(),
            uncertain: no(),
            repeats: no(),
            answer,
            meter: METER.with_borrow(Clone::clone),
            observed: OnceLock::new(),
        })
    }

    /// Whether any attempt so far may have been applied without our knowing. An attempt that never ended is one.
    pub(crate) fn is_uncertain(&self) -> bool {
        self.uncertain.load(Ordering::Relaxed) || self.in_flight.load(Ordering::Relaxed)
    }

    /// Says, before it is sent, whether it is the repetition of a call that failed.
    pub(crate) fn in_turn(self: Arc<Self>, turn: Turn) -> Arc<Self> {
        self.repeats.store(turn == Turn::Again, Ordering::Relaxed);
        self
    }

    fn begin(&self) {
        self.in_flight.store(true, Ordering::Relaxed);
        if let Some(observed) = self.observed.get() {
            observed.attempt(if self.repeats.load(Ordering::Relaxed) { Turn::Again } else { Turn::First });
        }
    }

    fn end(&self, certainty: Certainty) {
        self.in_flight.store(false, Ordering::Relaxed);
        if certainty == Certainty::Unknown {
            self.uncertain.store(true, Ordering::Relaxed);
        }
    }

    /// The write was refused because of what is stored in this table.
    pub(crate) fn conflict(&self, table: &str) {
        if let Some(observed) = self.observed.get() {
            observed.conflict(table);
        }
    }

    pub(super) fn current() -> Option<Arc<Self>> {
        CURRENT.with_borrow(Clone::clone)
    }
}

/// Polls the call's future so that the interceptor finds the call. The caller pins it: moving it would copy kilobytes.
pub(crate) fn watch<F: Future>(call: &Arc<Call>, mut future: Pin<&mut F>) -> impl Future<Output = F::Output> {
    poll_fn(move |context| poll(call, future.as_mut(), context))
}

fn poll<F: Future>(call: &Arc<Call>, future: Pin<&mut F>, context: &mut Context<'_>) -> Poll<F::Output> {
    let _scope = Scope::enter(&CURRENT, Arc::clone(call));
    let _span = call.observed.get().map(|observed| observed.span().enter());
    future.poll(context)
}

/// Sends a request that needs no more than to be seen. Boxed, because the SDK's futures are kilobytes.
pub(crate) fn sent<F: Future>(request: F) -> impl Future<Output = F::Output> {
    let (call, mut request) = (Call::new(Repeat::Safe), Box::pin(request));
    poll_fn(move |context| poll(&call, request.as_mut(), context))
}

/// Polls a future whose calls add up their capacity here.
pub(crate) fn poll_metered<F: Future>(
    meter: &ConsumedCapacity,
    future: Pin<&mut F>,
    context: &mut Context<'_>,
) -> Poll<F::Output> {
    let _scope = Scope::enter(&METER, meter.clone());
    future.poll(context)
}

/// The same, where there is something to add up.
pub(crate) fn metered<F: Future>(
    meter: Option<&ConsumedCapacity>,
    mut future: Pin<&mut F>,
) -> impl Future<Output = F::Output> {
    poll_fn(move |context| match meter {
        Some(meter) => poll_metered(meter, future.as_mut(), context),
        None => future.as_mut().poll(context),
    })
}

/// Puts back what was current before, also where a poll panics.
struct Scope<T: 'static> {
    current: &'static LocalKey<RefCell<Option<T>>>,
    before: Option<T>,
}
impl<T> Scope<T> {
    fn enter(current: &'static LocalKey<RefCell<Option<T>>>, now: T) -> Self {
        Self { current, before: current.replace(Some(now)) }
    }
}
impl<T> Drop for Scope<T> {
    fn drop(&mut self) {
        self.current.set(self.before.take());
    }
}

/// The client, with every attempt watched.
pub(crate) fn watched(client: &Client, counters: Arc<Counters>, capacity: Option<ReturnConsumedCapacity>) -> Client {
    let watch = Watch { counters, capacity };
    Client::from_conf(client.config().to_builder().interceptor(watch).retry_classifier(Classify).build())
}

#[derive(Debug)]
struct Watch {
    counters: Arc<Counters>,
    /// What every request asks for.
    capacity: Option<ReturnConsumedCapacity>,
}

impl Intercept for Watch {
    fn name(&self) -> &'static str {
        "DynamoModel"
    }

    fn modify_before_serialization(
        &self,
        context: &mut BeforeSerializationInterceptorContextMut<'_>,
        _: &RuntimeComponents,
        config: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        if let Some(call) = Call::current() {
            let operation = config.load::<Metadata>().map_or("", Metadata::name);
            let meter = call.meter.clone();
            let new = || Observed::new(context.input_mut(), operation, &self.counters, self.capacity.as_ref(), meter);
            call.observed.get_or_init(new);
        }
        Ok(())
    }

    fn read_before_transmit(
        &self,
        _: &BeforeTransmitInterceptorContextRef<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        if let Some(call) = Call::current() {
            call.begin();
        }
        Ok(())
    }

    fn modify_before_deserialization(
        &self,
        context: &mut BeforeDeserializationInterceptorContextMut<'_>,
        _: &RuntimeComponents,
        config: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        if let Some(call) = Call::current() {
            direct::replace_deserializer(&call, context.response(), config);
        }
        Ok(())
    }

    fn read_after_attempt(
        &self,
        context: &FinalizerInterceptorContextRef<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let Some(call) = Call::current() else { return Ok(()) };
        if let Some(observed) = call.observed.get() {
            observed.answered(context.response());
        }
        if call.in_flight.load(Ordering::Relaxed) {
            call.end(match context.output_or_error() {
                Some(Ok(_)) => Certainty::Known,
                Some(Err(error)) => certainty(error, context.response()),
                None => Certainty::Unknown,
            });
        }
        Ok(())
    }

    fn read_after_execution(
        &self,
        context: &FinalizerInterceptorContextRef<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let Some(call) = Call::current() else { return Ok(()) };
        if let (Some(Err(error)), Some(observed)) = (context.output_or_error(), call.observed.get()) {
            match kind(error) {
                kind if is_refusal(error) => observed.span().refused(kind),
                kind => observed.span().failed(kind),
            }
        }
        Ok(())
    }
}

/// One word for a failure: the service's own where it has one.
fn kind(error: &OrchestratorError<Error>) -> &str {
    let silent = |error: &OrchestratorError<Error>| match error.as_connector_error() {
        Some(connector) if connector.is_timeout() => "timeout",
        Some(_) => "connection",
        None if error.is_timeout_error() => "timeout",
        None => "_OTHER",
    };
    service_code(error).unwrap_or_else(|| silent(error))
}

/// Whether an attempt is known to have been applied or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Certainty {
    Known,
    Unknown,
}

/// A refusal says that nothing was applied. Silence and a failing server say nothing.
fn certainty(error: &OrchestratorError<Error>, response: Option<&HttpResponse>) -> Certainty {
    if let Some(connector) = error.as_connector_error() {
        return if never_connected(connector) { Certainty::Known } else { Certainty::Unknown };
    }
    match response.map(|response| response.status().as_u16()) {
        Some(400..=499) => match service_code(error) {
            None | Some("TransactionInProgressException") => Certainty::Unknown,
            Some(_) => Certainty::Known,
        },
        _ => Certainty::Unknown,
    }
}

/// A connection that was refused carried no request.
fn never_connected(error: &(dyn std::error::Error + 'static)) -> bool {
    let mut next = Some(error);
    while let Some(error) = next {
        if let Some(error) = error.downcast_ref::<std::io::Error>() {
            use std::io::ErrorKind::{AddrNotAvailable, ConnectionRefused};
            // An unreachable host is none of these: a connection that carried the request can end so too.
            if matches!(error.kind(), ConnectionRefused | AddrNotAvailable) {
                return true;
            }
        }
        next = error.source();
    }
    false
}

/// The name of the service's error.
pub(super) fn service_code(error: &OrchestratorError<Error>) -> Option<&str> {
    let error = error.as_operation_error()?;
    None.or_else(|| error.downcast_ref::<PutItemError>()?.code())
        .or_else(|| error.downcast_ref::<UpdateItemError>()?.code())
        .or_else(|| error.downcast_ref::<DeleteItemError>()?.code())
        .or_else(|| error.downcast_ref::<TransactWriteItemsError>()?.code())
        .or_else(|| error.downcast_ref::<GetItemError>()?.code())
        .or_else(|| error.downcast_ref::<QueryError>()?.code())
        .or_else(|| error.downcast_ref::<ScanError>()?.code())
        .or_else(|| error.downcast_ref::<BatchGetItemError>()?.code())
        .or_else(|| error.downcast_ref::<BatchWriteItemError>()?.code())
        .or_else(|| error.downcast_ref::<TransactGetItemsError>()?.code())
}

/// Which failures are tried again, beside those that the SDK tries again by itself.
#[derive(Debug)]
struct Classify;

impl ClassifyRetry for Classify {
    fn classify_retry(&self, context: &InterceptorContext) -> RetryAction {
        let Some(call) = Call::current() else { return RetryAction::NoActionIndicated };
        if call.repeat == Repeat::Blind && call.is_uncertain() {
            return RetryAction::RetryForbidden;
        }
        let Some(Err(error)) = context.output_or_error() else { return RetryAction::NoActionIndicated };
        match service_code(error) {
            // The SDK retries the second by itself for some operations only, and the first for none.
            Some("TransactionConflictException" | "ReplicatedWriteConflictException") => {
                RetryAction::throttling_error()
            }
            Some("TransactionCanceledException") if contended(error) => RetryAction::throttling_error(),
            // The SDK would ask again within milliseconds. The transaction is waited for in seconds, and then sent anew.
            Some("TransactionInProgressException") => RetryAction::RetryForbidden,
            _ => RetryAction::NoActionIndicated,
        }
    }

    fn name(&self) -> &'static str {
        "DynamoModel"
    }

    fn priority(&self) -> RetryClassifierPriority {
        RetryClassifierPriority::run_after(RetryClassifierPriority::transient_error_classifier())
    }
}

//! Sending a write: one call, and what its answer, its refusal or its silence means.

use std::{pin::pin, sync::Arc};

use aws_sdk_dynamodb::{
    error::{ProvideErrorMetadata, SdkError},
    operation::{
        delete_item::DeleteItemError, put_item::PutItemError, transact_write_items::TransactWriteItemsError,
        update_item::UpdateItemError,
    },
    types::{ReturnValue, TransactWriteItem},
};
use aws_smithy_runtime_api::client::{orchestrator::HttpResponse, result::ServiceError};

use super::prepared::{Input, Prepared, Rest};
use crate::{
    error::{Conflict, DecodeError, Error, ErrorKind, Outcome, OutcomeUnknown, WriteError},
    item::{DynamoItem, NoPrefix, Stamp},
    request::{Call, Repeat, failed, is_parent_missing, watch},
    table::Place,
    value::{Item, VersionNumber as _},
    write_plan::{Certainty, Decided, Written},
};

/// How a write is sent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Delivery {
    /// As the operation that it is.
    #[default]
    Single,
    /// As a transaction of one action with a client request token.
    ExactlyOnce,
}

/// What a write gives back. Implemented by the library only.
pub trait Returned<T>: Send + 'static {
    /// What awaiting the builder gives.
    type Output: Send;
    #[doc(hidden)]
    const VALUES: Option<ReturnValue>;
    #[doc(hidden)]
    fn from_old(old: Option<Item>) -> Result<Self::Output, DecodeError>;
}

/// A write that gives nothing back.
#[derive(Debug)]
pub struct ReturnNothing;
impl<T> Returned<T> for ReturnNothing {
    type Output = ();
    const VALUES: Option<ReturnValue> = None;
    fn from_old(_: Option<Item>) -> Result<(), DecodeError> {
        Ok(())
    }
}

/// A write that gives back the item as it was before.
#[derive(Debug)]
pub struct ReturnOld;
impl<T: DynamoItem> Returned<T> for ReturnOld {
    type Output = Option<T>;
    const VALUES: Option<ReturnValue> = Some(ReturnValue::AllOld);
    fn from_old(old: Option<Item>) -> Result<Option<T>, DecodeError> {
        old.map(T::decode).transpose()
    }
}

/// A write that was applied.
pub(crate) struct Done {
    pub(crate) rest: Rest,
    pub(crate) known: Known,
}

/// How we know that a write was applied.
pub(crate) enum Known {
    /// It was answered, with these attributes.
    Answered(Option<Item>),
    /// A later attempt was refused, and the stored item is the one that an earlier attempt wrote.
    Found(Item),
}

/// A write that was not applied, as far as anybody knows.
pub(crate) enum Refused {
    Conflict { cause: crate::error::Cause, expected: Option<i128>, item: Option<Item> },
    Error(Error),
}

/// What the service said instead of yes.
enum Failure {
    /// The condition failed; the stored item, if there is one.
    Condition(Option<Item>),
    Other(Error),
}

/// Sends the write and decides what came of it.
pub(crate) async fn send(
    place: &Arc<Place>,
    prepared: Prepared,
    returns: Option<ReturnValue>,
    delivery: Delivery,
) -> Result<Done, Refused> {
    if delivery == Delivery::ExactlyOnce && returns == Some(ReturnValue::AllOld) {
        // `None` would say that there was no old item.
        return Err(Refused::Error(Error::invalid("a transaction gives back no old item: leave `.return_old()` out")));
    }
    let repeat = if delivery == Delivery::ExactlyOnce { Repeat::Safe } else { prepared.repeat };
    let call = Call::new(repeat);
    let (answer, rest) = match delivery {
        Delivery::Single => {
            let (input, rest) = prepared.into_input(&place.name, returns);
            (single(place, &call, input).await, rest)
        }
        Delivery::ExactlyOnce => {
            let (action, rest) = prepared.into_action(&place.name).map_err(Refused::Error)?;
            (exactly_once(place, &call, action).await, rest)
        }
    };
    let failure = match answer {
        Ok(attributes) => return Ok(Done { rest, known: Known::Answered(attributes) }),
        Err(failure) => failure,
    };
    // With a token a repeated success is answered as one, so a refusal is always about this very write.
    let uncertain = call.is_uncertain() && delivery == Delivery::Single;
    match failure {
        Failure::Condition(item) => {
            let certainty = if uncertain { Certainty::Uncertain } else { Certainty::Certain };
            match (rest.guard.decide(item.as_ref(), certainty), item) {
                (Decided::Applied, Some(item)) => Ok(Done { rest, known: Known::Found(item) }),
                (Decided::Conflict(cause), item) => {
                    call.conflict(&place.name);
                    Err(Refused::Conflict { cause, expected: rest.guard.expected, item })
                }
                (Decided::Unknown | Decided::Applied, _) => Err(unknown(place, rest, None)),
            }
        }
        Failure::Other(error) if call.is_uncertain() => lost(place, rest, error, repeat).await,
        Failure::Other(error) => Err(Refused::Error(error)),
    }
}

/// A write whose answers were all lost. One that was not repeated for fear of applying it twice is looked for by its mark.
async fn lost(place: &Arc<Place>, rest: Rest, error: Error, repeat: Repeat) -> Result<Done, Refused> {
    if repeat == Repeat::Blind && rest.guard.write_id.is_some() {
        let stored = rest.read(place).await.ok().flatten();
        if let (Outcome::Applied, Some(item)) = (rest.guard.outcome(stored.as_ref()), stored) {
            return Ok(Done { rest, known: Known::Found(item) });
        }
    }
    Err(unknown(place, rest, Some(error)))
}

fn unknown(place: &Arc<Place>, rest: Rest, source: Option<Error>) -> Refused {
    Refused::Error(rest.into_unknown(place, source))
}

impl Rest {
    fn key(&self) -> Item {
        self.key.clone().into_item(self.schema).unwrap_or_default()
    }

    /// Reads what is stored now, consistently.
    async fn read(&self, place: &Place) -> Result<Option<Item>, Error> {
        let request = place.db.client().get_item().table_name(&place.name);
        let answer = request.set_key(Some(self.key())).consistent_read(true).send().await;
        answer.map(|output| output.item).map_err(failed)
    }

    /// The error that tells no outcome, with all that is needed to find out.
    pub(super) fn into_unknown(self, place: &Arc<Place>, source: Option<Error>) -> Error {
        let unresolved = Unresolved { place: Arc::clone(place), rest: self };
        Error::outcome_unknown(OutcomeUnknown::new(unresolved), source.map(Into::into))
    }
}

async fn single(place: &Place, call: &Arc<Call>, input: Input) -> Result<Option<Item>, Failure> {
    let client = place.db.client();
    match input {
        Input::Put(input) => {
            watch(call, pin!(input.send_with(client))).await.map(|output| output.attributes).map_err(failure)
        }
        Input::Update(input) => {
            watch(call, pin!(input.send_with(client))).await.map(|output| output.attributes).map_err(failure)
        }
        Input::Delete(input) => {
            watch(call, pin!(input.send_with(client))).await.map(|output| output.attributes).map_err(failure)
        }
    }
}

/// The errors of the three writes, which have the same exception each as a type of its own.
trait Refusal: std::error::Error + ProvideErrorMetadata + Send + Sync + Sized + 'static {
    fn is_refusal(&self) -> bool;
    fn into_stored(self) -> Option<Item>;
}

macro_rules! refusals {
    ($($error:ident)*) => { $(
        impl Refusal for $error {
            fn is_refusal(&self) -> bool {
                self.is_conditional_check_failed_exception()
            }
            fn into_stored(self) -> Option<Item> {
                match self {
                    Self::ConditionalCheckFailedException(refused) => refused.item,
                    _ => None,
                }
            }
        }
    )* };
}
refusals! { PutItemError UpdateItemError DeleteItemError }

/// Takes the stored item out of a refusal; every other error stays what it is.
fn failure<E: Refusal>(error: SdkError<E, HttpResponse>) -> Failure {
    match error {
        SdkError::ServiceError(service) if service.err().is_refusal() => {
            Failure::Condition(service.into_err().into_stored())
        }
        other => Failure::Other(failed(other)),
    }
}

/// Sends a transaction of one action. One token serves all attempts, so a lost answer cannot apply it twice.
async fn exactly_once(place: &Place, call: &Arc<Call>, action: TransactWriteItem) -> Result<Option<Item>, Failure> {
    let token = place.db.id();
    let request = place.db.client().transact_write_items().transact_items(action).client_request_token(token);
    match watch(call, pin!(request.send())).await {
        Ok(_) => Ok(None),
        Err(SdkError::ServiceError(service)) if service.err().is_transaction_canceled_exception() => {
            Err(cancelled(service))
        }
        Err(other) => Err(Failure::Other(failed(other))),
    }
}

/// Why the one action of a transaction was cancelled.
fn cancelled(service: ServiceError<TransactWriteItemsError, HttpResponse>) -> Failure {
    let error = service.into_err();
    let reason = match &error {
        TransactWriteItemsError::TransactionCanceledException(cancelled) => {
            cancelled.cancellation_reasons().first().cloned()
        }
        _ => None,
    };
    let kind = match reason.as_ref().and_then(|reason| reason.code()) {
        Some("ConditionalCheckFailed") => return Failure::Condition(reason.and_then(|reason| reason.item)),
        Some("TransactionConflict") => ErrorKind::TransactionConflict,
        Some("ThrottlingError" | "ProvisionedThroughputExceeded") => ErrorKind::Throttled,
        Some("ValidationError")
            if reason.as_ref().and_then(|reason| reason.message()).is_some_and(is_parent_missing) =>
        {
            ErrorKind::ParentMissing
        }
        Some("ValidationError" | "ItemCollectionSizeLimitExceeded") => ErrorKind::Validation,
        _ => ErrorKind::Service,
    };
    Failure::Other(Error::new(kind).caused_by(error))
}

/// A write whose outcome is not known, with all that is needed to find out.
pub(crate) struct Unresolved {
    place: Arc<Place>,
    rest: Rest,
}

impl Unresolved {
    pub(crate) fn table(&self) -> &str {
        &self.place.name
    }

    pub(crate) fn key(&self) -> Item {
        self.rest.key()
    }

    /// Reads the item consistently, and decides by the same rules as after a refusal.
    pub(crate) async fn resolve(&self) -> Result<Outcome, Error> {
        let stored = self.rest.read(&self.place).await.map_err(|error| error.at(self.table(), "resolve"))?;
        Ok(self.rest.guard.outcome(stored.as_ref()))
    }
}

/// Memory takes over what the write stored. Every part was checked before the write, so a failure here is a stored value
/// that another writer left.
pub(super) fn assign<T: DynamoItem>(
    item: &mut T,
    written: &Written,
    attributes: Option<&Item>,
) -> Result<(), DecodeError> {
    let refreshed = written.refreshed.iter().filter_map(|name| {
        let value = attributes?.get(&name.to_string())?.clone();
        Some(Stamp { name: *name, value })
    });
    for stamp in written.stamps.iter().cloned().chain(refreshed) {
        T::assign::<NoPrefix>(item, &stamp)?;
    }
    Ok(())
}

/// The error of a write whose answer does not fit: it was applied.
#[expect(clippy::needless_pass_by_value, reason = "it stands in `map_err`")]
pub(super) fn undecodable(error: DecodeError) -> Error {
    Error::new(ErrorKind::AppliedButUndecodable).because(error.to_string())
}

/// A refusal with the item's type put back.
pub(super) fn refused<T: DynamoItem>(place: &Place, operation: &'static str, refused: Refused) -> WriteError<T> {
    match refused {
        Refused::Conflict { cause, expected, item } => {
            let expected = expected.and_then(T::Version::from_wide);
            Conflict::new(cause, expected, item, &place.name, operation).into()
        }
        Refused::Error(error) => error.at(&place.name, operation).into(),
    }
}

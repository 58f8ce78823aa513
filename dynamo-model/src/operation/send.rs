//! Sending a write: one call, and what its answer, its refusal or its silence means.

use std::{pin::pin, sync::Arc};

use aws_sdk_dynamodb::{
    error::{ProvideErrorMetadata, SdkError},
    operation::{delete_item::DeleteItemError, put_item::PutItemError, update_item::UpdateItemError},
    types::ReturnValue,
};
use aws_smithy_runtime_api::client::orchestrator::HttpResponse;

use super::{
    get::read,
    prepared::{Input, Prepared, Rest},
    transact_write::{Commit, Failed, Reason},
};
use crate::{
    error::{Cause, Conflict, DecodeError, Error, ErrorKind, Outcome, OutcomeUnknown, WriteError},
    item::{DynamoItem, NoPrefix, Stamp},
    request::{Call, Repeat, failed, watch},
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
    Conflict(Refusal),
    Error(Error),
}

/// A condition that failed.
pub(crate) struct Refusal {
    pub(crate) cause: Cause,
    pub(crate) expected: Option<i128>,
    pub(crate) item: Option<Item>,
}

impl Refusal {
    /// The conflict, with the item's type put back.
    pub(super) fn of<T: DynamoItem>(self, place: &Place, operation: &'static str) -> Conflict<T> {
        let expected = self.expected.and_then(T::Version::from_wide);
        Conflict::new(self.cause, expected, self.item, &place.name, operation)
    }
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
    if delivery == Delivery::ExactlyOnce {
        return exactly_once(place, prepared).await;
    }
    let repeat = prepared.repeat;
    let call = Call::new(repeat);
    let (input, rest) = prepared.into_input(&place.name, returns);
    let answer = single(place, &call, input).await;
    let failure = match answer {
        Ok(attributes) => return Ok(Done { rest, known: Known::Answered(attributes) }),
        Err(failure) => failure,
    };
    match failure {
        Failure::Condition(item) => {
            let certainty = if call.is_uncertain() { Certainty::Uncertain } else { Certainty::Certain };
            match (rest.guard.decide(item.as_ref(), certainty), item) {
                (Decided::Applied, Some(item)) => Ok(Done { rest, known: Known::Found(item) }),
                (Decided::Conflict(cause), item) => {
                    call.conflict(&place.name);
                    let expected = rest.guard.expected;
                    Err(Refused::Conflict(Refusal { cause, expected, item }))
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
        read(place, self.key()).await
    }

    /// The error that tells no outcome, with all that is needed to find out.
    pub(super) fn into_unknown(self, place: &Arc<Place>, source: Option<Error>) -> Error {
        Unresolved::new(vec![(Arc::clone(place), self)], Unsure::Single).into_error(source)
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
trait MayRefuse: std::error::Error + ProvideErrorMetadata + Send + Sync + Sized + 'static {
    fn is_refusal(&self) -> bool;
    fn into_stored(self) -> Option<Item>;
}

macro_rules! refusals {
    ($($error:ident)*) => { $(
        impl MayRefuse for $error {
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
fn failure<E: MayRefuse>(error: SdkError<E, HttpResponse>) -> Failure {
    match error {
        SdkError::ServiceError(service) if service.err().is_refusal() => {
            Failure::Condition(service.into_err().into_stored())
        }
        other => Failure::Other(failed(other)),
    }
}

/// Sends a transaction of one action. With a token a repeated success is answered as one, so a refusal is always about
/// this very write.
async fn exactly_once(place: &Arc<Place>, prepared: Prepared) -> Result<Done, Refused> {
    let (action, rest) = prepared.into_action(&place.name).map_err(Refused::Error)?;
    let tables = vec![Arc::clone(place)];
    let commit = Commit::new(place.db.clone(), vec![action], tables, place.db.id());
    match Box::pin(commit.send()).await {
        Ok(()) => Ok(Done { rest, known: Known::Answered(None) }),
        Err(Failed::Cancelled(reasons, source)) => Err(match reasons.into_iter().next() {
            Some(Reason::Condition(item)) => {
                let (cause, expected) = (rest.guard.cause(item.as_ref()), rest.guard.expected);
                Refused::Conflict(Refusal { cause, expected, item })
            }
            Some(Reason::Other(kind)) => Refused::Error(Error::new(kind).caused_by(source)),
            Some(Reason::None) | None => Refused::Error(source),
        }),
        Err(Failed::Unknown(source)) => {
            Err(Refused::Error(commit.into_unknown(vec![(Arc::clone(place), rest)], source)))
        }
        Err(Failed::Error(error)) => Err(Refused::Error(error)),
    }
}

/// A write whose outcome is not known, or several in one transaction, with all that is needed to find out.
pub(crate) struct Unresolved {
    writes: Vec<(Arc<Place>, Rest)>,
    how: Unsure,
}

/// How it was sent.
pub(super) enum Unsure {
    Single,
    /// With a token, so it can be sent again.
    Transaction(Box<Commit>),
}

impl Unresolved {
    pub(super) fn new(writes: Vec<(Arc<Place>, Rest)>, how: Unsure) -> Self {
        Self { writes, how }
    }

    pub(super) fn into_error(self, source: Option<Error>) -> Error {
        Error::outcome_unknown(OutcomeUnknown::new(self), source.map(Into::into))
    }

    /// The physical table and the key of each write.
    pub(crate) fn keys(&self) -> impl Iterator<Item = (&str, Item)> {
        self.writes.iter().map(|(place, rest)| (place.name.as_str(), rest.key()))
    }

    /// Sends a transaction again, as long as its token holds. Otherwise reads the items consistently, and decides by the
    /// same rules as after a refusal: what is known of one write is known of all.
    pub(crate) async fn resolve(&self) -> Result<Outcome, Error> {
        if let Unsure::Transaction(commit) = &self.how
            && let Some(outcome) = Box::pin(commit.resolve()).await?
        {
            return Ok(outcome);
        }
        for (place, rest) in &self.writes {
            let stored = rest.read(place).await.map_err(|error| error.at(&place.name, "resolve"))?;
            match rest.guard.outcome(stored.as_ref()) {
                Outcome::Unknown => {}
                known => return Ok(known),
            }
        }
        Ok(Outcome::Unknown)
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
        Refused::Conflict(refusal) => refusal.of::<T>(place, operation).into(),
        Refused::Error(error) => error.at(&place.name, operation).into(),
    }
}

//! `TransactWriteItems`: the very builders that can be awaited alone, together or not at all.

mod commit;
mod step;

use std::{cell::Cell, collections::HashMap, sync::Arc, time::SystemTime};

use aws_sdk_dynamodb::operation::transact_write_items::builders::TransactWriteItemsInputBuilder;
use sha2::{Digest as _, Sha256};

use self::step::MakeConflict;
pub(super) use self::step::Step;
pub use self::step::TransactWriteAction;
pub(super) use self::{
    commit::{BACKOFF, Commit, Failed, MORE_ROUNDS, Reason},
    step::{After, after},
};
use super::{
    awaited,
    patch::read_back,
    prepared::Rest,
    send::{Refusal, undecodable},
};
use crate::{
    dynamo::{Dynamo, uuid_text},
    error::{Cancellation, CancellationReason, Error, TransactError},
    item::CanonicalKey,
    table::Place,
    write_plan::{Origin, Verb},
};

/// How many actions DynamoDB takes.
const MOST_ACTIONS: usize = 100;
/// How many bytes of items DynamoDB takes.
const MOST_BYTES: usize = 4 * 1024 * 1024;
const WORD: &str = "transact_write";

/// Several writes that are applied together or not at all. Made by [`Dynamo::transact_write`].
///
/// # Examples
///
/// ```
/// # use dynamo_model::*;
/// # #[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
/// # #[dynamo(table = "notes")]
/// # struct Note { #[partition_key] id: String, text: String, #[version] version: u64 }
/// # #[cfg(feature = "embedded")]
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Error> {
/// # let db = Dynamo::embedded();
/// # let notes = db.table::<Note>();
/// # notes.create_table().await?;
/// let mut many: Vec<_> = (0..3).map(|n| Note { id: format!("n-{n}"), ..Note::default() }).collect();
/// let mut transaction = db.transact_write();
/// for note in &mut many {
///     transaction = transaction.add(notes.create(note));
/// }
/// transaction.await?;
/// assert!(many.iter().all(|note| note.version == 1));
/// # Ok(())
/// # }
/// # #[cfg(not(feature = "embedded"))]
/// # fn main() {}
/// ```
#[must_use = "nothing is sent until this is awaited"]
pub struct TransactWrite<'a> {
    db: Dynamo,
    steps: Vec<Step<'a>>,
    token: Option<String>,
    time: Option<SystemTime>,
}

awaited!(['a] TransactWrite<'a>, 'a => Result<(), TransactError>, run);

impl std::fmt::Debug for TransactWrite<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TransactWrite").field("actions", &self.steps.len()).finish_non_exhaustive()
    }
}

impl<'a> TransactWrite<'a> {
    pub(crate) fn new(db: Dynamo) -> Self {
        Self { db, steps: Vec::new(), token: None, time: None }
    }

    /// Adds an action: `create`, `put`, `put_unchecked`, `update`, `patch_at`, `delete`, `delete_at`, `check`. Reasons and
    /// errors count the actions from 0, in the order in which they are added.
    #[expect(clippy::should_implement_trait, reason = "the word of the tour; nothing is summed")]
    pub fn add(mut self, action: impl TransactWriteAction<'a>) -> Self {
        self.steps.push(action.into_step());
        self
    }

    /// Names this transaction, in 1 to 36 characters, so that a repetition of it applies nothing a second time. A character
    /// outside of ASCII counts as its bytes in UTF-8.
    ///
    /// A token covers the same actions with the same content, for ten minutes. Within them a repetition is answered with
    /// success and changes nothing; one with other content is an
    /// [`IdempotentParameterMismatch`](crate::ErrorKind::IdempotentParameterMismatch). Later it is a new transaction. Without a
    /// token of the caller one is made each time the transaction is awaited, which covers the retries of that one `await`.
    ///
    /// With a token of the caller the generated ids (`uuid`, `generation`, `write_id`) follow from it, and sets and
    /// flattened maps are written in the order of their elements, so that a repetition after a restart is the same
    /// request. What the caller has to keep: the actions in their order, the items with their versions, the order of
    /// lists, and, if an item has generated times, the time: fix it with [`at`](Self::at).
    pub fn client_request_token(mut self, token: impl Into<String>) -> Self {
        self.token = Some(token.into());
        self
    }

    /// The time of the generated attributes, instead of the clock's: a repetition has to have the same.
    pub fn at(mut self, time: SystemTime) -> Self {
        self.time = Some(time);
        self
    }

    /// The request as the SDK's own input builder.
    ///
    /// # Errors
    ///
    /// As awaiting, where nothing would be sent.
    pub fn into_request(self) -> Result<TransactWriteItemsInputBuilder, Error> {
        self.prepare().map(|ready| ready.commit.into_input())
    }

    fn prepare(self) -> Result<Ready<'a>, Error> {
        let Self { db, steps, token, time } = self;
        check_count(steps.len())?;
        let own = token.as_deref().map(check_token).transpose()?.map(Sha256::digest);
        let now = time.unwrap_or_else(|| db.now());
        let mut ready = Vec::with_capacity(steps.len());
        let (mut bytes, mut actions) = (0, Vec::with_capacity(steps.len()));
        let mut tables = Vec::with_capacity(steps.len());
        for (number, step) in steps.into_iter().enumerate() {
            let Step { place, verb, conflict, prepare } = step;
            let at = |error: Error| error.in_action(number, verb.as_str()).at(&place.name, WORD);
            let ids = Ids::new(&db, own.as_ref().map(AsRef::as_ref), number);
            let (prepared, after) = prepare(&Origin { now, id: &|| ids.next() }).map_err(at)?;
            bytes += prepared.size();
            check_bytes(bytes).map_err(at)?;
            let (action, rest) = prepared.into_action(&place.name).map_err(at)?;
            actions.push(action);
            tables.push(Arc::clone(&place));
            ready.push(Action { place, verb, rest, after, conflict });
        }
        let items =
            ready.iter().map(|Action { place, verb, rest, .. }| (place, CanonicalKey::of(&rest.key), verb.as_str()));
        check_distinct(items, WORD)?;
        let token = token.unwrap_or_else(|| db.id());
        Ok(Ready { commit: Commit::new(db, actions, tables, token), actions: ready })
    }

    async fn run(self) -> Result<(), TransactError> {
        let Ready { commit, actions } = self.prepare()?;
        match commit.send().await {
            Ok(()) => finish(actions).await.map_err(TransactError::from),
            Err(Failed::Cancelled(reasons, source)) => Err(cancelled(actions, reasons, source)),
            Err(Failed::Unknown(source)) => {
                let tables = commit.tables().to_vec();
                let rests = actions.into_iter().map(|action| (action.place, action.rest)).collect();
                Err(at_all(commit.into_unknown(rests, source), &tables, WORD).into())
            }
            Err(Failed::Error(error)) => Err(at_all(error, commit.tables(), WORD).into()),
        }
    }
}

/// Where a request failed as a whole: its table, or all of them, for none is known to be to blame.
pub(super) fn at_all(error: Error, places: &[Arc<Place>], operation: &'static str) -> Error {
    let mut names: Vec<&str> = Vec::new();
    for place in places {
        if !names.contains(&place.name.as_str()) {
            names.push(&place.name);
        }
    }
    match names.as_slice() {
        [] => error.doing(operation),
        [table] => error.at(table, operation),
        tables => error.doing(operation).about(&format!("the tables of the request are `{}`", tables.join("`, `"))),
    }
}

/// A transaction that is ready to be sent.
struct Ready<'a> {
    commit: Commit,
    actions: Vec<Action<'a>>,
}

/// What is left of an action once its request is on its way.
struct Action<'a> {
    place: Arc<Place>,
    verb: Verb,
    rest: Rest,
    after: Option<After<'a>>,
    conflict: MakeConflict,
}

/// Memory takes over what was stored. Every action is finished, also where one of them fails to be.
async fn finish(actions: Vec<Action<'_>>) -> Result<(), Error> {
    let mut failed = None;
    for (number, Action { place, verb, rest, after, .. }) in actions.into_iter().enumerate() {
        let Some(after) = after else { continue };
        let finished = async {
            // The service alone knows these, and a transaction returns nothing.
            let stored = if rest.written.refreshed.is_empty() {
                None
            } else {
                Some(read_back(&place, rest.key, rest.schema).await?)
            };
            after(&rest.written, stored.as_ref()).map_err(undecodable)
        };
        if let Err(error) = finished.await {
            failed.get_or_insert(error.in_action(number, verb.as_str()).at(&place.name, WORD));
        }
    }
    failed.map_or(Ok(()), Err)
}

/// The reasons by action, each conflict with its item's type put back.
fn cancelled(actions: Vec<Action<'_>>, reasons: Vec<Reason>, source: Error) -> TransactError {
    let mut reasons = reasons.into_iter();
    let reasons = actions.into_iter().enumerate().map(|(number, action)| {
        let Action { place, verb, rest, conflict, .. } = action;
        let reason = CancellationReason::new(number, &place.name, verb.as_str());
        match reasons.next().unwrap_or(Reason::None) {
            Reason::None => reason,
            Reason::Other(kind) => reason.of_kind(kind),
            Reason::Condition(item) => {
                let cause = rest.guard.cause(item.as_ref());
                let refusal = Refusal { cause, expected: rest.guard.expected, item };
                reason.of_conflict(cause, conflict(refusal, &place, verb.as_str()))
            }
        }
    });
    Cancellation::new(reasons.collect(), source).into()
}

/// Random ids, or those that follow from a token of the caller.
struct Ids<'d> {
    db: &'d Dynamo,
    token: Option<&'d [u8]>,
    action: usize,
    count: Cell<u64>,
}

impl<'d> Ids<'d> {
    fn new(db: &'d Dynamo, token: Option<&'d [u8]>, action: usize) -> Self {
        Self { db, token, action, count: Cell::new(0) }
    }

    fn next(&self) -> String {
        let Some(token) = self.token else { return self.db.id() };
        let count = self.count.replace(self.count.get() + 1);
        let mut hash = Sha256::new();
        hash.update(token);
        hash.update(self.action.to_be_bytes());
        hash.update(count.to_be_bytes());
        let mut bytes = [0; 16];
        bytes.iter_mut().zip(hash.finalize()).for_each(|(byte, from)| *byte = from);
        uuid_text(bytes)
    }
}

fn check_count(actions: usize) -> Result<(), Error> {
    match actions {
        0 => Err(Error::invalid("a transaction needs an action").doing(WORD)),
        1..=MOST_ACTIONS => Ok(()),
        _ => Err(Error::invalid(format!(
            "the transaction has {actions} actions, and DynamoDB takes at most {MOST_ACTIONS}: action {MOST_ACTIONS} is \
             one too many (from 0)"
        ))
        .doing(WORD)),
    }
}

fn check_bytes(bytes: usize) -> Result<(), Error> {
    if bytes <= MOST_BYTES {
        return Ok(());
    }
    Err(Error::invalid(format!(
        "with this action the transaction has at least {bytes} bytes, and DynamoDB takes at most {MOST_BYTES}"
    )))
}

fn check_token(token: &str) -> Result<&str, Error> {
    // What the service counts is not documented beyond ASCII, and engines count bytes.
    match token.len() {
        1..=36 => Ok(token),
        length => Err(Error::invalid(format!(
            "the client request token has {length} bytes: 1 to 36 characters of ASCII are needed"
        ))
        .doing(WORD)),
    }
}

/// One item is one physical table and one canonical key. Each is given with the word of its action.
pub(super) fn check_distinct<'p>(
    items: impl Iterator<Item = (&'p Arc<Place>, CanonicalKey, &'static str)>,
    operation: &'static str,
) -> Result<(), Error> {
    let mut seen = HashMap::with_capacity(items.size_hint().0);
    for (number, (place, key, action)) in items.enumerate() {
        if let Some(first) = seen.insert((place.name.as_str(), key), number) {
            let text = format!("this is the item of action {first} too: a transaction takes each item once");
            return Err(Error::invalid(text).in_action(number, action).at(&place.name, operation));
        }
    }
    Ok(())
}

//! What the suites share: connections, a clock and ids that stand still, and requests in a form that can be read.
#![expect(clippy::panic, reason = "a test ends where something unexpected comes")]

use std::{
    collections::BTreeSet,
    env,
    sync::{
        Arc,
        atomic::{AtomicU8, AtomicU64, Ordering},
    },
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use aws_sdk_dynamodb::{
    Client,
    config::{BehaviorVersion, Credentials, Region},
};
use aws_smithy_http_client::{Builder, tls};
use dynamo_model::{Clock, Conflict, Dynamo, DynamoItem, Embedded, Error, IdSource, WriteError};

pub mod elsewhere;
mod sent;
pub use sent::{Sent, show};

/// Seconds since 1970 of the clock that stands still: 2027-01-15T08:00:00Z.
pub const NOW: u64 = 1_800_000_000;

/// The text of [`NOW`] as a timestamp attribute holds it.
pub const NOW_TEXT: &str = "2027-01-15T08:00:00.000000000Z";

/// A clock that moves when it is told to.
#[derive(Debug, Clone)]
pub struct Hands(Arc<AtomicU64>);

impl Hands {
    /// Moves the clock on.
    pub fn forward(&self, seconds: u64) {
        self.0.fetch_add(seconds, Ordering::Relaxed);
    }
}
impl Default for Hands {
    fn default() -> Self {
        Self(Arc::new(AtomicU64::new(NOW)))
    }
}
impl Clock for Hands {
    fn now(&self) -> SystemTime {
        UNIX_EPOCH + Duration::from_secs(self.0.load(Ordering::Relaxed))
    }
}

/// Ids that count from 1: see [`id`].
#[derive(Debug, Default)]
pub struct Counted(AtomicU8);
impl IdSource for Counted {
    fn bytes(&self) -> [u8; 16] {
        [self.0.fetch_add(1, Ordering::Relaxed) + 1; 16]
    }
}

/// The text of the `n`th id of [`Counted`].
///
/// # Panics
///
/// `n` is not below 16.
#[must_use]
pub fn id(n: u8) -> String {
    assert!(n < 16, "the bits of the version would change a greater one");
    format!("0{n:x}0{n:x}0{n:x}0{n:x}-0{n:x}0{n:x}-4{n:x}0{n:x}-8{n:x}0{n:x}-0{n:x}0{n:x}0{n:x}0{n:x}0{n:x}0{n:x}")
}

/// A connection whose clock stands at [`NOW`] and whose ids count from 1, to an engine of its own.
#[must_use]
pub fn fixed() -> Dynamo {
    fixed_on(&Embedded::new()).0
}

/// The same to this engine, with the hands of its clock.
#[must_use]
pub fn fixed_on(engine: &Embedded) -> (Dynamo, Hands) {
    let hands = Hands::default();
    (Dynamo::builder(engine.client()).clock(hands.clone()).ids(Counted::default()).build(), hands)
}

/// The client of the integration suites: the embedded engine, or the endpoint that `DYNAMODB_ENDPOINT` names.
#[must_use]
pub fn client() -> Client {
    let Ok(endpoint) = env::var("DYNAMODB_ENDPOINT") else { return Embedded::new().client() };
    let https =
        Builder::new().tls_provider(tls::Provider::Rustls(tls::rustls_provider::CryptoMode::Ring)).build_https();
    let config = aws_sdk_dynamodb::Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .http_client(https)
        .endpoint_url(endpoint)
        .region(Region::new("us-east-1"))
        .credentials_provider(Credentials::new("local", "local", None, None, "tests"))
        .build();
    Client::from_conf(config)
}

/// A connection for the integration suites, whose tables nobody else uses.
#[must_use]
pub fn engine() -> Dynamo {
    let prefix = prefix();
    Dynamo::builder(client()).table_name(move |name| format!("{prefix}-{name}")).build()
}

/// The same with a clock that stands still, and its hands.
#[must_use]
pub fn engine_at() -> (Dynamo, Hands) {
    let (prefix, hands) = (prefix(), Hands::default());
    let db = Dynamo::builder(client()).table_name(move |name| format!("{prefix}-{name}"));
    (db.clock(hands.clone()).build(), hands)
}

fn prefix() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    format!("t{}-{}", since.as_nanos(), NEXT.fetch_add(1, Ordering::Relaxed))
}

/// The conflict of a write that must have been refused.
///
/// # Panics
///
/// The write went through, or failed otherwise.
#[track_caller]
#[must_use]
pub fn conflict<T: DynamoItem, O>(result: Result<O, WriteError<T>>) -> Conflict<T> {
    match result {
        Err(WriteError::Conflict(conflict)) => conflict,
        Err(WriteError::Error(error)) => panic!("no conflict, but: {error}"),
        Ok(_) => panic!("no conflict: the write went through"),
    }
}

/// The error of a write that must have failed without a conflict.
///
/// # Panics
///
/// The write went through, or there is a conflict.
#[track_caller]
#[must_use]
pub fn error<T: DynamoItem, O>(result: Result<O, WriteError<T>>) -> Error {
    match result {
        Err(WriteError::Error(error)) => error,
        Err(WriteError::Conflict(conflict)) => panic!("no error, but: {conflict}"),
        Ok(_) => panic!("no error: the write went through"),
    }
}

/// The text of an error, which must name all of `parts`.
///
/// # Panics
///
/// A part is not in the text.
#[track_caller]
pub fn assert_names(error: &Error, parts: &[&str]) {
    let text = error.to_string();
    let missing: BTreeSet<_> = parts.iter().filter(|part| !text.contains(**part)).collect();
    assert!(missing.is_empty(), "{missing:?} are not in: {text}");
}

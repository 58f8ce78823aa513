//! The items of the suite, and what was sent about them.

use std::{
    collections::BTreeMap,
    sync::atomic::{AtomicU64, Ordering},
};

use dynamo_model::{Dynamo, DynamoItem, DynamoProjection, Embedded, IdSource, Table};
use serde_json::Value;

/// Without a version, under two key attributes, one of them a number.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "events")]
pub(crate) struct Event {
    #[partition_key]
    pub(crate) robot: String,
    #[sort_key]
    #[dynamo(rename = "nr")]
    pub(crate) number: u64,
    pub(crate) text: String,
}

#[derive(Debug, PartialEq, DynamoProjection)]
#[dynamo(item = Event)]
pub(crate) struct Text {
    pub(crate) text: String,
}

#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "notes")]
pub(crate) struct Note {
    #[partition_key]
    #[dynamo(rename = "note-id")]
    pub(crate) id: String,
    pub(crate) text: String,
    #[version]
    pub(crate) version: u64,
    #[dynamo(generation)]
    pub(crate) life: Option<String>,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "sessions")]
pub(crate) struct Session {
    #[partition_key]
    pub(crate) id: u64,
    #[dynamo(ttl)]
    pub(crate) expires: Option<u64>,
}

pub(crate) fn event(number: u64) -> Event {
    Event { robot: "r-1".into(), number, text: format!("text {number}") }
}

pub(crate) fn key(number: u64) -> (&'static str, u64) {
    ("r-1", number)
}

pub(crate) fn note(id: &str) -> Note {
    Note { id: id.into(), text: format!("text of {id}"), ..Note::default() }
}

/// A sequence that a seed decides: the pauses are the same in every run.
#[derive(Debug)]
struct Seeded(AtomicU64);
impl IdSource for Seeded {
    fn bytes(&self) -> [u8; 16] {
        let next = self.0.fetch_add(0x9e37_79b9_7f4a_7c15, Ordering::Relaxed);
        let mixed = (next ^ (next >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (u128::from(mixed) << 64 | u128::from(mixed.rotate_left(31))).to_be_bytes()
    }
}

/// An engine with an empty table.
pub(crate) async fn empty<T: DynamoItem>() -> (Embedded, Table<T>) {
    let engine = Embedded::new();
    let table = Dynamo::builder(engine.client()).ids(Seeded(AtomicU64::new(1))).build().table();
    table.create_table().await.unwrap();
    engine.clear_requests();
    (engine, table)
}

/// Events 1 to `last`, and nothing recorded.
pub(crate) async fn filled(last: u64) -> (Embedded, Table<Event>) {
    let (engine, events) = empty::<Event>().await;
    let all: Vec<Event> = (1..=last).map(event).collect();
    events.batch_put(&all).await.unwrap();
    engine.clear_requests();
    (engine, events)
}

/// How many items each request of this operation was about, by table.
pub(crate) fn sent(engine: &Embedded, operation: &str) -> Vec<BTreeMap<String, usize>> {
    let requests = engine.requests().into_iter().filter(|request| request.operation == operation);
    requests
        .map(|request| {
            let body: Value = serde_json::from_str(&request.body).unwrap();
            let tables = body["RequestItems"].as_object().unwrap();
            let count = |items: &Value| items.get("Keys").unwrap_or(items).as_array().unwrap().len();
            tables.iter().map(|(name, items)| (name.clone(), count(items))).collect()
        })
        .collect()
}

/// How many items each request of this operation was about.
pub(crate) fn sizes(engine: &Embedded, operation: &str) -> Vec<usize> {
    sent(engine, operation).iter().map(|tables| tables.values().sum()).collect()
}

//! What is seen of operations from outside: spans, counters, consumed capacity.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::{
    collections::BTreeMap,
    fmt::Debug,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use dynamo_model::{ConsumedCapacity, Dynamo, DynamoItem, Embedded, Expect, ReturnConsumedCapacity, Table};
use futures_util::StreamExt as _;
use tracing::{
    Event, Metadata, Subscriber,
    field::{Field, Visit},
    span::{Attributes, Id, Record},
    subscriber::DefaultGuard,
};

#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "notes", global_index(name = "by-text", partition_key = text))]
struct Note {
    #[partition_key]
    id: String,
    text: String,
    #[version]
    version: u64,
}

/// The fields of a span, as they were recorded last, and how often each was.
#[derive(Debug, Default, Clone)]
struct Seen {
    fields: BTreeMap<String, String>,
    times: BTreeMap<String, u32>,
    closed: bool,
}

impl Visit for Seen {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.fields.insert(field.name().to_owned(), format!("{value:?}"));
        *self.times.entry(field.name().to_owned()).or_default() += 1;
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.record_debug(field, &format_args!("{value}"));
    }
}

/// Keeps the spans of this library.
#[derive(Default, Clone)]
struct Spans {
    next: Arc<AtomicU64>,
    seen: Arc<Mutex<BTreeMap<u64, Seen>>>,
}

impl Spans {
    fn install(&self) -> DefaultGuard {
        tracing::subscriber::set_default(self.clone())
    }

    fn of(&self, operation: &str) -> Vec<Seen> {
        let seen = self.seen.lock().unwrap();
        seen.values().filter(|span| span.fields["db.operation.name"] == operation).cloned().collect()
    }
}

impl Subscriber for Spans {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "dynamo_model"
    }

    fn new_span(&self, attributes: &Attributes<'_>) -> Id {
        let id = self.next.fetch_add(1, Ordering::Relaxed) + 1;
        let mut seen = Seen::default();
        attributes.record(&mut seen);
        self.seen.lock().unwrap().insert(id, seen);
        Id::from_u64(id)
    }

    fn record(&self, id: &Id, values: &Record<'_>) {
        if let Some(seen) = self.seen.lock().unwrap().get_mut(&id.into_u64()) {
            values.record(seen);
        }
    }

    fn try_close(&self, id: Id) -> bool {
        if let Some(seen) = self.seen.lock().unwrap().get_mut(&id.into_u64()) {
            seen.closed = true;
        }
        true
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn event(&self, _: &Event<'_>) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

async fn table(db: &Dynamo) -> (Table<Note>, Note) {
    let notes = db.table::<Note>();
    notes.create_table().await.unwrap();
    let mut note = Note { id: "n-1".into(), text: "secret".into(), version: 0 };
    notes.create(&mut note).await.unwrap();
    (notes, note)
}

#[tokio::test(start_paused = true)]
async fn a_span_tells_table_operation_attempts_and_conflict() {
    let spans = Spans::default();
    let _guard = spans.install();
    let engine = Embedded::new();
    let db = Dynamo::builder(engine.client()).return_consumed_capacity(ReturnConsumedCapacity::Total).build();
    let (notes, mut note) = table(&db).await;
    let mut stale = note.clone();

    engine.faults().throttle(1);
    notes.update(&mut note).await.unwrap();
    notes.update(&mut stale).await.unwrap_err();

    let updates = spans.of("UpdateItem");
    assert_eq!(updates.len(), 2);
    let (first, second) = (&updates[0].fields, &updates[1].fields);
    assert_eq!(first["otel.name"], "DynamoDB.UpdateItem");
    assert_eq!(first["db.system.name"], "aws.dynamodb");
    assert_eq!(first["aws.dynamodb.table_names"], r#"["notes"]"#);
    assert_eq!(first["dynamo_model.attempts"], "2");
    assert_eq!(first["http.request.resend_count"], "1");
    assert_eq!(first["dynamo_model.conflict"], "false");
    assert!(first["aws.dynamodb.consumed_capacity"].contains("CapacityUnits"), "{first:?}");
    assert!(!first.contains_key("error.type"), "{first:?}");

    assert_eq!(second["dynamo_model.attempts"], "1");
    assert_eq!(second["dynamo_model.conflict"], "true");
    assert_eq!(second["error.type"], "ConditionalCheckFailedException");
    assert!(!second.contains_key("otel.status_code"), "a conflict is an answer: {second:?}");
    for update in &updates {
        assert!(update.closed);
        assert!(update.times.values().all(|times| *times == 1), "{update:?}");
        assert!(!format!("{update:?}").contains("secret"));
    }
}

#[tokio::test(start_paused = true)]
async fn a_failed_call_names_its_error_and_a_dropped_one_is_closed() {
    let spans = Spans::default();
    let _guard = spans.install();
    let engine = Embedded::new();
    let (notes, _) = table(&engine.dynamo()).await;

    engine.faults().expired_credentials();
    notes.get("n-1").await.unwrap_err();
    let failed = spans.of("GetItem").pop().unwrap();
    assert_eq!(failed.fields["otel.status_code"], "ERROR");
    assert_eq!(failed.fields["error.type"], "ExpiredTokenException");

    engine.faults().reset().delay(Duration::from_secs(1));
    let dropped = tokio::time::timeout(Duration::from_millis(1), notes.get("n-1").into_future());
    dropped.await.unwrap_err();
    let dropped = spans.of("GetItem").pop().unwrap();
    assert!(dropped.closed);
    assert_eq!(dropped.fields["dynamo_model.attempts"], "1");
}

#[tokio::test(start_paused = true)]
async fn a_conflict_in_a_transaction_is_an_answer_too() {
    let spans = Spans::default();
    let _guard = spans.install();
    let engine = Embedded::new();
    let db = engine.dynamo();
    let (notes, note) = table(&db).await;
    let mut stale = Note { version: 9, ..note.clone() };
    notes.update(&mut stale).idempotent().await.unwrap_err();
    let (check, delete) = (notes.check("n-1", |n| n.text.eq("x")), notes.delete_at("n-2", Expect::Any));
    db.transact_write().add(delete).add(check).await.unwrap_err();
    let transactions = spans.of("TransactWriteItems");
    assert_eq!(transactions.len(), 2);
    for Seen { fields, .. } in transactions {
        assert_eq!(fields["dynamo_model.conflict"], "true");
        assert_eq!(fields["error.type"], "TransactionCanceledException");
        assert!(!fields.contains_key("otel.status_code"), "a conflict is an answer: {fields:?}");
    }

    // Met by others until all attempts were used up: no conflict, and an error.
    engine.faults().transaction_conflict(u32::MAX);
    db.transact_write().add(notes.delete(&note)).await.unwrap_err();
    let met = spans.of("TransactWriteItems").pop().unwrap().fields;
    assert_eq!((met["otel.status_code"].as_str(), met["dynamo_model.conflict"].as_str()), ("ERROR", "false"));
}

#[tokio::test(start_paused = true)]
async fn counters_are_kept_for_each_table() {
    let engine = Embedded::new();
    let db = engine.dynamo();
    let (notes, mut note) = table(&db).await;
    let before = db.counters()["notes"];
    engine.clear_requests();

    engine.faults().throttle(2);
    notes.update(&mut note).await.unwrap();
    notes.get("n-1").consistent().await.unwrap();
    notes.query("n-1").count().await.unwrap();
    notes.delete_at("n-1", Expect::Version(9)).await.unwrap_err();
    notes.delete_at("n-1", Expect::Version(2)).idempotent().await.unwrap();

    let after = db.clone().counters()["notes"];
    assert_eq!(after.requests - before.requests, engine.requests().len() as u64);
    assert_eq!(after.requests - before.requests, 7);
    assert_eq!((after.retries, after.conflicts), (2, 1));
    assert_eq!((after.read_units, after.write_units), (0.0, 0.0), "nobody asked");
    assert_eq!(engine.dynamo().counters(), BTreeMap::new(), "another connection counts for itself");
}

#[tokio::test]
async fn an_own_write_that_is_found_is_no_conflict() {
    #[derive(Debug, Default, DynamoItem)]
    #[dynamo(table = "marked")]
    struct Marked {
        #[partition_key]
        id: String,
        #[version]
        version: u64,
        #[dynamo(write_id)]
        write: Option<String>,
    }
    tokio::time::pause();
    let engine = Embedded::new();
    let db = engine.dynamo();
    let table = db.table::<Marked>();
    table.create_table().await.unwrap();
    let mut item = Marked { id: "1".into(), ..Marked::default() };
    table.create(&mut item).await.unwrap();
    engine.faults().lose_response(1);
    table.update(&mut item).await.unwrap();
    let counters = db.counters()["marked"];
    assert_eq!((counters.retries, counters.conflicts), (1, 0));
}

#[tokio::test]
async fn capacity_asked_for_by_the_connection_is_counted() {
    let engine = Embedded::new();
    let db = Dynamo::builder(engine.client()).return_consumed_capacity(ReturnConsumedCapacity::Total).build();
    let (notes, mut note) = table(&db).await;
    let before = db.counters()["notes"];
    notes.get("n-1").consistent().await.unwrap();
    notes.get("n-1").await.unwrap();
    let read = db.counters()["notes"].read_units - before.read_units;
    assert!((read - 1.5).abs() < 1e-9, "{read}");
    notes.update(&mut note).await.unwrap();
    assert!(db.counters()["notes"].write_units - before.write_units >= 1.0);
}

/// However the items of a query or a scan are asked for.
#[tokio::test]
async fn reads_of_pages_add_up_their_own_capacity() {
    let engine = Embedded::new();
    let db = engine.dynamo();
    let (notes, _) = table(&db).await;
    let units = |capacity: &ConsumedCapacity| capacity.read_units();
    let capacity = ConsumedCapacity::total;
    let (all, other) = (capacity(), capacity());
    let mut stream = notes.scan().segments(3).page_size(1).return_consumed_capacity(&all).stream();
    while stream.next().await.transpose().unwrap().is_some() {
        // What is read in between is not the stream's.
        notes.get("n-1").return_consumed_capacity(&other).await.unwrap();
    }
    let scans = engine.requests().iter().filter(|request| request.operation == "Scan").count();
    assert!(scans >= 3);
    assert!(units(&all) > 0.0 && units(&other) > 0.0);
    let query = |capacity: &ConsumedCapacity| notes.query("n-1").return_consumed_capacity(capacity);
    let [awaited, page, count, first, strong] = [capacity(), capacity(), capacity(), capacity(), capacity()];
    query(&awaited).await.unwrap();
    query(&page).page().await.unwrap();
    query(&count).count().await.unwrap();
    query(&first).first().await.unwrap();
    query(&strong).consistent().collect().await.unwrap();
    let one = [&awaited, &page, &count, &first].map(units);
    assert!(one.iter().all(|units| (units - 0.5).abs() < 1e-9), "{one:?}");
    assert!((units(&strong) - 1.0).abs() < 1e-9);
    // Without a word nothing asks for it.
    engine.clear_requests();
    notes.query("n-1").await.unwrap();
    assert!(engine.requests().iter().all(|request| !request.body.contains("ReturnConsumedCapacity")));
}

//! Section 2: what became of a transaction of which no attempt was answered. Within ten minutes its token tells; later
//! the stored items do, as far as they can.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use dynamo_model::{Clock, Dynamo, DynamoItem, Embedded, Error, ErrorKind, Expect, Outcome, Table, TransactError};

use crate::{Audit, Note, audit, error, note};

/// A clock that is set, forwards and backwards.
#[derive(Debug, Clone)]
struct Wall(Arc<AtomicU64>);

impl Clock for Wall {
    fn now(&self) -> SystemTime {
        UNIX_EPOCH + Duration::from_secs(self.0.load(Ordering::Relaxed))
    }
}

#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "marked")]
struct Marked {
    #[partition_key]
    id: String,
    views: u64,
    #[version]
    version: u64,
    #[dynamo(write_id)]
    write: Option<String>,
}

fn marked(id: &str) -> Marked {
    Marked { id: id.into(), ..Marked::default() }
}

const START: u64 = 1_800_000_000;

struct World {
    engine: Embedded,
    wall: Wall,
    db: Dynamo,
    marked: Table<Marked>,
    notes: Table<Note>,
    audits: Table<Audit>,
}

async fn world() -> World {
    let (engine, wall) = (Embedded::new(), Wall(Arc::new(AtomicU64::new(START))));
    let db = Dynamo::builder(engine.client()).clock(wall.clone()).build();
    let (marked, notes, audits) = (db.table::<Marked>(), db.table::<Note>(), db.table::<Audit>());
    marked.create_table().await.unwrap();
    notes.create_table().await.unwrap();
    audits.create_table().await.unwrap();
    World { engine, wall, db, marked, notes, audits }
}

/// Whether the service applies what it does not answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Silently {
    Applied,
    Refused,
}

impl World {
    /// A transaction of which no attempt is answered, at the start.
    async fn unanswered(
        &self,
        silently: Silently,
        transaction: impl Future<Output = Result<(), TransactError>>,
    ) -> Error {
        match silently {
            Silently::Applied => self.engine.faults().lose_response(1_000),
            Silently::Refused => self.engine.faults().lose_request(1_000),
        };
        self.set(0);
        let unknown = error(transaction.await);
        assert_eq!(unknown.kind(), ErrorKind::OutcomeUnknown);
        self.engine.faults().reset();
        unknown
    }

    /// Sets the clock to so many seconds after the start.
    fn set(&self, seconds: i64) {
        self.wall.0.store(START.saturating_add_signed(seconds), Ordering::Relaxed);
    }

    /// What became of it, `seconds` after the start, and by which requests that was found out.
    async fn resolve(&self, unknown: &Error, seconds: i64) -> (Outcome, Vec<String>) {
        self.set(seconds);
        self.engine.clear_requests();
        let outcome = unknown.unknown_outcome().unwrap().resolve().await.unwrap();
        let requests = self.engine.requests();
        let reads = requests.iter().filter(|request| request.operation == "GetItem");
        assert!(reads.into_iter().all(|read| read.body.contains(r#""ConsistentRead":true"#)));
        (outcome, requests.into_iter().map(|request| request.operation).collect())
    }

    /// What became of it more than ten minutes later, which is only read.
    async fn later(&self, unknown: &Error) -> Outcome {
        let (outcome, requests) = self.resolve(unknown, 601).await;
        assert!(!requests.is_empty() && requests.iter().all(|request| request == "GetItem"), "{requests:?}");
        outcome
    }
}

#[tokio::test(start_paused = true)]
async fn a_token_is_sent_again_while_it_surely_holds() {
    let world = world().await;
    let World { db, marked: table, audits, .. } = &world;
    for (id, seconds) in [("a", 0_i64), ("b", 300)] {
        let (mut item, mut log) = (marked(id), audit(seconds.unsigned_abs()));
        let transaction = db.transact_write().add(table.create(&mut item)).add(audits.create(&mut log));
        let unknown = world.unanswered(Silently::Refused, transaction.into_future()).await;
        let resolved = world.resolve(&unknown, seconds).await;
        assert_eq!(resolved, (Outcome::Applied, vec!["TransactWriteItems".to_owned()]));
        assert_eq!(table.get(id).consistent().await.unwrap().unwrap().version, 1);
    }
}

#[tokio::test(start_paused = true)]
async fn after_ten_minutes_nothing_is_sent_again() {
    let world = world().await;
    let World { db, marked: table, audits, .. } = &world;
    let mut item = marked("a");
    table.create(&mut item).await.unwrap();
    // A write of an hour ago must not be applied by asking about it, and neither where the clock was set back.
    for seconds in [601, 3_600, -3_600] {
        let (mut mine, mut log) = (item.clone(), audit(1));
        let transaction = db.transact_write().add(table.update(&mut mine)).add(audits.create(&mut log));
        let unknown = world.unanswered(Silently::Refused, transaction.into_future()).await;
        let (outcome, requests) = world.resolve(&unknown, seconds).await;
        assert_eq!((outcome, requests), (Outcome::NotApplied, vec!["GetItem".to_owned()]), "after {seconds}");
        assert_eq!(audits.get(1).consistent().await.unwrap(), None);
        assert_eq!(table.get("a").consistent().await.unwrap().as_ref(), Some(&item));
    }
}

#[tokio::test(start_paused = true)]
async fn what_is_stored_tells_that_it_was_applied() {
    let world = world().await;
    let World { db, marked: table, notes, audits, .. } = &world;
    let mut item = marked("a");
    table.create(&mut item).await.unwrap();
    notes.create(&mut note("b")).await.unwrap();
    // The first three tell nothing; the last one tells of all.
    let mut log = audit(1);
    let transaction = db
        .transact_write()
        .add(notes.check("c", |n| n.id.not_exists()))
        .add(audits.create(&mut log))
        .add(notes.patch_at("b", Expect::Any, |n| [n.text.set("y")]))
        .add(table.update(&mut item));
    let unknown = world.unanswered(Silently::Applied, transaction.into_future()).await;
    assert_eq!(world.later(&unknown).await, Outcome::Applied);
    assert_eq!(item.version, 1, "memory does not change by it");
}

#[tokio::test(start_paused = true)]
async fn what_is_stored_tells_that_it_was_not_applied() {
    let world = world().await;
    let World { db, marked: table, notes, audits, .. } = &world;
    let mut item = marked("a");
    table.create(&mut item).await.unwrap();
    let mut plain = note("b");
    notes.create(&mut plain).await.unwrap();

    // Each of these stands at the version from which it started, also without a write id.
    let mut log = audit(1);
    let transaction = db.transact_write().add(audits.put(&mut log)).add(notes.update(&mut plain));
    let unknown = world.unanswered(Silently::Refused, transaction.into_future()).await;
    assert_eq!(world.later(&unknown).await, Outcome::NotApplied);
    let transaction = db.transact_write().add(audits.put(&mut log)).add(notes.delete(&plain));
    let unknown = world.unanswered(Silently::Refused, transaction.into_future()).await;
    assert_eq!(world.later(&unknown).await, Outcome::NotApplied);
    let patch = notes.patch_at("b", Expect::Version(1), |n| [n.text.set("y")]);
    let unknown = world.unanswered(Silently::Refused, db.transact_write().add(patch).into_future()).await;
    assert_eq!(world.later(&unknown).await, Outcome::NotApplied);

    // Another writer stored the next version.
    let mut mine = item.clone();
    let transaction = db.transact_write().add(audits.put(&mut log)).add(table.update(&mut mine));
    let unknown = world.unanswered(Silently::Refused, transaction.into_future()).await;
    table.update(&mut item).await.unwrap();
    assert_eq!(world.later(&unknown).await, Outcome::NotApplied);
    table.update(&mut item).await.unwrap();
    assert_eq!(world.later(&unknown).await, Outcome::Unknown, "the version is further on");
}

#[tokio::test(start_paused = true)]
async fn what_is_stored_does_not_tell() {
    let world = world().await;
    let World { db, marked: table, notes, audits, .. } = &world;
    for silently in [Silently::Applied, Silently::Refused] {
        // Nothing is known of an item without version, and a check stores nothing.
        let mut log = audit(1);
        let transaction = db.transact_write().add(audits.put(&mut log)).add(notes.check("b", |n| n.id.not_exists()));
        let unknown = world.unanswered(silently, transaction.into_future()).await;
        assert_eq!(world.later(&unknown).await, Outcome::Unknown);
    }
    // A deletion leaves nothing, and neither does one who deletes what was created.
    let mut item = marked("a");
    table.create(&mut item).await.unwrap();
    let unknown = world.unanswered(Silently::Applied, db.transact_write().add(table.delete(&item)).into_future()).await;
    assert_eq!(world.later(&unknown).await, Outcome::Unknown);
    let mut fresh = marked("a");
    let created = db.transact_write().add(table.create(&mut fresh));
    let unknown = world.unanswered(Silently::Applied, created.into_future()).await;
    table.delete_at("a", Expect::Any).await.unwrap();
    assert_eq!(world.later(&unknown).await, Outcome::Unknown);
    // A next version without a write id may be anybody's.
    let mut plain = note("b");
    notes.create(&mut plain).await.unwrap();
    let updated = db.transact_write().add(notes.update(&mut plain));
    let unknown = world.unanswered(Silently::Applied, updated.into_future()).await;
    assert_eq!(world.later(&unknown).await, Outcome::Unknown);
}

/// Two unchecked writes of one version store the same next one, so that it tells nothing.
#[tokio::test(start_paused = true)]
async fn an_unchecked_write_over_ours_does_not_tell() {
    let world = world().await;
    let World { db, marked: table, .. } = &world;
    let mut item = marked("a");
    table.create(&mut item).await.unwrap();
    let (mut mine, mut theirs) = (item.clone(), item);
    let unchecked = db.transact_write().add(table.put_unchecked(&mut mine));
    let unknown = world.unanswered(Silently::Applied, unchecked.into_future()).await;
    assert_eq!(world.later(&unknown).await, Outcome::Applied);
    table.put_unchecked(&mut theirs).await.unwrap();
    assert_eq!(world.later(&unknown).await, Outcome::Unknown);
}

#[tokio::test(start_paused = true)]
async fn one_write_that_went_as_a_transaction() {
    let world = world().await;
    let World { engine, marked: table, .. } = &world;
    let mut item = marked("a");
    table.create(&mut item).await.unwrap();
    let before = item.clone();
    engine.faults().lose_response(1_000);
    let unknown = dynamo_tests::error(table.update(&mut item).idempotent().await);
    engine.faults().reset();
    assert_eq!((world.later(&unknown).await, item), (Outcome::Applied, before.clone()));

    world.set(0);
    let mut stored = table.get("a").consistent().await.unwrap().unwrap();
    engine.faults().lose_request(1_000);
    let unknown = dynamo_tests::error(table.update(&mut stored).idempotent().await);
    engine.faults().reset();
    assert_eq!(world.later(&unknown).await, Outcome::NotApplied);
}

#[tokio::test(start_paused = true)]
async fn finding_out_can_fail_and_be_tried_again() {
    let world = world().await;
    let World { engine, db, marked: table, .. } = &world;
    let mut item = marked("a");
    let created = db.transact_write().add(table.create(&mut item));
    let unknown = world.unanswered(Silently::Applied, created.into_future()).await;
    for seconds in [1, 601] {
        world.set(seconds);
        engine.faults().unreachable();
        let failed = unknown.unknown_outcome().unwrap().resolve().await.unwrap_err();
        assert_eq!(failed.kind(), ErrorKind::Connection);
        engine.faults().reset();
        assert_eq!(world.resolve(&unknown, seconds).await.0, Outcome::Applied);
    }
}

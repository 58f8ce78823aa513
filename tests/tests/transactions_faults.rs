//! What is said of transactions after an answer was lost, while the service is busy, and of tables that are not there.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test ends where something unexpected comes"
)]

use dynamo_model::{
    Cause, Dynamo, DynamoItem, Embedded, Error, ErrorKind, Expect, Faults, Outcome, Table, TransactError,
};
use dynamo_tests::assert_names;

#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "accounts")]
struct Account {
    #[partition_key]
    id: String,
    balance: u64,
    #[version]
    version: u64,
}

#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "audits")]
struct Audit {
    #[partition_key]
    number: u64,
}

struct World {
    engine: Embedded,
    db: Dynamo,
    accounts: Table<Account>,
}

async fn world() -> World {
    let engine = Embedded::new();
    let db = engine.dynamo();
    let accounts = db.table::<Account>();
    accounts.create_table().await.unwrap();
    accounts.create(&mut Account { id: "a".into(), balance: 10, version: 0 }).await.unwrap();
    engine.clear_requests();
    World { engine, db, accounts }
}

impl World {
    async fn balance(&self) -> u64 {
        self.accounts.get("a").consistent().await.unwrap().unwrap().balance
    }

    /// Loses the answer of the first attempt of a write, after which every other attempt meets these faults.
    async fn lost_then<O>(
        &self,
        write: impl IntoFuture<Output = O>,
        then: impl for<'f, 'e> Fn(&'f Faults<'e>) -> &'f Faults<'e>,
    ) -> O {
        self.engine.clear_requests();
        self.engine.faults().lose_response(1);
        let later = async {
            while self.engine.requests().is_empty() {
                tokio::task::yield_now().await;
            }
            then(&self.engine.faults());
        };
        let (outcome, ()) = tokio::join!(write.into_future(), later);
        self.engine.faults().reset();
        outcome
    }

    /// The three ways in which a write goes with a token.
    async fn after_lost_answer(
        &self,
        way: &str,
        then: impl for<'f, 'e> Fn(&'f Faults<'e>) -> &'f Faults<'e>,
    ) -> Result<(), Error> {
        let patch = self.accounts.patch_at("a", Expect::Any, |n| [n.balance.add(1)]);
        match way {
            "own token" => {
                let transaction = self.db.transact_write().add(patch).client_request_token("t-1");
                self.lost_then(transaction, then).await.map_err(Error::from)
            }
            "idempotent" => self.lost_then(patch.idempotent(), then).await.map(drop).map_err(Error::from),
            _ => self.lost_then(self.db.transact_write().add(patch), then).await.map_err(Error::from),
        }
    }
}

#[tokio::test(start_paused = true)]
async fn contention_after_a_lost_answer_does_not_tell_that_nothing_was_changed() {
    for way in ["transaction", "own token", "idempotent"] {
        for then in [
            (|faults| faults.transaction_conflict(1_000)) as for<'f, 'e> fn(&'f Faults<'e>) -> &'f Faults<'e>,
            |faults| faults.throttle(1_000),
            |faults| faults.service_unavailable(1_000),
            |faults| faults.expired_credentials(),
            |faults| faults.unreachable(),
            |faults| faults.transaction_in_progress(1_000),
        ] {
            let world = world().await;
            let unknown = world.after_lost_answer(way, then).await.unwrap_err();
            assert_eq!(
                (unknown.kind(), unknown.is_retryable()),
                (ErrorKind::OutcomeUnknown, false),
                "{way}: {unknown}"
            );
            assert_eq!(world.balance().await, 11, "{way}: it was applied");
            let unknown = unknown.unknown_outcome().unwrap();

            // That others are met says nothing either.
            world.engine.faults().transaction_conflict(1_000);
            assert_eq!(unknown.resolve().await.unwrap_err().kind(), ErrorKind::TransactionConflict);
            world.engine.faults().reset();
            assert_eq!(unknown.resolve().await.unwrap(), Outcome::Applied);
            assert_eq!(world.balance().await, 11, "{way}: and once");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn contention_that_ends_after_a_lost_answer_is_a_success() {
    for way in ["transaction", "own token", "idempotent"] {
        let world = world().await;
        world.after_lost_answer(way, |faults| faults.transaction_conflict(6).throttle(6)).await.unwrap();
        assert_eq!(world.balance().await, 11);
    }
}

#[tokio::test(start_paused = true)]
async fn a_failed_condition_after_a_lost_answer_tells() {
    let World { engine, db, accounts } = world().await;
    engine.faults().lose_request(1).transaction_conflict(4);
    let stale = accounts.patch_at("a", Expect::Version(7), |n| [n.balance.add(1)]);
    let Err(TransactError::Cancelled(refused)) = db.transact_write().add(stale).await else { panic!("no conflict") };
    assert_eq!(refused.reasons()[0].cause(), Some(Cause::VersionMismatch));
}

#[tokio::test(start_paused = true)]
async fn a_throttled_transaction_is_sent_again_as_one_that_meets_others() {
    let world = world().await;
    let World { engine, db, accounts } = &world;
    let sent = |operation: &str| engine.requests().iter().filter(|request| request.operation == operation).count();
    let patch = || accounts.patch_at("a", Expect::Any, |n| [n.balance.add(1)]);
    engine.faults().throttle(12);
    db.transact_write().add(patch()).await.unwrap();
    assert_eq!((sent("TransactWriteItems"), world.balance().await), (13, 11));
    let requests = engine.requests();
    assert!(requests.iter().take(13).all(|request| request.body == requests[0].body), "with the same token");

    engine.clear_requests();
    engine.faults().throttle(u32::MAX);
    let error = Error::from(db.transact_write().add(patch()).await.unwrap_err());
    assert_eq!((error.kind(), error.is_retryable(), sent("TransactWriteItems")), (ErrorKind::Throttled, true, 15));
    let error = db.transact_get().add(accounts.get("a")).await.unwrap_err();
    assert_eq!((error.kind(), error.table(), sent("TransactGetItems")), (ErrorKind::Throttled, Some("accounts"), 15));

    engine.faults().throttle(12);
    assert!(db.transact_get().add(accounts.get("a")).await.unwrap().0.is_some());
}

#[tokio::test(start_paused = true)]
async fn a_table_that_is_not_there_is_not_taken_for_another() {
    let World { db, accounts, .. } = world().await;
    let audits = db.table::<Audit>();
    let mut log = Audit { number: 1 };
    let patch = accounts.patch_at("a", Expect::Any, |n| [n.balance.add(1)]);
    let write = Error::from(db.transact_write().add(patch).add(audits.create(&mut log)).await.unwrap_err());
    let read = db.transact_get().add(accounts.get("a")).add(audits.get(1)).await.unwrap_err();
    for (error, operation) in [(write, "transact_write"), (read, "transact_get")] {
        assert_eq!((error.kind(), error.table(), error.operation()), (ErrorKind::TableNotFound, None, Some(operation)));
        assert_names(&error, &[operation, "`accounts`, `audits`"]);
    }
    let alone = Error::from(db.transact_write().add(audits.create(&mut log)).await.unwrap_err());
    assert_eq!((alone.kind(), alone.table()), (ErrorKind::TableNotFound, Some("audits")));
}

#[tokio::test(start_paused = true)]
async fn a_token_is_as_long_as_the_service_takes_it() {
    let World { engine, db, accounts } = world().await;
    let send = |token: String| {
        let patch = accounts.patch_at("a", Expect::Any, |n| [n.balance.add(1)]);
        db.transact_write().add(patch).client_request_token(token).into_future()
    };
    for token in ["x".repeat(36), "\u{e4}".repeat(18)] {
        send(token).await.unwrap();
    }
    let before = engine.requests().len();
    for token in ["x".repeat(37), "\u{e4}".repeat(36)] {
        let error = Error::from(send(token).await.unwrap_err());
        assert_eq!(error.kind(), ErrorKind::InvalidRequest);
        assert_names(&error, &["transact_write", "client request token", "1 to 36"]);
    }
    assert_eq!(engine.requests().len(), before);
}

//! Failures that say for certain that nothing was applied.

use dynamo_model::{DynamoItem, Embedded, Error, ErrorKind, Expect, Table};
use dynamo_tests::{assert_names, error};

use crate::items::{Plain, sent, stored, table};

/// What every verb fails with. No memory changes.
async fn failures(plains: &Table<Plain>) -> Vec<Error> {
    let before = Plain { version: 1, ..Plain::new() };
    let mut item = before.clone();
    let failures = vec![
        error(plains.create(&mut item).await),
        error(plains.put(&mut item).await),
        error(plains.put_unchecked(&mut item).await),
        error(plains.update(&mut item).await),
        error(plains.patch(&mut item, |n| [n.views.add(1)]).await),
        error(plains.patch_at("a", Expect::Any, |n| [n.views.add(1)]).await),
        error(plains.delete(&item).await),
        error(plains.delete_at("a", Expect::Any).await),
        error(plains.update(&mut item).idempotent().await),
        plains.get("a").await.unwrap_err(),
        plains.refresh(&mut item).await.unwrap_err(),
    ];
    assert_eq!(item, before);
    failures
}

async fn stored_one() -> (Embedded, Table<Plain>) {
    let (engine, plains) = table::<Plain>().await;
    plains.create(&mut Plain::new()).await.unwrap();
    (engine, plains)
}

async fn all_fail_as(engine: &Embedded, plains: &Table<Plain>, kind: ErrorKind) {
    let before = {
        let item = plains.get("a").await;
        item.ok()
    };
    for error in failures(plains).await {
        assert_eq!(error.kind(), kind, "{error}");
        assert!(error.unknown_outcome().is_none());
        assert_names(&error, &["plains", error.operation().unwrap()]);
        assert!(std::error::Error::source(&error).is_some(), "the SDK's error is the source");
    }
    engine.faults().reset();
    let after = plains.get("a").await.unwrap().unwrap();
    assert!(before.is_none(), "the fault was on");
    assert_eq!(after, Plain { version: 1, ..Plain::new() });
}

#[tokio::test(start_paused = true)]
async fn a_dead_endpoint() {
    let (engine, plains) = stored_one().await;
    engine.faults().unreachable();
    all_fail_as(&engine, &plains, ErrorKind::Connection).await;
}

#[tokio::test(start_paused = true)]
async fn expired_credentials() {
    let (engine, plains) = stored_one().await;
    engine.faults().expired_credentials();
    all_fail_as(&engine, &plains, ErrorKind::Access).await;
}

#[tokio::test(start_paused = true)]
async fn throttling_to_exhaustion() {
    let (engine, plains) = stored_one().await;
    engine.faults().throttle(1000);
    all_fail_as(&engine, &plains, ErrorKind::Throttled).await;
}

#[tokio::test(start_paused = true)]
async fn throttling_for_a_while() {
    let (engine, plains) = stored_one().await;
    let mut item = Plain { version: 1, ..Plain::new() };
    engine.clear_requests();
    engine.faults().throttle(2);
    plains.update(&mut item).await.unwrap();
    assert_eq!((item.version, sent(&engine, "UpdateItem")), (2, 3));
    engine.faults().throttle(2);
    plains.patch_at("a", Expect::Any, |n| [n.views.add(1)]).await.unwrap();
    assert_eq!(stored(&engine, &plains).await["views"], "1", "being throttled is certain, so it is sent again");
}

#[tokio::test(start_paused = true)]
async fn an_item_held_by_a_transaction() {
    let (engine, plains) = stored_one().await;
    let mut item = Plain { version: 1, ..Plain::new() };
    engine.faults().transaction_conflict(2);
    plains.update(&mut item).await.unwrap();
    engine.faults().replicated_write_conflict(2);
    plains.put(&mut item).await.unwrap();
    engine.faults().transaction_conflict(2);
    plains.update(&mut item).idempotent().await.unwrap();
    engine.faults().transaction_conflict(1);
    plains.patch_at("a", Expect::Any, |n| [n.views.add(1)]).await.unwrap();
    engine.faults().transaction_conflict(1);
    plains.delete_at("a", Expect::Version(5)).await.unwrap();
    assert_eq!(item.version, 4);
    plains.create(&mut item).await.unwrap();
    for operation in ["UpdateItem", "PutItem", "DeleteItem"] {
        engine.clear_requests();
        engine.faults().replicated_write_conflict(1);
        match operation {
            "UpdateItem" => plains.update(&mut item).await.unwrap(),
            "PutItem" => plains.put(&mut item).await.unwrap(),
            _ => plains.delete(&item).await.unwrap(),
        }
        assert_eq!(sent(&engine, operation), 2);
    }
}

#[tokio::test(start_paused = true)]
async fn an_item_held_for_too_long() {
    let (engine, plains) = stored_one().await;
    let before = Plain { version: 1, ..Plain::new() };
    let mut item = before.clone();
    engine.faults().transaction_conflict(1000);
    for _ in 0..2 {
        let failures = [
            error(plains.update(&mut item).await),
            error(plains.put(&mut item).await),
            error(plains.delete(&item).await),
            error(plains.patch(&mut item, |n| [n.views.add(1)]).await),
        ];
        for error in failures {
            assert_eq!(error.kind(), ErrorKind::TransactionConflict, "{error}");
        }
        engine.faults().reset().replicated_write_conflict(1000);
    }
    engine.faults().reset().transaction_conflict(1000);
    assert_eq!(error(plains.update(&mut item).idempotent().await).kind(), ErrorKind::TransactionConflict);
    assert_eq!(item, before);
    engine.faults().reset();
    plains.update(&mut item).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn errors_tell_no_values() {
    let (engine, plains) = stored_one().await;
    let mut item = Plain { text: "geheim".into(), version: 1, ..Plain::new() };
    engine.faults().throttle(1000);
    let throttled = error(plains.update(&mut item).await);
    assert!(!format!("{throttled} {throttled:?}").contains("geheim"));
    engine.faults().reset().lose_response(1000);
    let unknown = error(plains.update(&mut item).await);
    let outcome = unknown.unknown_outcome().unwrap();
    assert!(!format!("{unknown} {unknown:?} {outcome:?}").contains("geheim"));
    assert_eq!(Plain::encode(&item).unwrap().len(), 6);
}

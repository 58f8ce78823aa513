//! `put_each` and the like while the service is busy, and what they and the loop count.

use dynamo_model::{Backoff, ConsumedCapacity, ErrorKind, Expect, Table, WriteError};
use dynamo_tests::assert_names;

use crate::{
    items::{Plain, sent, table},
    operations, plain,
};

/// How often the SDK sends a request that is throttled, by itself.
const SDK: usize = 3;

fn many(count: usize) -> Vec<Plain> {
    (0..count).map(|n| Plain { id: format!("p{n:03}"), ..Plain::default() }).collect()
}

#[tokio::test(start_paused = true)]
async fn a_busy_service_is_waited_for() {
    let (engine, table) = table::<Plain>().await;
    let mut items = many(200);
    engine.faults().throttle(100).transaction_conflict(50);
    assert!(table.put_each(&mut items).await.all_ok());
    engine.faults().throttle(100);
    assert!(table.update_each(&mut items).await.all_ok());
    assert!(items.iter().all(|item| item.version == 2));
    engine.faults().throttle(100);
    assert!(table.delete_each(&items).await.all_ok());
    assert_eq!(table.scan().count().await.unwrap(), 0);
}

#[tokio::test(start_paused = true)]
async fn patience_ends() {
    let (engine, table) = table::<Plain>().await;
    engine.faults().throttle(u32::MAX);
    for (attempts, sent_in_all) in [(None, 11 * SDK), (Some(1), SDK), (Some(4), 4 * SDK)] {
        engine.clear_requests();
        let mut items = many(1);
        let each = table.put_each(&mut items).backoff(Backoff::default());
        let each = match attempts {
            None => each,
            Some(attempts) => each.attempts(attempts),
        };
        let Err(WriteError::Error(error)) = each.await.into_result() else { panic!("no error") };
        assert_eq!((error.kind(), operations(&engine).len()), (ErrorKind::Throttled, sent_in_all));
        assert_names(&error, &["put on table `plains`", "item 0"]);
    }
    // What may have been applied is not sent again.
    engine.clear_requests();
    engine.faults().reset().lose_response(1_000);
    let outcome = table.put_each(&mut many(1)).await;
    let Err(WriteError::Error(unknown)) = outcome.into_result() else { panic!("no error") };
    assert_eq!((unknown.kind(), operations(&engine).len()), (ErrorKind::OutcomeUnknown, SDK));
}

#[tokio::test(start_paused = true)]
async fn nothing_could_be_sent() {
    let (engine, table) = table::<Plain>().await;
    let mut items = many(2);
    for (outcome, operation, word) in [
        (table.put_each(&mut items).concurrency(0).await, "put_each", "concurrency(0)"),
        (table.update_each(&mut items).attempts(0).await, "update_each", "attempts(0)"),
        (table.delete_each(&many(2)).attempts(0).await, "delete_each", "attempts(0)"),
    ] {
        assert_eq!(outcome.results().len(), 2);
        for (_, error) in outcome.failed() {
            let WriteError::Error(error) = error else { panic!("a conflict") };
            assert_eq!((error.kind(), error.table()), (ErrorKind::InvalidRequest, Some("plains")));
            assert_names(error, &[operation, word]);
        }
        assert_eq!(outcome.failed().count(), 2);
    }
    assert!(operations(&engine).is_empty());
    assert!(table.put_each(&mut []).concurrency(0).await.all_ok(), "nothing to do");
}

#[tokio::test(start_paused = true)]
async fn exactly_once_whatever_is_lost() {
    let (engine, table) = table::<Plain>().await;
    let mut items = many(3);
    engine.faults().lose_response(2);
    assert!(table.put_each(&mut items).idempotent().await.all_ok());
    engine.faults().lose_response(2);
    assert!(table.update_each(&mut items).idempotent().await.all_ok());
    assert!(items.iter().all(|item| item.version == 2));
    engine.faults().transaction_conflict(20);
    assert!(table.delete_each(&items).idempotent().await.all_ok());
    assert_eq!(operations(&engine).len(), sent(&engine, "TransactWriteItems"));
    assert_eq!(table.scan().count().await.unwrap(), 0);
}

/// Sends something in this way.
async fn send(table: &Table<Plain>, way: &str) {
    let db = table.dynamo();
    match way {
        "modify" => drop(table.modify("a", |p| p.views += 1).await.unwrap()),
        // Its conflict in the end is no repetition.
        "each" => assert_eq!(table.put_each(&mut [Plain::new()]).await.failed().count(), 1),
        "transact_write" => db.transact_write().add(table.delete_at("z", Expect::Any)).await.unwrap(),
        "transact_get" => drop(db.transact_get().add(table.get("a")).await.unwrap()),
        "batch_write" => drop(table.batch_delete_unchecked(["x", "y"]).await.unwrap()),
        "batch_get" => drop(table.batch_get(["x", "y"]).await.unwrap()),
        other => panic!("no way: {other}"),
    }
}

#[tokio::test(start_paused = true)]
async fn every_repetition_is_counted() {
    for way in ["modify", "each", "transact_write", "transact_get", "batch_write", "batch_get"] {
        let (engine, table) = plain().await;
        for throttled in [8, 0] {
            let before = table.dynamo().counters()["plains"];
            engine.clear_requests();
            engine.faults().throttle(throttled);
            send(&table, way).await;
            let after = table.dynamo().counters()["plains"];
            assert_eq!(after.requests - before.requests, operations(&engine).len() as u64, "{way}");
            assert_eq!(after.retries - before.retries, u64::from(throttled), "{way}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn capacity_is_added_up() {
    let (engine, table) = plain().await;
    let capacity = ConsumedCapacity::total();
    engine.faults().throttle(4);
    table.modify("a", |p| p.views += 1).return_consumed_capacity(&capacity).await.unwrap();
    assert_eq!((capacity.read_units(), capacity.write_units()), (1.0, 1.0));
    let change = async |p: &mut Plain| {
        p.views += 1;
        Ok::<_, dynamo_model::Error>(())
    };
    table.try_modify_async("a", change).return_consumed_capacity(&capacity).await.unwrap();
    let mut items = many(3);
    assert!(table.put_each(&mut items).return_consumed_capacity(&capacity).await.all_ok());
    assert!(table.delete_each(&items).return_consumed_capacity(&capacity).await.all_ok());
    assert_eq!((capacity.read_units(), capacity.write_units()), (2.0, 8.0));
}

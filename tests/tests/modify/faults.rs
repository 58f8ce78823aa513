//! Throttling, other writers' transactions, lost answers and dropped futures.

use std::time::Duration;

use dynamo_model::{Error, ErrorKind, ModifyError, Outcome};
use tokio::time::{Instant, timeout};

use crate::{
    Calls, ended,
    items::{Marked, Plain, stored, table},
    operations, plain,
};

/// How often the SDK sends a request that is throttled, by itself.
const SDK: usize = 3;

#[tokio::test(start_paused = true)]
async fn being_throttled_costs_no_attempt() {
    let (engine, table) = plain().await;
    let calls = Calls::default();
    // The read meets it twice in full, the write after that once.
    engine.faults().throttle(2 * 3);
    let change = async |p: &mut Plain| {
        calls.next();
        engine.faults().throttle(3).transaction_conflict(3);
        p.views += 1;
        Ok::<_, Error>(())
    };
    let item = table.try_modify_async("a", change).attempts(1).await.unwrap();
    assert_eq!((item.views, item.version, calls.count()), (1, 2, 1), "the closure is not called again");
    let sent = operations(&engine);
    assert_eq!(sent.iter().filter(|operation| *operation == "GetItem").count(), 2 * SDK + 1);
    assert_eq!(sent.iter().filter(|operation| *operation == "UpdateItem").count(), 2 * SDK + 1);
}

#[tokio::test(start_paused = true)]
async fn an_endless_throttle_ends() {
    let (engine, table) = plain().await;
    engine.faults().throttle(u32::MAX);
    let started = Instant::now();
    ended(table.modify("a", |p| p.views += 1).await, ErrorKind::Throttled);
    assert_eq!(operations(&engine).len(), 11 * SDK);
    assert!(started.elapsed() < Duration::from_mins(1), "{:?}", started.elapsed());

    engine.faults().reset();
    engine.clear_requests();
    engine.faults().transaction_conflict(u32::MAX);
    let error = ended(table.modify("a", |p| p.views += 1).await, ErrorKind::TransactionConflict);
    assert!(error.is_retryable());
    assert_eq!(operations(&engine).len(), 1 + 11 * SDK);
    engine.faults().reset();
    assert_eq!(stored(&engine, &table).await["version"], "1");
}

#[tokio::test(start_paused = true)]
async fn a_lost_answer_is_not_applied_twice() {
    let (engine, table) = plain().await;
    let mut calls = 0;
    engine.faults().lose_response(1);
    let count = |p: &mut Plain| {
        calls += 1;
        p.views += 1;
    };
    let error = ended(table.modify("a", count).await, ErrorKind::OutcomeUnknown);
    assert_eq!((calls, stored(&engine, &table).await["views"].as_str()), (1, "1"), "it was applied, once");
    assert_eq!(error.unknown_outcome().unwrap().resolve().await.unwrap(), Outcome::Unknown);

    // The request itself is lost, as often as the SDK sends it.
    engine.faults().lose_request(1000);
    let error = ended(table.modify("a", |p| p.views += 1).await, ErrorKind::OutcomeUnknown);
    engine.faults().reset();
    assert_eq!(stored(&engine, &table).await["views"], "1");
    assert_eq!(error.unknown_outcome().unwrap().resolve().await.unwrap(), Outcome::NotApplied);
}

#[tokio::test(start_paused = true)]
async fn with_a_write_id_a_lost_answer_is_a_success() {
    let (engine, table) = table::<Marked>().await;
    table.create(&mut Marked::new()).await.unwrap();
    engine.faults().lose_response(1);
    let item = table.modify("a", |m| m.views += 1).await.unwrap();
    assert_eq!((item.views, item.version), (1, 2));
    engine.faults().lose_response(1000);
    let unknown = table.modify("a", |m| m.views += 1).await.unwrap_err();
    let ModifyError::Error(unknown) = unknown else { panic!("{unknown:?}") };
    engine.faults().reset();
    assert_eq!(unknown.unknown_outcome().unwrap().resolve().await.unwrap(), Outcome::Applied);
    assert_eq!(stored(&engine, &table).await["views"], "2");
}

#[tokio::test(start_paused = true)]
async fn a_dead_endpoint_ends_at_once() {
    let (engine, table) = plain().await;
    engine.faults().unreachable();
    ended(table.modify("a", |p| p.views += 1).await, ErrorKind::Connection);
    assert_eq!(operations(&engine).len(), SDK);
}

#[tokio::test(start_paused = true)]
async fn a_dropped_loop_leaves_the_item_whole() {
    let (engine, table) = plain().await;
    let way = Duration::from_millis(100);
    // Within the read, on the way of the write, and on the way of its answer.
    for (limit, views, version) in [(way, "0", "1"), (way * 5 / 2, "0", "1"), (way * 7 / 2, "1", "2")] {
        engine.faults().delay(way);
        assert!(timeout(limit, table.modify("a", |p| (p.views, p.text) = (1, "x".into()))).await.is_err());
        engine.faults().reset();
        let stored = stored(&engine, &table).await;
        assert_eq!((stored["views"].as_str(), stored["version"].as_str()), (views, version));
        assert_eq!(stored["text"], if views == "1" { "'x'" } else { "''" });
    }
}

#[tokio::test(start_paused = true)]
async fn a_dropped_closure_leaves_nothing() {
    let (engine, table) = plain().await;
    let change = async |p: &mut Plain| {
        p.views = 9;
        std::future::pending::<()>().await;
        Ok::<_, Error>(())
    };
    assert!(timeout(Duration::from_secs(9), table.try_modify_async("a", change)).await.is_err());
    assert_eq!(operations(&engine), ["GetItem"]);
    assert_eq!(stored(&engine, &table).await["views"], "0");
}

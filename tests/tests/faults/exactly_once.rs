//! `.idempotent()`: exactly once, whatever is lost.

use std::time::Duration;

use dynamo_model::{Cause, ErrorKind, Expect};
use dynamo_tests::{conflict, error};

use crate::items::{Plain, sent, stored, table};

#[tokio::test(start_paused = true)]
async fn lost_answers() {
    let (engine, table) = table::<Plain>().await;
    let mut item = Plain::new();
    engine.faults().lose_response(1);
    table.create(&mut item).idempotent().await.unwrap();
    engine.faults().lose_response(2);
    table.update(&mut item).idempotent().await.unwrap();
    engine.faults().internal_server_error_after(1);
    table.put(&mut item).idempotent().await.unwrap();
    engine.faults().lose_response(1);
    table.patch(&mut item, |n| [n.views.add(1)]).idempotent().await.unwrap();
    assert_eq!((item.version, item.views), (4, 1));
    engine.faults().lose_response(2);
    let saved = table.patch_at("a", Expect::Any, |n| [n.views.add(1)]).idempotent().await.unwrap();
    assert_eq!((saved.version, saved.views), (5, 2));
    engine.faults().lose_request(1);
    let saved = table.patch_at("a", Expect::Any, |n| [n.views.add(1)]).idempotent().await.unwrap();
    assert_eq!(saved.views, 3);
    engine.faults().lose_response(1);
    table.delete(&saved).idempotent().await.unwrap();
    assert!(stored(&engine, &table).await.is_empty());
}

#[tokio::test(start_paused = true)]
async fn all_attempts_have_one_token_and_two_writes_have_two() {
    let (engine, table) = table::<Plain>().await;
    engine.faults().lose_response(1);
    let mut item = Plain::new();
    table.create(&mut item).idempotent().await.unwrap();
    table.update(&mut item).idempotent().await.unwrap();
    let tokens: Vec<String> = engine
        .requests()
        .iter()
        .filter(|request| request.operation == "TransactWriteItems")
        .map(|request| {
            serde_json::from_str::<serde_json::Value>(&request.body).unwrap()["ClientRequestToken"].to_string()
        })
        .collect();
    assert_eq!(tokens.len(), 3);
    assert_eq!(tokens[0], tokens[1]);
    assert_ne!(tokens[1], tokens[2]);
    assert!(tokens.iter().all(|token| token.len() <= 38), "36 characters and quotes");
}

#[tokio::test(start_paused = true)]
async fn a_refusal_is_a_conflict_also_after_a_lost_answer() {
    let (engine, table) = table::<Plain>().await;
    let mut item = Plain::new();
    table.create(&mut item).await.unwrap();
    let mut stale = Plain { version: 9, ..item.clone() };
    engine.faults().lose_response(1);
    let refused = conflict(table.update(&mut stale).idempotent().await);
    assert_eq!((refused.cause(), refused.current(), stale.version), (Cause::VersionMismatch, Some(&item), 9));
}

#[tokio::test(start_paused = true)]
async fn a_transaction_that_goes_on() {
    let (engine, table) = table::<Plain>().await;
    let mut item = Plain::new();
    engine.faults().transaction_in_progress(1);
    table.create(&mut item).idempotent().await.unwrap();
    assert_eq!(item.version, 1);
    engine.faults().transaction_in_progress(1000);
    let unknown = error(table.update(&mut item).idempotent().await);
    assert_eq!((unknown.kind(), item.version), (ErrorKind::OutcomeUnknown, 1));
}

#[tokio::test(start_paused = true)]
async fn no_answer_at_all() {
    let (engine, table) = table::<Plain>().await;
    let mut item = Plain::new();
    engine.faults().lose_response(1000);
    let unknown = error(table.create(&mut item).idempotent().await);
    assert_eq!((unknown.kind(), item.version), (ErrorKind::OutcomeUnknown, 0));
    engine.faults().reset().throttle(1000);
    assert_eq!(error(table.create(&mut item).idempotent().await).kind(), ErrorKind::Throttled);
}

#[tokio::test(start_paused = true)]
async fn an_item_that_cannot_be_read_back_was_written() {
    let (engine, table) = table::<Plain>().await;
    let mut item = Plain::new();
    table.create(&mut item).await.unwrap();
    engine.faults().delay(Duration::from_millis(10));
    let write = async { table.patch(&mut item, |n| [n.views.add(1)]).idempotent().await };
    let cut = async {
        tokio::time::sleep(Duration::from_millis(25)).await;
        engine.faults().unreachable();
    };
    let (result, ()) = tokio::join!(write, cut);
    let applied = error(result);
    engine.faults().reset();
    assert_eq!((sent(&engine, "TransactWriteItems"), stored(&engine, &table).await["views"].as_str()), (1, "1"));
    assert_eq!(applied.kind(), ErrorKind::AppliedButUndecodable, "{applied}");
}

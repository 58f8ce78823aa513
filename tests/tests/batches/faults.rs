//! Batches on a service that is busy, out of reach or slow, under a paused clock.

use std::{collections::HashMap, time::Duration};

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_model::{BatchFailure, DynamoItem, ErrorKind};
use dynamo_tests::assert_names;
use tokio::time::timeout;

use crate::items::{Event, empty, event, filled, key, sizes};

fn positions(failures: &[BatchFailure]) -> Vec<usize> {
    failures.iter().map(BatchFailure::position).collect()
}

#[tokio::test(start_paused = true)]
async fn what_is_unprocessed_fills_later_requests() {
    let (engine, events) = filled(250).await;
    engine.faults().seed(3).unprocessed(0.3);
    let found = events.batch_get((1..=250).map(key)).concurrency(1).await.unwrap();
    assert_eq!(found, (1..=250).map(event).map(Some).collect::<Vec<_>>());
    let sizes = sizes(&engine, "BatchGetItem");
    assert_eq!(sizes[..2], [100, 100]);
    assert!(sizes[2] > 90, "the third has its own 50 keys and what came back from the first two: {sizes:?}");
}

#[tokio::test(start_paused = true)]
async fn an_endless_throttle_lists_what_was_not_read() {
    let (engine, events) = filled(120).await;
    engine.faults().seed(1).unprocessed(0.9);
    let error = events.batch_get((1..=120).map(key)).attempts(3).await.unwrap_err();
    let unread = positions(error.unread());
    let read: Vec<usize> = (0..120).filter(|at| error.read()[*at].is_some()).collect();
    assert!(!read.is_empty() && !unread.is_empty());
    assert_eq!(read.len() + unread.len(), 120);
    assert!(unread.iter().all(|at| !read.contains(at)));
    assert_eq!(error.error().kind(), ErrorKind::Throttled);
    assert!(error.error().is_retryable());
    assert_names(error.error(), &["batch_get", "`events`", "of 120 items were not read", "more", "`robot`, `nr`"]);
    assert_eq!(error.unread()[0].key().unwrap().len(), 2);
    // What is left can be asked for again.
    engine.faults().reset();
    let rest = error.unread().iter().map(|lost| key(lost.position() as u64 + 1));
    assert!(events.batch_get(rest).await.unwrap().iter().all(Option::is_some));
}

#[tokio::test(start_paused = true)]
async fn a_whole_request_that_is_throttled_counts_for_its_items() {
    let (engine, events) = filled(30).await;
    // The SDK gives a request up after three attempts.
    engine.faults().throttle(7);
    assert!(events.batch_get((1..=30).map(key)).await.unwrap().iter().all(Option::is_some));
    assert_eq!(sizes(&engine, "BatchGetItem"), [30; 8]);

    engine.faults().throttle(1_000);
    let error = events.batch_get((1..=30).map(key)).attempts(4).await.unwrap_err();
    assert_eq!((error.error().kind(), error.unread().len()), (ErrorKind::Throttled, 30));
    let all: Vec<Event> = (1..=30).map(event).collect();
    let error = events.batch_put(&all).attempts(4).await.unwrap_err();
    assert_eq!((error.error().kind(), positions(error.report().unwritten()).len()), (ErrorKind::Throttled, 30));
    assert_eq!(error.report().written().count(), 0);
}

#[tokio::test(start_paused = true)]
async fn an_endless_throttle_reports_what_was_written() {
    let (engine, events) = empty::<Event>().await;
    engine.faults().seed(5).unprocessed(0.8);
    let all: Vec<Event> = (1..=100).map(event).collect();
    let error = events.batch_put(&all).attempts(3).await.unwrap_err();
    engine.faults().reset();
    let report = error.report();
    assert!(report.unwritten().iter().all(|lost| lost.kind() == ErrorKind::Throttled));
    let mut written: Vec<u64> = events.scan().await.unwrap().iter().map(|event| event.number).collect();
    written.sort_unstable();
    let reported: Vec<u64> = report.written().map(|(_, at)| all[at].number).collect();
    assert!(!written.is_empty());
    assert_eq!(reported, written, "the report is what is stored");
    assert_eq!(written.len() + report.unwritten().len(), 100);
    assert_names(error.error(), &["items were not written", "throttled"]);
}

#[tokio::test(start_paused = true)]
async fn lost_answers_are_retried_and_then_not_confirmed() {
    let (engine, events) = empty::<Event>().await;
    let all: Vec<Event> = (1..=30).map(event).collect();
    engine.faults().lose_response(4);
    events.batch_put(&all).await.unwrap();

    engine.faults().lose_response(1_000);
    let error = events.batch_put(&all).attempts(2).await.unwrap_err();
    assert!(error.report().unwritten().iter().all(|lost| lost.kind() == ErrorKind::OutcomeUnknown));
    assert_eq!(error.report().unwritten().len(), 30);
    assert_eq!(error.error().kind(), ErrorKind::OutcomeUnknown);
    assert!(!error.error().is_retryable());
}

#[tokio::test(start_paused = true)]
async fn a_service_out_of_reach_ends_the_batch() {
    let (engine, events) = filled(0).await;
    engine.faults().unreachable();
    let all: Vec<Event> = (1..=10_000).map(event).collect();
    let error = events.batch_put(&all).attempts(5).await.unwrap_err();
    assert_eq!((error.error().kind(), error.report().unwritten().len()), (ErrorKind::Connection, 10_000));
    assert!(error.report().requests() < 20, "not all 400 are tried");

    engine.faults().reset().expired_credentials();
    let error = events.batch_get((1..=10_000).map(key)).await.unwrap_err();
    assert_eq!((error.error().kind(), error.unread().len()), (ErrorKind::Access, 10_000));
    engine.faults().reset();
    events.delete_table().await.unwrap();
    let error = events.batch_get((1..=300).map(key)).await.unwrap_err();
    assert_eq!((error.error().kind(), error.unread().len()), (ErrorKind::TableNotFound, 300));
}

#[tokio::test(start_paused = true)]
async fn what_a_request_is_refused_for_is_found_item_by_item() {
    #[derive(Debug, Clone, PartialEq, DynamoItem)]
    #[dynamo(table = "deep")]
    struct Deep {
        #[partition_key]
        id: u64,
        #[dynamo(flatten)]
        more: HashMap<String, AttributeValue>,
    }
    let (engine, table) = empty::<Deep>().await;
    let nested = |depth: u32| (0..depth).fold(AttributeValue::Bool(true), |value, _| AttributeValue::L(vec![value]));
    let mut all: Vec<Deep> = (1..=60).map(|id| Deep { id, more: [("a".to_owned(), nested(1))].into() }).collect();
    for at in [3, 17, 44] {
        all[at].more = [("a".to_owned(), nested(40))].into();
    }
    let error = table.batch_put(&all).await.unwrap_err();
    assert_eq!(positions(error.report().unwritten()), [3, 17, 44]);
    assert_eq!(error.error().kind(), ErrorKind::Validation);
    assert_eq!(table.scan().await.unwrap().len(), 57);

    // Where all are wrong, not each is tried.
    engine.clear_requests();
    let all: Vec<Deep> = (1..=1000).map(|id| Deep { id, more: [("a".to_owned(), nested(40))].into() }).collect();
    let error = table.batch_put(&all).await.unwrap_err();
    assert_eq!(error.report().unwritten().len(), 1000);
    assert!(error.report().requests() < 100, "{}", error.report().requests());
}

#[tokio::test(start_paused = true)]
async fn a_dropped_batch_sends_nothing_more() {
    let (engine, events) = filled(0).await;
    engine.faults().delay(Duration::from_millis(100));
    let all: Vec<Event> = (1..=250).map(event).collect();
    let batch = events.batch_put(&all).concurrency(2);
    assert!(timeout(Duration::from_millis(450), batch).await.is_err());
    engine.faults().reset();
    tokio::time::sleep(Duration::from_mins(1)).await;
    assert_eq!(sizes(&engine, "BatchWriteItem"), [25; 6]);
    assert_eq!(events.scan().await.unwrap().len(), 100, "the last two never arrived");
}

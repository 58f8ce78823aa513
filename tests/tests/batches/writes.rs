//! Batch writes where nothing goes wrong but the items.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_model::{BatchFailure, BatchProgress, ErrorKind, WriteError};
use dynamo_tests::assert_names;
use tokio::time::Instant;

use crate::items::{Event, Note, empty, event, filled, key, note, sizes};

#[tokio::test]
async fn puts_and_deletes_in_requests_of_25() {
    let (engine, events) = empty::<Event>().await;
    let all: Vec<Event> = (1..=60).map(event).collect();
    let report = events.batch_put(&all).await.unwrap();
    assert_eq!((report.total(), report.written().count(), report.requests()), (60, 60, 3));
    assert_eq!(sizes(&engine, "BatchWriteItem"), [25, 25, 10]);
    assert_eq!(events.scan().await.unwrap().len(), 60);

    events.batch_delete((1..=59).map(key)).await.unwrap();
    assert_eq!(events.scan().await.unwrap(), [event(60)]);
    engine.clear_requests();
    assert_eq!(events.batch_put(&[]).await.unwrap().requests(), 0);
    assert!(engine.requests().is_empty(), "no item is an answer without a request");
}

#[tokio::test]
async fn versioned_items_are_put_as_put_unchecked_does() {
    let (_, notes) = empty::<Note>().await;
    let mut stored = note("a");
    notes.create(&mut stored).await.unwrap();
    let imported = [Note { version: 6, ..note("a") }, note("b")];
    let before = imported.clone();
    notes.batch_put_unchecked(&imported).await.unwrap();
    assert_eq!(imported, before, "memory does not change");

    let found = notes.get_all(["a", "b"]).await.unwrap();
    assert_eq!(found.iter().map(|note| note.version).collect::<Vec<_>>(), [7, 1]);
    assert!(found[0].life.is_some() && found[0].life != stored.life, "a fresh generation");
    assert_ne!(found[0].life, found[1].life);
    // Whoever holds what was there before is told so.
    assert!(matches!(notes.update(&mut stored).await, Err(WriteError::Conflict(_))));

    notes.batch_delete_unchecked(["a", "b", "c"]).await.unwrap();
    assert_eq!(notes.batch_get(["a", "b"]).await.unwrap(), [None, None]);
}

#[tokio::test]
async fn an_item_that_cannot_be_stored_loses_no_other() {
    let (engine, events) = empty::<Event>().await;
    let mut all: Vec<Event> = (1..=60).map(event).collect();
    all[30].text = "x".repeat(400 * 1024);
    all[40].robot = String::new();
    let error = events.batch_put(&all).await.unwrap_err();
    let report = error.report();
    assert_eq!(report.unwritten().iter().map(BatchFailure::position).collect::<Vec<_>>(), [30, 40]);
    assert_eq!((report.total(), report.written().count()), (60, 58));
    assert!(report.written().all(|(part, at)| part == 0 && at != 30 && at != 40));
    assert_eq!(report.unwritten()[0].key().unwrap()["nr"], AttributeValue::N("31".into()));
    assert_eq!(error.error().kind(), ErrorKind::InvalidRequest);
    assert_names(error.error(), &["batch_put", "`events`", "2 of 60", "30, 40", "`robot`, `nr`", "409600"]);
    assert!(!format!("{error} {error:?}").contains("r-1"), "no value in any text");
    assert_eq!(events.scan().await.unwrap().len(), 58);
    assert_eq!(sizes(&engine, "BatchWriteItem"), [25, 25, 8]);
    assert_eq!(dynamo_model::Error::from(error).kind(), ErrorKind::InvalidRequest);
}

#[tokio::test]
async fn equal_keys_are_refused_before_anything_is_sent() {
    let (engine, events) = filled(0).await;
    let mut all: Vec<Event> = (1..=30).map(event).collect();
    all[7].number = 3;
    all[29].number = 3;
    let error = events.batch_put(&all).await.unwrap_err();
    assert_eq!(error.error().kind(), ErrorKind::InvalidRequest);
    assert_names(
        error.error(),
        &["batch_put on table `events`", "`robot`, `nr`", "position 2 and position 7", "position 2 and position 29"],
    );
    assert_eq!((error.report().written().count(), error.report().unwritten().len()), (0, 30));
    let error = events.batch_delete([key(1), key(2), key(1)]).await.unwrap_err();
    assert_names(error.error(), &["batch_delete on table `events`", "position 0 and position 2"]);
    assert!(engine.requests().is_empty());
}

#[tokio::test]
async fn large_items_share_requests_of_16_megabytes() {
    #[derive(Debug, Clone, PartialEq, dynamo_model::DynamoItem)]
    #[dynamo(table = "nulls")]
    struct Nulls {
        #[partition_key]
        id: u64,
        none: Vec<Option<bool>>,
    }
    let (_, nulls) = empty::<Nulls>().await;
    // 390 KB as DynamoDB counts, and about 3 MB as JSON.
    let all: Vec<Nulls> = (1..=7).map(|id| Nulls { id, none: vec![None; 195_000] }).collect();
    let requests = nulls.batch_put(&all).into_requests().unwrap();
    let sizes: Vec<usize> =
        requests.iter().map(|request| request.get_request_items().as_ref().unwrap()["nulls"].len()).collect();
    assert_eq!(sizes, [5, 2]);
}

#[tokio::test(start_paused = true)]
async fn progress_is_told_after_each_answer() {
    let (_, events) = empty::<Event>().await;
    let mut all: Vec<Event> = (1..=60).map(event).collect();
    all[0].robot = String::new();
    let told = Arc::new(Mutex::new(Vec::new()));
    let teller = Arc::clone(&told);
    let tell = move |progress: &BatchProgress| teller.lock().unwrap().push((progress.done, progress.requests));
    events.batch_put(&all).on_progress(tell).await.unwrap_err();
    assert_eq!(*told.lock().unwrap(), [(25, 1), (50, 2), (59, 3)]);
}

#[tokio::test(start_paused = true)]
async fn requests_go_side_by_side_up_to_the_limit() {
    let (engine, events) = filled(1000).await;
    let way = Duration::from_millis(50);
    engine.faults().delay(way);
    // 40 requests of 25 items, and 10 of 100 keys.
    for (concurrency, rounds) in [(1, 40), (4, 10), (40, 1), (100, 1)] {
        let begun = Instant::now();
        let all: Vec<Event> = (1..=1000).map(event).collect();
        events.batch_put(&all).concurrency(concurrency).await.unwrap();
        assert_eq!(begun.elapsed(), way * 2 * rounds, "{concurrency}");
    }
    for (concurrency, rounds) in [(1, 10), (4, 3), (10, 1)] {
        let begun = Instant::now();
        events.batch_get((1..=1000).map(key)).concurrency(concurrency).await.unwrap();
        assert_eq!(begun.elapsed(), way * 2 * rounds, "{concurrency}");
    }
}

//! A batch over several tables of which one is not there.

use dynamo_model::{DynamoItem, ErrorKind};
use dynamo_tests::assert_names;

use crate::items::{Event, Session, empty, event, filled, key, sent};

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "absent")]
struct Absent {
    #[partition_key]
    id: u64,
}

#[tokio::test(start_paused = true)]
async fn what_can_be_written_is_written_and_the_error_names_the_missing_table() {
    let (engine, events) = filled(0).await;
    let db = engine.dynamo();
    let (absent, sessions) = (db.table::<Absent>(), db.table::<Session>());
    sessions.create_table().await.unwrap();
    engine.clear_requests();
    let some: Vec<Event> = (1..=20).map(event).collect();
    let none: Vec<Absent> = (1..=40).map(|id| Absent { id }).collect();
    let batch = db.batch_write().add(events.batch_put(&some)).add(absent.batch_put(&none));
    let error = batch.add(sessions.batch_put(&[Session { id: 7, expires: None }])).await.unwrap_err();
    assert_eq!((error.error().kind(), error.error().table()), (ErrorKind::TableNotFound, Some("absent")));
    assert_names(error.error(), &["batch_write on table `absent`", "40 of 61"]);
    let report = error.report();
    assert_eq!(report.written().count(), 21);
    assert!(report.unwritten().iter().all(|lost| (lost.part(), lost.table()) == (1, "absent")));
    assert!(report.requests() < 9, "not every item is tried: {}", report.requests());
    assert_eq!(events.scan().count().await.unwrap(), 20);
    assert!(sessions.get(7).await.unwrap().is_some());
}

#[tokio::test(start_paused = true)]
async fn what_can_be_read_is_read() {
    let (engine, events) = filled(5).await;
    let absent = engine.dynamo().table::<Absent>();
    let batch = engine.dynamo().batch_get().add(absent.batch_get([1, 2])).add(events.batch_get([key(1), key(9)]));
    let error = batch.add(events.get(key(2)).consistent()).await.unwrap_err();
    assert_eq!((error.error().kind(), error.error().table()), (ErrorKind::TableNotFound, Some("absent")));
    assert_eq!(error.unread().len(), 2);
    assert_eq!(error.into_read(), (vec![None, None], vec![Some(event(1)), None], Some(event(2))));
}

#[tokio::test(start_paused = true)]
async fn a_lost_answer_stays_uncertain() {
    let (engine, events) = empty::<Event>().await;
    let absent = engine.dynamo().table::<Absent>();
    engine.faults().lose_response(1);
    let batch =
        engine.dynamo().batch_write().add(events.batch_put(&[event(1)])).add(absent.batch_put(&[Absent { id: 1 }]));
    let error = batch.await.unwrap_err();
    let kinds: Vec<_> = error.report().unwritten().iter().map(|lost| (lost.table(), lost.kind())).collect();
    assert_eq!(kinds, [("absent", ErrorKind::OutcomeUnknown)]);
    assert_eq!(events.scan().count().await.unwrap(), 1);
}

#[tokio::test(start_paused = true)]
async fn credentials_that_are_expired_end_it_after_a_request_a_table() {
    let (engine, events) = filled(0).await;
    let absent = engine.dynamo().table::<Absent>();
    engine.clear_requests();
    engine.faults().expired_credentials();
    let some: Vec<Event> = (1..=500).map(event).collect();
    let batch = engine.dynamo().batch_write().add(absent.batch_put(&[Absent { id: 1 }])).add(events.batch_put(&some));
    let error = batch.concurrency(1).await.unwrap_err();
    assert_eq!((error.error().kind(), error.report().unwritten().len()), (ErrorKind::Access, 501));
    assert_eq!(sent(&engine, "BatchWriteItem").len(), 3);
}

//! `batch_get` and `get_all` where nothing goes wrong but the keys and the items.

use std::collections::BTreeSet;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_model::{BatchFailure, DynamoItem, Embedded, ErrorKind};
use dynamo_tests::{NOW, assert_names, fixed_on};

use crate::items::{Event, EventKey, Session, Text, empty, event, filled, key, sent, sizes};

#[tokio::test]
async fn any_number_of_keys_in_their_order() {
    let (engine, events) = filled(240).await;
    // 250 keys, ten of them twice, and the last ten of the others without an item.
    let numbers: Vec<u64> = (1..=120).chain(11..=20).chain((121..=240).rev()).collect();
    let keys = numbers.iter().map(|number| key(number + 10));
    let found = events.batch_get(keys).await.unwrap();
    assert_eq!(found.len(), 250);
    for (number, item) in numbers.iter().zip(found) {
        let number = number + 10;
        assert_eq!(item, (number <= 240).then(|| event(number)), "{number}");
    }
    assert_eq!(sizes(&engine, "BatchGetItem"), [100, 100, 40], "each key once");
}

#[tokio::test]
async fn keys_come_in_every_form() {
    let (engine, events) = filled(3).await;
    let expected = [Some(event(1)), None];
    assert_eq!(events.batch_get([("r-1", 1), ("r-1", 9)]).await.unwrap(), expected);
    let owned = vec![("r-1".to_owned(), 1_u64), ("r-1".to_owned(), 9)];
    assert_eq!(events.batch_get(owned).await.unwrap(), expected);
    let structs = vec![EventKey { robot: "r-1".into(), number: 1 }, EventKey { robot: "r-1".into(), number: 9 }];
    assert_eq!(events.batch_get(&structs).await.unwrap(), expected);
    engine.clear_requests();
    assert_eq!(events.batch_get([("", 0); 0]).await.unwrap(), []);
    assert_eq!(events.get_all(Vec::<EventKey>::new()).await.unwrap(), []);
    assert!(engine.requests().is_empty(), "no key is an answer without a request");
}

#[tokio::test]
async fn numbers_are_one_key_however_they_are_written() {
    #[derive(Debug, Clone, PartialEq, DynamoItem)]
    #[dynamo(table = "numbers")]
    struct Number {
        #[partition_key]
        id: rust_decimal::Decimal,
        text: String,
    }
    let decimal = |text: &str| text.parse::<rust_decimal::Decimal>().unwrap();
    let (engine, numbers) = empty::<Number>().await;
    let one = Number { id: decimal("1.0"), text: "one".into() };
    numbers.batch_put(std::slice::from_ref(&one)).await.unwrap();
    let found = numbers.batch_get([decimal("1"), decimal("1.0"), decimal("1.00"), decimal("10")]).await.unwrap();
    assert_eq!(found, [Some(one.clone()), Some(one.clone()), Some(one.clone()), None]);
    assert_eq!(sizes(&engine, "BatchGetItem"), [2]);
    // Without duplicates the answer is read from its bytes, and the stored key is `1`.
    assert_eq!(numbers.batch_get([decimal("1.000")]).await.unwrap(), [Some(one)]);
}

#[tokio::test]
async fn a_key_that_cannot_be_asked_for_loses_no_other() {
    let (engine, events) = filled(3).await;
    let error = events.batch_get([("r-1", 1), ("", 2), ("r-1", 3)]).await.unwrap_err();
    assert_eq!(error.read(), &[Some(event(1)), None, Some(event(3))]);
    assert_eq!(error.unread().iter().map(BatchFailure::position).collect::<Vec<_>>(), [1]);
    assert_eq!(error.error().kind(), ErrorKind::InvalidRequest);
    assert_names(error.error(), &["batch_get", "`events`", "1 of 3", "position 1", "`robot`, `nr`", "empty"]);
    assert_eq!(sizes(&engine, "BatchGetItem"), [2]);
}

#[tokio::test]
async fn what_does_not_decode_is_listed_and_loses_no_other() {
    let (engine, events) = filled(3).await;
    let strange = [("robot", "S"), ("nr", "N")].map(|(name, _)| name.to_owned());
    let put = engine.client().put_item().table_name("events");
    let put = put.item(&strange[0], AttributeValue::S("r-1".into())).item(&strange[1], AttributeValue::N("2".into()));
    put.item("text", AttributeValue::N("7".into())).send().await.unwrap();
    for keys in [vec![key(1), key(2), key(3)], vec![key(1), key(2), key(3), key(1)]] {
        let error = events.batch_get(keys).await.unwrap_err();
        assert_eq!(error.read()[..3], [Some(event(1)), None, Some(event(3))]);
        assert_eq!(error.unread()[0].position(), 1);
        assert_eq!(error.unread()[0].key().unwrap()["nr"], AttributeValue::N("2".into()));
        assert_eq!(error.error().kind(), ErrorKind::Decode);
        assert_names(error.error(), &["position 1", "`text`", "expected S, found N"]);
        assert!(!format!("{error} {error:?} {:?}", error.unread()).contains("r-1"), "no value in any text");
    }
}

#[tokio::test]
async fn expired_items_are_missing_where_they_are_left_out() {
    let engine = Embedded::new();
    let sessions = fixed_on(&engine).0.table::<Session>();
    sessions.create_table().await.unwrap();
    let all = [(1, Some(NOW - 1)), (2, Some(NOW + 1)), (3, None)].map(|(id, expires)| Session { id, expires });
    sessions.batch_put(&all).await.unwrap();
    let [over, later, never] = all.map(Some);
    assert_eq!(sessions.batch_get([1, 2, 3]).await.unwrap(), [over, later.clone(), never.clone()]);
    assert_eq!(sessions.batch_get([1, 2, 3]).exclude_expired().await.unwrap(), [None, later, never]);

    let (_, events) = filled(1).await;
    let error = events.batch_get([key(1)]).exclude_expired().await.unwrap_err();
    assert_eq!(error.error().kind(), ErrorKind::InvalidRequest);
    assert_names(error.error(), &["ttl"]);
}

#[tokio::test]
async fn projections_are_matched_by_their_keys() {
    let (engine, events) = filled(3).await;
    let found = events.batch_get([key(3), key(9), key(1)]).project::<Text>().await.unwrap();
    let text = |number: u64| Some(Text { text: format!("text {number}") });
    assert_eq!(found, [text(3), None, text(1)]);
    let body = engine.requests()[0].body.clone();
    assert!(body.contains(r##""ProjectionExpression":"#n0, #n1, #n2""##), "{body}");
}

#[tokio::test]
async fn get_all_wants_every_item() {
    let (_, events) = filled(3).await;
    assert_eq!(events.get_all([key(2), key(1), key(2)]).await.unwrap(), [event(2), event(1), event(2)]);
    let error = events.get_all([key(2), key(8), key(9)]).consistent().await.unwrap_err();
    assert_eq!(error.error().kind(), ErrorKind::NotFound);
    assert_names(error.error(), &["get_all", "2 of 3", "positions 1, 2"]);
    assert_eq!(error.into_read(), [Some(event(2)), None, None]);
}

#[tokio::test]
async fn consistency_is_asked_for() {
    let (engine, events) = filled(1).await;
    events.batch_get([key(1)]).await.unwrap();
    events.batch_get([key(1)]).consistent().await.unwrap();
    let bodies: Vec<bool> =
        engine.requests().iter().map(|request| request.body.contains(r#""ConsistentRead":true"#)).collect();
    assert_eq!(bodies, [false, true]);
    assert_eq!(sent(&engine, "BatchGetItem").len(), 2);
}

#[tokio::test]
async fn what_could_never_be_sent_is_refused() {
    let (engine, events) = filled(1).await;
    let none = events.batch_get([key(1)]).concurrency(0).await.unwrap_err();
    let never = events.batch_get([key(1)]).attempts(0).await.unwrap_err();
    for (error, word) in [(none, "concurrency"), (never, "attempt")] {
        assert_eq!(error.error().kind(), ErrorKind::InvalidRequest);
        assert_names(error.error(), &[word, "position 0"]);
    }
    let error = events.batch_put(&[event(2)]).attempts(0).await.unwrap_err();
    assert_eq!((error.error().kind(), error.report().unwritten().len()), (ErrorKind::InvalidRequest, 1));
    assert_names(error.error(), &["batch_put on table `events`", "attempts(0)"]);
    let error = events.batch_delete([key(2)]).concurrency(0).await.unwrap_err();
    assert_names(error.error(), &["batch_delete on table `events`", "concurrency(0)"]);
    assert!(engine.requests().is_empty());
    let numbers: BTreeSet<u64> = events.scan().await.unwrap().iter().map(|event: &Event| event.number).collect();
    assert_eq!(numbers, BTreeSet::from([1]));
}

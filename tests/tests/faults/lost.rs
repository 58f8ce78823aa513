//! Lost answers and lost requests, with and without another writer in between.

use dynamo_model::{Cause, DynamoItem, ErrorKind, Expect, Outcome};
use dynamo_tests::{conflict, error};

use crate::items::{Careful, Life, Marked, Plain, sent, stored, table, with_another};

#[tokio::test(start_paused = true)]
async fn a_lost_request_is_sent_again() {
    let (engine, plains) = table::<Plain>().await;
    let mut item = Plain::new();
    engine.faults().lose_request(1);
    plains.create(&mut item).await.unwrap();
    engine.faults().lose_request(2);
    plains.update(&mut item).await.unwrap();
    engine.faults().internal_server_error(1);
    plains.put(&mut item).await.unwrap();
    engine.faults().service_unavailable(1);
    plains.patch(&mut item, |n| [n.views.add(1)]).await.unwrap();
    assert_eq!((item.version, item.views), (4, 1));
    engine.faults().lose_request(1);
    plains.delete(&item).await.unwrap();
    assert!(stored(&engine, &plains).await.is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_write_id_finds_a_write_whose_answer_was_lost() {
    let (engine, table) = table::<Marked>().await;
    let mut item = Marked::new();
    engine.faults().lose_response(1);
    table.create(&mut item).await.unwrap();
    assert_eq!((item.version, table.get("a").await.unwrap().as_ref()), (1, Some(&item)));
    engine.faults().internal_server_error_after(1);
    table.update(&mut item).await.unwrap();
    assert_eq!((item.version, table.get("a").await.unwrap().as_ref()), (2, Some(&item)));
    engine.faults().lose_response(2);
    table.put(&mut item).await.unwrap();
    assert_eq!((item.version, table.get("a").await.unwrap().as_ref()), (3, Some(&item)));
    engine.faults().lose_response(1);
    table.patch(&mut item, |n| [n.views.add(1)]).await.unwrap();
    assert_eq!((item.version, item.views, table.get("a").await.unwrap().as_ref()), (4, 1, Some(&item)));
    engine.faults().lose_response(1);
    let saved = table.patch_at("a", Expect::Version(4), |n| [n.views.add(1)]).await.unwrap();
    assert_eq!((saved.version, saved.views), (5, 2));
    assert_eq!(table.get("a").await.unwrap(), Some(saved));
    assert!(sent(&engine, "UpdateItem") >= 6);
}

#[tokio::test(start_paused = true)]
async fn a_generation_finds_a_creation_whose_answer_was_lost() {
    let (engine, table) = table::<Life>().await;
    let mut item = Life::new();
    engine.faults().lose_response(1);
    table.create(&mut item).await.unwrap();
    assert_eq!(table.get("a").await.unwrap().as_ref(), Some(&item));
    table.delete(&item).await.unwrap();
    let mut put = Life::new();
    engine.faults().lose_response(1);
    table.put(&mut put).await.unwrap();
    assert_eq!(table.get("a").await.unwrap().as_ref(), Some(&put), "a creating put is found too");
    engine.faults().lose_response(1);
    let before = put.clone();
    let unknown = error(table.put(&mut put).await);
    assert_eq!(unknown.kind(), ErrorKind::OutcomeUnknown, "a generation that was kept says nothing");
    assert_eq!(put, before);
}

#[tokio::test(start_paused = true)]
async fn nothing_finds_a_write_whose_answer_was_lost() {
    let (engine, table) = table::<Plain>().await;
    table.create(&mut Plain::new()).await.unwrap();
    let before = Plain { version: 1, ..Plain::new() };
    let mut item = before.clone();
    engine.faults().lose_response(1);
    let unknown = error(table.update(&mut item).await);
    assert_eq!((unknown.kind(), &item), (ErrorKind::OutcomeUnknown, &before));
    assert_eq!((unknown.operation(), unknown.table()), (Some("update"), Some("plains")));
    assert_eq!(unknown.unknown_outcome().unwrap().resolve().await.unwrap(), Outcome::Unknown);
    assert_eq!(unknown.unknown_outcome().unwrap().key().len(), 1);
    assert_eq!(stored(&engine, &table).await["version"], "2");

    engine.faults().internal_server_error_after(1);
    let mut other = Plain { id: "b".into(), ..Plain::new() };
    let unknown = error(table.create(&mut other).await);
    assert_eq!((unknown.kind(), other.version), (ErrorKind::OutcomeUnknown, 0));
}

#[tokio::test(start_paused = true)]
async fn a_deletion_leaves_no_mark() {
    let (engine, table) = table::<Careful>().await;
    let mut item = Careful::new();
    table.create(&mut item).await.unwrap();
    engine.faults().lose_response(1);
    let unknown = error(table.delete(&item).await);
    assert_eq!(unknown.kind(), ErrorKind::OutcomeUnknown);
    assert_eq!(unknown.unknown_outcome().unwrap().resolve().await.unwrap(), Outcome::Unknown);
    assert!(stored(&engine, &table).await.is_empty());
    engine.faults().lose_response(1);
    table.delete_at("a", Expect::Any).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn another_writer_after_ours() {
    let (engine, table) = table::<Careful>().await;
    let mut item = Careful::new();
    table.create(&mut item).await.unwrap();
    let before = item.clone();
    engine.faults().lose_response(1);
    let other = async {
        let mut theirs = table.get("a").await.unwrap().unwrap();
        assert_eq!(theirs.version, 2, "ours was applied");
        theirs.text = "theirs".into();
        table.update(&mut theirs).await.unwrap();
    };
    let unknown = error(with_another(&engine, async { table.update(&mut item).await }, other).await);
    assert_eq!((unknown.kind(), &item), (ErrorKind::OutcomeUnknown, &before));
    assert_eq!(unknown.unknown_outcome().unwrap().resolve().await.unwrap(), Outcome::Unknown);
    let now = table.get("a").await.unwrap().unwrap();
    assert_eq!((now.version, now.text.as_str()), (3, "theirs"));
}

#[tokio::test(start_paused = true)]
async fn another_writer_instead_of_ours() {
    let (engine, table) = table::<Marked>().await;
    let mut item = Marked::new();
    table.create(&mut item).await.unwrap();
    let before = item.clone();
    for not_applied in [true, false] {
        let mut mine = before.clone();
        if not_applied {
            engine.faults().lose_request(1);
        } else {
            engine.faults().internal_server_error(1);
        }
        let other = async {
            let mut theirs = table.get("a").await.unwrap().unwrap();
            theirs.version = 1;
            table.put_unchecked(&mut theirs).await.unwrap();
        };
        let refused = conflict(with_another(&engine, async { table.update(&mut mine).await }, other).await);
        assert_eq!((refused.cause(), refused.expected()), (Cause::VersionMismatch, Some(1)));
        assert_eq!((refused.current().unwrap().version, &mine), (2, &before));
    }
}

#[tokio::test(start_paused = true)]
async fn another_writer_and_no_write_id() {
    let (engine, table) = table::<Plain>().await;
    let mut item = Plain::new();
    table.create(&mut item).await.unwrap();
    let before = item.clone();
    engine.faults().lose_request(1);
    let other = async { table.update(&mut before.clone()).await.unwrap() };
    let unknown = error(with_another(&engine, async { table.update(&mut item).await }, other).await);
    assert_eq!((unknown.kind(), &item), (ErrorKind::OutcomeUnknown, &before), "it may have been ours");
}

#[tokio::test(start_paused = true)]
async fn another_creator_instead_of_ours() {
    let (engine, table) = table::<Marked>().await;
    let mut item = Marked::new();
    engine.faults().lose_request(1);
    let other = async { table.create(&mut Marked { text: "theirs".into(), ..Marked::new() }).await.unwrap() };
    let refused = conflict(with_another(&engine, async { table.create(&mut item).await }, other).await);
    assert_eq!((refused.cause(), refused.current().unwrap().text.as_str()), (Cause::AlreadyExists, "theirs"));
    assert_eq!(item, Marked::new());
}

#[tokio::test(start_paused = true)]
async fn a_creation_is_found_by_its_generation_after_another_write() {
    let (engine, table) = table::<Careful>().await;
    let mut item = Careful::new();
    engine.faults().lose_response(1);
    let other = async {
        let mut theirs = table.get("a").await.unwrap().unwrap();
        table.update(&mut theirs).await.unwrap();
    };
    with_another(&engine, async { table.create(&mut item).await }, other).await.unwrap();
    assert_eq!(item.version, 1, "memory holds what this write stored");
    assert_eq!(conflict(table.update(&mut item).await).cause(), Cause::VersionMismatch);
}

#[tokio::test(start_paused = true)]
async fn another_life_after_ours() {
    let (engine, table) = table::<Careful>().await;
    let mut item = Careful::new();
    table.create(&mut item).await.unwrap();
    let before = item.clone();
    engine.faults().lose_response(1);
    let other = async {
        table.delete_at("a", Expect::Any).await.unwrap();
        table.create(&mut Careful::new()).await.unwrap();
    };
    let unknown = error(with_another(&engine, async { table.update(&mut item).await }, other).await);
    assert_eq!((unknown.kind(), &item), (ErrorKind::OutcomeUnknown, &before));
    assert_eq!(unknown.unknown_outcome().unwrap().resolve().await.unwrap(), Outcome::Unknown);
}

#[tokio::test(start_paused = true)]
async fn a_condition_that_fails_after_a_lost_request_is_a_conflict() {
    let (engine, table) = table::<Plain>().await;
    let mut item = Plain::new();
    table.create(&mut item).await.unwrap();
    engine.faults().lose_request(1);
    let refused = conflict(table.update(&mut item).condition(|n| n.text.eq("no")).await);
    assert_eq!((refused.cause(), item.version), (Cause::ConditionFailed, 1));
    engine.faults().lose_response(1);
    let refused = conflict(table.update(&mut item).condition(|n| n.text.eq("no")).await);
    assert_eq!((refused.cause(), item.version), (Cause::ConditionFailed, 1));
}

#[tokio::test(start_paused = true)]
async fn the_old_item_of_a_found_write_is_not_none() {
    let (engine, table) = table::<Marked>().await;
    let mut item = Marked::new();
    table.create(&mut item).await.unwrap();
    engine.faults().lose_response(1);
    let unknown = error(table.put(&mut item).return_old().await);
    assert_eq!(unknown.kind(), ErrorKind::OutcomeUnknown);
    assert_eq!(unknown.unknown_outcome().unwrap().resolve().await.unwrap(), Outcome::Applied);
    assert_eq!(stored(&engine, &table).await["version"], "2");
}

#[tokio::test(start_paused = true)]
async fn a_stale_write_stays_a_conflict_where_nothing_is_uncertain() {
    let (engine, table) = table::<Marked>().await;
    let mut item = Marked::new();
    table.create(&mut item).await.unwrap();
    table.update(&mut item.clone()).await.unwrap();
    engine.faults().throttle(1);
    assert_eq!(conflict(table.update(&mut item).await).cause(), Cause::VersionMismatch);
    engine.faults().transaction_conflict(1);
    assert_eq!(conflict(table.update(&mut item).await).cause(), Cause::VersionMismatch);
    assert_eq!(Marked::decode(Marked::encode(&item).unwrap()).unwrap(), item);
}

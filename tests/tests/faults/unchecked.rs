//! Writes that nothing refuses: an increment is never applied twice.

use dynamo_model::{Action, Attributes, ErrorKind, Expect, Outcome};
use dynamo_tests::error;

use crate::items::{Bare, Marked, Plain, sent, stored, table};

#[tokio::test(start_paused = true)]
async fn an_increment_without_a_write_id_is_not_sent_again() {
    let (engine, table) = table::<Plain>().await;
    table.create(&mut Plain::new()).await.unwrap();
    for (applied, views) in [(true, "1"), (false, "1")] {
        engine.clear_requests();
        if applied {
            engine.faults().lose_response(1);
        } else {
            engine.faults().lose_request(1);
        }
        let unknown = error(table.patch_at("a", Expect::Any, |n| [n.views.add(1)]).await);
        assert_eq!(unknown.kind(), ErrorKind::OutcomeUnknown);
        assert_eq!(unknown.unknown_outcome().unwrap().resolve().await.unwrap(), Outcome::Unknown);
        assert_eq!(stored(&engine, &table).await["views"], views);
        assert_eq!(sent(&engine, "UpdateItem"), 1);
    }
    engine.faults().internal_server_error_after(1);
    let unknown = error(table.patch_at("a", Expect::Any, |n| [n.views.add(1)]).await);
    assert_eq!(unknown.kind(), ErrorKind::OutcomeUnknown);
    assert_eq!(stored(&engine, &table).await["views"], "2");
}

#[tokio::test(start_paused = true)]
async fn an_increment_with_a_write_id_is_applied_exactly_once() {
    let (engine, table) = table::<Marked>().await;
    table.create(&mut Marked::new()).await.unwrap();
    for views in 1..=3 {
        match views {
            1 => engine.faults().lose_response(1),
            2 => engine.faults().throttle(2),
            _ => engine.faults().internal_server_error_after(1),
        };
        let saved = table.patch_at("a", Expect::Any, |n| [n.views.add(1)]).await.unwrap();
        assert_eq!((saved.views, saved.version), (views, views + 1));
    }
    assert_eq!(stored(&engine, &table).await["views"], "3");
}

#[tokio::test(start_paused = true)]
async fn an_increment_of_an_unversioned_item() {
    let (engine, table) = table::<Bare>().await;
    let mut item = Bare::new();
    table.create(&mut item).await.unwrap();
    engine.faults().lose_response(1);
    let unknown = error(table.patch(&mut item, |n| [n.views.add(1)]).await);
    assert_eq!((unknown.kind(), item.views), (ErrorKind::OutcomeUnknown, 0));
    assert_eq!(stored(&engine, &table).await["views"], "1");
}

#[tokio::test(start_paused = true)]
async fn a_checked_increment_is_refused_the_second_time() {
    let (engine, table) = table::<Plain>().await;
    let mut item = Plain::new();
    table.create(&mut item).await.unwrap();
    engine.faults().lose_response(1);
    let unknown = error(table.patch(&mut item, |n| [n.views.add(1)]).await);
    assert_eq!((unknown.kind(), item.views), (ErrorKind::OutcomeUnknown, 0));
    assert_eq!(stored(&engine, &table).await["views"], "1");
}

#[tokio::test(start_paused = true)]
async fn what_can_be_repeated_is_repeated() {
    let (engine, table) = table::<Plain>().await;
    table.create(&mut Plain::new()).await.unwrap();
    engine.faults().lose_response(1);
    let saved = table.patch_at("a", Expect::Any, |n| [n.text.set("x")]).await.unwrap();
    assert_eq!(saved.text, "x");
    engine.faults().lose_response(1);
    table.put_unchecked(&mut Plain::new()).await.unwrap();
    engine.faults().lose_response(1);
    table.delete_at("a", Expect::Any).await.unwrap();
}

/// Actions of which the second time does something else than the first.
#[tokio::test(start_paused = true)]
async fn what_cannot_be_repeated_is_not() {
    type Build = fn(&Attributes<Plain>) -> Vec<Action<Plain>>;
    let cases: [(&str, Build); 8] = [
        ("a sum", |n| vec![n.views.set(n.views + 1)]),
        ("an append", |n| vec![n.log.append(["x"])]),
        ("a prepend", |n| vec![n.log.prepend(["x"])]),
        ("a swap", |n| vec![n.views.set(n.limit), n.limit.set(n.views)]),
        ("a chain", |n| vec![n.views.set(n.limit), n.limit.set(9)]),
        ("the removal of an element", |n| vec![n.log.index(0).remove()]),
        ("an element past the end", |n| vec![n.log.index(99).set("x")]),
        ("a difference", |n| vec![n.limit.set(n.limit.if_not_exists(0) - 1)]),
    ];
    for (what, build) in cases {
        let (engine, table) = table::<Plain>().await;
        let log = vec!["1".to_owned(), "2".to_owned(), "3".to_owned()];
        table.create(&mut Plain { limit: 5, log, ..Plain::new() }).await.unwrap();
        let once = {
            let (other, copy) = crate::items::table::<Plain>().await;
            let log = vec!["1".to_owned(), "2".to_owned(), "3".to_owned()];
            copy.create(&mut Plain { limit: 5, log, ..Plain::new() }).await.unwrap();
            copy.patch_at("a", Expect::Any, build).await.unwrap();
            stored(&other, &copy).await
        };
        engine.faults().lose_response(1);
        let result = table.patch_at("a", Expect::Any, build).await;
        assert_eq!(stored(&engine, &table).await, once, "{what} was applied once");
        assert_eq!(error(result).kind(), ErrorKind::OutcomeUnknown, "{what}");
    }
}

/// Another writer's id is in the place of ours, so nothing tells whether ours was applied: it is not applied again.
#[tokio::test(start_paused = true)]
async fn an_increment_with_another_writer_in_between_is_not_repeated() {
    let (engine, table) = table::<Marked>().await;
    table.create(&mut Marked::new()).await.unwrap();
    engine.faults().lose_response(1);
    engine.faults().delay(std::time::Duration::from_millis(10));
    let first = async { table.patch_at("a", Expect::Any, |n| [n.views.add(1)]).await };
    let second = async {
        // The first was applied after 10 ms, and knows of its lost answer after 20.
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        table.patch_at("a", Expect::Any, |n| [n.text.set("other")]).await.unwrap();
    };
    let (first, ()) = tokio::join!(first, second);
    assert_eq!(error(first).kind(), ErrorKind::OutcomeUnknown);
    assert_eq!(stored(&engine, &table).await["views"], "1");
}

/// A request that never arrived leaves no mark, as one whose mark was replaced.
#[tokio::test(start_paused = true)]
async fn an_increment_that_was_lost_on_its_way_is_unknown() {
    let (engine, table) = table::<Marked>().await;
    table.create(&mut Marked::new()).await.unwrap();
    engine.faults().lose_request(1);
    let unknown = error(table.patch_at("a", Expect::Any, |n| [n.views.add(1)]).await);
    assert_eq!(unknown.kind(), ErrorKind::OutcomeUnknown);
    assert!(stored(&engine, &table).await.get("views").is_none_or(|views| views == "0"));
}

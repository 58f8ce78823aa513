//! `put_each`, `update_each` and `delete_each`.

use std::time::Duration;

use dynamo_model::{Cause, ErrorKind, WriteError};
use dynamo_tests::assert_names;
use tokio::time::{Instant, timeout};

use crate::{
    items::{Plain, sent, stored, table},
    operations,
};

/// Each request takes this long, and its answer again.
const WAY: Duration = Duration::from_millis(5);

fn many(count: usize) -> Vec<Plain> {
    (0..count).map(|n| Plain { id: format!("p{n:03}"), ..Plain::default() }).collect()
}

#[tokio::test(start_paused = true)]
async fn an_outcome_an_item_in_their_order() {
    let (engine, table) = table::<Plain>().await;
    let mut items = many(6);
    items[1].version = 8; // stale: nothing is stored
    items[2].text = "secret".repeat(100_000);
    items[4].id = items[0].id.clone();
    let before = items.clone();
    let mut progress = Vec::new();
    let outcome = table.put_each(&mut items).on_progress(|done| progress.push(done)).await;

    assert_eq!(progress, [1, 2, 3, 4, 5, 6]);
    assert!(!outcome.all_ok());
    let failed: Vec<usize> = outcome.failed().map(|(position, _)| position).collect();
    assert_eq!(failed, [1, 2, 4]);
    assert_eq!(format!("{outcome:?}"), "EachOutcome { items: 6, failed: 3 }");
    let mut results = outcome.into_results();
    assert!(matches!(&results[1], Err(WriteError::Conflict(conflict)) if conflict.cause() == Cause::Missing));
    for (position, parts) in [(2, ["put", "plains", "item 2", "`id`"]), (4, ["put", "plains", "item 4", "item 0"])] {
        let Err(WriteError::Error(error)) = std::mem::replace(&mut results[position], Ok(())) else { panic!() };
        assert_eq!(error.kind(), ErrorKind::InvalidRequest);
        assert_names(&error, &parts);
        assert!(!format!("{error}{error:?}").contains("secret") && !error.to_string().contains("p00"));
    }
    for (position, (item, before)) in items.iter().zip(&before).enumerate() {
        if failed.contains(&position) {
            assert_eq!(item, before);
        } else {
            assert_eq!(item, &Plain { version: 1, ..before.clone() });
        }
    }
    assert_eq!(sent(&engine, "PutItem"), 4, "what is too large or given twice is not sent");
}

#[tokio::test(start_paused = true)]
async fn updates_and_deletions() {
    let (engine, table) = table::<Plain>().await;
    let mut items = many(5);
    table.put_each(&mut items).await.into_result().unwrap();
    let mut stale = items.clone();
    for item in &mut items {
        item.views = 7;
    }
    let missing = Plain { id: "none".into(), version: 1, ..Plain::default() };
    items.push(missing.clone());
    let outcome = table.update_each(&mut items).concurrency(2).await;
    assert_eq!(outcome.results().iter().map(Result::is_ok).collect::<Vec<_>>(), [true, true, true, true, true, false]);
    assert_eq!(items.pop(), Some(missing));
    assert!(items.iter().all(|item| item.version == 2 && item.views == 7));

    stale[3].version = 2;
    let outcome = table.delete_each(&stale).await;
    let failed: Vec<usize> = outcome.failed().map(|(position, _)| position).collect();
    assert_eq!(failed, [0, 1, 2, 4]);
    assert!(matches!(outcome.into_result(), Err(WriteError::Conflict(_))));
    table.delete_each(&[items.remove(0), items.remove(0)]).await.into_result().unwrap();
    assert_eq!(engine.client().scan().table_name(table.name()).send().await.unwrap().count, 2);
}

#[tokio::test(start_paused = true)]
async fn no_more_are_on_their_way_than_is_said() {
    for (concurrency, at_once) in [(Some(1), 1), (Some(4), 4), (Some(100), 40), (None, 16)] {
        let (engine, table) = table::<Plain>().await;
        engine.faults().delay(WAY);
        let mut items = many(40);
        let mut each = table.put_each(&mut items);
        if let Some(concurrency) = concurrency {
            each = each.concurrency(concurrency);
        }
        let started = Instant::now();
        let mut most = 0;
        let watch = async {
            let mut answered = 0;
            loop {
                most = most.max(sent(&engine, "PutItem") - answered);
                tokio::time::sleep(WAY * 2).await;
                answered = sent(&engine, "PutItem");
            }
        };
        tokio::select! {
            outcome = each.into_future() => assert!(outcome.all_ok()),
            () = watch => {}
        }
        assert_eq!(sent(&engine, "PutItem"), 40);
        let waves = u32::try_from(40_usize.div_ceil(at_once)).unwrap();
        // Tokio's clock counts in milliseconds and rounds up.
        let (least, longest) = (WAY * 2 * waves, (WAY * 2 + Duration::from_millis(2)) * waves);
        assert!((least..=longest).contains(&started.elapsed()), "{concurrency:?}: {:?}", started.elapsed());
        assert!(most <= at_once + at_once, "{concurrency:?}: {most}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_failure_of_one_stops_no_other() {
    let (engine, table) = table::<Plain>().await;
    let mut items = many(20);
    engine.faults().throttle(3);
    let outcome = table.put_each(&mut items).concurrency(1).attempts(1).await;
    let failed: Vec<usize> = outcome.failed().map(|(position, _)| position).collect();
    assert_eq!(failed, [0]);
    let (_, WriteError::Error(error)) = outcome.failed().next().unwrap() else { panic!() };
    assert_eq!(error.kind(), ErrorKind::Throttled);
    assert_eq!((items[0].version, items[1].version), (0, 1));
}

#[tokio::test(start_paused = true)]
async fn nothing_to_write() {
    let (engine, table) = table::<Plain>().await;
    let mut called = false;
    let outcome = table.put_each(&mut []).on_progress(|_| called = true).await;
    assert!(outcome.all_ok() && outcome.results().is_empty() && !called);
    assert!(operations(&engine).is_empty());
}

#[tokio::test(start_paused = true)]
async fn dropped_in_the_middle() {
    let (engine, table) = table::<Plain>().await;
    engine.faults().delay(WAY);
    let mut items = many(10);
    assert!(timeout(WAY * 5, table.put_each(&mut items).concurrency(2)).await.is_err());
    engine.faults().reset();
    let written = items.iter().filter(|item| item.version == 1).count();
    assert_eq!(written, 4, "two waves were answered");
    assert!(items.iter().skip(4).all(|item| item.version == 0));
    assert_eq!(sent(&engine, "PutItem"), 6);
    assert!(stored(&engine, &table).await.is_empty());
}

#[tokio::test(start_paused = true)]
async fn usable_in_a_spawned_task_and_for_items_without_a_version() {
    let (_, table) = table::<crate::items::Bare>().await;
    let task = tokio::spawn(async move {
        let mut items =
            [crate::items::Bare { id: "x".into(), views: 1 }, crate::items::Bare { id: "y".into(), views: 2 }];
        let outcome = table.put_each(&mut items).concurrency(3).await.all_ok();
        (outcome, table.delete_each(&items).await.all_ok())
    });
    assert_eq!(task.await.unwrap(), (true, true));
}

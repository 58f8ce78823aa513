//! `or_create_with`.

use std::sync::Mutex;

use dynamo_model::{Error, ErrorKind};
use dynamo_tests::assert_names;

use crate::{
    Calls, ended, intrude,
    items::{Plain, stored},
    operations, plain,
};

fn new() -> Plain {
    Plain { id: "b".into(), limit: 50, ..Plain::default() }
}

#[tokio::test(start_paused = true)]
async fn a_missing_item_is_made_changed_and_created() {
    let (engine, table) = plain().await;
    let item = table.modify("b", |p| p.views += 1).or_create_with(new).await.unwrap();
    assert_eq!((item.limit, item.views, item.version), (50, 1, 1));
    assert_eq!(operations(&engine), ["GetItem", "PutItem"]);
    assert_eq!(table.get("b").await.unwrap(), Some(item));

    let mut called = false;
    let make = || {
        called = true;
        new()
    };
    let item = table.modify("b", |p| p.views += 1).or_create_with(make).await.unwrap();
    assert_eq!((item.views, item.version, called), (2, 2, false), "it is there");
}

#[tokio::test(start_paused = true)]
async fn a_lost_race_goes_on_with_the_item_of_the_winner() {
    let (engine, table) = plain().await;
    let (seen, calls) = (Mutex::new(Vec::new()), Calls::default());
    let change = async |p: &mut Plain| {
        if calls.next() == 1 {
            table.create(&mut Plain { id: "b".into(), limit: 7, ..Plain::default() }).await.map_err(Error::from)?;
        }
        seen.lock().unwrap().push((p.limit, p.version));
        p.views += 1;
        Ok::<_, Error>(())
    };
    let item = table.try_modify_async("b", change).or_create_with(new).await.unwrap();
    assert_eq!(*seen.lock().unwrap(), [(50, 0), (7, 1)]);
    assert_eq!((item.limit, item.views, item.version), (7, 1, 2));
    assert_eq!(operations(&engine), ["GetItem", "PutItem", "PutItem", "UpdateItem"], "the second is the winner's");
}

#[tokio::test(start_paused = true)]
async fn an_item_that_is_deleted_meanwhile_is_made_again() {
    let (engine, table) = plain().await;
    let calls = Calls::default();
    let change = async |p: &mut Plain| {
        if calls.next() == 1 {
            table.delete(&*p).await.map_err(Error::from)?;
        }
        p.views += 1;
        Ok::<_, Error>(())
    };
    let make = || Plain { limit: 50, ..Plain::new() };
    let item = table.try_modify_async("a", change).or_create_with(make).await.unwrap();
    assert_eq!((item.limit, item.views, item.version), (50, 1, 1));
    assert_eq!(stored(&engine, &table).await["limit"], "50");
}

#[tokio::test(start_paused = true)]
async fn another_key_is_refused() {
    let (engine, table) = plain().await;
    let error = ended(table.modify("c", |_| {}).or_create_with(new).await, ErrorKind::InvalidRequest);
    assert_names(&error, &["modify", "plains", "or_create_with", "key"]);
    let error = ended(table.modify("b", |p| p.id = "c".into()).or_create_with(new).await, ErrorKind::InvalidRequest);
    assert_names(&error, &["`id`"]);
    assert_eq!(operations(&engine), ["GetItem", "GetItem"]);
}

#[tokio::test(start_paused = true)]
async fn a_condition_is_for_stored_items() {
    let (_, table) = plain().await;
    let modify = || table.modify("b", |p| p.views += 1).or_create_with(new).condition(|p| p.limit.eq(50));
    assert_eq!(modify().await.unwrap().version, 1);
    assert_eq!(modify().await.unwrap().version, 2);
    intrude(&table).await;
}

#[tokio::test(start_paused = true)]
async fn many_that_start_together_create_one_item() {
    let (engine, table) = plain().await;
    engine.faults().delay(std::time::Duration::from_millis(5));
    let tasks: Vec<_> = (0..10)
        .map(|_| {
            let table = table.clone();
            tokio::spawn(async move {
                table.modify("b", |p| p.views += 1).or_create_with(new).attempts(100).await.unwrap();
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    let item = table.get("b").await.unwrap().unwrap();
    assert_eq!((item.views, item.version), (10, 10));
}

//! What is sent, and what a conflict leads to.

use std::sync::Mutex;

use dynamo_model::{Cause, Error, ErrorKind, ModifyError, WriteError};

use crate::{
    Calls, intrude,
    items::{Life, stored, table},
    operations, plain,
};

#[tokio::test(start_paused = true)]
async fn without_a_conflict_one_read_and_one_write() {
    let (engine, table) = plain().await;
    let item = table.modify("a", |p| p.views += 5).await.unwrap();
    assert_eq!((item.views, item.version), (5, 2));
    assert_eq!(operations(&engine), ["GetItem", "UpdateItem"]);
    assert!(engine.requests()[0].body.contains(r#""ConsistentRead":true"#));
    assert_eq!(Some(item), table.get("a").await.unwrap());
}

#[tokio::test(start_paused = true)]
async fn each_conflict_is_one_request_more() {
    let (engine, table) = plain().await;
    let (seen, calls) = (Mutex::new(Vec::new()), Calls::default());
    let other = table.clone();
    let change = async |p: &mut crate::Plain| {
        seen.lock().unwrap().push((p.version, p.views, p.limit));
        if calls.next() <= 3 {
            intrude(&other).await;
        }
        p.views += 1;
        Ok::<_, Error>(())
    };
    let item = table.try_modify_async("a", change).await.unwrap();
    assert_eq!(
        *seen.lock().unwrap(),
        [(1, 0, 0), (2, 0, 1), (3, 0, 2), (4, 0, 3)],
        "each time the stored item, unchanged"
    );
    assert_eq!((item.version, item.views, item.limit), (5, 1, 3));
    let sent = operations(&engine);
    assert_eq!(sent.len(), 1 + 4 + 3, "a read, a write and three more, and the three of the other");
    assert_eq!(sent.iter().filter(|operation| *operation == "GetItem").count(), 1);
}

#[tokio::test(start_paused = true)]
async fn after_the_last_attempt_the_last_conflict() {
    let (engine, table) = plain().await;
    let calls = Calls::default();
    let other = table.clone();
    let change = async |p: &mut crate::Plain| {
        calls.next();
        intrude(&other).await;
        p.views += 1;
        Ok::<_, Error>(())
    };
    let error = table.try_modify_async("a", change).attempts(3).await.unwrap_err();
    let ModifyError::Exhausted(conflict) = &error else { panic!("{error:?}") };
    assert_eq!((conflict.cause(), conflict.expected()), (Cause::VersionMismatch, Some(3)));
    assert_eq!(conflict.current().unwrap().version, 4);
    assert_eq!(calls.count(), 3);
    assert_eq!(stored(&engine, &table).await["views"], "0");
    let error = Error::from(error);
    assert_eq!((error.kind(), error.is_retryable(), error.table()), (ErrorKind::Exhausted, true, Some("plains")));
    assert!(std::error::Error::source(&error).unwrap().to_string().contains("another version"));

    // Ten, unless said otherwise.
    let calls = Calls::default();
    let change = async |_: &mut crate::Plain| {
        calls.next();
        intrude(&other).await;
        Ok::<_, Error>(())
    };
    assert!(matches!(table.try_modify_async("a", change).await, Err(ModifyError::Exhausted(_))));
    assert_eq!(calls.count(), 10);
}

#[tokio::test(start_paused = true)]
async fn the_pauses_are_those_of_the_backoff() {
    let (_, table) = plain().await;
    let other = table.clone();
    let change = async |_: &mut crate::Plain| {
        intrude(&other).await;
        Ok::<_, Error>(())
    };
    let started = tokio::time::Instant::now();
    let loops = table.try_modify_async("a", change).attempts(5).backoff(dynamo_model::Backoff::none());
    assert!(matches!(loops.await, Err(ModifyError::Exhausted(_))));
    assert!(started.elapsed().is_zero());
    let loops = table.try_modify_async("a", change).attempts(5).await;
    assert!(matches!(loops, Err(ModifyError::Exhausted(_))));
    let longest = std::time::Duration::from_millis(10 + 20 + 40 + 80 + 4);
    assert!(!started.elapsed().is_zero() && started.elapsed() <= longest, "{:?}", started.elapsed());
}

#[tokio::test(start_paused = true)]
async fn a_new_life_is_changed_as_the_old_one() {
    let (engine, table) = table::<Life>().await;
    table.create(&mut Life::new()).await.unwrap();
    let other = table.clone();
    let (lives, calls) = (Mutex::new(Vec::new()), Calls::default());
    let change = async |life: &mut Life| {
        lives.lock().unwrap().push(life.begun.clone().unwrap());
        if calls.next() == 1 {
            other.delete(&*life).await?;
            other.create(&mut Life { text: "second ".into(), ..Life::new() }).await?;
        }
        life.text += "life";
        Ok::<_, WriteError<Life>>(())
    };
    let item = table.try_modify_async("a", change).await.unwrap();
    assert_eq!((item.text.as_str(), item.version), ("second life", 2));
    let lives = lives.into_inner().unwrap();
    assert_ne!(lives[0], lives[1]);
    assert_eq!(item.begun.as_ref(), Some(&lives[1]));
    assert_eq!(stored(&engine, &table).await["text"], "'second life'");
}

#[tokio::test(start_paused = true)]
async fn the_callers_condition() {
    let (engine, table) = plain().await;
    let item = table.modify("a", |p| p.views += 1).condition(|p| p.limit.eq(0)).await.unwrap();
    assert_eq!(item.version, 2);
    engine.clear_requests();

    // It fails on the version that was read: no second attempt.
    let error = table.modify("a", |p| p.views += 1).condition(|p| p.limit.gt(5)).await.unwrap_err();
    let ModifyError::ConditionFailed(conflict) = &error else { panic!("{error:?}") };
    assert_eq!(conflict.cause(), Cause::ConditionFailed);
    assert_eq!(operations(&engine), ["GetItem", "UpdateItem"]);
    assert_eq!(Error::from(error).kind(), ErrorKind::Conflict);

    // Another version is a conflict as ever, and the condition is looked at again.
    let other = table.clone();
    let calls = Calls::default();
    let change = async |_: &mut crate::Plain| {
        if calls.next() == 1 {
            intrude(&other).await;
        }
        Ok::<_, Error>(())
    };
    let item = table.try_modify_async("a", change).condition(|p| p.limit.gt(0)).await.unwrap();
    assert_eq!((calls.count(), item.limit, item.version), (2, 1, 4));
}

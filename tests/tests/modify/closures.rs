//! Every kind of closure, in every kind of task.

use std::error::Error as StdError;

use dynamo_model::{Error, IntoKey, Modify, ModifyError, Table, Versioned, Writable};

use crate::{Calls, items::Plain, plain};

async fn quote(of: &str) -> Result<u64, Error> {
    tokio::task::yield_now().await;
    Ok(of.len().try_into().unwrap_or(0))
}

#[tokio::test(start_paused = true)]
async fn closures_borrow_from_the_caller() {
    let (_, table) = plain().await;
    let (name, mut calls) = (String::from("abc"), 0_u32);
    table.modify("a", |p| p.text.push_str(&name)).await.unwrap();
    table
        .try_modify("a", |p| {
            calls += 1;
            p.views = u64::from(calls);
            Ok::<_, Error>(())
        })
        .await
        .unwrap();
    let async_calls = Calls::default();
    let change = async |p: &mut Plain| {
        async_calls.next();
        p.views += quote(&name).await?;
        Ok::<_, Error>(())
    };
    let item = table.try_modify_async(String::from("a"), change).await.unwrap();
    assert_eq!((item.text.as_str(), item.views, calls + async_calls.count()), ("abc", 4, 2));
}

#[tokio::test(start_paused = true)]
async fn loops_run_in_spawned_tasks() {
    let (_, table) = plain().await;
    let task = tokio::spawn(async move {
        let name = String::from("abcd");
        let mut calls = 0;
        table.modify("a", |p| p.views += 1).await?;
        table
            .try_modify("a", |p| {
                calls += 1;
                p.views += 1;
                Ok::<_, Error>(())
            })
            .attempts(20)
            .await?;
        let change = async |p: &mut Plain| {
            let more = quote(&name).await?;
            p.views += more;
            Ok::<_, Error>(())
        };
        let item = table.try_modify_async("a", change).await?;
        let (one, other) = tokio::join!(table.get("a"), table.modify("a", |p| p.limit = 1));
        Ok::<_, Box<dyn StdError + Send + Sync>>((item, one?, other?))
    });
    let (item, _, last) = task.await.unwrap().unwrap();
    assert_eq!((item.views, item.version, last.limit), (6, 4, 1));
}

/// A layer that is generic over the item.
fn retried<'a, T: Writable + Versioned, E>(
    table: &Table<T>,
    key: impl IntoKey<T>,
    change: impl FnMut(&mut T) -> Result<(), E> + Send + 'a,
) -> Modify<'a, T, E> {
    table.try_modify(key, change).attempts(20)
}

async fn notified<T: Writable + Versioned>(
    table: Table<T>,
    key: impl IntoKey<T>,
    wait: &tokio::sync::Notify,
) -> Result<T, ModifyError<T, Error>> {
    let change = async |_: &mut T| {
        wait.notified().await;
        Ok::<_, Error>(())
    };
    table.try_modify_async(key, change).await
}

#[tokio::test(start_paused = true)]
async fn a_layer_over_any_versioned_item() {
    let (_, table) = plain().await;
    let item = retried(&table, "a", |p| {
        p.views += 1;
        Ok::<_, Error>(())
    })
    .await
    .unwrap();
    assert_eq!(item.views, 1);
    let wait = tokio::sync::Notify::new();
    wait.notify_one();
    assert_eq!(notified(table.clone(), "a", &wait).await.unwrap().version, 3);
    let shown = format!("{:?}", table.modify("a", |_| {}));
    assert_eq!(shown, "Modify { table: Table(plains), attempts: 10, .. }");
}

/// What `?` makes of it.
async fn converted(table: Table<Plain>) -> Result<(), Error> {
    table.modify("b", |_| {}).await?;
    table.try_modify("b", |_| Err::<(), _>("no")).await?;
    table.try_modify("b", |_| Err::<(), _>(std::fmt::Error)).await?;
    Ok(())
}

#[tokio::test(start_paused = true)]
async fn errors_convert() {
    let (_, table) = plain().await;
    assert_eq!(converted(table).await.unwrap_err().kind(), dynamo_model::ErrorKind::NotFound);
}

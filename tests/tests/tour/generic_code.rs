//! Code that is generic over the item, as a repository layer writes it.

use dynamo_model::{
    Attributes, Condition, Dynamo, DynamoItem, DynamoValue, Error, Expect, IntoKey, Table, Writable, WriteError,
};

use crate::{
    Outcome,
    declare::{CustomerId, Event, Order},
    expressions::Note,
};

async fn fetch<T: DynamoItem>(table: &Table<T>, key: impl IntoKey<T>) -> Result<Option<T>, Error> {
    table.get(key).consistent().await
}

async fn touch<T: Writable>(
    table: Table<T>,
    mut item: T,
    condition: impl FnOnce(&Attributes<T>) -> Condition<T>,
) -> Result<T, WriteError<T>> {
    table.update(&mut item).await?;
    table.put(&mut item).condition(condition).await?;
    Ok(item)
}

fn spawned(table: Table<Note>, note: Note) -> tokio::task::JoinHandle<Result<Note, WriteError<Note>>> {
    tokio::spawn(async move { touch(table, note, |n| n.id.exists()).await })
}

fn spawned_generic<T: Writable>(table: Table<T>, mut item: T) -> tokio::task::JoinHandle<Result<(), WriteError<T>>> {
    tokio::spawn(async move { table.update(&mut item).await })
}

fn boxed(
    notes: Table<Note>,
    mut note: Note,
) -> impl Future<Output = Result<(), Box<dyn std::error::Error + Send + Sync>>> + Send {
    async move {
        notes.update(&mut note).await?;
        Ok(())
    }
}

fn of_any_item_and_value<T: DynamoItem, V: DynamoValue>() {}

#[tokio::test]
async fn a_layer_over_any_item() -> Outcome {
    let db = Dynamo::embedded();
    let (notes, orders, events) = (db.table::<Note>(), db.table::<Order>(), db.table::<Event>());
    notes.create_table().await?;
    orders.create_table().await?;
    events.create_table().await?;
    let mut note = Note { id: "n-1".into(), ..Note::default() };
    notes.create(&mut note).await?;

    let note = spawned(notes.clone(), note).await??;
    assert_eq!(note.version, 3);
    spawned_generic(notes.clone(), note.clone()).await??;
    assert_eq!(fetch(&notes, "n-1").await?.map(|note| note.version), Some(4));
    assert!(boxed(notes, note).await.is_err(), "the version in memory is stale");
    assert!(fetch(&orders, (&CustomerId("c-1".into()), "x")).await?.is_none());
    of_any_item_and_value::<Order, CustomerId>();

    // Without a version there is nothing to expect.
    events.put(&mut Event { id: 1, text: "old".into() }).await?;
    events.patch_at(1, Expect::Any, |e| [e.text.set("x")]).await?;
    assert_eq!(events.get(&1).await?.map(|event| event.text).as_deref(), Some("x"));
    Ok(())
}

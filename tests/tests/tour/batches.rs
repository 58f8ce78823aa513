//! Section 8: batches.

use dynamo_model::{Dynamo, DynamoItem};

use crate::{Outcome, expressions::Note};

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "events")]
pub(crate) struct Event {
    #[partition_key]
    pub(crate) id: u64,
    pub(crate) text: String,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "users")]
pub(crate) struct User {
    #[partition_key]
    pub(crate) id: String,
    pub(crate) active: bool,
}

#[rustfmt::skip]
#[tokio::test]
async fn batches() -> Outcome {
let db = Dynamo::embedded();
let (notes, events, users) = (db.table::<Note>(), db.table::<Event>(), db.table::<User>());
notes.create_table().await?;
events.create_table().await?;
users.create_table().await?;
let imported = vec![Note { id: "a".into(), ..Default::default() }];
let events_to_store = vec![Event { id: 1, text: "started".into() }];

notes.batch_put_unchecked(&imported).await?;                            // says what it does; batch_delete_unchecked likewise
events.batch_put(&events_to_store).await?;                              // does not compile for a versioned item
let found: Vec<Option<Note>> = notes.batch_get(["a", "b"]).await?;      // any number of keys, in their order
assert_eq!(found.iter().map(|note| note.as_ref().map(|note| note.version)).collect::<Vec<_>>(), [Some(1), None]);

let (found, user) = db.batch_get().add(notes.batch_get(["a"])).add(users.get("u-1")).await?;
let _: (Vec<Option<Note>>, Option<User>) = (found, user);
db.batch_write().add(events.batch_put(&events_to_store)).add(notes.batch_delete_unchecked(["a"])).await?;
events.batch_get([1, 2, 3]).await?; let ids = Vec::<String>::new(); notes.batch_get(&ids).await?; notes.batch_get(ids).await?; notes.batch_get([""; 0]).await?;
let all: Vec<Event> = events.get_all([1]).await?;
assert_eq!(all, events_to_store);
Ok(())
}

/// Errors convert, and the futures can be spawned.
#[tokio::test]
async fn spawned() -> Outcome {
    let db = Dynamo::embedded();
    let events = db.table::<Event>();
    events.create_table().await?;
    tokio::spawn(async move {
        let some = [Event { id: 1, text: "started".into() }];
        events.batch_put(&some).await?;
        db.batch_get().add(events.get(1)).await?;
        Ok::<_, dynamo_model::Error>(())
    })
    .await??;
    Ok(())
}

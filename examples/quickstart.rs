//! Two editors of one note: nobody's edit is lost.
//!
//! `cargo run --example quickstart` runs it on the embedded engine. With `DYNAMODB_ENDPOINT=http://localhost:8000` it runs
//! against DynamoDB Local and the like, with `--aws` against the account of the environment.

use std::{collections::BTreeSet, error::Error};

use dynamo_model::{Dynamo, DynamoItem, DynamoValue, Expect, Table, WriteError};

#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "notes")]
struct Note {
    #[partition_key]
    #[dynamo(rename = "note-id")]
    id: String,
    text: String,
    status: Status,
    tags: BTreeSet<String>,
    views: u64,
    #[version]
    version: u64,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, DynamoValue)]
#[dynamo(rename_all = "lowercase")]
enum Status {
    #[default]
    Active,
    Archived,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let db: Dynamo = dynamo_examples::connect().await;
    let notes = db.table::<Note>();
    notes.create_table().await?;
    println!("Table `{}` is there.\n", notes.name());
    // The story starts anew each time, also on an endpoint that remembers.
    notes.delete_at("note-001", Expect::Any).await?;

    two_editors(&notes).await?;
    stale_delete(&notes).await?;
    partial_update(&notes).await?;
    println!("\nNobody's edit was lost.");
    Ok(())
}

/// Both read version 1, both edit. The second is refused, is shown what is stored, and re-applies its change to that.
async fn two_editors(notes: &Table<Note>) -> Result<(), Box<dyn Error>> {
    let mut note = Note { id: "note-001".into(), text: "Buy milk".into(), ..Default::default() };
    notes.create(&mut note).await?;
    println!("1. Created `{}` with the text {:?}: version {}.", note.id, note.text, note.version);

    let read = "just created";
    let mut ann = notes.get("note-001").consistent().await?.ok_or(read)?;
    let mut ben = notes.get("note-001").consistent().await?.ok_or(read)?;
    println!("2. Ann and Ben both read it: version {} and version {}.", ann.version, ben.version);

    ann.text = "Buy milk and bread".into();
    notes.update(&mut ann).await?;
    println!("3. Ann writes {:?}: version {}.", ann.text, ann.version);

    ben.tags.insert("groceries".into());
    let mut stored = match notes.update(&mut ben).await {
        Err(WriteError::Conflict(conflict)) => {
            println!("4. Ben adds a tag to what he read, and is refused: {conflict}.");
            println!("   He expected version {:?}.", conflict.expected());
            conflict.into_current().ok_or("the stored note came back")?
        }
        Err(error) => return Err(error.into()),
        Ok(()) => return Err("a stale write went through".into()),
    };
    println!("   The stored note came back with the refusal: {:?}, version {}.", stored.text, stored.version);

    stored.tags.insert("groceries".into());
    notes.update(&mut stored).await?;
    println!("5. Ben adds his tag to that one: {:?}, {:?}, version {}.", stored.text, stored.tags, stored.version);
    Ok(())
}

/// A delete is checked as every write is.
async fn stale_delete(notes: &Table<Note>) -> Result<(), Box<dyn Error>> {
    let stale = Note { id: "note-001".into(), version: 1, ..Default::default() };
    match notes.delete(&stale).await {
        Err(WriteError::Conflict(conflict)) => println!("6. Someone deletes what was version 1: {conflict}."),
        Err(error) => return Err(error.into()),
        Ok(()) => return Err("a stale delete went through".into()),
    }
    Ok(())
}

/// Only what is named is sent, and the version is checked and advanced all the same.
async fn partial_update(notes: &Table<Note>) -> Result<(), Box<dyn Error>> {
    let saved = notes
        .patch_at("note-001", Expect::Version(3), |n| [n.status.set(Status::Archived), n.views.add(1)])
        .condition(|n| n.status.eq(Status::Active))
        .await?;
    println!(
        "7. Archived by key, expecting version 3, if it was active: {:?}, {} view, version {}.",
        saved.status, saved.views, saved.version
    );
    Ok(())
}

//! Errors that are no conflicts.

use std::collections::BTreeMap;

use dynamo_model::{DynamoItem, DynamoValue, ErrorKind, Expect, Table, WriteError};
use dynamo_tests::{assert_names, engine, error};

use crate::raw::{n, s, store, stored};

#[derive(Debug, Clone, PartialEq, DynamoValue)]
struct Attachment {
    file: String,
}

#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "notes")]
struct Note {
    #[partition_key]
    id: String,
    text: String,
    attachment: Option<Attachment>,
    #[dynamo(default)]
    prices: BTreeMap<String, u32>,
    #[version]
    version: u64,
}

async fn notes() -> Table<Note> {
    let table = engine().table();
    table.create_table().await.unwrap();
    table
}

fn note() -> Note {
    Note { id: "a".into(), text: "x".into(), ..Note::default() }
}

#[tokio::test]
async fn a_parent_that_is_absent() {
    let notes = notes().await;
    store(&notes, [("id", s("a")), ("text", s("x")), ("version", n(1))]).await;
    let mut item = notes.get("a").await.unwrap().unwrap();
    let before = item.clone();
    let absent = [
        error(notes.patch(&mut item, |n| [n.attachment.at(|a| a.file).set("f")]).await),
        error(notes.patch(&mut item, |n| [n.prices.key("EUR").set(1)]).await),
        error(notes.patch_at("a", Expect::Any, |n| [n.prices.key("EUR").set(1)]).await),
        error(notes.patch(&mut item, |n| [n.prices.key("EUR").set(1)]).idempotent().await),
    ];
    for error in absent {
        assert_eq!(error.kind(), ErrorKind::ParentMissing, "{error}");
        assert_names(&error, &["patch", "notes"]);
    }
    assert_eq!(item, before);
    assert_eq!(stored(&notes, "a").await.unwrap()["version"], n(1));
}

#[tokio::test]
async fn a_table_that_is_not_there() {
    let notes = engine().table::<Note>();
    let mut item = note();
    let missing = [
        error(notes.create(&mut item).await),
        error(notes.update(&mut item).await),
        error(notes.patch(&mut item, |n| [n.text.set("y")]).await),
        error(notes.delete(&item).await),
        error(notes.create(&mut item).idempotent().await),
        notes.get("a").await.unwrap_err(),
        notes.refresh(&mut item).await.unwrap_err(),
    ];
    for (error, verb) in missing.iter().zip(["create", "update", "patch", "delete", "create", "get", "refresh"]) {
        assert_eq!((error.kind(), error.operation()), (ErrorKind::TableNotFound, Some(verb)), "{error}");
        assert_eq!(error.table(), Some(notes.name()));
    }
    assert_eq!(item, note());
}

#[derive(Debug, Clone, DynamoItem)]
#[dynamo(table = "notes")]
struct Other {
    #[partition_key]
    number: u64,
    #[sort_key]
    at: String,
}

#[tokio::test]
async fn a_table_is_made_once() {
    let db = engine();
    db.table::<Note>().create_table().await.unwrap();
    db.table::<Note>().create_table().await.unwrap();
    let error = db.table::<Other>().create_table().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TableMismatch);
    assert_names(
        &error,
        &["create_table", "partition key", "`id` (S)", "`number` (N)", "sort key", "none", "`at` (S)"],
    );
}

#[tokio::test]
async fn what_is_stored_does_not_fit() {
    let notes = notes().await;
    store(&notes, [("id", s("a")), ("text", n(42_424_242)), ("version", n(1))]).await;
    let error = notes.get("a").await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode);
    assert_names(&error, &["get", "notes", "`Note`", "`text`", "S", "N"]);
    assert!(!format!("{error} {error:?}").contains("42424242"), "{error}");
    let mut item = note();
    let refreshed = notes.refresh(&mut item).await.unwrap_err();
    assert_eq!((refreshed.kind(), refreshed.operation()), (ErrorKind::Decode, Some("refresh")));
    assert_eq!(item, note());
}

#[tokio::test]
async fn an_applied_patch_that_does_not_decode_did_not_fail() {
    let notes = notes().await;
    store(&notes, [("id", s("a")), ("text", n(42_424_242)), ("version", n(1))]).await;
    let mut item = Note { version: 1, ..note() };
    let before = item.clone();
    let applied = error(notes.patch(&mut item, |n| [n.prices.set(BTreeMap::new())]).await);
    assert_eq!(applied.kind(), ErrorKind::AppliedButUndecodable);
    assert_names(&applied, &["patch", "`text`"]);
    assert!(!applied.to_string().contains("42424242"), "{applied}");
    assert_eq!(stored(&notes, "a").await.unwrap()["version"], n(2));
    assert_eq!(item, before);
    let applied = error(notes.patch_at("a", Expect::Any, |n| [n.prices.set(BTreeMap::new())]).await);
    assert_eq!(applied.kind(), ErrorKind::AppliedButUndecodable);
    let applied = error(notes.delete_at("a", Expect::Any).return_old().await);
    assert_eq!(applied.kind(), ErrorKind::AppliedButUndecodable);
    assert_eq!(stored(&notes, "a").await, None);
}

#[tokio::test]
async fn a_question_mark_turns_a_conflict_into_an_error() {
    async fn write(notes: &Table<Note>) -> Result<(), dynamo_model::Error> {
        notes.create(&mut note()).await?;
        notes.create(&mut note()).await?;
        Ok(())
    }
    let notes = notes().await;
    let error = write(&notes).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Conflict);
    let source = std::error::Error::source(&error).unwrap();
    assert!(source.downcast_ref::<dynamo_model::Conflict<Note>>().is_some());
    assert!(matches!(notes.create(&mut note()).await, Err(WriteError::Conflict(_))));
}

#[tokio::test]
async fn unknown_attributes_are_ignored_and_absent_ones_are_named() {
    let notes = notes().await;
    store(&notes, [("id", s("a")), ("text", s("x")), ("version", n(1)), ("other", n(1))]).await;
    assert_eq!(notes.get("a").await.unwrap(), Some(Note { version: 1, ..note() }));
    store(&notes, [("id", s("a")), ("version", n(1))]).await;
    let error = notes.get("a").await.unwrap_err();
    assert_names(&error, &["`Note`", "`text`", "missing"]);
}

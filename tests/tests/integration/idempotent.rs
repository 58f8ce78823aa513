//! Writes as a transaction of one action.

use dynamo_model::{Cause, DynamoItem, ErrorKind, Expect, Table};
use dynamo_tests::{conflict, engine, error};

#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "notes")]
struct Note {
    #[partition_key]
    id: String,
    views: u64,
    #[version]
    version: u64,
}

async fn notes() -> Table<Note> {
    let table = engine().table();
    table.create_table().await.unwrap();
    table
}

#[tokio::test]
async fn every_verb() {
    let notes = notes().await;
    let mut note = Note { id: "a".into(), ..Note::default() };
    notes.create(&mut note).idempotent().await.unwrap();
    notes.update(&mut note).idempotent().await.unwrap();
    notes.put(&mut note).idempotent().await.unwrap();
    notes.patch(&mut note, |n| [n.views.add(1)]).idempotent().await.unwrap();
    assert_eq!((note.version, note.views), (4, 1));
    let saved = notes.patch_at("a", Expect::Any, |n| [n.views.add(1)]).idempotent().await.unwrap();
    assert_eq!((saved.version, saved.views), (5, 2));
    notes.put_unchecked(&mut note).idempotent().await.unwrap();
    notes.delete(&note).idempotent().await.unwrap();
    notes.delete_at("a", Expect::Any).idempotent().await.unwrap();
    assert_eq!(notes.get("a").await.unwrap(), None);
}

#[tokio::test]
async fn a_refusal_is_the_same_conflict() {
    let notes = notes().await;
    let mut note = Note { id: "a".into(), ..Note::default() };
    notes.create(&mut note).await.unwrap();
    let mut stale = Note { version: 9, ..note.clone() };
    let refused = conflict(notes.update(&mut stale).idempotent().await);
    assert_eq!((refused.cause(), refused.expected()), (Cause::VersionMismatch, Some(9)));
    assert_eq!(refused.current(), Some(&note));
    assert_eq!(conflict(notes.create(&mut stale).idempotent().await).cause(), Cause::AlreadyExists);
    assert_eq!(conflict(notes.delete_at("b", Expect::Version(1)).idempotent().await).cause(), Cause::Missing);
    assert_eq!(stale.version, 9);
}

#[tokio::test]
async fn no_old_item_is_not_none() {
    let notes = notes().await;
    let mut note = Note { id: "a".into(), ..Note::default() };
    notes.create(&mut note).await.unwrap();
    let put = error(notes.put(&mut note).return_old().idempotent().await);
    assert_eq!(put.kind(), ErrorKind::InvalidRequest);
    let delete = error(notes.delete(&note).return_old().idempotent().await);
    assert_eq!(delete.kind(), ErrorKind::InvalidRequest);
    assert_eq!(notes.get("a").await.unwrap(), Some(note), "nothing was sent");
}

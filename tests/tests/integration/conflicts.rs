//! Section 1: causes of conflicts, in their order, with the item that is stored.

use dynamo_model::{Cause, DynamoItem, Error, ErrorKind, Expect, Table};
use dynamo_tests::{conflict, engine};

use crate::raw::{n, s, store};

#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "notes")]
struct Note {
    #[partition_key]
    id: String,
    text: String,
    #[version]
    version: u64,
}

#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "lives")]
struct Lived {
    #[partition_key]
    id: String,
    text: String,
    #[version]
    version: u64,
    #[dynamo(generation)]
    life: Option<String>,
}

async fn table<T: DynamoItem>() -> Table<T> {
    let table = engine().table();
    table.create_table().await.unwrap();
    table
}

fn note(version: u64) -> Note {
    Note { id: "a".into(), text: "x".into(), version }
}

#[tokio::test]
async fn create_finds_an_item() {
    let notes = table::<Note>().await;
    notes.create(&mut note(0)).await.unwrap();
    let refused = conflict(notes.create(&mut note(0)).await);
    assert_eq!((refused.cause(), refused.expected()), (Cause::AlreadyExists, None));
    assert_eq!(refused.current(), Some(&note(1)));
    assert!(refused.table().ends_with("notes"));
    let error = Error::from(conflict_error(refused));
    assert_eq!((error.kind(), error.operation()), (ErrorKind::Conflict, Some("create")));
    // The users condition of a create can fail only where nothing is stored.
    let other = Note { id: "b".into(), ..note(0) };
    let refused = conflict(notes.create(&mut other.clone()).condition(|n| n.text.exists()).await);
    assert_eq!((refused.cause(), refused.current_item()), (Cause::ConditionFailed, None));
}

fn conflict_error<T: DynamoItem>(conflict: dynamo_model::Conflict<T>) -> dynamo_model::WriteError<T> {
    conflict.into()
}

#[tokio::test]
async fn nothing_is_stored() {
    let notes = table::<Note>().await;
    let missing = [
        conflict(notes.update(&mut note(3)).await),
        conflict(notes.update(&mut note(0)).await),
        conflict(notes.put(&mut note(3)).await),
        conflict(notes.patch(&mut note(3), |n| [n.text.set("y")]).await),
        conflict(notes.patch(&mut note(0), |n| [n.text.set("y")]).await),
        conflict(notes.delete(&note(3)).await),
        conflict(notes.patch_at("a", Expect::Version(3), |n| [n.text.set("y")]).await),
        conflict(notes.patch_at("a", Expect::Unversioned, |n| [n.text.set("y")]).await),
        conflict(notes.patch_at("a", Expect::Any, |n| [n.text.set("y")]).await),
        conflict(notes.delete_at("a", Expect::Version(3)).await),
        conflict(notes.delete_at("a", Expect::Unversioned).await),
    ];
    for (index, refused) in missing.iter().enumerate() {
        // `update` and its like demand the item by its key; only the version of `put` admits that there is none.
        assert_eq!(refused.cause(), Cause::Missing, "{index}");
        assert!(refused.current().is_none() && refused.current_item().is_none(), "{index}");
    }
    let put = conflict(notes.put(&mut note(0)).condition(|n| n.text.eq("x")).await);
    assert_eq!(put.cause(), Cause::ConditionFailed);
    assert!(notes.get("a").await.unwrap().is_none(), "a patch of a missing key creates nothing");
}

#[tokio::test]
async fn another_version_is_stored() {
    let notes = table::<Note>().await;
    let mut first = note(0);
    notes.create(&mut first).await.unwrap();
    let refused = [
        conflict(notes.update(&mut note(3)).await),
        conflict(notes.put(&mut note(3)).await),
        conflict(notes.patch(&mut note(3), |n| [n.text.set("y")]).await),
        conflict(notes.delete(&note(3)).await),
        conflict(notes.patch_at("a", Expect::Version(3), |n| [n.text.set("y")]).await),
        conflict(notes.delete_at("a", Expect::of(&note(3))).await),
        // The version says more than the condition.
        conflict(notes.update(&mut note(3)).condition(|n| n.text.eq("no")).await),
    ];
    for (index, refused) in refused.iter().enumerate() {
        assert_eq!((refused.cause(), refused.expected()), (Cause::VersionMismatch, Some(3)), "{index}");
        assert_eq!(refused.current(), Some(&first), "{index}");
    }
    let unsaved = conflict(notes.update(&mut note(0)).await);
    assert_eq!((unsaved.cause(), unsaved.expected()), (Cause::VersionMismatch, Some(0)));
    let unversioned = conflict(notes.patch_at("a", Expect::Unversioned, |n| [n.text.set("y")]).await);
    assert_eq!((unversioned.cause(), unversioned.expected()), (Cause::VersionMismatch, None));
}

#[tokio::test]
async fn the_condition_failed() {
    let notes = table::<Note>().await;
    let mut first = note(0);
    notes.create(&mut first).await.unwrap();
    let refused = [
        conflict(notes.update(&mut first.clone()).condition(|n| n.text.eq("no")).await),
        conflict(notes.put(&mut first.clone()).condition(|n| n.text.eq("no")).await),
        conflict(notes.patch(&mut first.clone(), |n| [n.text.set("y")]).condition(|n| n.text.eq("no")).await),
        conflict(notes.delete(&first).condition(|n| n.text.eq("no")).await),
        conflict(notes.delete_at("a", Expect::Any).condition(|n| n.text.eq("no")).await),
        conflict(notes.patch_at("a", Expect::Any, |n| [n.text.set("y")]).condition(|n| n.text.eq("no")).await),
        conflict(notes.put_unchecked(&mut first.clone()).condition(|n| n.text.eq("no")).await),
    ];
    for (index, refused) in refused.iter().enumerate() {
        assert_eq!(refused.cause(), Cause::ConditionFailed, "{index}");
        assert_eq!(refused.current(), Some(&first), "{index}");
    }
}

#[tokio::test]
async fn a_version_that_is_no_integer_is_another_version() {
    let notes = table::<Note>().await;
    for stored in [s("one"), n("1.5")] {
        store(&notes, [("id", s("a")), ("text", s("x")), ("version", stored)]).await;
        for version in [0, 1] {
            let refused = conflict(notes.update(&mut note(version)).await);
            assert_eq!(refused.cause(), Cause::VersionMismatch, "expected {version}");
            assert!(refused.current().is_none(), "it does not decode");
            assert_eq!(refused.current_item().map(std::collections::HashMap::len), Some(3));
        }
        let error = notes.get("a").await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Decode);
        dynamo_tests::assert_names(&error, &["`version`", "Note", "get"]);
    }
}

#[tokio::test]
async fn an_item_that_was_made_again() {
    let lives = table::<Lived>().await;
    let mut first = Lived { id: "a".into(), ..Lived::default() };
    lives.create(&mut first).await.unwrap();
    lives.delete(&first).await.unwrap();
    let mut second = Lived { id: "a".into(), text: "second".into(), ..Lived::default() };
    lives.create(&mut second).await.unwrap();
    assert_eq!(first.version, second.version, "the number alone would pass");
    assert_ne!(first.life, second.life);
    let refused = [
        conflict(lives.update(&mut first.clone()).await),
        conflict(lives.put(&mut first.clone()).await),
        conflict(lives.patch(&mut first.clone(), |n| [n.text.set("y")]).await),
        conflict(lives.delete(&first).await),
        conflict(lives.patch_at("a", Expect::of(&first), |n| [n.text.set("y")]).await),
        conflict(lives.delete_at("a", Expect::of(&first)).await),
        conflict(lives.update(&mut Lived { version: 9, ..first.clone() }).await),
    ];
    for (index, refused) in refused.iter().enumerate() {
        assert_eq!(refused.cause(), Cause::Recreated, "{index}");
        assert_eq!(refused.current(), Some(&second), "{index}");
    }
    // Who knows the number alone is not stopped.
    lives.patch_at("a", Expect::Version(1), |n| [n.text.set("y")]).await.unwrap();
}

#[tokio::test]
async fn only_two_generations_that_differ_are_another_life() {
    let lives = table::<Lived>().await;
    store(&lives, [("id", s("a")), ("text", s("x")), ("version", n(1))]).await;
    let with = Lived { id: "a".into(), text: "x".into(), version: 1, life: Some("g".into()) };
    assert_eq!(conflict(lives.update(&mut with.clone()).await).cause(), Cause::ConditionFailed);
    let other = Lived { version: 2, ..with.clone() };
    assert_eq!(conflict(lives.update(&mut other.clone()).await).cause(), Cause::VersionMismatch);
    let mut without = Lived { life: None, ..with };
    lives.update(&mut without).await.unwrap();
    assert!(without.life.is_some(), "a life is adopted by the next write");
    assert_eq!(lives.get("a").await.unwrap(), Some(without.clone()));
    let mut unaware = Lived { life: None, ..without };
    assert_eq!(conflict(lives.update(&mut unaware).await).cause(), Cause::ConditionFailed);
}

#[tokio::test]
async fn an_item_that_does_not_decode_is_still_a_conflict() {
    let notes = table::<Note>().await;
    store(&notes, [("id", s("a")), ("text", n(1)), ("version", n(7))]).await;
    let refused = conflict(notes.update(&mut note(3)).await);
    assert_eq!(refused.cause(), Cause::VersionMismatch);
    assert!(refused.current().is_none());
    assert_eq!(refused.current_item().unwrap()["text"], n(1));
    assert!(refused.into_current().is_none());
    let refused = conflict(notes.create(&mut note(0)).await);
    assert_eq!((refused.cause(), refused.current().is_none()), (Cause::AlreadyExists, true));
}

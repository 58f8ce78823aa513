//! Every verb, where it succeeds.

use std::collections::{BTreeMap, BTreeSet};

use dynamo_model::{DynamoItem, ErrorKind, Expect, Table};
use dynamo_tests::engine;

use crate::raw::{n, s, store, stored};

#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "notes")]
struct Note {
    #[partition_key]
    id: String,
    text: String,
    views: u64,
    draft: Option<String>,
    tags: BTreeSet<String>,
    prices: BTreeMap<String, u32>,
    #[dynamo(skip)]
    cached: u32,
    #[version]
    version: u64,
}

async fn notes() -> Table<Note> {
    let table = engine().table();
    table.create_table().await.unwrap();
    table
}

fn note(id: &str) -> Note {
    Note { id: id.into(), text: "x".into(), cached: 7, ..Note::default() }
}

#[tokio::test]
async fn an_item_lives_through_every_verb() {
    let notes = notes().await;
    let mut item = note("a");
    notes.create(&mut item).await.unwrap();
    assert_eq!(item.version, 1);
    item.text = "y".into();
    notes.update(&mut item).await.unwrap();
    assert_eq!((item.version, item.cached), (2, 7));
    item.text = "z".into();
    notes.put(&mut item).await.unwrap();
    assert_eq!(item.version, 3);
    notes.patch(&mut item, |n| [n.views.add(2), n.tags.add_to(["t"])]).await.unwrap();
    assert_eq!((item.version, item.views, item.cached), (4, 2, 7), "memory is refreshed, what is not stored is kept");
    assert_eq!(item.tags.len(), 1);
    let saved = notes.patch_at("a", Expect::of(&item), |n| [n.draft.set("d")]).await.unwrap();
    assert_eq!((saved.version, saved.draft.as_deref(), saved.text.as_str()), (5, Some("d"), "z"));
    let saved = notes.patch_at("a", Expect::Version(5), |n| [n.draft.remove()]).await.unwrap();
    assert_eq!((saved.version, saved.draft), (6, None));
    let saved = notes.patch_at("a", Expect::Any, |n| [n.views.set(n.views + 40)]).await.unwrap();
    assert_eq!((saved.version, saved.views), (7, 42));

    assert_eq!(item.version, 4);
    notes.refresh(&mut item).await.unwrap();
    assert_eq!((item.version, item.views, item.cached), (7, 42, 7));
    assert_eq!(notes.get("a").consistent().await.unwrap(), Some(Note { cached: 0, ..item.clone() }));
    notes.delete(&item).await.unwrap();
    assert_eq!(notes.get("a").consistent().await.unwrap(), None);
    assert_eq!(notes.refresh(&mut item).await.unwrap_err().kind(), ErrorKind::NotFound);
    assert_eq!(item.version, 7);
}

#[tokio::test]
async fn the_same_struct_can_be_put_twice() {
    let notes = notes().await;
    let mut item = note("a");
    notes.put(&mut item).await.unwrap();
    notes.put(&mut item).await.unwrap();
    assert_eq!(item.version, 2);
    assert_eq!(stored(&notes, "a").await.unwrap()["version"], n(2));
}

#[tokio::test]
async fn update_keeps_what_is_not_modelled_and_put_does_not() {
    let notes = notes().await;
    let attributes = || {
        [("id", s("a")), ("text", s("x")), ("views", n(1)), ("prices", prices()), ("other", s("o")), ("version", n(1))]
    };
    store(&notes, attributes()).await;
    let mut item = notes.get("a").await.unwrap().unwrap();
    item.draft = Some("d".into());
    notes.update(&mut item).await.unwrap();
    let after = stored(&notes, "a").await.unwrap();
    assert_eq!((&after["other"], &after["draft"], &after["version"]), (&s("o"), &s("d"), &n(2)));
    item.draft = None;
    notes.update(&mut item).await.unwrap();
    assert!(!stored(&notes, "a").await.unwrap().contains_key("draft"), "what is absent is removed");
    notes.put(&mut item).await.unwrap();
    assert!(!stored(&notes, "a").await.unwrap().contains_key("other"));
}

fn prices() -> dynamo_model::AttributeValue {
    dynamo_model::AttributeValue::M(crate::raw::item([]))
}

#[tokio::test]
async fn old_items_come_back_where_they_are_wanted() {
    let notes = notes().await;
    let mut item = note("a");
    assert_eq!(notes.put(&mut item).return_old().await.unwrap(), None);
    item.text = "y".into();
    let old = notes.put(&mut item).return_old().await.unwrap().unwrap();
    assert_eq!((old.text.as_str(), old.version, item.version), ("x", 1, 2));
    let old = notes.put_unchecked(&mut item).return_old().await.unwrap().unwrap();
    assert_eq!((old.text.as_str(), old.version, item.version), ("y", 2, 3));
    let old = notes.delete(&item).return_old().await.unwrap().unwrap();
    assert_eq!((old.version, old.text.as_str()), (3, "y"));
    assert_eq!(notes.delete_at("a", Expect::Any).return_old().await.unwrap(), None);
}

#[tokio::test]
async fn unchecked_writes_pass_whatever_is_stored() {
    let notes = notes().await;
    store(&notes, [("id", s("a")), ("version", n(9))]).await;
    let mut item = note("a");
    notes.put_unchecked(&mut item).await.unwrap();
    assert_eq!(stored(&notes, "a").await.unwrap()["version"], n(1), "a version can move backwards");
    notes.delete_at("a", Expect::Any).await.unwrap();
    notes.delete_at("a", Expect::Any).await.unwrap();
}

#[tokio::test]
async fn an_item_that_is_only_its_key_can_be_written() {
    #[derive(Debug, Clone, PartialEq, DynamoItem)]
    #[dynamo(table = "keys")]
    struct OnlyKey {
        #[partition_key]
        id: String,
    }
    let table = engine().table::<OnlyKey>();
    table.create_table().await.unwrap();
    let mut item = OnlyKey { id: "a".into() };
    assert!(table.update(&mut item).await.is_err());
    table.create(&mut item).await.unwrap();
    table.update(&mut item).await.unwrap();
    table.update(&mut item).idempotent().await.unwrap();
    assert_eq!(table.get("a").await.unwrap(), Some(item));
}

#[tokio::test]
async fn keys_of_every_kind() {
    #[derive(Debug, Clone, PartialEq, DynamoItem)]
    #[dynamo(table = "pairs")]
    struct Pair {
        #[partition_key]
        number: i64,
        #[sort_key]
        bytes: Vec<u8>,
        text: String,
        #[version]
        version: Option<i64>,
    }
    let table = engine().table::<Pair>();
    table.create_table().await.unwrap();
    let mut item = Pair { number: -42, bytes: vec![0, 255], text: String::new(), version: None };
    table.create(&mut item).await.unwrap();
    assert_eq!(item.version, Some(1));
    assert_eq!(table.get((-42, vec![0, 255])).await.unwrap(), Some(item.clone()));
    table.update(&mut item).await.unwrap();
    table.delete(&item).await.unwrap();
    assert_eq!(table.get((-42, vec![0, 255])).await.unwrap(), None);
}

#[tokio::test]
async fn a_failed_write_leaves_memory_as_it_was() {
    let notes = notes().await;
    let mut item = note("a");
    notes.create(&mut item).await.unwrap();
    let stale = Note { version: 9, text: "mine".into(), ..item.clone() };
    let mut mine = stale.clone();
    assert!(notes.create(&mut mine).await.is_err());
    assert!(notes.put(&mut mine).await.is_err());
    assert!(notes.update(&mut mine).await.is_err());
    assert!(notes.patch(&mut mine, |n| [n.views.add(1)]).await.is_err());
    assert!(notes.put_unchecked(&mut mine).condition(|n| n.text.eq("no")).await.is_err());
    assert!(notes.update(&mut mine).idempotent().await.is_err());
    assert_eq!(mine, stale);
    assert_eq!(notes.get("a").await.unwrap(), Some(Note { cached: 0, ..item }));
}

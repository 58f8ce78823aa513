//! Section 3 on an engine: what memory holds after each write is what is stored.

use dynamo_model::{Cause, DynamoItem, Expect, Table};
use dynamo_tests::{Hands, NOW, conflict, engine_at};

use crate::raw::{n, s, store};

#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "stamped")]
struct Stamped {
    #[partition_key]
    id: String,
    text: String,
    #[version]
    version: u64,
    #[dynamo(created_at)]
    created: Option<jiff::Timestamp>,
    #[dynamo(updated_at)]
    updated: Option<jiff::Timestamp>,
    #[dynamo(uuid)]
    tag: Option<uuid::Uuid>,
    #[dynamo(counter(start_at = 10, increment_by = 2))]
    writes: u64,
    #[dynamo(write_id)]
    write: Option<String>,
    #[dynamo(generation)]
    life: Option<String>,
}

async fn stamped() -> (Table<Stamped>, Hands) {
    let (db, hands) = engine_at();
    let table = db.table();
    table.create_table().await.unwrap();
    (table, hands)
}

#[expect(clippy::unnecessary_wraps, reason = "as the fields are")]
fn at(seconds: u64) -> Option<jiff::Timestamp> {
    Some(jiff::Timestamp::from_second(i64::try_from(NOW + seconds).unwrap()).unwrap())
}

fn fresh() -> Stamped {
    Stamped { id: "a".into(), text: "x".into(), ..Stamped::default() }
}

#[tokio::test]
async fn memory_is_what_is_stored_after_each_write() {
    let (table, hands) = stamped().await;
    let mut item = fresh();
    table.create(&mut item).await.unwrap();
    assert_eq!(table.get("a").await.unwrap().as_ref(), Some(&item));
    assert_eq!((item.created, item.updated, item.writes), (at(0), at(0), 10));
    let (tag, write, life) = (item.tag, item.write.clone(), item.life.clone());
    assert!(tag.is_some() && write.is_some() && life.is_some());

    hands.forward(60);
    table.update(&mut item).await.unwrap();
    assert_eq!(table.get("a").await.unwrap().as_ref(), Some(&item));
    assert_eq!((item.created, item.updated, item.writes), (at(0), at(60), 12));
    assert_eq!((item.tag, &item.life), (tag, &life));
    assert_ne!(item.write, write);

    hands.forward(60);
    table.patch(&mut item, |n| [n.text.set("y")]).await.unwrap();
    assert_eq!(table.get("a").await.unwrap().as_ref(), Some(&item));
    assert_eq!((item.created, item.updated, item.writes), (at(0), at(120), 14));

    hands.forward(60);
    table.put(&mut item).await.unwrap();
    assert_eq!(table.get("a").await.unwrap().as_ref(), Some(&item));
    assert_eq!((item.created, item.updated), (at(0), at(180)), "`created_at` survives a put");
    assert_eq!((item.tag, &item.life), (tag, &life));

    table.put_unchecked(&mut item).await.unwrap();
    assert_eq!(table.get("a").await.unwrap().as_ref(), Some(&item));
    assert_ne!(item.life, life, "an unchecked put begins a life");
    assert_eq!(item.tag, tag);
}

#[tokio::test]
async fn an_update_learns_what_was_set_before() {
    let (table, hands) = stamped().await;
    let mut item = fresh();
    table.create(&mut item).await.unwrap();
    hands.forward(60);
    let mut partial = Stamped { created: None, tag: None, writes: 0, ..item.clone() };
    table.update(&mut partial).await.unwrap();
    assert_eq!((partial.created, partial.tag, partial.writes), (item.created, item.tag, 12));
    assert_eq!(table.get("a").await.unwrap(), Some(partial));
}

#[tokio::test]
async fn an_update_by_transaction_learns_it_too() {
    let (table, hands) = stamped().await;
    let mut item = fresh();
    table.create(&mut item).await.unwrap();
    hands.forward(60);
    let mut partial = Stamped { created: None, tag: None, writes: 0, ..item.clone() };
    table.update(&mut partial).idempotent().await.unwrap();
    assert_eq!(table.get("a").await.unwrap(), Some(partial));
}

#[tokio::test]
async fn an_old_item_is_completed() {
    let (table, _) = stamped().await;
    store(&table, [("id", s("a")), ("text", s("x")), ("version", n(3))]).await;
    let mut item = table.get("a").await.unwrap().unwrap();
    assert_eq!((item.created, item.tag, item.writes, &item.life), (None, None, 0, &None));
    table.update(&mut item).await.unwrap();
    assert_eq!((item.created, item.writes, item.version), (at(0), 10, 4));
    assert!(item.tag.is_some() && item.life.is_some());
    assert_eq!(table.get("a").await.unwrap(), Some(item));
}

#[tokio::test]
async fn a_patch_by_key_fills_in_what_is_absent() {
    let (table, _) = stamped().await;
    store(&table, [("id", s("a")), ("text", s("x")), ("version", n(3))]).await;
    let first = table.patch_at("a", Expect::Any, |n| [n.text.set("y")]).await.unwrap();
    assert_eq!((first.created, first.updated, first.writes), (at(0), at(0), 10));
    let second = table.patch_at("a", Expect::Version(4), |n| [n.text.set("z")]).await.unwrap();
    assert_eq!((second.tag, &second.life, second.writes), (first.tag, &first.life, 12));
}

#[tokio::test]
async fn a_life_ends_with_its_item() {
    let (table, _) = stamped().await;
    let mut item = fresh();
    table.create(&mut item).await.unwrap();
    let stale = item.clone();
    table.delete(&item).await.unwrap();
    table.create(&mut item).await.unwrap();
    assert_ne!(item.life, stale.life, "also over the remembered one");
    assert_eq!(conflict(table.update(&mut stale.clone()).await).cause(), Cause::Recreated);
}

#[tokio::test]
async fn a_uuid_of_a_key_is_kept_in_memory_after_success_alone() {
    #[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
    #[dynamo(table = "issued")]
    struct Issued {
        #[partition_key]
        #[dynamo(uuid)]
        id: String,
        text: String,
    }
    let (db, _) = engine_at();
    let table = db.table::<Issued>();
    table.create_table().await.unwrap();
    let mut item = Issued::default();
    let refused = conflict(table.create(&mut item).condition(|n| n.text.eq("no")).await);
    assert_eq!((refused.cause(), item.id.as_str()), (Cause::ConditionFailed, ""));
    table.create(&mut item).await.unwrap();
    assert_eq!(uuid::Uuid::parse_str(&item.id).unwrap().get_version_num(), 4);
    let id = item.id.clone();
    table.update(&mut item).await.unwrap();
    assert_eq!(item.id, id);
    assert_eq!(table.get(&id).await.unwrap(), Some(item));
}

//! What writes fill in is not the closure's to change.

use std::time::SystemTime;

use dynamo_model::{AttributeValue, Dynamo, DynamoItem, Embedded, Kept};
use dynamo_tests::{fixed_on, id};

use crate::items::{Careful, stored, table};

#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "full")]
struct Full {
    #[partition_key]
    id: String,
    text: String,
    #[version]
    version: Option<i32>,
    #[dynamo(generation)]
    begun: String,
    #[dynamo(write_id)]
    write: Option<String>,
    #[dynamo(created_at)]
    created: Option<SystemTime>,
    #[dynamo(updated_at)]
    updated: Option<SystemTime>,
    #[dynamo(uuid)]
    serial: Option<String>,
    #[dynamo(counter)]
    writes: u64,
    #[dynamo(skip)]
    note: Option<u8>,
}

#[tokio::test(start_paused = true)]
async fn edits_of_version_generation_and_write_id_are_ignored() {
    let (engine, table) = table::<Careful>().await;
    let mut item = Careful::new();
    table.create(&mut item).await.unwrap();
    let changed = table
        .modify("a", |c| *c = Careful { id: "a".into(), text: "x".into(), version: 99, begun: None, write: None })
        .await
        .unwrap();
    assert_eq!((changed.version, &changed.begun, changed.text.as_str()), (2, &item.begun, "x"));
    assert!(changed.write.is_some() && changed.write != item.write);
    assert_eq!(Some(changed), table.get("a").await.unwrap());
    assert_eq!(stored(&engine, &table).await["version"], "2");
}

#[tokio::test(start_paused = true)]
async fn memory_is_what_is_stored_whatever_the_closure_did() {
    let engine = Embedded::new();
    let (db, hands) = fixed_on(&engine);
    let table = db.table::<Full>();
    table.create_table().await.unwrap();
    let mut item = Full { id: "a".into(), ..Full::default() };
    table.create(&mut item).await.unwrap();
    hands.forward(60);
    let changed = table
        .modify("a", |f| *f = Full { id: "a".into(), text: "x".into(), writes: 77, note: Some(1), ..Full::default() })
        .await
        .unwrap();
    assert_eq!((&changed.begun, changed.created, &changed.serial), (&item.begun, item.created, &item.serial));
    assert_eq!((changed.version, changed.writes, changed.note), (Some(2), item.writes + 1, Some(1)));
    assert_ne!(changed.updated, item.updated);
    assert_eq!(Some(Full { note: None, ..changed }), table.get("a").await.unwrap());
    assert_eq!(id(1).len(), 36);
}

#[tokio::test(start_paused = true)]
async fn an_item_without_a_version_is_adopted_though_the_closure_invents_one() {
    let engine = Embedded::new();
    let table = engine.dynamo().table::<Full>();
    table.create_table().await.unwrap();
    let put = engine.client().put_item().table_name(table.name()).item("id", AttributeValue::S("a".into()));
    let put = put.item("text", AttributeValue::S("old".into())).item("writes", AttributeValue::N("0".into()));
    put.item("begun", AttributeValue::S("g".into())).send().await.unwrap();
    let changed =
        table.modify("a", |f| (f.version, f.created) = (Some(41), Some(SystemTime::UNIX_EPOCH))).await.unwrap();
    assert_eq!((changed.version, changed.text.as_str(), changed.begun.as_str()), (Some(1), "old", "g"));
    assert!(changed.created.is_some_and(|created| created > SystemTime::UNIX_EPOCH));
}

#[tokio::test(start_paused = true)]
async fn what_is_kept_can_be_used_in_loops_of_ones_own() {
    let table = Dynamo::embedded().table::<Careful>();
    table.create_table().await.unwrap();
    let mut item = Careful::new();
    table.create(&mut item).await.unwrap();
    let kept = Kept::of(&item).unwrap();
    let mut other = Careful { text: "x".into(), ..Careful::new() };
    kept.restore(&mut other).unwrap();
    assert_eq!(other, Careful { text: "x".into(), ..item });
    table.update(&mut other).await.unwrap();
    other.id = "b".into();
    assert!(kept.restore(&mut other).is_err());
    assert_eq!(other.version, 2, "nothing was put back");
    assert_eq!(format!("{kept:?}"), "Kept { .. }");
}

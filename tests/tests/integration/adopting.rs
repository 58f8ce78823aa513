//! Items that other programs stored: without a version, with version 0, with the version that is the start.

use dynamo_model::{Cause, DynamoItem, Expect, Table};
use dynamo_tests::{conflict, engine};

use crate::raw::{n, s, store, stored};

#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "plains")]
struct Plain {
    #[partition_key]
    id: String,
    text: String,
    #[version]
    version: u64,
}

#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "optionals")]
struct Optional {
    #[partition_key]
    id: String,
    text: String,
    #[version]
    version: Option<u64>,
}

#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "starts")]
struct Start {
    #[partition_key]
    id: String,
    text: String,
    #[version(start_at = -1)]
    version: Option<i64>,
}

async fn table<T: DynamoItem>() -> Table<T> {
    let table = engine().table();
    table.create_table().await.unwrap();
    table
}

async fn unversioned<T: DynamoItem>(table: &Table<T>) {
    store(table, [("id", s("a")), ("text", s("x"))]).await;
}

async fn version<T: DynamoItem>(table: &Table<T>) -> Option<dynamo_model::AttributeValue> {
    stored(table, "a").await.and_then(|mut item| item.remove("version"))
}

#[tokio::test]
async fn an_item_without_a_version_is_adopted() {
    let plains = table::<Plain>().await;
    unversioned(&plains).await;
    let mut item = plains.get("a").await.unwrap().unwrap();
    assert_eq!(item.version, 0);
    assert_eq!(conflict(plains.create(&mut item).await).cause(), Cause::AlreadyExists);
    plains.update(&mut item).await.unwrap();
    assert_eq!((item.version, version(&plains).await), (1, Some(n(1))));

    unversioned(&plains).await;
    plains.put(&mut Plain { version: 0, ..item.clone() }).await.unwrap();
    unversioned(&plains).await;
    plains.patch(&mut Plain { version: 0, ..item.clone() }, |n| [n.text.set("y")]).await.unwrap();
    assert_eq!(version(&plains).await, Some(n(1)));
    unversioned(&plains).await;
    assert_eq!(plains.patch_at("a", Expect::Unversioned, |n| [n.text.set("y")]).await.unwrap().version, 1);
    unversioned(&plains).await;
    assert_eq!(plains.patch_at("a", Expect::Version(0), |n| [n.text.set("y")]).await.unwrap().version, 1);
    unversioned(&plains).await;
    assert_eq!(plains.patch_at("a", Expect::Any, |n| [n.text.set("y")]).await.unwrap().version, 1);
    unversioned(&plains).await;
    plains.delete(&Plain { version: 0, ..item }).await.unwrap();
    assert_eq!(stored(&plains, "a").await, None);
}

#[tokio::test]
async fn none_is_the_version_of_an_item_without_one() {
    let optionals = table::<Optional>().await;
    unversioned(&optionals).await;
    let mut item = optionals.get("a").await.unwrap().unwrap();
    assert_eq!(item.version, None);
    optionals.update(&mut item).await.unwrap();
    assert_eq!(item.version, Some(1));
    let mut unaware = Optional { version: None, ..item.clone() };
    let refused = conflict(optionals.update(&mut unaware).await);
    assert_eq!((refused.cause(), refused.expected()), (Cause::VersionMismatch, None));
    assert_eq!(conflict(optionals.put(&mut unaware).await).cause(), Cause::VersionMismatch);
    assert_eq!(unaware.version, None);
}

#[tokio::test]
async fn an_item_of_version_zero_goes_on() {
    let plains = table::<Plain>().await;
    let zero = || store(&plains, [("id", s("a")), ("text", s("x")), ("version", n(0))]);
    zero().await;
    let mut item = plains.get("a").await.unwrap().unwrap();
    plains.update(&mut item).await.unwrap();
    assert_eq!(item.version, 1);
    zero().await;
    plains.put(&mut Plain { version: 0, ..item.clone() }).await.unwrap();
    zero().await;
    plains.delete(&Plain { version: 0, ..item.clone() }).await.unwrap();
    zero().await;
    plains.delete_at("a", Expect::Version(0)).await.unwrap();

    let optionals = table::<Optional>().await;
    store(&optionals, [("id", s("a")), ("text", s("x")), ("version", n(0))]).await;
    let mut item = optionals.get("a").await.unwrap().unwrap();
    assert_eq!(item.version, Some(0));
    optionals.update(&mut item).await.unwrap();
    assert_eq!(item.version, Some(1));
}

#[tokio::test]
async fn an_item_of_the_start_goes_on() {
    let starts = table::<Start>().await;
    store(&starts, [("id", s("a")), ("text", s("x")), ("version", n(-1))]).await;
    let mut item = starts.get("a").await.unwrap().unwrap();
    assert_eq!(item.version, Some(-1));
    starts.update(&mut item).await.unwrap();
    starts.update(&mut item).await.unwrap();
    assert_eq!((item.version, version(&starts).await), (Some(1), Some(n(1))));
    let mut fresh = Start { id: "b".into(), ..Start::default() };
    starts.create(&mut fresh).await.unwrap();
    assert_eq!(fresh.version, Some(0), "the first version of a start of -1");
}

#[tokio::test]
async fn versions_in_other_spellings_are_the_same() {
    let plains = table::<Plain>().await;
    store(&plains, [("id", s("a")), ("text", s("x")), ("version", n("2.0"))]).await;
    let mut item = plains.get("a").await.unwrap().unwrap();
    plains.update(&mut item).await.unwrap();
    assert_eq!(item.version, 3);
}

#[tokio::test]
async fn put_makes_again_what_was_deleted_and_update_does_not() {
    let plains = table::<Plain>().await;
    unversioned(&plains).await;
    let mut item = plains.get("a").await.unwrap().unwrap();
    plains.delete_at("a", Expect::Any).await.unwrap();
    assert_eq!(conflict(plains.update(&mut item).await).cause(), Cause::Missing);
    plains.put(&mut item).await.unwrap();
    assert_eq!(item.version, 1);
}

#[tokio::test]
async fn create_never_resets_a_known_counter() {
    let plains = table::<Plain>().await;
    let mut item = Plain { id: "a".into(), text: "x".into(), version: 4 };
    plains.create(&mut item).await.unwrap();
    assert_eq!((item.version, version(&plains).await), (5, Some(n(5))));
}

#[tokio::test]
async fn any_stops_where_there_is_no_next_version() {
    #[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
    #[dynamo(table = "bytes")]
    struct Byte {
        #[partition_key]
        id: String,
        text: Option<String>,
        #[version]
        version: u8,
    }
    let bytes = table::<Byte>().await;
    store(&bytes, [("id", s("a")), ("version", n(254))]).await;
    assert_eq!(bytes.patch_at("a", Expect::Any, |n| [n.text.set("x")]).await.unwrap().version, 255);
    let refused = conflict(bytes.patch_at("a", Expect::Any, |n| [n.text.set("y")]).await);
    assert_eq!(refused.cause(), Cause::ConditionFailed);
    assert_eq!(refused.current().unwrap().version, 255);
}

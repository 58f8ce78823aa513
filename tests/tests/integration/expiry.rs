//! Items whose time to live is over stay readable until the service deletes them.

use std::time::Duration;

use dynamo_model::{Cause, DynamoItem, Table, Ttl};
use dynamo_tests::{Hands, NOW, conflict, engine_at};

use crate::raw::{n, s, store, stored};

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "sessions")]
struct Session {
    #[partition_key]
    id: String,
    text: String,
    #[dynamo(ttl)]
    expires: Option<Ttl>,
    #[version]
    version: u64,
}

async fn sessions() -> (Table<Session>, Hands) {
    let (db, hands) = engine_at();
    let table = db.table();
    table.create_table().await.unwrap();
    (table, hands)
}

fn session(text: &str, expires: Option<Ttl>) -> Session {
    Session { id: "a".into(), text: text.into(), expires, version: 0 }
}

fn minute() -> Ttl {
    Ttl::After(Duration::from_mins(1))
}

#[tokio::test]
async fn an_expired_item_is_left_out_where_that_is_asked_for() {
    let (table, hands) = sessions().await;
    let mut item = session("x", minute().into());
    table.create(&mut item).await.unwrap();
    assert_eq!(stored(&table, "a").await.unwrap()["expires"], n(NOW + 60));
    assert!(matches!(item.expires, Some(Ttl::At(_))), "memory holds the instant");
    hands.forward(59);
    assert_eq!(table.get("a").exclude_expired().await.unwrap(), Some(item.clone()));
    hands.forward(1);
    assert_eq!(table.get("a").exclude_expired().await.unwrap(), None, "kept while t > now");
    assert_eq!(table.get("a").await.unwrap(), Some(item), "still readable");
}

#[tokio::test]
async fn an_item_that_never_expires_is_given() {
    let (table, hands) = sessions().await;
    let mut item = session("x", None);
    table.create(&mut item).await.unwrap();
    hands.forward(u64::from(u32::MAX));
    assert_eq!(table.get("a").exclude_expired().consistent().await.unwrap(), Some(item));
    assert_eq!(table.get("b").exclude_expired().await.unwrap(), None);
}

#[tokio::test]
async fn an_expired_item_is_replaced_where_that_is_asked_for() {
    let (table, hands) = sessions().await;
    table.create(&mut session("old", minute().into())).await.unwrap();
    let mut new = session("new", minute().into());
    hands.forward(59);
    assert_eq!(conflict(table.create(&mut new).replace_expired().await).cause(), Cause::AlreadyExists);
    assert_eq!(new, session("new", minute().into()));
    hands.forward(1);
    assert_eq!(conflict(table.create(&mut new).await).cause(), Cause::AlreadyExists);
    table.create(&mut new).replace_expired().await.unwrap();
    assert_eq!(table.get("a").exclude_expired().await.unwrap(), Some(new));

    store(&table, [("id", s("a")), ("text", s("for ever")), ("version", n(1))]).await;
    let refused = conflict(table.create(&mut session("new", None)).replace_expired().await);
    assert_eq!(refused.cause(), Cause::AlreadyExists, "what has no time to live never expires");
}

//! Items with and without the attributes that tell an outcome, and a second writer.

use std::{collections::BTreeMap, future::Future};

use dynamo_model::{DynamoItem, Embedded, Table};
use dynamo_tests::show;

#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "plains")]
pub(crate) struct Plain {
    #[partition_key]
    pub(crate) id: String,
    pub(crate) text: String,
    pub(crate) views: u64,
    pub(crate) limit: u64,
    pub(crate) log: Vec<String>,
    #[version]
    pub(crate) version: u64,
}

#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "marked")]
pub(crate) struct Marked {
    #[partition_key]
    pub(crate) id: String,
    pub(crate) text: String,
    pub(crate) views: u64,
    #[version]
    pub(crate) version: u64,
    #[dynamo(write_id)]
    pub(crate) write: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "lives")]
pub(crate) struct Life {
    #[partition_key]
    pub(crate) id: String,
    pub(crate) text: String,
    #[version]
    pub(crate) version: u64,
    #[dynamo(generation)]
    pub(crate) begun: Option<String>,
}

/// Both: what a careful model has.
#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "careful")]
pub(crate) struct Careful {
    #[partition_key]
    pub(crate) id: String,
    pub(crate) text: String,
    #[version]
    pub(crate) version: u64,
    #[dynamo(generation)]
    pub(crate) begun: Option<String>,
    #[dynamo(write_id)]
    pub(crate) write: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "bare")]
pub(crate) struct Bare {
    #[partition_key]
    pub(crate) id: String,
    pub(crate) views: u64,
}

macro_rules! items {
    ($($item:ident)*) => { $(
        impl $item {
            pub(crate) fn new() -> Self {
                Self { id: "a".into(), ..Self::default() }
            }
        }
    )* };
}
items! { Plain Marked Life Careful Bare }

/// An engine and a table of it.
pub(crate) async fn table<T: DynamoItem>() -> (Embedded, Table<T>) {
    let engine = Embedded::new();
    let table = engine.dynamo().table();
    table.create_table().await.unwrap();
    engine.clear_requests();
    (engine, table)
}

/// The stored attributes of the item `a`, past the library.
pub(crate) async fn stored<T: DynamoItem>(engine: &Embedded, table: &Table<T>) -> BTreeMap<String, String> {
    let key = dynamo_model::AttributeValue::S("a".into());
    let get = engine.client().get_item().table_name(table.name()).key("id", key).consistent_read(true);
    let item = get.send().await.unwrap().item.unwrap_or_default();
    item.iter().map(|(name, value)| (name.clone(), show(value))).collect()
}

/// Runs `write`, and `other` right after the first attempt of it: the SDK waits before it tries again.
pub(crate) async fn with_another<W, O>(engine: &Embedded, write: W, other: O) -> W::Output
where
    W: Future,
    O: Future<Output = ()>,
{
    let before = engine.requests().len();
    let other = async {
        while engine.requests().len() == before {
            tokio::task::yield_now().await;
        }
        other.await;
    };
    tokio::join!(write, other).0
}

/// How many requests of this operation were sent.
pub(crate) fn sent(engine: &Embedded, operation: &str) -> usize {
    engine.requests().iter().filter(|request| request.operation == operation).count()
}

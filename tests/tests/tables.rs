//! Tables: made, compared, deleted and exported through the public API.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, dead_code)]

use dynamo_model::{Dynamo, DynamoItem, Embedded, ErrorKind, StreamViewType, TableSchema};
use dynamo_tests::{assert_names, engine};

#[derive(DynamoItem)]
#[dynamo(table = "shop")]
struct Customer {
    #[partition_key]
    pk: String,
    #[sort_key]
    sk: String,
    #[version]
    version: u64,
}

#[derive(DynamoItem)]
#[dynamo(table = "shop")]
struct Session {
    #[partition_key]
    pk: String,
    #[sort_key]
    sk: String,
    #[dynamo(ttl)]
    expires: Option<u64>,
}

#[derive(DynamoItem)]
#[dynamo(table = "shop")]
struct Counter {
    #[partition_key]
    pk: u64,
}

#[tokio::test]
async fn items_of_one_table_are_made_as_one() {
    let db = engine();
    let (customers, sessions) = (db.table::<Customer>(), db.table::<Session>());
    customers.create_table().with::<Session>().await.unwrap();
    sessions.create_table().with::<Customer>().await.unwrap();

    let report = sessions.verify().with::<Customer>().await.unwrap();
    assert!(report.is_match() && report.warnings().is_empty(), "{report}");
    let report = customers.verify().await.unwrap();
    assert_eq!(report.differences(), ["the time to live is on `expires` in the table and off in the model"]);

    let error = db.table::<Counter>().create_table().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TableMismatch);
    assert_names(&error, &["create_table", "`pk` (S)", "`pk` (N)", "`sk` (S)", "none"]);

    sessions.delete_table().await.unwrap();
    sessions.delete_table().await.unwrap();
    let error = customers.verify().await.unwrap_err();
    assert_eq!(
        (error.kind(), error.operation(), error.table()),
        (ErrorKind::TableNotFound, Some("verify"), Some(customers.name()))
    );
}

#[derive(DynamoItem)]
#[dynamo(
    table = "orders",
    global_index(name = "by-status", partition_key = status, sort_key = placed_at),
    global_index(name = "by-place", partition_key = [country, city], sort_key = [placed_at, id], projection = keys_only),
    local_index(name = "by-total", sort_key = total, projection = [status, country]),
)]
struct Order {
    #[partition_key]
    customer: String,
    #[sort_key]
    id: String,
    status: String,
    placed_at: u64,
    total: u64,
    country: String,
    #[dynamo(rename = "town")]
    city: Option<String>,
}

#[tokio::test]
async fn indexes_of_the_derive_are_made_as_what_they_are() {
    let orders = engine().table::<Order>();
    orders.create_table().await.unwrap();
    orders.create_table().await.unwrap();
    let report = orders.verify().await.unwrap();
    assert!(report.is_match(), "{report}");

    let table = orders.client().describe_table().table_name(orders.name()).send().await.unwrap().table.unwrap();
    let global: Vec<_> = table.global_secondary_indexes().iter().filter_map(|index| index.index_name()).collect();
    let local: Vec<_> = table.local_secondary_indexes().iter().filter_map(|index| index.index_name()).collect();
    assert_eq!((global.len(), local), (2, vec!["by-total"]));
    let resource: serde_json::Value = serde_json::from_str(&Order::SCHEMA.to_cloudformation()).unwrap();
    let by_place = &resource["Properties"]["GlobalSecondaryIndexes"][1]["KeySchema"];
    assert_eq!(by_place[1], serde_json::json!({ "AttributeName": "town", "KeyType": "HASH" }));
    let by_total = &resource["Properties"]["LocalSecondaryIndexes"][0]["Projection"]["NonKeyAttributes"];
    assert_eq!(*by_total, serde_json::json!(["country", "status"]));
}

#[tokio::test]
async fn items_of_two_tables_are_refused_before_anything_is_sent() {
    let engine = Embedded::new();
    let error = engine.dynamo().table::<Customer>().create_table().with::<Counter>().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert_names(&error, &["create_table", "`Customer`", "`Counter`", "`pk` (S)", "`pk` (N)", "type S", "type N"]);
    assert!(engine.requests().is_empty());
}

#[tokio::test]
async fn time_to_live_is_turned_on_for_a_table_that_was_there() {
    let db = engine();
    db.table::<Customer>().create_table().await.unwrap();
    let sessions = db.table::<Session>();
    let report = sessions.verify().await.unwrap();
    assert_eq!(report.differences(), ["the time to live is off in the table and on `expires` in the model"]);
    sessions.create_table().await.unwrap();
    assert!(sessions.verify().await.unwrap().is_match());
}

#[test]
fn the_requests_are_the_sdks_own() {
    let db = Dynamo::builder(Embedded::new().client()).table_name(|name| format!("dev-{name}")).build();
    let customers = db.table::<Customer>();
    let request = customers.create_table().stream(StreamViewType::KeysOnly).into_request().unwrap();
    assert_eq!(request.get_table_name().as_deref(), Some("dev-shop"));
    assert_eq!(request.get_key_schema().as_ref().map(Vec::len), Some(2));
    assert!(request.get_stream_specification().is_some());
    assert_eq!(customers.delete_table().into_request().get_table_name().as_deref(), Some("dev-shop"));
}

#[test]
fn schemas_are_exported() {
    let resource: serde_json::Value = serde_json::from_str(&Session::SCHEMA.to_cloudformation()).unwrap();
    assert_eq!(resource["Properties"]["TimeToLiveSpecification"]["AttributeName"], "expires");
    let shop = TableSchema::of(&[Customer::SCHEMA, Session::SCHEMA]).unwrap().named("prod-shop");
    let shop: serde_json::Value = serde_json::from_str(&shop.to_cloudformation()).unwrap();
    assert_eq!(shop["Properties"]["TableName"], "prod-shop");
    assert_eq!(shop["Properties"]["TimeToLiveSpecification"], resource["Properties"]["TimeToLiveSpecification"]);
}

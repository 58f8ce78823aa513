use serde_json::{Value, json};

use super::{CUSTOMER, NOTE, ORDER, PK, TOTAL, place};
use crate::{
    Embedded, ErrorKind, StreamViewType, TableClass,
    operation::{create_table::CreateTable, delete_table::DeleteTable, verify::Verify},
    schema::{IndexDef, IndexKind, ItemSchema, Projected},
};

fn operations(engine: &Embedded) -> Vec<String> {
    engine.requests().into_iter().map(|request| request.operation).collect()
}

fn body(engine: &Embedded, operation: &str) -> Value {
    let request = engine.requests().into_iter().find(|request| request.operation == operation).unwrap();
    serde_json::from_str(&request.body).unwrap()
}

#[tokio::test]
async fn every_kind_of_index_and_the_time_to_live() {
    let engine = Embedded::new();
    let place = place(engine.dynamo());
    CreateTable::new(place.clone(), &ORDER).with_schema(&CUSTOMER).await.unwrap();
    assert_eq!(operations(&engine), ["CreateTable", "DescribeTable", "DescribeTimeToLive", "UpdateTimeToLive"]);
    let sent = body(&engine, "CreateTable");
    assert_eq!(sent["BillingMode"], "PAY_PER_REQUEST");
    assert_eq!(sent["AttributeDefinitions"].as_array().map(Vec::len), Some(7));
    assert_eq!(sent["GlobalSecondaryIndexes"].as_array().map(Vec::len), Some(3));
    assert_eq!(sent["LocalSecondaryIndexes"][0]["IndexName"], "by-total");
    let specification = json!({ "AttributeName": "expires", "Enabled": true });
    assert_eq!(body(&engine, "UpdateTimeToLive")["TimeToLiveSpecification"], specification);

    engine.clear_requests();
    CreateTable::new(place.clone(), &CUSTOMER).with_schema(&ORDER).await.unwrap();
    assert_eq!(operations(&engine), ["CreateTable", "DescribeTable", "DescribeTimeToLive"], "it is on already");

    let report = Verify::new(place.clone(), &ORDER).with_schema(&CUSTOMER).await.unwrap();
    assert!(report.is_match() && report.warnings().is_empty(), "{report}");
    assert_eq!(report.to_string(), "table `shop` is as its model says");
    let report = Verify::new(place, &ORDER).await.unwrap();
    assert_eq!(report.differences(), ["the index `by-mail` is in the table only"]);
}

#[tokio::test]
async fn every_difference_is_listed() {
    static OTHER: ItemSchema = ItemSchema::new("Other", "shop", PK, Some(TOTAL), &[]).with_indexes(&[
        IndexDef::new("GSI1", IndexKind::Global, &[PK], &[], Projected::KeysOnly),
        IndexDef::new("by-total", IndexKind::Global, &[PK], &[], Projected::All),
        IndexDef::new("by-age", IndexKind::Global, &[TOTAL], &[], Projected::All),
    ]);
    let place = place(Embedded::new().dynamo());
    CreateTable::new(place.clone(), &ORDER).await.unwrap();
    let report = Verify::new(place.clone(), &OTHER).await.unwrap();
    let expected = [
        "the sort key is `SK` (S) in the table and `total` (N) in the model",
        "the partition key of the index `GSI1` is `GSI1PK` (S) in the table and `PK` (S) in the model",
        "the sort key of the index `GSI1` is `SK` (S) in the table and none in the model",
        "the projection of the index `GSI1` is `a`, `b` in the table and the keys only in the model",
        "the kind of the index `by-total` is local in the table and global in the model",
        "the sort key of the index `by-total` is `total` (N) in the table and none in the model",
        "the index `by-age` is in the model only",
        "the index `by-place` is in the table only",
        "the time to live is on `expires` in the table and off in the model",
    ];
    assert_eq!(report.differences(), expected);
    let lines = report.to_string();
    assert_eq!(lines.lines().count(), 1 + expected.len(), "{lines}");

    let error = CreateTable::new(place, &OTHER).await.unwrap_err();
    assert_eq!((error.kind(), error.operation()), (ErrorKind::TableMismatch, Some("create_table")));
    assert!(expected.iter().take(8).all(|part| error.to_string().contains(part)), "{error}");
}

#[tokio::test]
async fn the_options_are_sent() {
    let engine = Embedded::new();
    let create =
        CreateTable::new(place(engine.dynamo()), &NOTE).provisioned(5, 6).stream(StreamViewType::NewAndOldImages);
    let create = create.table_class(TableClass::StandardInfrequentAccess).encryption("alias/mine");
    create.tag("team", "a").tag("cost", "b").deletion_protection().await.unwrap();
    let sent = body(&engine, "CreateTable");
    let throughput = json!({ "ReadCapacityUnits": 5, "WriteCapacityUnits": 6 });
    assert_eq!(sent["BillingMode"], "PROVISIONED");
    assert_eq!(sent["ProvisionedThroughput"], throughput);
    assert_eq!(sent["GlobalSecondaryIndexes"][0]["ProvisionedThroughput"], throughput);
    assert_eq!(sent["StreamSpecification"], json!({ "StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES" }));
    assert_eq!(sent["TableClass"], "STANDARD_INFREQUENT_ACCESS");
    assert_eq!(sent["SSESpecification"], json!({ "Enabled": true, "SSEType": "KMS", "KMSMasterKeyId": "alias/mine" }));
    assert_eq!(sent["Tags"], json!([{ "Key": "team", "Value": "a" }, { "Key": "cost", "Value": "b" }]));
    assert_eq!(sent["DeletionProtectionEnabled"], true);

    let error = DeleteTable::new(place(engine.dynamo())).await.unwrap_err();
    assert_eq!((error.operation(), error.table()), (Some("delete_table"), Some("shop")));
    assert!(error.to_string().contains("it is protected against deletion"), "{error}");
}

#[tokio::test]
async fn contradictions_send_nothing() {
    let engine = Embedded::new();
    let place = place(engine.dynamo());
    let errors = [
        CreateTable::new(place.clone(), &ORDER).with_schema(&NOTE).await.unwrap_err(),
        Verify::new(place.clone(), &ORDER).with_schema(&NOTE).await.unwrap_err(),
        CreateTable::new(place.clone(), &ORDER).with_schema(&NOTE).into_request().unwrap_err(),
        CreateTable::new(place, &NOTE).provisioned(u64::MAX, 1).await.unwrap_err(),
    ];
    assert!(errors.iter().all(|error| error.kind() == ErrorKind::InvalidRequest && error.table() == Some("shop")));
    assert!(engine.requests().is_empty());
}

#[tokio::test]
async fn deleting_and_verifying_what_is_not_there() {
    let place = place(Embedded::new().dynamo());
    DeleteTable::new(place.clone()).await.unwrap();
    let error = Verify::new(place.clone(), &NOTE).await.unwrap_err();
    assert_eq!((error.kind(), error.operation()), (ErrorKind::TableNotFound, Some("verify")));
    CreateTable::new(place.clone(), &NOTE).await.unwrap();
    DeleteTable::new(place.clone()).await.unwrap();
    DeleteTable::new(place).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn lost_answers_are_no_failures() {
    let engine = Embedded::new();
    let place = place(engine.dynamo());
    engine.faults().lose_response(1);
    CreateTable::new(place.clone(), &NOTE).await.unwrap();
    engine.faults().lose_response(1);
    DeleteTable::new(place).await.unwrap();
}

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use serde_json::{Value, json};

use super::{
    NOTE, ORDER, SESSION, place,
    played::{Played, refused},
};
use crate::{
    ErrorKind,
    operation::{create_table::CreateTable, delete_table::DeleteTable, verify::Verify},
};

/// What `DescribeTable` says of [`NOTE`].
fn described(status: &str, index: &str) -> (&'static str, Value) {
    let table = json!({
        "TableName": "shop", "TableStatus": status, "TableId": "1",
        "KeySchema": [{ "AttributeName": "PK", "KeyType": "HASH" }],
        "AttributeDefinitions": [
            { "AttributeName": "PK", "AttributeType": "S" }, { "AttributeName": "mail", "AttributeType": "B" },
        ],
        "GlobalSecondaryIndexes": [{
            "IndexName": "by-mail", "IndexStatus": index,
            "KeySchema": [{ "AttributeName": "mail", "KeyType": "HASH" }],
            "Projection": { "ProjectionType": "ALL" },
        }],
    });
    ("DescribeTable", json!({ "Table": table }))
}
fn missing() -> (&'static str, Value) {
    ("DescribeTable", refused("ResourceNotFoundException"))
}
fn made() -> (&'static str, Value) {
    ("CreateTable", json!({}))
}
fn in_use(operation: &'static str) -> (&'static str, Value) {
    (operation, refused("ResourceInUseException"))
}

#[tokio::test(start_paused = true)]
async fn waits_for_the_table_and_its_indexes() {
    let states = [described("CREATING", "CREATING"), described("ACTIVE", "CREATING"), described("ACTIVE", "ACTIVE")];
    let service = Played::new([made()].into_iter().chain(states));
    let seen = Arc::new(Mutex::new(Vec::new()));
    let watcher = {
        let seen = Arc::clone(&seen);
        move |progress: &crate::TableProgress| seen.lock().unwrap().push(progress.to_string())
    };
    CreateTable::new(place(service.dynamo()), &NOTE).on_progress(watcher).await.unwrap();
    service.assert_over();
    let expected = [
        "table `shop` is CREATING, building by-mail after 0.0 s",
        "table `shop` is ACTIVE, building by-mail after 0.1 s",
        "table `shop` is ACTIVE after 0.3 s",
    ];
    assert_eq!(*seen.lock().unwrap(), expected);
}

#[tokio::test(start_paused = true)]
async fn a_table_on_its_way_out_is_made_again() {
    let service = Played::new([
        in_use("CreateTable"),
        described("DELETING", "DELETING"),
        missing(),
        made(),
        missing(),
        in_use("CreateTable"),
        described("ACTIVE", "ACTIVE"),
    ]);
    CreateTable::new(place(service.dynamo()), &NOTE).await.unwrap();
    service.assert_over();
}

#[tokio::test(start_paused = true)]
async fn gives_up_in_time() {
    let forever = || std::iter::repeat_n(described("ACTIVE", "CREATING"), 1000);
    let service = Played::new([made()].into_iter().chain(forever()));
    let start = tokio::time::Instant::now();
    let error = CreateTable::new(place(service.dynamo()), &NOTE).await.unwrap_err();
    assert_eq!((error.kind(), start.elapsed().as_secs()), (ErrorKind::Timeout, 600));
    assert!(error.to_string().contains("table `shop` is ACTIVE, building by-mail after 600.0 s"), "{error}");

    let service = Played::new([made()].into_iter().chain(forever()));
    let create = CreateTable::new(place(service.dynamo()), &NOTE).wait_at_most(Duration::from_secs(1));
    assert_eq!(create.await.unwrap_err().kind(), ErrorKind::Timeout);

    let service = Played::new([made(), described("INACCESSIBLE_ENCRYPTION_CREDENTIALS", "ACTIVE")]);
    let error = CreateTable::new(place(service.dynamo()), &NOTE).await.unwrap_err();
    assert!(error.to_string().contains("the table is INACCESSIBLE_ENCRYPTION_CREDENTIALS"), "{error}");
}

#[tokio::test(start_paused = true)]
async fn deletes_when_others_are_done() {
    let service = Played::new([
        in_use("DeleteTable"),
        described("UPDATING", "ACTIVE"),
        ("DeleteTable", json!({ "TableDescription": { "TableId": "1" } })),
        described("DELETING", "DELETING"),
        missing(),
    ]);
    DeleteTable::new(place(service.dynamo())).await.unwrap();
    service.assert_over();
}

/// The SDK tries it three times.
fn too_many(operation: &'static str) -> Vec<(&'static str, Value)> {
    vec![(operation, refused("LimitExceededException")); 3]
}

#[tokio::test(start_paused = true)]
async fn too_many_tables_at_once_are_waited_out() {
    let lines = [too_many("CreateTable"), vec![missing()], too_many("CreateTable"), vec![missing(), made()]];
    let service = Played::new(lines.concat().into_iter().chain([described("ACTIVE", "ACTIVE")]));
    CreateTable::new(place(service.dynamo()), &NOTE).await.unwrap();
    service.assert_over();

    let deleting = ("DeleteTable", json!({ "TableDescription": { "TableId": "1" } }));
    let lines = [too_many("DeleteTable"), vec![described("ACTIVE", "ACTIVE"), deleting, missing()]];
    let service = Played::new(lines.concat());
    DeleteTable::new(place(service.dynamo())).await.unwrap();
    service.assert_over();

    let off = ("DescribeTimeToLive", json!({ "TimeToLiveDescription": { "TimeToLiveStatus": "DISABLED" } }));
    let on = ("UpdateTimeToLive", json!({}));
    let lines = [vec![made(), described("ACTIVE", "ACTIVE"), off], too_many("UpdateTimeToLive"), vec![on]];
    let service = Played::new(lines.concat());
    CreateTable::new(place(service.dynamo()), &SESSION).await.unwrap();
    service.assert_over();
}

#[tokio::test(start_paused = true)]
async fn who_waits_in_vain_for_other_tables_is_told_so() {
    let round = [too_many("DeleteTable"), vec![described("ACTIVE", "ACTIVE")]].concat();
    let service = Played::new(std::iter::repeat_n(round, 1000).flatten());
    let delete = DeleteTable::new(place(service.dynamo())).wait_at_most(Duration::from_secs(1));
    let error = delete.await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout);
    assert!(error.to_string().contains("held back by too many operations on tables at once"), "{error}");

    let mut answer = refused("LimitExceededException");
    answer["message"] = json!("Subscriber limit exceeded: There is a limit of 2500 tables per subscriber");
    let service = Played::new(std::iter::repeat_n(("CreateTable", answer), 3));
    let error = CreateTable::new(place(service.dynamo()), &NOTE).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Service, "a full account is not waited for");
    service.assert_over();
}

#[tokio::test(start_paused = true)]
async fn a_table_that_is_made_again_at_once_is_not_deleted_too() {
    let service = Played::new([
        ("DeleteTable", json!({ "TableDescription": { "TableId": "0" } })),
        described("CREATING", "CREATING"),
    ]);
    DeleteTable::new(place(service.dynamo())).await.unwrap();
    service.assert_over();
}

#[tokio::test]
async fn several_regions_and_a_version() {
    let off = || ("DescribeTimeToLive", json!({ "TimeToLiveDescription": { "TimeToLiveStatus": "DISABLING" } }));
    for (consistency, warnings) in [(None, 1), (Some("EVENTUAL"), 1), (Some("STRONG"), 0)] {
        let (operation, mut answer) = described("ACTIVE", "ACTIVE");
        answer["Table"]["Replicas"] = json!([{ "RegionName": "eu-west-1" }, { "RegionName": "us-east-1" }]);
        answer["Table"]["MultiRegionConsistency"] = json!(consistency);
        let service = Played::new([(operation, answer), off()]);
        let report = Verify::new(place(service.dynamo()), &ORDER).await.unwrap();
        assert_eq!(report.warnings().len(), warnings, "{report}");
        let named = |warning: &String| warning.contains("`Order`") && warning.contains("eu-west-1, us-east-1");
        assert!(report.warnings().iter().all(named), "{report}");
        let ttl = "the time to live is being turned off in the table and on `expires` in the model";
        assert!(report.differences().iter().any(|difference| difference == ttl), "{report}");
    }
    let service = Played::new([described("UPDATING", "CREATING"), off()]);
    let report = Verify::new(place(service.dynamo()), &NOTE).await.unwrap();
    assert_eq!(report.warnings(), ["the table is UPDATING", "the index `by-mail` is not ACTIVE"]);
}

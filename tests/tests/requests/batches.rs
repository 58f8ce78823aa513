//! Sections 5 and 6: the requests of batches.

use std::collections::BTreeMap;

use aws_sdk_dynamodb::types::WriteRequest;
use dynamo_model::{DynamoItem, ErrorKind, Table};
use dynamo_tests::{assert_names, fixed, id, show};

#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "lives")]
struct Life {
    #[partition_key]
    id: String,
    #[sort_key]
    at: u64,
    text: String,
    #[version]
    version: u64,
    #[dynamo(generation)]
    begun: Option<String>,
}

fn lives() -> Table<Life> {
    fixed().table()
}

fn written(request: &WriteRequest) -> String {
    let (verb, item) = match (request.put_request(), request.delete_request()) {
        (Some(put), None) => ("put", put.item()),
        (None, Some(delete)) => ("delete", delete.key()),
        _ => ("?", request.put_request().unwrap().item()),
    };
    let attributes: BTreeMap<_, _> = item.iter().collect();
    let attributes: Vec<_> = attributes.iter().map(|(name, value)| format!("{name}={}", show(value))).collect();
    format!("{verb} {}", attributes.join(" "))
}

#[test]
fn reads_ask_for_each_key_once_in_requests_of_100() {
    let keys = (1..=120_u64).chain([5, 6]).map(|at| ("a", at));
    let requests = lives().batch_get(keys).consistent().into_requests().unwrap();
    let asked: Vec<_> =
        requests.iter().map(|request| &request.get_request_items().as_ref().unwrap()["lives"]).collect();
    assert_eq!(asked.iter().map(|asked| asked.keys().len()).collect::<Vec<_>>(), [100, 20]);
    assert!(asked.iter().all(|asked| asked.consistent_read() == Some(true)));
    assert_eq!(asked[0].projection_expression(), None);
    assert_eq!(asked[0].expression_attribute_names(), None);
    let last: BTreeMap<_, _> = asked[1].keys()[19].iter().map(|(name, value)| (name.as_str(), show(value))).collect();
    assert_eq!(last, BTreeMap::from([("at", "120".to_owned()), ("id", "'a'".to_owned())]));
    let error = lives().batch_get([("a", 1), ("", 2)]).into_requests().unwrap_err();
    assert_names(&error, &["batch_get", "`lives`", "position 1", "`id`"]);
}

#[test]
fn what_must_all_be_there_and_several_parts_ask_alike() {
    let db = fixed();
    let lives = db.table::<Life>();
    let keys = || (1..=120_u64).map(|at| ("a", at));
    let alone = lives.batch_get(keys()).into_requests().unwrap();
    assert_eq!(lives.get_all(keys()).into_requests().unwrap(), alone);
    let parts = db.batch_get().add(lives.batch_get((1..=119_u64).map(|at| ("a", at)))).add(lives.get(("a", 120)));
    assert_eq!(parts.into_requests().unwrap(), alone);
    let error = lives.get_all([("", 1)]).into_requests().unwrap_err();
    assert_names(&error, &["get_all", "`lives`", "position 0", "`id`"]);
    let error = db.batch_get().add(lives.get(("", 1))).into_requests().unwrap_err();
    assert_names(&error, &["batch_get", "position 0", "`id`"]);
}

#[test]
fn unchecked_puts_store_the_next_version_and_a_fresh_generation() {
    let items = [
        Life { id: "a".into(), at: 1, ..Life::default() },
        Life { id: "a".into(), at: 2, version: 6, begun: Some("old".into()), text: "x".into() },
    ];
    let requests = lives().batch_put_unchecked(&items).into_requests().unwrap();
    let sent: Vec<_> = requests[0].get_request_items().as_ref().unwrap()["lives"].iter().map(written).collect();
    assert_eq!(
        sent,
        [
            format!("put at=1 begun='{}' id='a' text='' version=1", id(1)),
            format!("put at=2 begun='{}' id='a' text='x' version=7", id(2)),
        ]
    );
    assert_eq!(requests.len(), 1);
}

#[test]
fn deletions_are_of_keys() {
    let requests = lives().batch_delete_unchecked((1..=26).map(|at| ("a", at))).into_requests().unwrap();
    let sent: Vec<_> = requests.iter().map(|request| &request.get_request_items().as_ref().unwrap()["lives"]).collect();
    assert_eq!(sent.iter().map(|sent| sent.len()).collect::<Vec<_>>(), [25, 1]);
    assert_eq!(written(&sent[1][0]), "delete at=26 id='a'");
    let error = lives().batch_delete_unchecked([("a", 1), ("a", 1)]).into_requests().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert_names(&error, &["position 0 and position 1", "`id`, `at`"]);
}

//! Equal items are equal requests, whatever order their sets and maps have in memory.

use std::collections::{HashMap, HashSet};

use dynamo_model::{AttributeValue, DynamoItem, DynamoValue};
use dynamo_tests::fixed;

#[derive(Debug, Clone, Default, PartialEq, DynamoValue)]
struct Inner {
    words: HashSet<String>,
}

#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "mixed")]
struct Mixed {
    #[partition_key]
    id: String,
    words: HashSet<String>,
    numbers: HashSet<u64>,
    #[dynamo(uuid)]
    mark: String,
    inner: HashMap<String, Inner>,
    #[version]
    version: u64,
    #[dynamo(flatten)]
    more: HashMap<String, AttributeValue>,
}

fn mixed() -> Mixed {
    let words = || (0..30).map(|n| format!("w{n}")).collect();
    Mixed {
        id: "a".into(),
        words: words(),
        numbers: (0..30).collect(),
        inner: [("k".to_owned(), Inner { words: words() })].into(),
        more: (0..30).map(|n| (format!("m{n}"), AttributeValue::N(n.to_string()))).collect(),
        ..Mixed::default()
    }
}

#[test]
fn two_equal_items_are_one_request() {
    let request = || {
        let db = fixed();
        let table = db.table::<Mixed>();
        let (mut put, mut update, mut patch) = (mixed(), Mixed { id: "b".into(), version: 3, ..mixed() }, mixed());
        patch.id = "c".into();
        let transaction = db.transact_write().add(table.put(&mut put)).add(table.update(&mut update));
        let words = patch.words.clone();
        let transaction = transaction.add(table.patch_at("c", dynamo_model::Expect::Any, |m| [m.words.set(words)]));
        let request = transaction.client_request_token("job-1").into_request().unwrap();
        request.build().unwrap()
    };
    let first = request();
    for _ in 0..8 {
        assert_eq!(request(), first);
    }
    let put = first.transact_items()[0].put().unwrap();
    assert!(put.item()["words"].as_ss().unwrap().is_sorted());
}

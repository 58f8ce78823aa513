// As for `start_at`: refused by constants. Two versions, a version that may be missing, two maps for the rest.
use std::collections::HashMap;

use dynamo_model::{AttributeValue, DynamoItem, DynamoValue};

#[derive(DynamoValue)]
struct Meta {
    #[version]
    revision: u64,
}

#[derive(DynamoItem)]
#[dynamo(table = "notes")]
struct Two {
    #[partition_key]
    id: String,
    #[version]
    version: u64,
    #[dynamo(flatten)]
    meta: Meta,
}

#[derive(DynamoItem)]
#[dynamo(table = "notes")]
struct Optional {
    #[partition_key]
    id: String,
    #[dynamo(flatten)]
    meta: Option<Meta>,
}

#[derive(DynamoItem)]
#[dynamo(table = "notes")]
struct TwoMaps {
    #[partition_key]
    id: String,
    #[dynamo(flatten)]
    one: HashMap<String, AttributeValue>,
    #[dynamo(flatten)]
    two: HashMap<String, AttributeValue>,
}

fn main() {}

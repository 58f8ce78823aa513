use std::collections::BTreeSet;

use dynamo_model::{DynamoItem, DynamoValue};

#[derive(DynamoItem)]
#[dynamo(table = "notes")]
struct Note {
    #[partition_key]
    id: String,
    draft: Option<Option<String>>,
    tags: Option<BTreeSet<String>>,
}

#[derive(DynamoValue)]
struct Part {
    tags: Option<BTreeSet<String>>,
}

fn main() {}

use dynamo_model::{DynamoItem, DynamoValue};

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

fn main() {}

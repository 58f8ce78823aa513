use dynamo_model::{DynamoItem, DynamoValue};

#[derive(DynamoItem)]
#[dynamo(table = "notes")]
struct Note {
    #[partition_key]
    #[sort_key]
    id: String,
    #[dynamo(skip, rename = "t")]
    text: String,
    #[dynamo(created_at, updated_at)]
    at: Option<std::time::SystemTime>,
    #[dynamo(version, default)]
    version: u64,
}

#[derive(DynamoValue)]
#[dynamo(repr = number)]
enum Level {
    #[dynamo(rename = "low")]
    Low = 1,
    High = 2,
}

fn main() {}

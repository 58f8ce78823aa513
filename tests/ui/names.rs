use dynamo_model::{DynamoItem, DynamoValue};

#[derive(DynamoItem)]
#[dynamo(table = "notes", rename_all = "camelCase")]
struct Note {
    #[partition_key]
    id: String,
    #[dynamo(rename = "")]
    empty: String,
    created_by: String,
    #[dynamo(rename = "createdBy")]
    author: String,
    #[dynamo(alias = "id")]
    number: u64,
}

#[derive(DynamoValue)]
#[dynamo(rename_all = "lowercase")]
enum Status {
    Open,
    #[dynamo(rename = "open")]
    Reopened,
}

fn main() {}

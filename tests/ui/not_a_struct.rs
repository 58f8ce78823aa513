use dynamo_model::{DynamoItem, DynamoValue};

#[derive(DynamoItem)]
#[dynamo(table = "notes")]
struct Tuple(String, String);

#[derive(DynamoItem)]
#[dynamo(table = "notes")]
struct Unit;

#[derive(DynamoItem)]
#[dynamo(table = "notes")]
union Union {
    id: u64,
}

#[derive(DynamoItem)]
#[dynamo(table = "notes")]
enum Never {}

#[derive(DynamoItem)]
#[dynamo(table = "notes")]
struct Generic<T> {
    #[partition_key]
    id: String,
    value: T,
}

#[derive(DynamoValue)]
enum Nothing {}

#[derive(DynamoValue)]
struct Empty;

fn main() {}

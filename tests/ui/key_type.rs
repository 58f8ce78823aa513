use dynamo_model::{DynamoItem, DynamoValue};

#[derive(Clone, DynamoValue)]
struct Place {
    shelf: u64,
}

#[derive(DynamoItem)]
#[dynamo(table = "notes")]
struct Flag {
    #[partition_key]
    id: bool,
}

#[derive(DynamoItem)]
#[dynamo(table = "notes")]
struct Struct {
    #[partition_key]
    id: Place,
    #[sort_key]
    other: Vec<String>,
}

#[derive(DynamoItem)]
#[dynamo(table = "notes")]
struct Float {
    #[partition_key]
    id: String,
    #[sort_key]
    at: f64,
}

#[derive(DynamoItem)]
#[dynamo(table = "notes")]
struct Optional {
    #[partition_key]
    id: Option<String>,
}

fn main() {}

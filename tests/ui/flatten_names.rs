use dynamo_model::{DynamoItem, DynamoValue};

#[derive(DynamoValue)]
struct Address {
    city: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "notes")]
struct Note {
    #[partition_key]
    id: String,
    home_city: String,
    #[dynamo(flatten(prefix = "home_"))]
    home: Address,
}

fn main() {}

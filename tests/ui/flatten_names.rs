// Only a constant knows the names behind `flatten`, and it cannot say which field brings one.
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

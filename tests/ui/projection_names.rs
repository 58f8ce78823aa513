#![allow(unused)]
use dynamo_model::{DynamoItem, DynamoProjection};

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Order {
    #[partition_key]
    id: String,
    total: u64,
}

#[derive(DynamoProjection)]
#[dynamo(item = Order)]
struct Summary {
    id: String,
    totl: u64,
    #[dynamo(path = "shipping.city")]
    city: String,
}

fn main() {}

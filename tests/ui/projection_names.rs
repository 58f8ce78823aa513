#![allow(unused)]
use dynamo_model::{DynamoItem, DynamoProjection, DynamoValue};

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Order {
    #[partition_key]
    id: String,
    total: u64,
    sender: Option<Address>,
    tags: std::collections::BTreeSet<String>,
    note: Option<String>,
    places: Vec<Place>,
}

#[derive(DynamoValue)]
struct Address {
    street: String,
    place: Box<Place>,
}

#[derive(DynamoValue)]
#[dynamo(rename_all = "camelCase")]
struct Place {
    city_name: String,
    within: Option<Box<Place>>,
}

#[derive(DynamoProjection)]
#[dynamo(item = Order)]
struct Summary {
    id: String,
    totl: u64,
    #[dynamo(path = "shipping.city")]
    city: String,
    #[dynamo(path = "sender.place.within.cityName")]
    around: Option<String>,
    #[dynamo(path = "sender.place.city_name")]
    deeper: Option<String>,
    #[dynamo(path = "sender.steet")]
    street: Option<String>,
    #[dynamo(path = "note.text")]
    text: String,
    #[dynamo(path = "total.cents")]
    cents: u64,
    #[dynamo(path = "tags.first")]
    tag: String,
    #[dynamo(path = "places.cityName")]
    city_name: String,
    #[dynamo(path = "sender.street.number")]
    number: u64,
}

fn main() {}

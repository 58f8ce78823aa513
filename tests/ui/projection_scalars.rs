#![allow(unused)]
use dynamo_model::{DynamoItem, DynamoProjection, DynamoValue};
use std::collections::BTreeMap;

#[derive(DynamoItem)]
#[dynamo(table = "orders")]
struct Order {
    #[partition_key]
    customer: CustomerId,
    #[sort_key]
    placed: jiff::Timestamp,
    #[dynamo(created_at)]
    made: Option<jiff::Timestamp>,
    #[version]
    version: u64,
    title: String,
    paid: bool,
    scan: Vec<u8>,
    raw: bytes::Bytes,
    due: Option<jiff::Timestamp>,
    sold_by: CustomerId,
    status: Status,
    level: Level,
    place: Wrapped,
    prices: BTreeMap<String, u64>,
}

#[derive(DynamoValue, Clone, PartialEq, Eq)]
struct CustomerId(String);

#[derive(DynamoValue)]
enum Status {
    Open,
    Closed,
}

#[derive(DynamoValue)]
#[dynamo(repr = number)]
enum Level {
    Low,
    High,
}

#[derive(DynamoValue)]
struct Place {
    city: String,
}

#[derive(DynamoValue)]
struct Wrapped(Place);

#[derive(DynamoProjection)]
#[dynamo(item = Order)]
struct Summary {
    #[dynamo(path = "customer.a")]
    a: String,
    #[dynamo(path = "placed.b")]
    b: String,
    #[dynamo(path = "made.c")]
    c: String,
    #[dynamo(path = "version.d")]
    d: String,
    #[dynamo(path = "title.e")]
    e: String,
    #[dynamo(path = "paid.f")]
    f: String,
    #[dynamo(path = "scan.g")]
    g: String,
    #[dynamo(path = "raw.h")]
    h: String,
    #[dynamo(path = "due.i")]
    i: String,
    #[dynamo(path = "sold_by.j")]
    j: String,
    #[dynamo(path = "status.k")]
    k: String,
    #[dynamo(path = "level.l")]
    l: String,
    #[dynamo(path = "place.city")]
    known: String,
    #[dynamo(path = "prices.EUR")]
    any: Option<u64>,
}

fn main() {}

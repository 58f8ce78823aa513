#![allow(unused)]
use dynamo_model::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(
    table = "orders",
    partition_key(name = "PK", template = "C#{customer}"),
    sort_key(name = "SK", template = "O#{number}#{name:03}#{below:04}"),
    global_index(name = "by-flag", partition_key = flag, sort_key = score),
    global_index(name = "by-bytes", partition_key(name = "B", template = "{bytes}")),
    global_index(name = "by-rank", partition_key(name = "R", template = "R"), sort_key(name = "S", template = "{rank}")),
)]
struct Order {
    customer: String,
    number: u64,
    name: String,
    below: i64,
    flag: bool,
    score: Option<f64>,
    bytes: Vec<u8>,
    rank: Option<u32>,
}

// Without the placeholder's value such an item would have no key.
#[derive(DynamoItem)]
#[dynamo(
    table = "visits",
    partition_key(name = "PK", template = "C#{customer}"),
    sort_key(name = "SK", template = "V#{place}"),
    global_index(name = "by-guide", partition_key(name = "G", template = "G#{guide}")),
)]
struct Visit {
    customer: Option<String>,
    place: Option<String>,
    guide: Option<String>,
}

fn main() {}

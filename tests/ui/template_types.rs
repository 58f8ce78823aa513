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

fn main() {}

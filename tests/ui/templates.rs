use dynamo_model::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(
    table = "shop",
    partition_key(name = "PK", template = "CUSTOMER#{custmer}"),
    sort_key(name = "SK", template = "ORDER#{number"),
)]
struct Order {
    customer: String,
    number: u64,
}

#[derive(DynamoItem)]
#[dynamo(
    table = "shop",
    partition_key(name = "PK", template = "CUSTOMER#{customer}"),
    sort_key(name = "SK", template = "LINE#{order}{line:04}"),
)]
struct Line {
    customer: String,
    order: String,
    line: u32,
}

fn main() {}

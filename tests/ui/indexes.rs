use dynamo_model::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(
    table = "orders",
    global_index(name = "by-total", partition_key = totl),
    global_index(name = "by city", partition_key = city),
    global_index(name = "all", partition_key = [a, b, c, d, e]),
    global_index(name = "twice", partition_key = city),
    global_index(name = "twice", partition_key = total),
    global_index(name = "some", partition_key = city, projection = [colour]),
)]
struct Order {
    #[partition_key]
    customer: String,
    #[sort_key]
    id: String,
    city: String,
    total: u64,
    a: String,
    b: String,
    c: String,
    d: String,
    e: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "notes", local_index(name = "by-text", sort_key = text))]
struct Note {
    #[partition_key]
    id: String,
    text: String,
}

#[derive(DynamoItem)]
#[dynamo(
    table = "events",
    local_index(name = "one", sort_key = a),
    local_index(name = "two", sort_key = b),
    local_index(name = "three", sort_key = c),
    local_index(name = "four", sort_key = d),
    local_index(name = "five", sort_key = e),
    local_index(name = "six", sort_key = f),
)]
struct Event {
    #[partition_key]
    robot: String,
    #[sort_key]
    at: u64,
    a: u64,
    b: u64,
    c: u64,
    d: u64,
    e: u64,
    f: u64,
}

fn main() {}

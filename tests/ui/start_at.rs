// A constant is refused by a panic: the rule stands in the first line and the number is shown, but rustc adds where the
// constant is.
use dynamo_model::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "notes")]
struct Unsigned {
    #[partition_key]
    id: String,
    #[version(start_at = -1)]
    version: Option<u64>,
}

#[derive(DynamoItem)]
#[dynamo(table = "notes")]
struct Plain {
    #[partition_key]
    id: String,
    #[version(start_at = -1)]
    version: i64,
}

#[derive(DynamoItem)]
#[dynamo(table = "notes")]
struct Five {
    #[partition_key]
    id: String,
    #[version(start_at = 5)]
    version: u64,
}

#[derive(DynamoItem)]
#[dynamo(table = "notes")]
struct Large {
    #[partition_key]
    id: String,
    #[version(start_at = 300)]
    version: Option<u8>,
}

fn main() {}

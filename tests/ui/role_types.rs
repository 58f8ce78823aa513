use std::time::SystemTime;

use dynamo_model::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "notes")]
struct Note {
    #[partition_key]
    id: String,
    #[dynamo(created_at)]
    created_at: SystemTime,
    #[dynamo(updated_at)]
    updated_at: u64,
    #[dynamo(ttl)]
    expires: String,
    #[dynamo(uuid)]
    number: u64,
    #[dynamo(counter)]
    count: f64,
    #[dynamo(generation)]
    generation: u32,
    #[dynamo(write_id)]
    write_id: bool,
}

fn main() {}

use dynamo_model::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table)]
struct Note {
    #[dynamo(partition_key = "id")]
    id: String,
    #[dynamo(rename)]
    text: String,
    #[dynamo(with = "codec")]
    total: u64,
    #[dynamo(version(start_at = "1", increment_by = 0))]
    version: u64,
    #[dynamo]
    log: Vec<String>,
    #[dynamo(rename = "a" default)]
    draft: String,
}

fn main() {}

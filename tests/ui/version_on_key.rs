use dynamo_model::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "notes")]
struct Note {
    #[partition_key]
    id: String,
    #[sort_key]
    #[version]
    version: u64,
}

fn main() {}

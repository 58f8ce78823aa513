use dynamo_model::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "notes", table = "other")]
struct Note {
    #[partition_key]
    #[dynamo(partition_key)]
    id: String,
    #[dynamo(rename = "t", rename = "u")]
    text: String,
}

fn main() {}

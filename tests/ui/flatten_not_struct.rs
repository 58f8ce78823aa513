use dynamo_model::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "notes")]
struct Note {
    #[partition_key]
    id: String,
    #[dynamo(flatten)]
    list: Vec<String>,
    #[dynamo(flatten(prefix = "x_"))]
    number: u64,
}

fn main() {}

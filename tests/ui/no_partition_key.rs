use dynamo_model::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "notes")]
struct Note {
    id: String,
}

fn main() {}

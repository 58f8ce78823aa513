use dynamo_model::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(tabel = "notes", colour = "red")]
struct Note {
    #[dynamo(partition)]
    id: String,
    #[dynamo(renam = "t")]
    text: String,
    #[dynamo(skip_serializing_if = "Option::is_none")]
    draft: Option<String>,
    #[dynamo(table = "x")]
    total: u64,
    #[version(start = 1)]
    version: u64,
}

fn main() {}

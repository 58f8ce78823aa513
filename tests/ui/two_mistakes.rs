use dynamo_model::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "my notes")]
struct Note {
    id: String,
    #[dynamo(renam = "t")]
    text: String,
}

// A refused item is an item all the same: no second error here.
fn use_it(notes: dynamo_model::Table<Note>) {
    drop(notes.get("n-1"));
}

fn main() {}

// A type that is not there. rustc repeats itself where the generated code mentions it, and an unknown type of a key seems
// to fit everything, so that two impls seem to conflict.
use dynamo_model::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "notes")]
struct Note {
    #[partition_key]
    id: Stirng,
    list: Vec<Lien>,
}

fn main() {}

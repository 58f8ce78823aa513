use std::collections::BTreeSet;

use dynamo_model::{DynamoItem, DynamoValue};

#[derive(PartialEq, Eq, PartialOrd, Ord, DynamoValue)]
struct Place {
    shelf: u64,
}

#[derive(DynamoItem)]
#[dynamo(table = "notes")]
struct Note {
    #[partition_key]
    id: String,
    flags: BTreeSet<bool>,
    places: BTreeSet<Place>,
}

fn main() {}

// rustc lists other types because those that hold others have to hand on what is wrong inside them.
use std::collections::HashMap;

use dynamo_model::{DynamoItem, DynamoValue};

struct Plain;

#[derive(DynamoItem)]
#[dynamo(table = "notes")]
struct Note {
    #[partition_key]
    id: String,
    plain: Plain,
    optional: Option<Plain>,
    list: Vec<Plain>,
    map: HashMap<Vec<u8>, u64>,
}

#[derive(DynamoValue)]
struct Wrapper(Plain);

fn main() {}

use dynamo_model::DynamoItem;

#[derive(DynamoItem)]
struct Missing {
    #[partition_key]
    id: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "my notes")]
struct Space {
    #[partition_key]
    id: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "no")]
struct Short {
    #[partition_key]
    id: String,
}

fn main() {}

use dynamo_model::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "notes")]
struct Text {
    #[partition_key]
    id: String,
    #[version]
    version: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "notes")]
struct Float {
    #[partition_key]
    id: String,
    #[version]
    version: f64,
}

#[derive(DynamoItem)]
#[dynamo(table = "notes")]
struct Time {
    #[partition_key]
    id: String,
    #[version]
    version: Option<std::time::SystemTime>,
}

#[derive(DynamoItem)]
#[dynamo(table = "notes")]
struct Flag {
    #[partition_key]
    id: String,
    #[version]
    version: bool,
}

fn main() {}

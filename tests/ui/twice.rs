use dynamo_model::DynamoItem;

#[derive(DynamoItem)]
#[dynamo(table = "notes")]
struct TwoPartitionKeys {
    #[partition_key]
    id: String,
    #[partition_key]
    other: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "notes")]
struct TwoSortKeys {
    #[partition_key]
    id: String,
    #[sort_key]
    at: u64,
    #[dynamo(sort_key)]
    other: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "notes")]
struct TwoVersions {
    #[partition_key]
    id: String,
    #[version]
    version: u64,
    #[dynamo(version)]
    revision: u64,
}

fn main() {}

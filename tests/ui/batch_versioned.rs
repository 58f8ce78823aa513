use dynamo_model::{DynamoItem, Error, Table};

#[derive(DynamoItem)]
#[dynamo(table = "notes")]
struct Note {
    #[partition_key]
    id: String,
    #[version]
    version: u64,
}

async fn store(notes: Table<Note>, some: Vec<Note>) -> Result<(), Error> {
    notes.batch_put(&some).await?;
    notes.batch_delete(["a"]).await?;
    Ok(())
}

fn main() {}

use dynamo_model::{Dynamo, DynamoItem, Error, Table};

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

async fn mix(db: &Dynamo, notes: Table<Note>, note: &mut Note) -> Result<(), Error> {
    db.batch_write().add(notes.put(note)).await?;
    Ok(())
}

fn main() {}

mod items;

use dynamo_model::{Error, Table};
use items::Note;

async fn write(notes: Table<Note>, note: Note) -> Result<(), Error> {
    notes.update(&note).await?;
    notes.update(note).await?;
    Ok(())
}

fn main() {}

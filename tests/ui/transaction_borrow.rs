mod items;

use dynamo_model::{Dynamo, Error, Table};
use items::Note;

async fn look_too_early(db: Dynamo, notes: Table<Note>, mut note: Note) -> Result<(), Error> {
    let transaction = db.transact_write().add(notes.update(&mut note));
    println!("{}", note.version);
    transaction.await?;
    Ok(())
}

async fn twice(db: Dynamo, notes: Table<Note>, mut note: Note) -> Result<(), Error> {
    db.transact_write().add(notes.update(&mut note)).add(notes.delete(&note)).await?;
    Ok(())
}

fn main() {}

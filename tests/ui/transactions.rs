mod items;

use dynamo_model::{Dynamo, Error, Table};
use items::Note;

async fn write(db: Dynamo, notes: Table<Note>, mut note: Note) -> Result<(), Error> {
    db.transact_write().add(notes.patch(&mut note, |n| [n.text.set("x")])).await?;
    db.transact_write().add(notes.put(&mut note).return_old()).await?;
    db.transact_write().add(notes.delete(&note).return_old()).await?;
    db.transact_write().add(notes.get("a")).await?;
    db.transact_write().add(&note).await?;
    Ok(())
}

async fn read(db: Dynamo, notes: Table<Note>, mut note: Note) -> Result<(), Error> {
    db.transact_get().add(notes.check("a", |n| n.text.eq("x"))).await?;
    db.transact_get().add(notes.batch_get(["a", "b"])).await?;
    db.transact_get().add(notes.update(&mut note)).await?;
    Ok(())
}

fn main() {}

// rustc has no hook for `?` on what is not awaited yet, and does not think of `.await`.
mod items;

use dynamo_model::{Error, Table};
use items::Note;

async fn without_await(notes: Table<Note>, mut note: Note) -> Result<(), Error> {
    let _ = notes.get("n-1")?;
    notes.update(&mut note)?;
    Ok(())
}

async fn without_some(notes: Table<Note>) -> Result<(), Error> {
    let _ = notes.get("n-1").await?.text;
    Ok(())
}

fn main() {}

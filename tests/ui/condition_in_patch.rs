// No actions, `|_| []`, compile and are refused when sent.
mod items;

use dynamo_model::{Error, Expect, Table};
use items::Note;

async fn write(notes: Table<Note>, mut note: Note) -> Result<(), Error> {
    notes.patch(&mut note, |n| [n.text.eq("x")]).await?;
    notes.patch(&mut note, |n| (n.text.set("x"), n.views.add(1))).await?;
    notes.patch_at("n-1", Expect::Any, |n| { n.text.set("x"); }).await?;
    notes.put(&mut note).condition(|n| n.text.set("x")).await?;
    Ok(())
}

fn main() {}

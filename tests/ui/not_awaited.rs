#![deny(unused_must_use)]

mod items;

use dynamo_model::{Dynamo, Expect, Table};
use items::Note;

async fn write(db: Dynamo, notes: Table<Note>, mut note: Note) {
    notes.create(&mut note);
    notes.put(&mut note).condition(|n| n.draft.exists());
    notes.update(&mut note);
    notes.patch(&mut note, |n| n.text.set("x"));
    notes.patch_at("n-1", Expect::Any, |n| {
        n.draft.remove();
        n.text.set("x")
    });
    notes.delete(&note);
    notes.delete_at("n-1", Expect::Any);
    notes.get("n-1");
    notes.refresh(&mut note);
    db.table::<Note>().create_table();
}

fn main() {}

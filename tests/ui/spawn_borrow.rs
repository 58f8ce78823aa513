mod items;

use dynamo_model::Table;
use items::Note;

async fn write(notes: Table<Note>, mut note: Note) {
    tokio::spawn(notes.update(&mut note).into_future());
}

fn main() {}

mod items;

use dynamo_model::{Error, Table};
use items::Note;

#[derive(Debug)]
enum Mine {
    Db(Error),
}

impl From<Error> for Mine {
    fn from(error: Error) -> Self {
        Self::Db(error)
    }
}

async fn write(notes: Table<Note>, mut note: Note) -> Result<(), Mine> {
    notes.update(&mut note).await?;
    Ok(())
}

fn main() {}

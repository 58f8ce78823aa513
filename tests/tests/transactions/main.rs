//! Transactions on a paused clock: together or not at all, with a reason for each action.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test ends where something unexpected comes"
)]

mod answers;
mod played;
mod reads;
mod resolving;
mod versions;
mod writes;

use dynamo_model::{Cancellation, Dynamo, DynamoItem, Embedded, Error, Table, TransactError};

#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "notes")]
struct Note {
    #[partition_key]
    id: String,
    text: String,
    #[version]
    version: u64,
    #[dynamo(counter(start_at = 1))]
    writes: u64,
}

#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "audits")]
struct Audit {
    #[partition_key]
    number: u64,
    text: String,
    #[dynamo(uuid)]
    mark: String,
}

struct World {
    engine: Embedded,
    db: Dynamo,
    notes: Table<Note>,
    audits: Table<Audit>,
}

async fn world() -> World {
    let engine = Embedded::new();
    let db = engine.dynamo();
    let (notes, audits) = (db.table::<Note>(), db.table::<Audit>());
    notes.create_table().await.unwrap();
    audits.create_table().await.unwrap();
    engine.clear_requests();
    World { engine, db, notes, audits }
}

fn note(id: &str) -> Note {
    Note { id: id.into(), text: "secret".into(), ..Note::default() }
}

fn audit(number: u64) -> Audit {
    Audit { number, text: "secret".into(), ..Audit::default() }
}

#[track_caller]
fn cancelled(result: Result<(), TransactError>) -> Cancellation {
    match result {
        Err(TransactError::Cancelled(cancelled)) => cancelled,
        Err(error) => panic!("not cancelled, but: {error}"),
        Ok(()) => panic!("committed"),
    }
}

#[track_caller]
fn error(result: Result<(), TransactError>) -> Error {
    match result {
        Err(TransactError::Error(error)) => error,
        Err(other) => panic!("no error, but: {other}"),
        Ok(()) => panic!("committed"),
    }
}

impl World {
    fn sent(&self) -> Vec<String> {
        self.engine.requests().into_iter().map(|request| request.operation).collect()
    }
}

//! The optimistic loop and the versioned bulk writes, on a paused clock.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test ends where something unexpected comes"
)]

mod closures;
mod conflicts;
mod contention;
mod creating;
mod each;
mod endings;
mod faults;
#[path = "../faults/items.rs"]
#[allow(dead_code)]
mod items;
mod managed;
mod patient;
mod words;

use std::sync::atomic::{AtomicU32, Ordering};

use dynamo_model::{Embedded, ErrorKind, Expect, ModifyError, Table};

use items::Plain;

/// What was sent, in order.
fn operations(engine: &Embedded) -> Vec<String> {
    engine.requests().into_iter().map(|request| request.operation).collect()
}

/// The item `a`, stored, with no request counted yet.
async fn plain() -> (Embedded, Table<Plain>) {
    let (engine, table) = items::table::<Plain>().await;
    table.create(&mut Plain::new()).await.unwrap();
    engine.clear_requests();
    (engine, table)
}

/// Counts the calls of an async closure, which cannot change what it captures: that would be borrowed by its future.
#[derive(Debug, Default)]
struct Calls(AtomicU32);
impl Calls {
    /// The number of this call, from 1.
    fn next(&self) -> u32 {
        self.0.fetch_add(1, Ordering::Relaxed) + 1
    }
    fn count(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }
}

/// What another writer does meanwhile.
async fn intrude(table: &Table<Plain>) {
    table.patch_at("a", Expect::Any, |p| [p.limit.add(1)]).await.unwrap();
}

/// The error of a loop that ended so.
#[track_caller]
fn ended<E: std::fmt::Debug>(result: Result<Plain, ModifyError<Plain, E>>, kind: ErrorKind) -> dynamo_model::Error {
    match result.unwrap_err() {
        ModifyError::NotFound(error) | ModifyError::Error(error) if error.kind() == kind => error,
        other => panic!("not {kind:?}, but {other:?}"),
    }
}

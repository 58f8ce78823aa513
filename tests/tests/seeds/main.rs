//! Many writers of a few items in bad weather: random faults, futures that are dropped, processes that start again. Each
//! run follows from its seed alone, on a paused clock.
//!
//! What is told must be what was done: a success is stored exactly once, a refusal not at all, and only what was called
//! unknown or was dropped may be either.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test ends where something unexpected comes")]

mod batches;
mod items;
mod single;
mod transfers;
mod weather;

use std::future::Future;

use tokio::runtime::Builder;

/// Runs one seed on a runtime of its own. The SDK's jitter draws from the thread's generator, so it is seeded too.
fn run<F: Future>(seed: u64, test: F) -> F::Output {
    fastrand::seed(seed);
    Builder::new_current_thread().enable_time().start_paused(true).build().unwrap().block_on(test)
}

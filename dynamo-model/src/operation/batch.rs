//! What batch reads and batch writes have in common: a queue of units, requests side by side, what comes back to the queue.

mod engine;
mod failure;
mod options;
mod queue;

pub(super) use self::{
    engine::{Answer, Batch, Failed, Sent, chunks, run},
    failure::{Spot, summary},
    options::{Options, batch_options},
    queue::{Ended, Uncertain},
};
pub use self::{failure::BatchFailure, options::BatchProgress};

/// The units that an answer lists as unprocessed; all that were sent, where one of them is not known.
pub(super) fn all_or(chunk: &[usize], left: impl Iterator<Item = Option<usize>>) -> Vec<usize> {
    left.collect::<Option<Vec<usize>>>().unwrap_or_else(|| chunk.to_vec())
}

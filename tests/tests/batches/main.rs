//! Batches: what is asked for and written, what comes back to the queue, and what is said of the rest.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test ends where something unexpected comes")]

mod faults;
mod figures;
mod items;
mod missing;
mod reads;
mod several;
mod writes;

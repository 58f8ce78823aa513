//! Requests, without sending them: each operation's `into_request()` is compared with what semantics.md says.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test ends where something unexpected comes")]

mod batches;
mod expressions;
mod generated;
mod names;
mod refusals;
mod repeated;
mod transactions;
mod unversioned;
mod versions;

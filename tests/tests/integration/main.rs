//! Writes and reads on an engine: the embedded one, or the one that `DYNAMODB_ENDPOINT` names.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test ends where something unexpected comes")]

mod adopting;
mod conflicts;
mod errors;
mod expiry;
mod generated;
mod idempotent;
mod raw;
mod writes;

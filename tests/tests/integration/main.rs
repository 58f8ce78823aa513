//! Writes and reads on an engine: the embedded one, or the one that `DYNAMODB_ENDPOINT` names.
#![expect(
    clippy::unwrap_used,
    unused_crate_dependencies,
    reason = "tests end where something unexpected comes"
)]
#![allow(unfulfilled_lint_expectations, reason = "which of them is met depends on the lints that the workspace sets")]

mod adopting;
mod conflicts;
mod errors;
mod expiry;
mod generated;
mod idempotent;
mod raw;
mod writes;

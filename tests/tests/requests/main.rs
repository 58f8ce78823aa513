//! Requests, without sending them: each operation's `into_request()` is compared with what semantics.md says.
#![expect(
    clippy::unwrap_used,
    clippy::panic_in_result_fn,
    unused_crate_dependencies,
    reason = "tests end where something unexpected comes"
)]
#![allow(unfulfilled_lint_expectations, reason = "which of them is met depends on the lints that the workspace sets")]

mod expressions;
mod generated;
mod names;
mod refusals;
mod unversioned;
mod versions;

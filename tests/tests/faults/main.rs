//! What goes wrong between the client and the service, on a paused clock: nothing of it reads as a conflict or as a
//! success that is none, and memory changes after success alone.
#![expect(clippy::unwrap_used, unused_crate_dependencies, reason = "tests end where something unexpected comes")]
#![allow(unfulfilled_lint_expectations, reason = "which of them is met depends on the lints that the workspace sets")]

mod certain;
mod dropped;
mod exactly_once;
mod items;
mod lost;
mod unchecked;
mod unknown;

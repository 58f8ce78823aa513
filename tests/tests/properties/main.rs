//! Properties, of few cases each so that the suite is fast.
#![expect(clippy::unwrap_used, reason = "a test ends where something unexpected comes")]

mod expressions;
mod round_trip;
mod writers;

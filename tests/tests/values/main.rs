//! Section 4: what each type is stored as, and how it is read from both sources: an `AttributeValue`, and the bytes of an
//! answer.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test ends where something unexpected comes"
)]

mod collections;
mod numbers;
mod refusals;
mod sources;
mod structs;
mod text;
mod timestamps;

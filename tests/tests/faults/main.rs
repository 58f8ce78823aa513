//! What goes wrong between the client and the service, on a paused clock: nothing of it reads as a conflict or as a
//! success that is none, and memory changes after success alone.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test ends where something unexpected comes")]

mod certain;
mod dropped;
mod exactly_once;
mod items;
mod lost;
mod unchecked;
mod unknown;

// rustc has no hook for mismatched types: the name `NoVersion` has to speak.
mod items;

use dynamo_model::{Expect, Table};
use items::{Event, Note};

fn unversioned(events: Table<Event>) {
    let _ = events.patch_at(1, Expect::Version(3), |e| e.text.set("x"));
    let _ = events.delete_at(1, Expect::Version(3));
}

fn versioned(notes: Table<Note>) {
    let _ = notes.delete_at("n-1", Expect::Version("3"));
    let _ = notes.delete_at("n-1", Expect::Version(Some(3)));
    let _ = notes.delete_at("n-1", 3);
}

fn main() {}

// A change can be checked and tried again only where there is a version.
mod items;

use dynamo_model::Table;
use items::Event;

fn modify(events: Table<Event>) {
    let _ = events.modify(1, |e| e.text = "x".into());
}

fn main() {}

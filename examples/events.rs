//! A robot's status events: newest first, ties broken by the id, the same key when one is sent again, and a late event
//! lands in its place.
//!
//! `cargo run --example events`

use std::error::Error;

use dynamo_model::{DynamoItem, Table, WriteError};

#[expect(clippy::struct_field_names, reason = "the names of the key's template")]
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "example-events",
    partition_key(name = "PK", template = "ROBOT#{robot}"),
    sort_key(name = "SK", template = "EVENT#{time}#{event_id}")
)]
struct Event {
    robot: String,
    time: jiff::Timestamp,
    event_id: String,
    status: String,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let db = dynamo_examples::connect().await;
    let events = db.table::<Event>();
    events.create_table().await?;

    record(&events, "2026-11-30T10:00:00Z", "e-1", "started").await?;
    record(&events, "2026-11-30T10:05:00Z", "e-3", "moving").await?;
    record(&events, "2026-11-30T10:05:00Z", "e-2", "turning").await?;
    // The network lost the answer, so the robot sends it again: the key is the same, and nothing is stored twice.
    record(&events, "2026-11-30T10:05:00Z", "e-3", "moving").await?;
    // This one was on its way for long.
    record(&events, "2026-11-30T10:02:00Z", "e-4", "calibrated").await?;

    println!("\nNewest first:");
    for event in events.query("r2").descending().await? {
        println!("  {} {} {}", event.time, event.event_id, event.status);
    }
    let from: jiff::Timestamp = "2026-11-30T10:01:00Z".parse()?;
    let to: jiff::Timestamp = "2026-11-30T10:05:00Z".parse()?;
    let between = events.query("r2").sort_key(|k| k.between((from, "e-0"), (to, "e-2"))).await?;
    println!("Between 10:01 and e-2 at 10:05: {:?}", between.iter().map(|e| e.status.as_str()).collect::<Vec<_>>());
    Ok(())
}

async fn record(events: &Table<Event>, time: &str, id: &str, status: &str) -> Result<(), Box<dyn Error>> {
    let mut event = Event { robot: "r2".into(), time: time.parse()?, event_id: id.into(), status: status.into() };
    match events.create(&mut event).await {
        Ok(()) => println!("{id} at {time}: recorded"),
        Err(WriteError::Conflict(_)) => println!("{id} at {time}: known already"),
        Err(error) => return Err(error.into()),
    }
    Ok(())
}

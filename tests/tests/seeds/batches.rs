//! Batches: what is reported as written is stored, and what is read is what is stored.

use std::collections::BTreeSet;

use dynamo_model::{BatchFailure, DynamoItem, ErrorKind};

use crate::{run, weather::Weather};

const ITEMS: u64 = 120;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "events")]
struct Event {
    #[partition_key]
    id: u64,
    text: String,
}

async fn seed(seed: u64) -> usize {
    let weather = Weather::new(seed);
    let events = weather.process().table::<Event>();
    events.create_table().await.unwrap();
    let all: Vec<_> = (0..ITEMS).map(|id| Event { id, text: format!("event {id}") }).collect();
    weather.engine.faults().seed(seed);
    let blowing = tokio::spawn(weather.clone().blow());
    weather.engine.faults().unprocessed(0.3);
    let written = events.batch_put(&all).concurrency(3).attempts(4).await;
    let keys: Vec<u64> = (0..ITEMS).collect();
    let read = events.batch_get(&keys).consistent().attempts(4).await;
    blowing.abort();
    weather.engine.faults().reset();

    let stored: BTreeSet<u64> = events.scan().collect().await.unwrap().iter().map(|event| event.id).collect();
    let failures = match &written {
        Ok(_) => Vec::new(),
        Err(error) => error.report().unwritten().iter().collect(),
    };
    let of = |position: u64, failure: &&&BatchFailure| u64::try_from(failure.position()).ok() == Some(position);
    for id in 0..ITEMS {
        match failures.iter().find(|failure| of(id, failure)) {
            None => assert!(stored.contains(&id), "seed {seed}: {id} was written"),
            Some(failure) if failure.kind() == ErrorKind::OutcomeUnknown => {}
            Some(_) => assert!(!stored.contains(&id), "seed {seed}: {id} was not written"),
        }
    }
    let (found, unread): (Vec<Option<Event>>, BTreeSet<usize>) = match read {
        Ok(found) => (found, BTreeSet::new()),
        Err(error) => {
            let unread = error.unread().iter().map(BatchFailure::position).collect();
            (error.into_read(), unread)
        }
    };
    for (position, (found, id)) in found.iter().zip(0..ITEMS).enumerate() {
        if !unread.contains(&position) {
            assert_eq!(found.as_ref(), all.iter().find(|event| event.id == id && stored.contains(&id)), "seed {seed}");
        }
    }
    failures.len()
}

#[test]
fn batches_in_bad_weather() {
    let failed: usize = (3_000..3_150).map(|number| run(number, seed(number))).sum();
    println!("batches: {} items, {failed} of them reported as not written", 150 * ITEMS);
}

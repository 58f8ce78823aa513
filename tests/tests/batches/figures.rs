//! The figures that the issue asks for.

use dynamo_model::Request;
use serde_json::Value;

use crate::items::{Event, empty, event, filled, key, sizes};

const ITEMS: u32 = 10_000;

/// How many requests there may be, where each item is unprocessed with the probability 0.3: 1.15 times those that would
/// all be full.
fn most(full: u32) -> f64 {
    f64::from(ITEMS) / 0.7 / f64::from(full) * 1.15
}

fn told(what: &str, requests: usize, full: u32) {
    let ideal = f64::from(ITEMS) / 0.7 / f64::from(full);
    let requests = u32::try_from(requests).unwrap();
    println!("{what}: {requests} requests, {:.3} of {ideal:.1} full ones", f64::from(requests) / ideal);
    assert!(f64::from(requests) <= most(full));
}

#[tokio::test(start_paused = true)]
async fn ten_thousand_items_each_unprocessed_with_probability_0_3() {
    let (engine, events) = empty::<Event>().await;
    let all: Vec<Event> = (1..=u64::from(ITEMS)).map(event).collect();
    engine.faults().seed(42).unprocessed(0.3);
    let report = events.batch_put(&all).await.unwrap();
    assert_eq!(report.written().count(), all.len());
    let requests = sizes(&engine, "BatchWriteItem").len();
    assert_eq!(requests, report.requests());
    told("batch_put", requests, 25);

    engine.clear_requests();
    let found = events.batch_get(all.iter().map(|event| key(event.number))).await.unwrap();
    assert!(found.into_iter().flatten().eq(all.iter().cloned()), "none lost, all in their order");
    told("batch_get", sizes(&engine, "BatchGetItem").len(), 100);

    engine.clear_requests();
    events.batch_delete(all.iter().map(|event| key(event.number))).await.unwrap();
    told("batch_delete", sizes(&engine, "BatchWriteItem").len(), 25);
    engine.faults().reset();
    assert_eq!(events.scan().await.unwrap(), []);
}

#[tokio::test(start_paused = true)]
async fn the_seed_decides_every_request() {
    let mut runs = Vec::new();
    for seed in [1, 1, 2] {
        let (engine, events) = filled(1_000).await;
        engine.faults().seed(seed).unprocessed(0.3);
        events.batch_get((1..=1_000).map(key)).await.unwrap();
        // The SDK writes the attributes of a key in any order.
        let body = |request: &Request| serde_json::from_str::<Value>(&request.body).unwrap();
        runs.push(engine.requests().iter().map(body).collect::<Vec<_>>());
    }
    assert!(runs[0] == runs[1], "the same requests");
    assert!(runs[0] != runs[2], "other requests");
}

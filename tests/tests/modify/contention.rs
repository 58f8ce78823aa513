//! Many writers of one item: nothing is lost, and it takes fewer requests than a loop by hand. The full figures are those of
//! `benches/benches/contention.rs`.

use std::time::Duration;

use dynamo_model::Backoff;

#[path = "../../../benches/benches/contention/run.rs"]
mod run;

use run::{Load, by_hand, by_modify};

const LOAD: Load = Load { tasks: 16, increments: 20, way: Duration::from_millis(5) };

#[tokio::test(start_paused = true)]
async fn many_writers_lose_nothing_and_read_once_each() {
    let ours = by_modify(LOAD, Backoff::default()).await.unwrap();
    let total = LOAD.tasks * LOAD.increments;
    assert_eq!((ours.count, ours.version), (total, total + 1));
    assert_eq!(ours.reads as u64, total, "a conflict is followed by no read");
    assert_eq!(ours.requests, ours.reads + ours.writes);
    assert!(ours.writes as u64 > total + total / 10, "conflicts abound: {ours:?}");

    let hand = by_hand(LOAD, Backoff::default()).await.unwrap();
    assert_eq!((hand.count, hand.version), (total, total + 1));
    assert!(ours.requests * 10 <= hand.requests * 6, "{ours:?} {hand:?}");
}

#[tokio::test(start_paused = true)]
async fn the_default_backoff_is_near_the_best_with_pauses_of_a_second_at_most() {
    let load = Load { tasks: 16, increments: 10, ..LOAD };
    let default = by_modify(load, Backoff::default()).await.unwrap().requests;
    let mut best = default;
    for first in [1, 30, 100, 300, 1000] {
        for longest in [100, 300, 1000] {
            let backoff = Backoff::new(Duration::from_millis(first), Duration::from_millis(longest));
            best = best.min(by_modify(load, backoff).await.unwrap().requests);
        }
    }
    assert!(default * 10 <= best * 13, "{default} requests, and {best} at best");
}

#[tokio::test(start_paused = true)]
async fn alone_it_is_a_read_and_a_write_each() {
    let alone = Load { tasks: 1, increments: 10, ..LOAD };
    let ours = by_modify(alone, Backoff::default()).await.unwrap();
    assert_eq!((ours.reads, ours.writes, ours.count), (10, 10, 10));
}

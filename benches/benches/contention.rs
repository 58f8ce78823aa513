//! Requests that many writers of one item need: `modify` beside the same loop by hand, and other backoffs.
//!
//! The clock is paused, so the minutes that are waited pass at once.
#![expect(clippy::cast_precision_loss, reason = "these are ratios of small numbers")]

use std::{error::Error, time::Duration};

use dynamo_model::Backoff;

#[path = "contention/run.rs"]
mod run;

use run::{Load, Ran, by_hand, by_modify};

const LOAD: Load = Load { tasks: 64, increments: 50, way: Duration::from_millis(5) };

fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build()?.block_on(print())
}

async fn print() -> Result<(), Box<dyn Error + Send + Sync>> {
    let total = LOAD.tasks * LOAD.increments;
    println!("{} tasks add one to an item {} times each, 5 ms each way", LOAD.tasks, LOAD.increments);
    println!("{:>24} {:>9} {:>8} {:>8} {:>9}", "", "requests", "reads", "writes", "elapsed");
    let ours = by_modify(LOAD, Backoff::default()).await?;
    line("modify", &ours);
    let hand = by_hand(LOAD, Backoff::default()).await?;
    line("by hand, same backoff", &hand);
    for ran in [&ours, &hand] {
        assert_eq!((ran.count, ran.version), (total, total + 1), "no increment is lost");
    }
    println!("modify / by hand: {:.2} (target 0.60)\n", ours.requests as f64 / hand.requests as f64);

    let mut best = ours.requests;
    for (first, longest) in [(1, 1000), (30, 1000), (100, 1000), (1000, 1000), (10, 100), (10, 300)] {
        let ran = by_modify(LOAD, backoff(first, longest)).await?;
        line(&format!("{first} ms to {longest} ms"), &ran);
        best = best.min(ran.requests);
    }
    println!("default / best up to 1 s: {:.2} (target 1.30)\n", ours.requests as f64 / best as f64);
    for (first, longest) in [(10, 2000), (10, 5000), (100, 5000), (1000, 20_000)] {
        let ran = by_modify(LOAD, backoff(first, longest)).await?;
        line(&format!("{first} ms to {longest} ms"), &ran);
        best = best.min(ran.requests);
    }
    println!("default / best of all: {:.2}", ours.requests as f64 / best as f64);
    Ok(())
}

fn backoff(first: u64, longest: u64) -> Backoff {
    Backoff::new(Duration::from_millis(first), Duration::from_millis(longest))
}

fn line(name: &str, ran: &Ran) {
    println!("{name:>24} {:>9} {:>8} {:>8} {:>8.1}s", ran.requests, ran.reads, ran.writes, ran.elapsed.as_secs_f64());
}

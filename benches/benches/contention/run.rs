//! Many writers of one item, on the embedded engine, whose network takes its time. Shared with the suite `modify`.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use aws_sdk_dynamodb::{Client, error::SdkError, types::AttributeValue};
use dynamo_model::{Backoff, Dynamo, DynamoItem, Embedded, IdSource, Table};
use tokio::time::Instant;

#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "counters")]
struct Counter {
    #[partition_key]
    id: String,
    count: u64,
    #[version]
    version: u64,
}

/// Who writes, and how far away the table is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Load {
    /// How many tasks there are.
    pub(crate) tasks: u64,
    /// How often each of them adds one.
    pub(crate) increments: u64,
    /// How long a request takes, and its answer again.
    pub(crate) way: Duration,
}

/// What it took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ran {
    pub(crate) requests: usize,
    pub(crate) reads: usize,
    pub(crate) writes: usize,
    pub(crate) elapsed: Duration,
    pub(crate) count: u64,
    pub(crate) version: u64,
}

/// Random, and the same in every run.
struct Seeded(AtomicU64);
impl IdSource for Seeded {
    fn bytes(&self) -> [u8; 16] {
        let [high, low] = [(); 2].map(|()| {
            // SplitMix64.
            let mut word = self.0.fetch_add(0x9E37_79B9_7F4A_7C15, Ordering::Relaxed);
            word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            u128::from(word ^ (word >> 31))
        });
        (high << 64 | low).to_be_bytes()
    }
}

type Outcome = Result<(), Box<dyn std::error::Error + Send + Sync>>;

/// Every task adds one by `modify`.
pub(crate) async fn by_modify(load: Load, backoff: Backoff) -> Result<Ran, Box<dyn std::error::Error + Send + Sync>> {
    run(load, move |table: Table<Counter>| async move {
        for _ in 0..load.increments {
            table.modify("c", |counter| counter.count += 1).attempts(u32::MAX).backoff(backoff).await?;
        }
        Ok(())
    })
    .await
}

/// Every task adds one as people write it by hand: after a conflict a pause, and then all from the start.
pub(crate) async fn by_hand(load: Load, backoff: Backoff) -> Result<Ran, Box<dyn std::error::Error + Send + Sync>> {
    run(load, move |table: Table<Counter>| async move {
        for _ in 0..load.increments {
            let mut retry = 0;
            while !added_by_hand(table.client(), table.name()).await? {
                backoff.pause(table.dynamo(), retry).await?;
                retry += 1;
            }
        }
        Ok(())
    })
    .await
}

async fn added_by_hand(client: &Client, table: &str) -> Result<bool, Box<dyn std::error::Error + Send + Sync>> {
    let key = AttributeValue::S("c".into());
    let read = client.get_item().table_name(table).key("id", key.clone()).consistent_read(true).send().await?;
    let number = |name: &str| -> Option<u64> { read.item()?.get(name)?.as_n().ok()?.parse().ok() };
    let (count, version) = number("count").zip(number("version")).ok_or("no such item")?;
    let write = client
        .update_item()
        .table_name(table)
        .key("id", key)
        .update_expression("SET #count = :count, #version = :next")
        .condition_expression("#version = :version")
        .expression_attribute_names("#count", "count")
        .expression_attribute_names("#version", "version")
        .expression_attribute_values(":count", AttributeValue::N((count + 1).to_string()))
        .expression_attribute_values(":version", AttributeValue::N(version.to_string()))
        .expression_attribute_values(":next", AttributeValue::N((version + 1).to_string()));
    match write.send().await {
        Ok(_) => Ok(true),
        Err(SdkError::ServiceError(refused)) if refused.err().is_conditional_check_failed_exception() => Ok(false),
        Err(error) => Err(error.into()),
    }
}

async fn run<W, F>(load: Load, work: W) -> Result<Ran, Box<dyn std::error::Error + Send + Sync>>
where
    W: Fn(Table<Counter>) -> F,
    F: Future<Output = Outcome> + Send + 'static,
{
    let engine = Embedded::new();
    let table = Dynamo::builder(engine.client()).ids(Seeded(AtomicU64::new(0))).build().table::<Counter>();
    table.create_table().await?;
    table.create(&mut Counter { id: "c".into(), ..Counter::default() }).await?;
    engine.clear_requests();
    engine.faults().delay(load.way);
    let started = Instant::now();
    let tasks: Vec<_> = (0..load.tasks).map(|_| tokio::spawn(work(table.clone()))).collect();
    for task in tasks {
        task.await??;
    }
    let elapsed = started.elapsed();
    let sent = |operation: &str| engine.requests().iter().filter(|request| request.operation == operation).count();
    let (reads, writes) = (sent("GetItem"), sent("UpdateItem"));
    let requests = engine.requests().len();
    engine.faults().reset();
    let counter = table.get("c").await?.ok_or("no such item")?;
    Ok(Ran { requests, reads, writes, elapsed, count: counter.count, version: counter.version })
}

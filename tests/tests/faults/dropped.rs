//! Futures that are dropped, and calls that take too long.

use std::time::Duration;

use aws_sdk_dynamodb::{
    Client,
    config::{retry::RetryConfig, timeout::TimeoutConfig},
};
use dynamo_model::{Dynamo, Embedded, ErrorKind, Outcome, Table};
use dynamo_tests::error;
use tokio::time::timeout;

use crate::items::{Marked, stored, table};

/// Each request takes this long, and its answer again.
const WAY: Duration = Duration::from_millis(100);

#[tokio::test(start_paused = true)]
async fn dropped_before_and_after_the_service_applied_it() {
    let (engine, table) = table::<Marked>().await;
    let mut item = Marked::new();
    table.create(&mut item).await.unwrap();
    let before = item.clone();
    for (limit, version) in [(WAY / 2, "1"), (WAY * 3 / 2, "2")] {
        engine.faults().delay(WAY);
        assert!(timeout(limit, table.update(&mut item)).await.is_err());
        engine.faults().reset();
        assert_eq!(item, before);
        assert_eq!(stored(&engine, &table).await["version"], version);
    }
}

#[tokio::test(start_paused = true)]
async fn every_verb_leaves_memory_alone_when_dropped() {
    let (engine, table) = table::<Marked>().await;
    let mut item = Marked::new();
    table.create(&mut item).await.unwrap();
    let before = item.clone();
    engine.faults().delay(WAY);
    let limit = WAY * 3 / 2;
    assert!(timeout(limit, table.create(&mut item)).await.is_err());
    assert!(timeout(limit, table.put(&mut item)).await.is_err());
    assert!(timeout(limit, table.put_unchecked(&mut item)).await.is_err());
    assert!(timeout(limit, table.patch(&mut item, |n| [n.views.add(1)])).await.is_err());
    assert!(timeout(limit, table.update(&mut item).idempotent()).await.is_err());
    assert!(timeout(limit, table.refresh(&mut item)).await.is_err());
    assert_eq!(item, before);
}

fn impatient(engine: &Embedded, limits: TimeoutConfig) -> Table<Marked> {
    let config = engine.config().timeout_config(limits).retry_config(RetryConfig::standard().with_max_attempts(2));
    Dynamo::new(Client::from_conf(config.build())).table()
}

#[tokio::test(start_paused = true)]
async fn a_time_out_is_no_failure() {
    let (engine, table) = table::<Marked>().await;
    let mut item = Marked::new();
    table.create(&mut item).await.unwrap();
    let limits = [
        TimeoutConfig::builder().operation_timeout(WAY * 3 / 2).build(),
        TimeoutConfig::builder().operation_attempt_timeout(WAY * 3 / 2).build(),
        TimeoutConfig::builder().read_timeout(WAY * 3 / 2).build(),
    ];
    for limits in limits {
        let table = impatient(&engine, limits);
        let before = item.clone();
        engine.faults().delay(WAY);
        let unknown = error(table.update(&mut item).await);
        engine.faults().reset();
        assert_eq!((unknown.kind(), &item), (ErrorKind::OutcomeUnknown, &before), "{unknown}");
        assert_eq!(unknown.unknown_outcome().unwrap().resolve().await.unwrap(), Outcome::Applied);
        table.refresh(&mut item).await.unwrap();
        assert_eq!(item.version, before.version + 1);
    }
}

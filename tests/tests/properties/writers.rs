//! Writers side by side lose no increment.

use std::time::Duration;

use dynamo_model::{DynamoItem, Embedded, Error, ErrorKind, Outcome, Table, WriteError};

#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "counters")]
struct Tally {
    #[partition_key]
    id: String,
    count: u64,
    by: Vec<u16>,
    #[version]
    version: u64,
    #[dynamo(write_id)]
    write: Option<String>,
}

/// Counts `times` times and reports how many of them are known to be stored, and how many nobody can tell.
async fn count(table: Table<Tally>, writer: u16, times: u64) -> (u64, u64) {
    let (mut done, mut unknown) = (0, 0);
    for _ in 0..times {
        let mut item = read(&table).await;
        loop {
            item.count += 1;
            item.by.push(writer);
            let before = item.clone();
            match table.update(&mut item).await {
                Ok(()) => done += 1,
                Err(WriteError::Conflict(conflict)) => {
                    assert_eq!(item, before, "a refusal changes no memory");
                    item = conflict.into_current().unwrap();
                    continue;
                }
                Err(WriteError::Error(error)) => match outcome(&error).await {
                    Outcome::Applied => done += 1,
                    Outcome::NotApplied => {
                        item = read(&table).await;
                        continue;
                    }
                    _ => unknown += 1,
                },
            }
            break;
        }
    }
    (done, unknown)
}

/// What became of a write that failed with this.
async fn outcome(error: &Error) -> Outcome {
    if let Some(unknown) = error.unknown_outcome() {
        return unknown.resolve().await.unwrap_or(Outcome::Unknown);
    }
    assert!(matches!(error.kind(), ErrorKind::Throttled | ErrorKind::TransactionConflict), "{error}");
    Outcome::NotApplied
}

async fn read(table: &Table<Tally>) -> Tally {
    loop {
        match table.get("a").consistent().await {
            Ok(item) => return item.unwrap(),
            Err(error) => assert_eq!(error.kind(), ErrorKind::Throttled, "{error}"),
        }
    }
}

async fn run(writers: u16, times: u64, faults: impl Fn(&Embedded)) -> (u64, u64, Tally) {
    let engine = Embedded::new();
    let table = engine.dynamo().table::<Tally>();
    table.create_table().await.unwrap();
    table.create(&mut Tally { id: "a".into(), ..Tally::default() }).await.unwrap();
    engine.faults().delay(Duration::from_millis(1));
    let tasks: Vec<_> = (0..writers).map(|writer| tokio::spawn(count(table.clone(), writer, times))).collect();
    for _ in 0..20 {
        faults(&engine);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let (mut done, mut unknown) = (0, 0);
    for task in tasks {
        let counted = task.await.unwrap();
        done += counted.0;
        unknown += counted.1;
    }
    let stored = read(&table).await;
    (done, unknown, stored)
}

#[tokio::test(start_paused = true)]
async fn none_is_lost() {
    let (done, unknown, stored) = run(8, 5, |_| ()).await;
    assert_eq!((done, unknown), (40, 0));
    assert_eq!((stored.count, stored.version), (40, 41));
    for writer in 0..8 {
        assert_eq!(stored.by.iter().filter(|by| **by == writer).count(), 5, "writer {writer}");
    }
}

#[tokio::test(start_paused = true)]
async fn none_is_lost_or_counted_twice_where_much_goes_wrong() {
    let (done, unknown, stored) = run(6, 5, |engine| {
        engine
            .faults()
            .lose_response(1)
            .lose_request(1)
            .throttle(1)
            .transaction_conflict(1)
            .internal_server_error_after(1);
    })
    .await;
    assert_eq!(done + unknown, 30, "each was answered");
    assert!((done..=done + unknown).contains(&stored.count), "{done} and {unknown}, stored {}", stored.count);
    assert_eq!(stored.version, stored.count + 1, "each write advanced the version by one");
    assert_eq!(u64::try_from(stored.by.len()), Ok(stored.count));
}

//! Single writes: updates, patches, checked and unchecked, with and without a token.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use dynamo_model::{ErrorKind, Expect, Outcome, Table, WriteError};

use crate::{
    items::{Logged, Marked, Plain},
    run,
    weather::Weather,
};

const ITEMS: [&str; 2] = ["a", "b"];
const WRITERS: usize = 4;
const WRITES: usize = 4;

/// What its writer was told of a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Told {
    Applied,
    NotApplied,
    Unknown,
    Dropped,
}

/// What all writers were told.
#[derive(Clone, Default)]
struct Ledger {
    next: Arc<AtomicU32>,
    told: Arc<Mutex<BTreeMap<u32, (Told, &'static str)>>>,
}

impl Ledger {
    fn tell(&self, write: u32, told: Told, way: &'static str) {
        assert_eq!(self.told.lock().unwrap().insert(write, (told, way)), None);
    }
}

/// How often an outcome was unknown, of how many writes.
#[derive(Debug, Default, Clone, Copy)]
struct Share {
    writes: u32,
    unknown: u32,
    unresolved: u32,
}

/// One writer: reads or keeps what it holds, writes in some way, and notes what it was told.
async fn writer<T: Logged>(weather: Weather, ledger: Ledger, share: Arc<Mutex<Share>>) {
    let mut table = weather.process().table::<T>();
    let mut held: Option<T> = None;
    for _ in 0..WRITES {
        tokio::time::sleep(weather.millis(60)).await;
        if weather.below(6) == 0 {
            table = weather.process().table();
            held = None;
        }
        let item = match held.take() {
            Some(item) if weather.below(2) == 0 => item,
            _ => match T::read(&table, ITEMS[usize::try_from(weather.below(2)).unwrap()]).await {
                Ok(item) => item.unwrap(),
                Err(_) => continue,
            },
        };
        held = write(&weather, &table, item, &ledger, &share).await;
    }
}

async fn write<T: Logged>(
    weather: &Weather,
    table: &Table<T>,
    item: T,
    ledger: &Ledger,
    share: &Mutex<Share>,
) -> Option<T> {
    let number = ledger.next.fetch_add(1, Ordering::Relaxed);
    let expected = item.version();
    let mut noted = item.clone();
    noted.note(number);
    let kept = noted.clone();
    let (way, result) = match weather.below(7) {
        0 | 1 => ("update", table.update(&mut noted).await.map(|()| noted)),
        2 => ("update with a token", table.update(&mut noted).idempotent().await.map(|()| noted)),
        3 => ("patch", T::append(table, item.id(), Expect::of(&item), number).await),
        4 => ("unchecked patch", T::append(table, item.id(), Expect::Any, number).await),
        5 => ("unchecked patch with a token", T::append(table, item.id(), Expect::Any, number).idempotent().await),
        _ => {
            let update = tokio::time::timeout(weather.millis(60), table.update(&mut noted).into_future()).await;
            let Ok(result) = update else {
                // A future that is dropped leaves memory as it was.
                assert_eq!((noted.version(), noted.log()), (kept.version(), kept.log()));
                ledger.tell(number, Told::Dropped, "update");
                return None;
            };
            ("update in time", result.map(|()| noted))
        }
    };
    share.lock().unwrap().writes += 1;
    let told = match &result {
        Ok(item) => {
            assert!(item.log().contains(&number) && item.version() > expected, "{way}");
            Told::Applied
        }
        Err(WriteError::Error(error)) if error.kind() == ErrorKind::OutcomeUnknown => {
            share.lock().unwrap().unknown += 1;
            let told = resolve(table, error, item.id(), expected, way).await;
            share.lock().unwrap().unresolved += u32::from(told == Told::Unknown);
            told
        }
        Err(WriteError::Error(error)) if error.kind() == ErrorKind::AppliedButUndecodable => Told::Applied,
        Err(_) => Told::NotApplied,
    };
    ledger.tell(number, told, way);
    match result {
        Ok(item) => Some(item),
        Err(WriteError::Conflict(conflict)) => conflict.into_current(),
        Err(WriteError::Error(_)) => None,
    }
}

/// Asks until there is an answer. Where there is a token there is one; with a write id there is none only where others have written
/// since.
async fn resolve<T: Logged>(
    table: &Table<T>,
    error: &dynamo_model::Error,
    id: &str,
    expected: u64,
    way: &'static str,
) -> Told {
    let outcome = loop {
        if let Ok(outcome) = error.unknown_outcome().unwrap().resolve().await {
            break outcome;
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    };
    match outcome {
        Outcome::Applied => Told::Applied,
        Outcome::NotApplied => Told::NotApplied,
        _ => {
            assert!(!way.contains("token"), "a token tells the outcome: {way}");
            let marked = T::SCHEMA.attributes.iter().any(|attribute| attribute.name == "write");
            if marked && way != "unchecked patch" {
                let stored = loop {
                    if let Ok(item) = T::read(table, id).await {
                        break item.unwrap();
                    }
                };
                assert!(stored.version() > expected + 1, "{way}: {} after {expected}", stored.version());
            }
            Told::Unknown
        }
    }
}

/// One run; what is stored at its end is what was told.
async fn seed<T: Logged>(seed: u64, share: Arc<Mutex<Share>>) {
    let weather = Weather::new(seed);
    let table = weather.process().table::<T>();
    table.create_table().await.unwrap();
    for id in ITEMS {
        table.create(&mut T::new(id)).await.unwrap();
    }
    let ledger = Ledger::default();
    let blowing = tokio::spawn(weather.clone().blow());
    let writers: Vec<_> =
        (0..WRITERS).map(|_| tokio::spawn(writer::<T>(weather.clone(), ledger.clone(), Arc::clone(&share)))).collect();
    for writer in writers {
        writer.await.unwrap();
    }
    blowing.abort();
    weather.engine.faults().reset();

    let mut stored: BTreeMap<u32, u32> = BTreeMap::new();
    let mut versions = 0;
    for id in ITEMS {
        let item = T::read(&table, id).await.unwrap().unwrap();
        for write in item.log() {
            *stored.entry(*write).or_default() += 1;
        }
        assert_eq!(item.version() - 1, item.log().len() as u64, "seed {seed}: each write advances the version once");
        versions += item.version() - 1;
    }
    let told = ledger.told.lock().unwrap();
    let count = |wanted: &[Told]| told.values().filter(|(told, _)| wanted.contains(told)).count() as u64;
    for (write, (told, way)) in told.iter() {
        let times = stored.get(write).copied().unwrap_or_default();
        let fits = match told {
            Told::Applied => times == 1,
            Told::NotApplied => times == 0,
            Told::Unknown | Told::Dropped => times <= 1,
        };
        assert!(fits, "seed {seed}: {way} {write} was told {told:?} and is stored {times} times");
    }
    let successes = count(&[Told::Applied]);
    assert!(successes <= versions && versions <= successes + count(&[Told::Unknown, Told::Dropped]), "seed {seed}");
}

fn seeds<T: Logged>(what: &str, range: std::ops::Range<u64>) {
    let share = Arc::<Mutex<Share>>::default();
    for number in range {
        run(number, seed::<T>(number, Arc::clone(&share)));
    }
    let Share { writes, unknown, unresolved } = *share.lock().unwrap();
    assert!(writes > 0 && unknown > 0, "the weather was too good");
    println!("{what}: {writes} writes, {unknown} of them unknown at first, {unresolved} of these for good");
}

#[test]
fn writes_of_a_version_alone() {
    seeds::<Plain>("a version alone", 0..300);
}

#[test]
fn writes_with_a_write_id() {
    seeds::<Marked>("with a write id", 300..600);
}

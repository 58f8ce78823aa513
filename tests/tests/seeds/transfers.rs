//! Transactions: two accounts whose sum never changes, and a note of each transfer.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, Ordering},
    },
    time::{Duration, SystemTime},
};

use dynamo_model::{Cancellation, Dynamo, DynamoItem, ErrorKind, Outcome, TransactError};

use crate::{run, weather::Weather};

const SUM: i64 = 1_000;
const WRITERS: usize = 3;
const TRANSFERS: usize = 3;

#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "accounts")]
struct Account {
    #[partition_key]
    id: String,
    balance: i64,
    log: Vec<u32>,
    #[version]
    version: u64,
}

#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "transfers")]
struct Transfer {
    #[partition_key]
    number: u32,
    #[dynamo(uuid)]
    mark: String,
}

/// Whether a transfer was made, as far as its writer was told; `None` where its future was dropped.
type Told = BTreeMap<u32, Option<Outcome>>;

/// One transfer as it was computed: what is sent again is the same.
#[derive(Clone)]
struct Computed {
    from: Account,
    to: Account,
    number: u32,
    time: SystemTime,
}

impl Computed {
    async fn send(&self, db: &Dynamo, token: Option<String>) -> Result<(), TransactError> {
        let (accounts, transfers) = (db.table::<Account>(), db.table::<Transfer>());
        let (mut from, mut to) = (self.from.clone(), self.to.clone());
        let mut transfer = Transfer { number: self.number, ..Transfer::default() };
        let mut transaction = db
            .transact_write()
            .at(self.time)
            .add(accounts.update(&mut from))
            .add(accounts.update(&mut to))
            .add(transfers.create(&mut transfer));
        if let Some(token) = token {
            transaction = transaction.client_request_token(token);
        }
        transaction.await
    }
}

async fn writer(weather: Weather, next: Arc<AtomicU32>, told: Arc<Mutex<Told>>) {
    let mut db = weather.process();
    for _ in 0..TRANSFERS {
        tokio::time::sleep(weather.millis(80)).await;
        let accounts = db.table::<Account>();
        let read = db.transact_get().add(accounts.get("a")).add(accounts.get("b")).await;
        let Ok((Some(mut from), Some(mut to))) = read else { continue };
        let (number, amount) = (next.fetch_add(1, Ordering::Relaxed), i64::try_from(weather.below(50)).unwrap());
        from.balance -= amount;
        to.balance += amount;
        from.log.push(number);
        to.log.push(number);
        let computed = Computed { from, to, number, time: SystemTime::UNIX_EPOCH };
        let outcome = match weather.below(3) {
            0 => Some(settled(computed.send(&db, None).await).await),
            1 => match tokio::time::timeout(weather.millis(80), computed.send(&db, None)).await {
                Ok(result) => Some(settled(result).await),
                Err(_) => None,
            },
            _ => {
                // The process dies, and the next one does what it finds to be done under the same token.
                let token = || Some(format!("transfer-{number}"));
                let _ = tokio::time::timeout(weather.millis(40), computed.send(&db, token())).await;
                db = weather.process();
                Some(loop {
                    match computed.send(&db, token()).await {
                        // Only what is said of the token is said of the first sending too.
                        Err(TransactError::Error(_)) => tokio::time::sleep(Duration::from_millis(500)).await,
                        Err(TransactError::Cancelled(cancelled)) if is_contended(&cancelled) => {}
                        result => break settled(result).await,
                    }
                })
            }
        };
        assert_eq!(told.lock().unwrap().insert(number, outcome), None);
    }
}

fn is_contended(cancelled: &Cancellation) -> bool {
    cancelled.main_reason().is_none_or(|reason| reason.kind() != Some(ErrorKind::Conflict))
}

/// What became of a transaction: an unknown outcome is asked for until there is an answer, of which there is one.
async fn settled(result: Result<(), TransactError>) -> Outcome {
    let error = match result {
        Ok(()) => return Outcome::Applied,
        Err(TransactError::Error(error)) if error.kind() == ErrorKind::OutcomeUnknown => error,
        Err(_) => return Outcome::NotApplied,
    };
    loop {
        if let Ok(outcome) = error.unknown_outcome().unwrap().resolve().await {
            assert_ne!(outcome, Outcome::Unknown);
            return outcome;
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}

async fn seed(seed: u64) -> (usize, usize) {
    let weather = Weather::new(seed);
    let db = weather.process();
    let (accounts, transfers) = (db.table::<Account>(), db.table::<Transfer>());
    accounts.create_table().await.unwrap();
    transfers.create_table().await.unwrap();
    for (id, balance) in [("a", SUM), ("b", 0)] {
        accounts.create(&mut Account { id: id.into(), balance, ..Account::default() }).await.unwrap();
    }
    let (next, told) = (Arc::default(), Arc::<Mutex<Told>>::default());
    let blowing = tokio::spawn(weather.clone().blow());
    let writers: Vec<_> =
        (0..WRITERS).map(|_| tokio::spawn(writer(weather.clone(), Arc::clone(&next), Arc::clone(&told)))).collect();
    for writer in writers {
        writer.await.unwrap();
    }
    blowing.abort();
    weather.engine.faults().reset();

    let (a, b) = db.transact_get().add(accounts.get("a")).add(accounts.get("b")).await.unwrap();
    let (a, b) = (a.unwrap(), b.unwrap());
    assert_eq!(a.balance + b.balance, SUM, "seed {seed}");
    assert_eq!(a.log, b.log, "seed {seed}: in both accounts or in none");
    let noted: BTreeSet<u32> = transfers.scan().collect().await.unwrap().iter().map(|one| one.number).collect();
    assert_eq!(noted, a.log.iter().copied().collect(), "seed {seed}");
    assert_eq!(noted.len(), a.log.len(), "seed {seed}: none twice");
    let told = told.lock().unwrap();
    for (number, outcome) in told.iter() {
        let fits = match outcome {
            Some(outcome) => (*outcome == Outcome::Applied) == noted.contains(number),
            None => true,
        };
        assert!(fits, "seed {seed}: transfer {number} was told {outcome:?}");
    }
    (told.len(), noted.len())
}

#[test]
fn transfers_between_two_accounts() {
    let (mut tried, mut made) = (0, 0);
    for number in 2_000..2_250 {
        let (more, of_these) = run(number, seed(number));
        (tried, made) = (tried + more, made + of_these);
    }
    assert!(made > 0 && made < tried);
    println!("transfers: {tried} tried, {made} made, the sum never changed");
}

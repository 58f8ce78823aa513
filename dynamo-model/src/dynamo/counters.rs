//! What was sent, counted per table.

use std::{
    collections::BTreeMap,
    fmt,
    sync::{
        Arc, Mutex, PoisonError, RwLock,
        atomic::{AtomicU64, Ordering},
    },
};

use super::{Dynamo, TableCapacity};

/// What a [`Dynamo`] has sent about one table since it was made. Read by [`Dynamo::counters`].
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[non_exhaustive]
pub struct TableCounters {
    /// Requests that were sent, the retries among them. A request about several tables counts for each.
    pub requests: u64,
    /// Requests that repeated one that had failed: throttled, unanswered, met by a transaction. The SDK's repetitions and
    /// the library's own; of a batch those with nothing in them that is sent for the first time.
    pub retries: u64,
    /// Writes that were refused because of what is stored, each a [`Conflict`](crate::Conflict).
    pub conflicts: u64,
    /// Read capacity units, as far as they were [asked for](crate::DynamoBuilder::return_consumed_capacity).
    pub read_units: f64,
    /// Write capacity units, as far as they were asked for.
    pub write_units: f64,
}

impl Dynamo {
    /// What was sent by this connection and its clones, by the tables' physical names.
    ///
    /// Requests that are sent through [`client`](Self::client) are not counted.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "embedded")]
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), dynamo_model::Error> {
    /// use dynamo_model::{Dynamo, DynamoItem};
    ///
    /// #[derive(DynamoItem)]
    /// #[dynamo(table = "notes")]
    /// struct Note {
    ///     #[partition_key]
    ///     id: String,
    ///     #[version]
    ///     version: u64,
    /// }
    ///
    /// let db = Dynamo::embedded();
    /// let notes = db.table::<Note>();
    /// notes.create_table().await?;
    /// let before = db.counters()["notes"];
    /// let mut note = Note { id: "n-1".into(), version: 0 };
    /// notes.create(&mut note).await?;
    /// assert!(notes.create(&mut note).await.is_err());
    ///
    /// let after = db.counters()["notes"];
    /// assert_eq!(after.requests - before.requests, 2);
    /// assert_eq!((after.retries, after.conflicts), (0, 1));
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "embedded"))]
    /// # fn main() {}
    /// ```
    #[must_use]
    pub fn counters(&self) -> BTreeMap<String, TableCounters> {
        self.shared.counters.read()
    }

    /// Counts the next request about this table, by its physical name, among those that repeated one that had failed. For
    /// loops of your own: the SDK's repetitions and those of this library are counted already.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "embedded")]
    /// # {
    /// let db = dynamo_model::Dynamo::embedded();
    /// db.count_retry("notes");
    /// assert_eq!(db.counters()["notes"].retries, 1);
    /// # }
    /// ```
    pub fn count_retry(&self, table: &str) {
        self.shared.counters.of(table).retry();
    }
}

/// The counters of one table.
pub(crate) struct Cells {
    table: Box<str>,
    requests: AtomicU64,
    retries: AtomicU64,
    conflicts: AtomicU64,
    units: Mutex<Units>,
}

/// Read and write capacity units.
#[derive(Clone, Copy, Default)]
struct Units {
    read: f64,
    write: f64,
}

impl Cells {
    fn new(table: &str) -> Self {
        let none = || AtomicU64::new(0);
        Self { table: table.into(), requests: none(), retries: none(), conflicts: none(), units: Mutex::default() }
    }

    pub(crate) fn table(&self) -> &str {
        &self.table
    }

    pub(crate) fn request(&self) {
        self.requests.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn retry(&self) {
        self.retries.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn conflict(&self) {
        self.conflicts.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn consume(&self, consumed: &TableCapacity) {
        let mut sum = self.units.lock().unwrap_or_else(PoisonError::into_inner);
        sum.read += consumed.read_units;
        sum.write += consumed.write_units;
    }

    fn read(&self) -> TableCounters {
        let units = *self.units.lock().unwrap_or_else(PoisonError::into_inner);
        TableCounters {
            requests: self.requests.load(Ordering::Relaxed),
            retries: self.retries.load(Ordering::Relaxed),
            conflicts: self.conflicts.load(Ordering::Relaxed),
            read_units: units.read,
            write_units: units.write,
        }
    }
}

/// The counters of all tables of a connection.
#[derive(Default)]
pub(crate) struct Counters(RwLock<BTreeMap<Box<str>, Arc<Cells>>>);

impl Counters {
    /// Those of one table. Only its first request takes the lock for itself.
    pub(crate) fn of(&self, table: &str) -> Arc<Cells> {
        if let Some(cells) = self.0.read().unwrap_or_else(PoisonError::into_inner).get(table) {
            return Arc::clone(cells);
        }
        let mut tables = self.0.write().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(tables.entry(table.into()).or_insert_with(|| Arc::new(Cells::new(table))))
    }

    fn read(&self) -> BTreeMap<String, TableCounters> {
        let tables = self.0.read().unwrap_or_else(PoisonError::into_inner);
        tables.iter().map(|(table, cells)| (table.to_string(), cells.read())).collect()
    }
}

impl fmt::Debug for Counters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.read()).finish()
    }
}

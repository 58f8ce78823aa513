//! Bulk writes with version checks: one conditional request an item, side by side.

use std::fmt;

use futures_util::{FutureExt as _, StreamExt as _, future::BoxFuture, stream::FuturesUnordered};

use super::patience::{Patience, TURNS};
use crate::{Backoff, ConsumedCapacity, DynamoItem, Error, Metered, Table, Writable, WriteError};

/// Writes every item by a conditional request of its own. Made by [`Table::put_each`](crate::Table::put_each),
/// [`Table::update_each`](crate::Table::update_each) and [`Table::delete_each`](crate::Table::delete_each).
///
/// What is wrong with one item is that item's outcome and stops no other. Dropping the future stops what is not sent yet;
/// as with any write that is dropped, what is on its way may still be applied.
#[must_use = "nothing is sent until this is awaited"]
pub struct Each<'a, T: DynamoItem> {
    changes: Changes<'a, T>,
    total: usize,
    concurrency: usize,
    writer: Writer<T>,
    progress: Option<Box<dyn FnMut(usize) + Send + 'a>>,
}

/// What is done with one item.
pub(crate) enum Change<'a, T> {
    Put(&'a mut T),
    Update(&'a mut T),
    Delete(&'a T),
}

/// The changes in the order of the items, each with the position of an earlier item that has the same key.
type Changes<'a, T> = Box<dyn Iterator<Item = (Change<'a, T>, Option<usize>)> + Send + 'a>;

/// What came of one item, and its position.
type Written<T> = (usize, Result<(), WriteError<T>>);

impl<'a, T: DynamoItem> Each<'a, T> {
    pub(crate) fn new(
        table: Table<T>,
        operation: &'static str,
        changes: impl Iterator<Item = Change<'a, T>> + Send + 'a,
        twins: Vec<Option<usize>>,
    ) -> Self {
        let (delivery, backoff) = (Delivery::Single, Backoff::default());
        let writer = Writer { table, operation, delivery, attempts: TURNS + 1, backoff };
        let (total, changes) = (twins.len(), Box::new(changes.zip(twins)));
        Self { changes, total, concurrency: 16, writer, progress: None }
    }

    /// How many requests are on their way at once at most, 16 unless said otherwise. Zero is refused before anything is
    /// sent, by each item.
    pub fn concurrency(mut self, requests: usize) -> Self {
        self.concurrency = requests;
        self
    }

    /// How often each item is sent at most while it is throttled or meets another writer's transaction, 11 times unless
    /// said otherwise. The SDK's own retries of a request are not counted. A conflict is the outcome of its item, and is
    /// not tried again. Zero is refused before anything is sent, by each item.
    pub fn attempts(mut self, attempts: u32) -> Self {
        self.writer.attempts = attempts;
        self
    }

    /// The pauses of an item before it is sent again: by default from 10 milliseconds to a second, with full jitter.
    pub fn backoff(mut self, backoff: Backoff) -> Self {
        self.writer.backoff = backoff;
        self
    }

    /// Sends each write as a transaction of one action with a client request token: applied exactly once within ten
    /// minutes, at twice the capacity.
    ///
    /// # Examples
    ///
    /// ```
    /// # use dynamo_model::*;
    /// # #[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
    /// # #[dynamo(table = "notes")]
    /// # struct Note { #[partition_key] id: String, #[version] version: u64 }
    /// # #[cfg(feature = "embedded")]
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let engine = Embedded::new();
    /// # let notes = engine.dynamo().table::<Note>();
    /// # notes.create_table().await?;
    /// let mut many = ["a", "b"].map(|id| Note { id: id.into(), version: 0 });
    /// # engine.faults().lose_response(1);
    /// // An answer is lost: the repetition is neither a conflict nor an unknown outcome.
    /// assert!(notes.put_each(&mut many).idempotent().await.all_ok());
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "embedded"))]
    /// # fn main() {}
    /// ```
    pub fn idempotent(mut self) -> Self {
        self.writer.delivery = Delivery::ExactlyOnce;
        self
    }

    /// Hears how many items are done, whatever came of them, each time that one is.
    pub fn on_progress(mut self, progress: impl FnMut(usize) + Send + 'a) -> Self {
        self.progress = Some(Box::new(progress));
        self
    }
}

impl<T: Writable> Each<'_, T> {
    /// Adds up here the capacity units that the writes consume, retries included. The last call before awaiting.
    ///
    /// # Examples
    ///
    /// ```
    /// # use dynamo_model::*;
    /// # #[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
    /// # #[dynamo(table = "notes")]
    /// # struct Note { #[partition_key] id: String, #[version] version: u64 }
    /// # #[cfg(feature = "embedded")]
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let notes = Dynamo::embedded().table::<Note>();
    /// # notes.create_table().await?;
    /// let mut many = ["a", "b"].map(|id| Note { id: id.into(), version: 0 });
    /// let capacity = ConsumedCapacity::total();
    /// assert!(notes.put_each(&mut many).return_consumed_capacity(&capacity).await.all_ok());
    /// assert_eq!(capacity.write_units(), 2.0);
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "embedded"))]
    /// # fn main() {}
    /// ```
    pub fn return_consumed_capacity(self, capacity: &ConsumedCapacity) -> Metered<Self> {
        Metered::new(self, capacity)
    }

    async fn run(self) -> EachOutcome<T> {
        let Self { changes, total, concurrency, writer, mut progress } = self;
        if concurrency == 0 || writer.attempts == 0 {
            return writer.refuse_all(total, concurrency);
        }
        let mut writes = changes.enumerate().map(|(position, (change, twin))| {
            let writer = &writer;
            async move { (position, writer.write_at(position, change, twin).await) }.boxed()
        });
        let mut under_way: FuturesUnordered<_> = writes.by_ref().take(concurrency).collect();
        let mut done = Vec::with_capacity(total);
        while let Some(written) = under_way.next().await {
            done.push(written);
            under_way.extend(writes.next());
            if let Some(progress) = &mut progress {
                progress(done.len());
            }
        }
        done.sort_unstable_by_key(|(position, _): &Written<T>| *position);
        EachOutcome { results: done.into_iter().map(|(_, result)| result).collect() }
    }
}

impl<'a, T: Writable> IntoFuture for Each<'a, T> {
    type Output = EachOutcome<T>;
    type IntoFuture = BoxFuture<'a, EachOutcome<T>>;
    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}

/// How an item is written.
struct Writer<T: DynamoItem> {
    table: Table<T>,
    operation: &'static str,
    delivery: Delivery,
    attempts: u32,
    backoff: Backoff,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Delivery {
    Single,
    ExactlyOnce,
}

/// The write, sent as it is said.
macro_rules! deliver {
    ($delivery:expr, $write:expr) => {
        match $delivery {
            Delivery::Single => $write.await,
            Delivery::ExactlyOnce => $write.idempotent().await,
        }
    };
}

impl<T: Writable> Writer<T> {
    /// Writes the item at this position. Its errors say so, for its key is a value.
    async fn write_at(&self, position: usize, change: Change<'_, T>, twin: Option<usize>) -> Result<(), WriteError<T>> {
        let item = item_at::<T>(position);
        if let Some(first) = twin {
            // Which of the two would be stored nobody could tell.
            let twice = format!("a key twice: {item} has the key of item {first}");
            return Err(Error::invalid(twice).at(self.table.name(), self.operation).into());
        }
        self.write(change).await.map_err(|error| match error {
            WriteError::Error(error) => WriteError::Error(error.about(&item)),
            conflict @ WriteError::Conflict(_) => conflict,
        })
    }

    /// Writes it, and waits while the service is too busy to take it.
    async fn write(&self, mut change: Change<'_, T>) -> Result<(), WriteError<T>> {
        let mut patience = Patience::new(&self.table, self.backoff).at_most(self.attempts.saturating_sub(1));
        loop {
            let written = match &mut change {
                Change::Put(item) => deliver!(self.delivery, self.table.put(item)),
                Change::Update(item) => deliver!(self.delivery, self.table.update(item)),
                Change::Delete(item) => deliver!(self.delivery, self.table.delete(item)),
            };
            match written {
                Err(WriteError::Error(error)) => patience.wait_out(error).await?,
                answered => return answered,
            }
        }
    }

    /// What could never send anything.
    fn refuse_all(&self, total: usize, concurrency: usize) -> EachOutcome<T> {
        let text = match concurrency {
            0 => "`concurrency(0)` leaves no request",
            _ => "`attempts(0)` leaves no attempt",
        };
        let refused = || Err(Error::invalid(text).at(self.table.name(), self.operation).into());
        EachOutcome { results: std::iter::repeat_with(refused).take(total).collect() }
    }
}

impl<T: DynamoItem> fmt::Debug for Each<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Each")
            .field("table", &self.writer.table)
            .field("items", &self.total)
            .field("concurrency", &self.concurrency)
            .finish_non_exhaustive()
    }
}

fn item_at<T: DynamoItem>(position: usize) -> String {
    let sort = T::SCHEMA.sort_key.map(|key| format!(", `{}`", key.name)).unwrap_or_default();
    format!("item {position}, by its key `{}`{sort}", T::SCHEMA.partition_key.name)
}

/// What came of each item, in the order of the items.
///
/// # Examples
///
/// ```
/// # use dynamo_model::*;
/// # #[derive(Debug, Clone, PartialEq, DynamoItem)]
/// # #[dynamo(table = "notes")]
/// # struct Note { #[partition_key] id: String, #[version] version: u64 }
/// async fn save(notes: &Table<Note>, many: &mut [Note]) {
///     let outcome = notes.update_each(many).await;
///     for (position, error) in outcome.failed() {
///         println!("item {position}: {error}");
///     }
/// }
/// ```
#[must_use = "an item that was not written is told here alone"]
pub struct EachOutcome<T: DynamoItem> {
    results: Vec<Result<(), WriteError<T>>>,
}

impl<T: DynamoItem> EachOutcome<T> {
    /// Whether every item was written.
    #[must_use]
    pub fn all_ok(&self) -> bool {
        self.results.iter().all(Result::is_ok)
    }

    /// The items that were not written: the position of each, from 0, and why.
    pub fn failed(&self) -> impl Iterator<Item = (usize, &WriteError<T>)> {
        self.results.iter().enumerate().filter_map(|(position, result)| Some((position, result.as_ref().err()?)))
    }

    /// What came of each item.
    pub fn results(&self) -> &[Result<(), WriteError<T>>] {
        &self.results
    }

    /// What came of each item, to take apart.
    #[must_use]
    pub fn into_results(self) -> Vec<Result<(), WriteError<T>>> {
        self.results
    }

    /// Nothing, or the first failure: for callers to whom one is as bad as many.
    ///
    /// # Errors
    ///
    /// That of the first item that was not written.
    pub fn into_result(self) -> Result<(), WriteError<T>> {
        self.results.into_iter().collect()
    }
}

impl<T: DynamoItem> fmt::Debug for EachOutcome<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EachOutcome")
            .field("items", &self.results.len())
            .field("failed", &self.failed().count())
            .finish()
    }
}

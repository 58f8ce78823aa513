//! Bulk writes with version checks: one conditional request an item, side by side.

use std::fmt;

use futures_util::{StreamExt as _, future::BoxFuture, stream::FuturesUnordered};

use crate::{DynamoItem, Error, WriteError};

/// Writes every item by a conditional request of its own. Made by [`Table::put_each`](crate::Table::put_each),
/// [`Table::update_each`](crate::Table::update_each) and [`Table::delete_each`](crate::Table::delete_each).
///
/// What is wrong with one item is that item's outcome and stops no other. Dropping the future stops what is not sent yet;
/// as with any write that is dropped, what is on its way may still be applied.
#[must_use = "nothing is sent until this is awaited"]
pub struct Each<'a, T: DynamoItem> {
    writes: Writes<'a, T>,
    total: usize,
    concurrency: usize,
    progress: Option<Box<dyn FnMut(usize) + Send + 'a>>,
}

/// What came of one item, and its position.
type Written<T> = (usize, Result<(), WriteError<T>>);

/// The writes in the order of the items, each made when its turn comes.
pub(crate) type Writes<'a, T> = Box<dyn Iterator<Item = BoxFuture<'a, Written<T>>> + Send + 'a>;

impl<'a, T: DynamoItem> Each<'a, T> {
    pub(crate) fn new(writes: Writes<'a, T>, total: usize) -> Self {
        Self { writes, total, concurrency: 16, progress: None }
    }

    /// How many requests are on their way at once at most, 16 unless said otherwise. Zero counts as one.
    pub fn concurrency(mut self, requests: usize) -> Self {
        self.concurrency = requests.max(1);
        self
    }

    /// Hears how many items are done, whatever came of them, each time that one is.
    pub fn on_progress(mut self, progress: impl FnMut(usize) + Send + 'a) -> Self {
        self.progress = Some(Box::new(progress));
        self
    }

    async fn run(mut self) -> EachOutcome<T> {
        let mut under_way: FuturesUnordered<_> = self.writes.by_ref().take(self.concurrency).collect();
        let mut done = Vec::with_capacity(self.total);
        while let Some(written) = under_way.next().await {
            done.push(written);
            under_way.extend(self.writes.next());
            if let Some(progress) = &mut self.progress {
                progress(done.len());
            }
        }
        done.sort_unstable_by_key(|(position, _)| *position);
        EachOutcome { results: done.into_iter().map(|(_, result)| result).collect() }
    }
}

impl<'a, T: DynamoItem> IntoFuture for Each<'a, T> {
    type Output = EachOutcome<T>;
    type IntoFuture = BoxFuture<'a, EachOutcome<T>>;
    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}

impl<T: DynamoItem> fmt::Debug for Each<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Each")
            .field("items", &self.total)
            .field("concurrency", &self.concurrency)
            .finish_non_exhaustive()
    }
}

/// The write of the item at this position, whose errors say so, for its key is a value.
pub(crate) fn write_at<'a, T: DynamoItem>(
    position: usize,
    write: impl Future<Output = Result<(), WriteError<T>>> + Send + 'a,
) -> BoxFuture<'a, Written<T>> {
    Box::pin(async move {
        let named = |error: Error| error.about(&item_at::<T>(position));
        let result = write.await.map_err(|error| match error {
            WriteError::Error(error) => WriteError::Error(named(error)),
            conflict @ WriteError::Conflict(_) => conflict,
        });
        (position, result)
    })
}

/// The refusal of an item that is given a second time: which of the two would be stored nobody could tell.
pub(crate) fn twin_at<'a, T: DynamoItem>(position: usize, first: usize, error: Error) -> BoxFuture<'a, Written<T>> {
    let error = error.about(&format!("{} has the key of item {first}", item_at::<T>(position)));
    Box::pin(std::future::ready((position, Err(error.into()))))
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

//! The optimistic loop: read, change, write with the version check, and on a conflict change what came back.

mod step;

use std::fmt;

use futures_util::future::BoxFuture;

pub use self::step::SendAsyncFn;
pub(crate) use self::step::Step;
use super::patience::Patience;
use crate::{
    Attributes, Backoff, Cause, Condition, Conflict, ConsumedCapacity, DynamoItem, Error, Get, Kept, Metered,
    ModifyError, Table, Versioned, Writable, WriteError,
};

/// Reads an item, changes it and writes it with its version check; on a conflict changes the item that came back. Made by
/// [`Table::modify`], [`Table::try_modify`] and [`Table::try_modify_async`].
#[must_use = "nothing is sent until this is awaited"]
pub struct Modify<'a, T: DynamoItem, E> {
    table: Table<T>,
    get: Get<T>,
    step: Step<'a, T, E>,
    attempts: u32,
    backoff: Backoff,
    make: Option<Box<dyn FnMut() -> T + Send + 'a>>,
    condition: Option<Conditions<'a, T>>,
}

/// The caller's condition, made anew for each write.
type Conditions<'a, T> = Box<dyn Fn(&Attributes<T>) -> Condition<T> + Send + 'a>;

/// Where the item of an attempt comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// It is stored.
    Stored,
    /// The caller made it, because none is stored.
    Made,
}

impl<'a, T: Versioned + Writable, E> Modify<'a, T, E> {
    pub(crate) fn new(table: Table<T>, get: Get<T>, step: Step<'a, T, E>) -> Self {
        Self {
            table,
            get: get.consistent(),
            step,
            attempts: 10,
            backoff: Backoff::default(),
            make: None,
            condition: None,
        }
    }

    /// How often the change is applied and written at most, 10 unless said otherwise. Zero is refused before anything is
    /// sent.
    pub fn attempts(mut self, attempts: u32) -> Self {
        self.attempts = attempts;
        self
    }

    /// The pauses before the retries: by default from 10 milliseconds to a second, with full jitter.
    pub fn backoff(mut self, backoff: Backoff) -> Self {
        self.backoff = backoff;
        self
    }

    /// Where there is no item under the key, starts from this one, which must have that key: the change is applied to it,
    /// and it is stored with [`create`](Table::create). If another writer is first, the loop goes on with that item.
    ///
    /// # Examples
    ///
    /// ```
    /// # use dynamo_model::*;
    /// # #[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
    /// # #[dynamo(table = "counters")]
    /// # struct Counter { #[partition_key] id: String, count: u64, #[version] version: u64 }
    /// # #[cfg(feature = "embedded")]
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let counters = Dynamo::embedded().table::<Counter>();
    /// # counters.create_table().await?;
    /// for count in 1..=2 {
    ///     let new = || Counter { id: "visits".into(), ..Counter::default() };
    ///     let visits = counters.modify("visits", |c| c.count += 1).or_create_with(new).await?;
    ///     assert_eq!((visits.count, visits.version), (count, count));
    /// }
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "embedded"))]
    /// # fn main() {}
    /// ```
    pub fn or_create_with(mut self, make: impl FnMut() -> T + Send + 'a) -> Self {
        self.make = Some(Box::new(make));
        self
    }

    /// A further condition on the stored item, beside the version check. An item of
    /// [`or_create_with`](Self::or_create_with) is created without it.
    ///
    /// Where it fails on the very version that the change was applied to, trying again would not help:
    /// [`ModifyError::ConditionFailed`] ends the loop. What depends on the item alone is better said in the closure of
    /// [`try_modify`](Table::try_modify), which costs no write.
    pub fn condition(mut self, condition: impl Fn(&Attributes<T>) -> Condition<T> + Send + 'a) -> Self {
        self.condition = Some(Box::new(condition));
        self
    }

    /// Adds up here the capacity units that the read and the writes consume, retries included, and with them what the
    /// closure sends itself. The last call before awaiting.
    ///
    /// # Examples
    ///
    /// ```
    /// # use dynamo_model::*;
    /// # #[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
    /// # #[dynamo(table = "counters")]
    /// # struct Counter { #[partition_key] id: String, count: u64, #[version] version: u64 }
    /// # #[cfg(feature = "embedded")]
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let counters = Dynamo::embedded().table::<Counter>();
    /// # counters.create_table().await?;
    /// # counters.create(&mut Counter { id: "visits".into(), ..Counter::default() }).await?;
    /// let capacity = ConsumedCapacity::total();
    /// counters.modify("visits", |c| c.count += 1).return_consumed_capacity(&capacity).await?;
    /// assert_eq!((capacity.read_units(), capacity.write_units()), (1.0, 1.0));
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "embedded"))]
    /// # fn main() {}
    /// ```
    pub fn return_consumed_capacity(self, capacity: &ConsumedCapacity) -> Metered<Self> {
        Metered::new(self, capacity)
    }

    async fn run(mut self) -> Result<T, ModifyError<T, E>> {
        if self.attempts == 0 {
            return Err(self.ended(Error::invalid("`attempts(0)` leaves no attempt")));
        }
        let read = self.read().await.map_err(ModifyError::Error)?;
        let mut start = self.start(read)?;
        let mut conflicts = 0;
        loop {
            let (mut item, origin) = start;
            self.change(&mut item).await?;
            let conflict = match self.write(&mut item, origin).await {
                Ok(()) => return Ok(item),
                Err(WriteError::Error(error)) => return Err(ModifyError::Error(error)),
                Err(WriteError::Conflict(conflict)) => conflict,
            };
            let conflict = self.hopeful(conflict, origin)?;
            conflicts += 1;
            if conflicts == self.attempts {
                return Err(ModifyError::Exhausted(conflict));
            }
            start = self.start(conflict.into_current())?;
            let pause = self.backoff.pause(self.table.dynamo(), conflicts - 1);
            pause.await.map_err(|error| self.ended(error))?;
        }
    }

    /// The item as it is stored.
    async fn read(&mut self) -> Result<Option<T>, Error> {
        let mut patience = Patience::new(&self.table, self.backoff);
        loop {
            match self.get.clone().await {
                Ok(item) => return Ok(item),
                Err(error) => patience.wait_out(error).await?,
            }
        }
    }

    /// What the next attempt changes: the stored item, or else a new one.
    fn start(&mut self, stored: Option<T>) -> Result<(T, Origin), ModifyError<T, E>> {
        if let Some(item) = stored {
            return Ok((item, Origin::Stored));
        }
        let Some(make) = &mut self.make else {
            return Err(ModifyError::NotFound(Error::not_found().at(self.table.name(), "modify")));
        };
        let item = make();
        if self.get.is_of(&item) {
            Ok((item, Origin::Made))
        } else {
            Err(self.ended(Error::invalid("`or_create_with` made an item with another key")))
        }
    }

    /// Applies the closure. What it does to the version and the like is undone; another key ends the loop.
    async fn change(&mut self, item: &mut T) -> Result<(), ModifyError<T, E>> {
        let kept = Kept::of(item).map_err(|error| self.ended(error))?;
        self.step.apply(item).await.map_err(ModifyError::Rejected)?;
        kept.restore(item).map_err(|error| self.ended(error))
    }

    /// Writes the item, and waits while the service is too busy to take it.
    async fn write(&mut self, item: &mut T, origin: Origin) -> Result<(), WriteError<T>> {
        let mut patience = Patience::new(&self.table, self.backoff);
        loop {
            let write = match (origin, &self.condition) {
                (Origin::Made, _) => self.table.create(item).into_future(),
                (Origin::Stored, None) => self.table.update(item).into_future(),
                (Origin::Stored, Some(condition)) => self.table.update(item).condition(condition).into_future(),
            };
            match write.await {
                Err(WriteError::Error(error)) => patience.wait_out(error).await?,
                answered => return answered,
            }
        }
    }

    /// The conflict, unless another attempt could not end otherwise.
    fn hopeful(&self, conflict: Conflict<T>, origin: Origin) -> Result<Conflict<T>, ModifyError<T, E>> {
        let conditional = origin == Origin::Stored && self.condition.is_some();
        if conditional && conflict.cause() == Cause::ConditionFailed {
            return Err(ModifyError::ConditionFailed(conflict));
        }
        match (conflict.current(), conflict.current_item()) {
            (None, Some(item)) => match T::decode(item.clone()) {
                Ok(_) => Ok(conflict),
                Err(error) => Err(self.ended(error.into())),
            },
            (None, None) if self.make.is_none() => {
                Err(ModifyError::NotFound(Error::not_found().at(self.table.name(), "modify")))
            }
            _ => Ok(conflict),
        }
    }

    fn ended(&self, error: Error) -> ModifyError<T, E> {
        ModifyError::Error(error.at(self.table.name(), "modify"))
    }
}

impl<'a, T: Versioned + Writable, E: Send + 'a> IntoFuture for Modify<'a, T, E> {
    type Output = Result<T, ModifyError<T, E>>;
    type IntoFuture = BoxFuture<'a, Self::Output>;
    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}

impl<T: DynamoItem, E> fmt::Debug for Modify<'_, T, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Modify").field("table", &self.table).field("attempts", &self.attempts).finish_non_exhaustive()
    }
}

//! An operation whose consumed capacity is wanted.

use std::{
    future::{Future, IntoFuture},
    pin::Pin,
    task::{Context, Poll},
};

use crate::{dynamo::ConsumedCapacity, request::poll_metered};

/// An operation that adds up the capacity of its requests. Made by `return_consumed_capacity`, the last call before it is
/// awaited.
#[derive(Debug)]
#[must_use = "nothing is sent until this is awaited"]
pub struct Metered<B> {
    operation: B,
    capacity: ConsumedCapacity,
}

impl<B> Metered<B> {
    /// An operation of several requests. For patterns of your own: those of this library have `return_consumed_capacity`.
    ///
    /// # Examples
    ///
    /// ```
    /// # use dynamo_model::*;
    /// # #[derive(DynamoItem)]
    /// # #[dynamo(table = "notes")]
    /// # struct Note { #[partition_key] id: String }
    /// # #[cfg(feature = "embedded")]
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let notes = Dynamo::embedded().table::<Note>();
    /// # notes.create_table().await?;
    /// let both = async {
    ///     notes.put(&mut Note { id: "n-1".into() }).await?;
    ///     notes.get("n-1").await
    /// };
    /// let capacity = ConsumedCapacity::total();
    /// Metered::new(Box::pin(both), &capacity).await?;
    /// assert_eq!((capacity.write_units(), capacity.read_units()), (1.0, 0.5));
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "embedded"))]
    /// # fn main() {}
    /// ```
    pub fn new(operation: B, capacity: &ConsumedCapacity) -> Self {
        Self { operation, capacity: capacity.clone() }
    }
}

impl<B: IntoFuture<IntoFuture: Unpin>> IntoFuture for Metered<B> {
    type Output = B::Output;
    type IntoFuture = MeteredFuture<B::IntoFuture>;
    fn into_future(self) -> Self::IntoFuture {
        MeteredFuture { future: self.operation.into_future(), capacity: self.capacity }
    }
}

/// What awaiting a [`Metered`] operation polls.
#[derive(Debug)]
pub struct MeteredFuture<F> {
    future: F,
    capacity: ConsumedCapacity,
}

impl<F: Future + Unpin> Future for MeteredFuture<F> {
    type Output = F::Output;
    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let Self { future, capacity } = &mut *self;
        poll_metered(capacity, Pin::new(future), context)
    }
}

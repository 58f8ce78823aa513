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
    pub(super) fn new(operation: B, capacity: &ConsumedCapacity) -> Self {
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

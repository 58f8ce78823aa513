//! A batch over several tables: each part gives what it would give alone.

use aws_sdk_dynamodb::operation::batch_get_item::builders::BatchGetItemInputBuilder;

use super::{
    super::{
        awaited,
        batch::{Options, batch_options},
        get::Get,
        parts::{Place, Places, Push},
    },
    BatchGet, BatchGetError,
    error::finish,
    found::{AnySink, Found, FoundOne},
    reads::{Part, read, requests},
};
use crate::{
    dynamo::Dynamo,
    error::Error,
    item::{DynamoItem, ReadAs},
};

/// What a batch over several tables takes: a `get`, or a `batch_get`. Implemented by the library only.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no part of a batch",
    label = "a batch of reads takes `table.get(..)` and `table.batch_get(..)`"
)]
pub trait BatchGetPart {
    #[doc(hidden)]
    type Found: Place<AnySink>;
    #[doc(hidden)]
    fn into_part(self) -> (AnyPart, Self::Found);
}

/// A part without its type.
#[doc(hidden)]
pub struct AnyPart(Part);

impl<T: DynamoItem, O: ReadAs<T>> BatchGetPart for BatchGet<T, O> {
    type Found = Found<T, O>;
    fn into_part(self) -> (AnyPart, Found<T, O>) {
        let (part, found, _) = self.split();
        (AnyPart(part), found)
    }
}

impl<T: DynamoItem, O: ReadAs<T>> BatchGetPart for Get<T, O> {
    type Found = FoundOne<T, O>;
    fn into_part(self) -> (AnyPart, FoundOne<T, O>) {
        let (part, found, _) = self.into_batch().split();
        (AnyPart(part), FoundOne(found))
    }
}

impl<T: DynamoItem, O: ReadAs<T>> Place<AnySink> for Found<T, O> {
    type Output = Vec<Option<O>>;
    fn untyped(&mut self) -> &mut AnySink {
        self
    }
    fn output(self) -> Self::Output {
        self.items
    }
}
impl<T: DynamoItem, O: ReadAs<T>> Place<AnySink> for FoundOne<T, O> {
    type Output = Option<O>;
    fn untyped(&mut self) -> &mut AnySink {
        self
    }
    fn output(self) -> Option<O> {
        self.0.items.into_iter().next().flatten()
    }
}

/// Reads items of several tables, in requests that mix them. Made by [`Dynamo::batch_get`].
///
/// The options of the parts' own requests, such as their concurrency, do not count: these do.
#[must_use = "nothing is sent until this is awaited"]
pub struct BatchGetParts<F = ()> {
    db: Dynamo,
    parts: Vec<Part>,
    found: F,
    options: Options,
}

batch_options!([F] BatchGetParts<F>, options);
awaited!([F: Places<AnySink>] BatchGetParts<F>, 'static => Result<F::Output, BatchGetError<F::Output>>, run);

impl<F> std::fmt::Debug for BatchGetParts<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BatchGetParts").field("parts", &self.parts.len()).finish_non_exhaustive()
    }
}

impl BatchGetParts {
    pub(crate) fn new(db: Dynamo) -> Self {
        Self { db, parts: Vec::new(), found: (), options: Options::default() }
    }
}

impl<F> BatchGetParts<F> {
    /// Reads this too: what it gives is the next element of the tuple. Twelve at most.
    #[expect(clippy::should_implement_trait, reason = "the word of all builders that take parts")]
    pub fn add<P: BatchGetPart, G>(self, part: P) -> BatchGetParts<G>
    where
        F: Push<P::Found, Pushed = G>,
    {
        let Self { db, mut parts, found, options } = self;
        let (AnyPart(part), more) = part.into_part();
        parts.push(part);
        BatchGetParts { db, parts, found: found.push(more), options }
    }

    /// The requests as the SDK's own input builders, each key in the first of them that has room.
    ///
    /// # Errors
    ///
    /// A key cannot be stored, is empty or is too long.
    pub fn into_requests(self) -> Result<Vec<BatchGetItemInputBuilder>, Error> {
        requests(&self.db, self.parts).map_err(|error| error.doing("batch_get"))
    }
}

impl<F: Places<AnySink>> BatchGetParts<F> {
    async fn run(self) -> Result<F::Output, BatchGetError<F::Output>> {
        let Self { db, parts, mut found, options } = self;
        let unread = read(&db, parts, &mut found.untyped(), options).await;
        finish(found.output(), unread, "batch_get")
    }
}

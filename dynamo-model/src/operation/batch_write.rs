//! `BatchWriteItem`: many items put or deleted, without conditions.

mod report;
mod writes;

use std::sync::Arc;

use aws_sdk_dynamodb::operation::batch_write_item::builders::BatchWriteItemInputBuilder;

pub use self::report::{BatchReport, BatchWriteError};
use self::writes::{Part, Refusal, Write, Writes};
use super::{
    awaited,
    batch::{Options, batch_options, run},
    origin,
    put::{Expired, prepare},
};
use crate::{
    dynamo::Dynamo,
    error::{EncodeError, Error},
    item::{DynamoItem, KeyValues, key_of},
    schema::ItemSchema,
    table::{Place, Table},
    write_plan::Verb,
};

/// Puts and deletes many items without conditions. Made by [`Table::batch_put`], [`Table::batch_delete`], their
/// `_unchecked` likes and [`Dynamo::batch_write`].
///
/// Requests of 25 items go side by side. What an answer leaves unprocessed goes into later requests, with pauses between
/// them. A request whose answer was lost is repeated: a retried batch write can overwrite a newer edit.
#[must_use = "nothing is sent until this is awaited"]
pub struct BatchWrite {
    db: Dynamo,
    operation: &'static str,
    parts: Vec<Part>,
    options: Options,
}

batch_options!([] BatchWrite, options);
awaited!([] BatchWrite, 'static => Result<BatchReport, BatchWriteError>, run);

impl std::fmt::Debug for BatchWrite {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BatchWrite").field("parts", &self.parts.len()).finish_non_exhaustive()
    }
}

/// What a batch of writes takes: another one. Implemented by the library only.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no part of a batch",
    label = "a batch has no conditions, so it takes no write that checks anything",
    note = "a batch takes `table.batch_put(&items)` and `table.batch_delete(keys)`, of items with a version their \
            `_unchecked` likes",
    note = "`put_each`, `update_each` and `delete_each` check the version, one conditional request an item"
)]
pub trait BatchWritePart {
    #[doc(hidden)]
    fn into_batch(self) -> BatchWrite;
}

impl BatchWritePart for BatchWrite {
    fn into_batch(self) -> BatchWrite {
        self
    }
}

impl BatchWrite {
    pub(crate) fn new(db: Dynamo) -> Self {
        Self { db, operation: "batch_write", parts: Vec::new(), options: Options::default() }
    }

    /// The typed part: each item as it would be put without a check.
    pub(crate) fn put<T: DynamoItem>(table: &Table<T>, operation: &'static str, items: &[T]) -> Self {
        let place = table.place();
        let writes = items.iter().map(|item| {
            let prepared = prepare(&origin!(place.db), item, Verb::PutUnchecked, None, Expired::Stored);
            prepared.and_then(Write::put).map_err(|error| Refusal::new(T::SCHEMA, key_of(item), error))
        });
        Self::of(place, T::SCHEMA, operation, writes.collect())
    }

    pub(crate) fn delete(
        place: &Arc<Place>,
        schema: &'static ItemSchema,
        operation: &'static str,
        keys: Vec<Result<KeyValues, EncodeError>>,
    ) -> Self {
        let writes = keys.into_iter().map(|key| Write::delete(schema, key));
        Self::of(place, schema, operation, writes.collect())
    }

    fn of(
        place: &Arc<Place>,
        schema: &'static ItemSchema,
        operation: &'static str,
        writes: Vec<Result<Write, Refusal>>,
    ) -> Self {
        let part = Part { place: Arc::clone(place), schema, writes };
        Self { db: place.db.clone(), operation, parts: vec![part], options: Options::default() }
    }

    /// Writes this too, in the same requests. Options other than those of the whole do not count.
    #[expect(clippy::should_implement_trait, reason = "the word of all builders that take parts")]
    pub fn add(mut self, more: impl BatchWritePart) -> Self {
        self.parts.extend(more.into_batch().parts);
        self
    }

    /// The requests as the SDK's own input builders, in the order of the items.
    ///
    /// # Errors
    ///
    /// An item cannot be stored, or two have the same key.
    pub fn into_requests(self) -> Result<Vec<BatchWriteItemInputBuilder>, Error> {
        Writes::new(&self.db, self.parts).requests(self.operation)
    }

    async fn run(self) -> Result<BatchReport, BatchWriteError> {
        let Self { db, operation, parts, options } = self;
        let writes = Writes::new(&db, parts);
        let unsent = options.check().map_err(|error| writes.at_all(error, operation));
        if let Some(error) = unsent.err().or_else(|| writes.duplicates(operation)) {
            return Err(writes.refuse(error));
        }
        let ended = run(&writes, &db, options, |()| {}).await;
        writes.report(ended, operation)
    }
}

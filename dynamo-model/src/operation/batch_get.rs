//! `BatchGetItem`: many items by their keys.

mod error;
mod fetch;
mod found;
mod parts;
mod reads;

use std::{any::Any, marker::PhantomData};

use aws_sdk_dynamodb::operation::batch_get_item::builders::BatchGetItemInputBuilder;

pub use self::{
    error::BatchGetError,
    parts::{BatchGetPart, BatchGetParts},
};
use self::{
    error::finish,
    found::{Found, Read},
    reads::{Missing, Part, read, requests},
};
use super::{
    awaited,
    batch::{Options, batch_options},
    get::Expiry,
    read::{Consistency, Expired, projection_of},
};
use crate::{
    error::{DecodeError, EncodeError, Error},
    item::{DynamoItem, KeyNames, KeyValues, ReadAs},
    table::Table,
    value::read_batch_json,
};

/// Reads many items by their keys. Made by [`Table::batch_get`].
#[must_use = "nothing is sent until this is awaited"]
pub struct BatchGet<T: DynamoItem, O = T> {
    table: Table<T>,
    keys: Vec<Result<KeyValues, EncodeError>>,
    consistency: Consistency,
    expired: Expired,
    options: Options,
    out: PhantomData<fn() -> O>,
}

batch_options!([T: DynamoItem, O] BatchGet<T, O>, options);
awaited!([T: DynamoItem, O: ReadAs<T>] BatchGet<T, O>, 'static => Result<Vec<Option<O>>, BatchGetError<Vec<Option<O>>>>, run);

impl<T: DynamoItem, O> std::fmt::Debug for BatchGet<T, O> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BatchGet").field("table", &self.table).field("keys", &self.keys.len()).finish_non_exhaustive()
    }
}

impl<T: DynamoItem, O> BatchGet<T, O> {
    pub(crate) fn new(table: Table<T>, keys: Vec<Result<KeyValues, EncodeError>>) -> Self {
        let (consistency, expired) = (Consistency::Eventual, Expired::Given);
        Self { table, keys, consistency, expired, options: Options::default(), out: PhantomData }
    }

    /// Reads every write that was answered before, at twice the capacity.
    pub fn consistent(mut self) -> Self {
        self.consistency = Consistency::Strong;
        self
    }

    /// Treats items whose time to live is over as missing: they stay readable until the service deletes them.
    pub fn exclude_expired(mut self) -> Self {
        self.expired = Expired::LeftOut;
        self
    }

    /// Reads some attributes only, as a struct of them.
    pub fn project<P: ReadAs<T>>(self) -> BatchGet<T, P> {
        let Self { table, keys, consistency, expired, options, .. } = self;
        BatchGet { table, keys, consistency, expired, options, out: PhantomData }
    }
}

impl<T: DynamoItem, O: ReadAs<T>> BatchGet<T, O> {
    /// The requests as the SDK's own input builders, each key in the first of them that has room.
    ///
    /// # Errors
    ///
    /// A key cannot be stored, is empty or is too long.
    pub fn into_requests(self) -> Result<Vec<BatchGetItemInputBuilder>, Error> {
        self.requests("batch_get")
    }

    fn requests(self, operation: &'static str) -> Result<Vec<BatchGetItemInputBuilder>, Error> {
        let place = self.table.place().clone();
        let (part, ..) = self.split();
        requests(&place.db, vec![part]).map_err(|error| error.at(&place.name, operation))
    }

    async fn run(self) -> Result<Vec<Option<O>>, BatchGetError<Vec<Option<O>>>> {
        self.read("batch_get", Missing::None).await
    }

    async fn read(
        self,
        operation: &'static str,
        missing: Missing,
    ) -> Result<Vec<Option<O>>, BatchGetError<Vec<Option<O>>>> {
        let place = self.table.place().clone();
        let (part, mut found, options) = self.split();
        let part = Part { missing, ..part };
        let unread = read(&place.db, vec![part], &mut [&mut found], options).await;
        finish(found.items, unread, operation)
    }

    /// What is asked for, where what is found goes, and how it is sent.
    fn split(self) -> (Part, Found<T, O>, Options) {
        let Self { table, keys, consistency, expired, options, .. } = self;
        let (place, mut found) = (table.place().clone(), Found::new(keys.len()));
        let mut part = Part {
            schema: T::SCHEMA,
            keys,
            consistency,
            projection: None,
            direct: (expired == Expired::Given).then_some(read_answer::<T, O>),
            missing: Missing::None,
            refused: None,
            place,
        };
        if expired == Expired::LeftOut {
            match Expiry::of::<T>(&part.place) {
                Ok(expiry) => found.expiry = Some(expiry),
                Err(error) => part.refused = Some(error),
            }
        }
        // With its key and its time to live, which are needed here.
        let (names, expiry) = (KeyNames::of(T::SCHEMA), found.expiry.as_ref().map(|expiry| expiry.name.as_str()));
        part.projection = projection_of::<T, O>(&[Some(names.partition), names.sort, expiry]);
        (part, found, options)
    }
}

/// The bytes of an answer about one table.
fn read_answer<T: DynamoItem, O: ReadAs<T>>(body: &[u8]) -> Box<dyn Any + Send> {
    let read = read_batch_json::<O, O::SlotsByKey>(body, KeyNames::of(T::SCHEMA));
    let read: Result<Read, DecodeError> =
        read.map(|batch| Read { found: Box::new(batch.found), unprocessed: batch.unprocessed });
    Box::new(read)
}

/// Reads many items that must all be there. Made by [`Table::get_all`].
#[must_use = "nothing is sent until this is awaited"]
pub struct GetAll<T: DynamoItem, O = T>(BatchGet<T, O>);

awaited!([T: DynamoItem, O: ReadAs<T>] GetAll<T, O>, 'static => Result<Vec<O>, BatchGetError<Vec<Option<O>>>>, run);

batch_options!([T: DynamoItem, O] GetAll<T, O>, 0.options);

impl<T: DynamoItem, O> std::fmt::Debug for GetAll<T, O> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("GetAll").field(&self.0).finish()
    }
}

impl<T: DynamoItem> GetAll<T> {
    pub(crate) fn new(batch: BatchGet<T>) -> Self {
        Self(batch)
    }
}

impl<T: DynamoItem, O> GetAll<T, O> {
    /// Reads every write that was answered before, at twice the capacity.
    pub fn consistent(self) -> Self {
        Self(self.0.consistent())
    }

    /// Treats items whose time to live is over as missing.
    pub fn exclude_expired(self) -> Self {
        Self(self.0.exclude_expired())
    }

    /// Reads some attributes only, as a struct of them.
    pub fn project<P: ReadAs<T>>(self) -> GetAll<T, P> {
        GetAll(self.0.project())
    }
}

impl<T: DynamoItem, O: ReadAs<T>> GetAll<T, O> {
    /// The requests as the SDK's own input builders, each key in the first of them that has room.
    ///
    /// # Errors
    ///
    /// A key cannot be stored, is empty or is too long.
    pub fn into_requests(self) -> Result<Vec<BatchGetItemInputBuilder>, Error> {
        self.0.requests("get_all")
    }

    async fn run(self) -> Result<Vec<O>, BatchGetError<Vec<Option<O>>>> {
        let found = self.0.read("get_all", Missing::NotFound).await?;
        Ok(found.into_iter().flatten().collect())
    }
}

//! `GetItem`, decoded straight from the bytes of the answer.

use std::{any::Any, marker::PhantomData, pin::pin, sync::Arc};

use aws_sdk_dynamodb::operation::get_item::builders::GetItemInputBuilder;

use super::{
    awaited,
    batch_get::BatchGet,
    read::{Consistency, Expired, Projection, projection_of},
};
use crate::{
    dynamo::Dynamo,
    error::{DecodeError, EncodeError, Error, ErrorKind},
    item::{DynamoItem, KeyValues, ReadAs, decode_as, key_of},
    request::{Answer, Call, GET_ITEM, failed, sent, watch},
    schema::ItemSchema,
    table::{Place, Table},
    value::{Attribute as _, AttributeValue, Item, read_item_json},
};

/// Reads one item by its key. Made by [`Table::get`].
#[must_use = "nothing is sent until this is awaited"]
pub struct Get<T: DynamoItem, O = T> {
    table: Table<T>,
    key: Result<KeyValues, EncodeError>,
    consistency: Consistency,
    expired: Expired,
    out: PhantomData<fn() -> O>,
}

awaited!([T: DynamoItem, O: ReadAs<T>] Get<T, O>, 'static => Result<Option<O>, Error>, run);

impl<T: DynamoItem, O> Clone for Get<T, O> {
    fn clone(&self) -> Self {
        let Self { table, key, consistency, expired, out } = self;
        Self { table: table.clone(), key: key.clone(), consistency: *consistency, expired: *expired, out: *out }
    }
}

impl<T: DynamoItem, O> std::fmt::Debug for Get<T, O> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Get").field("table", &self.table).finish_non_exhaustive()
    }
}

impl<T: DynamoItem> Get<T> {
    pub(crate) fn new(table: Table<T>, key: Result<KeyValues, EncodeError>) -> Self {
        Self { table, key, consistency: Consistency::Eventual, expired: Expired::Given, out: PhantomData }
    }
}

impl<T: DynamoItem, O> Get<T, O> {
    /// Reads every write that was answered before, at twice the capacity.
    pub fn consistent(mut self) -> Self {
        self.consistency = Consistency::Strong;
        self
    }

    /// Treats an item whose time to live is over as missing: it stays readable until the service deletes it.
    pub fn exclude_expired(mut self) -> Self {
        self.expired = Expired::LeftOut;
        self
    }

    /// Whether it is by the key of this very item.
    #[must_use]
    pub fn is_of(&self, item: &T) -> bool {
        matches!((&self.key, key_of(item)), (Ok(key), Ok(of)) if *key == of)
    }

    /// Reads some attributes only, as a struct of them.
    ///
    /// ```
    /// # use dynamo_model::*;
    /// #[derive(DynamoItem)]
    /// #[dynamo(table = "orders")]
    /// struct Order {
    ///     #[partition_key]
    ///     id: String,
    ///     total: u64,
    ///     note: String,
    /// }
    ///
    /// #[derive(DynamoProjection)]
    /// #[dynamo(item = Order)]
    /// struct Total {
    ///     total: u64,
    /// }
    ///
    /// async fn total(orders: &Table<Order>, id: &str) -> Result<Option<u64>, Error> {
    ///     let read: Option<Total> = orders.get(id).project().await?;
    ///     Ok(read.map(|read| read.total))
    /// }
    /// # let _ = total;
    /// ```
    pub fn project<P: ReadAs<T>>(self) -> Get<T, P> {
        let Self { table, key, consistency, expired, .. } = self;
        Get { table, key, consistency, expired, out: PhantomData }
    }
}

impl<T: DynamoItem, O: ReadAs<T>> Get<T, O> {
    /// The request as the SDK's own input builder.
    ///
    /// # Errors
    ///
    /// The key cannot be stored, is empty or is too long.
    pub fn into_request(self) -> Result<GetItemInputBuilder, Error> {
        self.request("get")
    }

    fn request(self, operation: &'static str) -> Result<GetItemInputBuilder, Error> {
        let place = self.table.place();
        let at = |error: Error| error.at(&place.name, operation);
        let key = self.key.map_err(Error::from).and_then(|key| key.into_item(T::SCHEMA)).map_err(at)?;
        let request = request(place, key, self.consistency);
        Ok(match projection::<T, O>(self.expired) {
            Some(Projection { text, names }) => {
                request.projection_expression(text).set_expression_attribute_names(names)
            }
            None => request,
        })
    }

    async fn run(self) -> Result<Option<O>, Error> {
        self.read("get").await
    }

    async fn read(self, operation: &'static str) -> Result<Option<O>, Error> {
        let place = self.table.place().clone();
        let at = |error: Error| error.at(&place.name, operation);
        let expiry = match self.expired {
            Expired::Given => None,
            Expired::LeftOut => Some(Expiry::of::<T>(&place).map_err(at)?),
        };
        let request = self.request(operation)?;
        if let Some(expiry) = expiry {
            let output = sent(request.send_with(place.db.client())).await.map_err(|error| at(failed(error)))?;
            let item = output.item.filter(|item| expiry.lives(item));
            return item.map(decode::<T, O>).transpose().map_err(|error| at(error.into()));
        }
        let call = Call::reading(Answer::new(GET_ITEM, read_answer::<T, O>));
        let output =
            watch(&call, pin!(request.send_with(place.db.client()))).await.map_err(|error| at(failed(error)))?;
        let item = match call.take_answer::<Result<Option<O>, DecodeError>>() {
            Some(read) => read,
            None => output.item.map(decode::<T, O>).transpose(),
        };
        item.map_err(|error| at(error.into()))
    }

    /// The same as a part of a batch.
    pub(super) fn into_batch(self) -> BatchGet<T, O> {
        let Self { table, key, consistency, expired, .. } = self;
        let mut batch = BatchGet::new(table, vec![key]);
        if consistency == Consistency::Strong {
            batch = batch.consistent();
        }
        if expired == Expired::LeftOut {
            batch = batch.exclude_expired();
        }
        batch
    }

    /// What is asked for, and what tells expired items where they are left out.
    pub(super) fn into_parts(self) -> (Asked, Option<Expiry>) {
        let Self { table, key, expired, .. } = self;
        let place = Arc::clone(table.place());
        let expiry = match expired {
            Expired::Given => Ok(None),
            Expired::LeftOut => Expiry::of::<T>(&place).map(Some),
        };
        let (key, expiry) = match expiry {
            Ok(expiry) => (key.map_err(Error::from), expiry),
            Err(error) => (Err(error), None),
        };
        (Asked { place, schema: T::SCHEMA, key, projection: projection::<T, O>(expired) }, expiry)
    }
}

/// One item that is asked for, without its type.
#[doc(hidden)]
pub struct Asked {
    pub(super) place: Arc<Place>,
    pub(super) schema: &'static ItemSchema,
    pub(super) key: Result<KeyValues, Error>,
    pub(super) projection: Option<Projection>,
}

/// The attributes to ask for. Whether an item is expired is decided here.
fn projection<T: DynamoItem, O: ReadAs<T>>(expired: Expired) -> Option<Projection> {
    let expiry = T::SCHEMA.time_to_live().filter(|_| expired == Expired::LeftOut);
    projection_of::<T, O>(&[expiry.as_deref()])
}

fn request(place: &Place, key: Item, consistency: Consistency) -> GetItemInputBuilder {
    GetItemInputBuilder::default()
        .table_name(&place.name)
        .set_key(Some(key))
        .set_consistent_read((consistency == Consistency::Strong).then_some(true))
}

/// Reads an item consistently, as it is stored.
pub(super) async fn read(place: &Place, key: Item) -> Result<Option<Item>, Error> {
    let request = request(place, key, Consistency::Strong);
    Ok(sent(request.send_with(place.db.client())).await.map_err(failed)?.item)
}

pub(super) fn decode<T: DynamoItem, O: ReadAs<T>>(item: Item) -> Result<O, DecodeError> {
    decode_as::<O, O::SlotsByKey>(item).map_err(|error| error.of_item(T::SCHEMA.item))
}

/// The bytes of an answer as what is read of a `T`.
fn read_answer<T: DynamoItem, O: ReadAs<T>>(body: &[u8]) -> Box<dyn Any + Send> {
    let read = read_item_json::<O, O::SlotsByKey>(body).and_then(Option::transpose);
    let read: Result<Option<O>, DecodeError> = read.map_err(|error| error.of_item(T::SCHEMA.item));
    Box::new(read)
}

/// Tells expired items, at the time at which they are looked at.
pub(super) struct Expiry {
    /// The attribute of the time to live.
    pub(super) name: String,
    db: Dynamo,
}

impl Expiry {
    pub(super) fn of<T: DynamoItem>(place: &Place) -> Result<Self, Error> {
        let none = || Error::invalid(format!("`{}` has no `#[dynamo(ttl)]` attribute", T::SCHEMA.item));
        Ok(Self { name: T::SCHEMA.time_to_live().ok_or_else(none)?, db: place.db.clone() })
    }

    /// Whether the time to live of an item is not over.
    pub(super) fn lives(&self, item: &Item) -> bool {
        let now = || self.db.now_in_seconds().into();
        match item.get(&self.name) {
            Some(expiry @ AttributeValue::N(_)) => i128::read(expiry.clone()).map_or(true, |expiry| expiry > now()),
            _ => true,
        }
    }
}

/// Reads an item in memory again. Made by [`Table::refresh`].
#[must_use = "nothing is sent until this is awaited"]
pub struct Refresh<'a, T: DynamoItem> {
    table: Table<T>,
    item: &'a mut T,
}

awaited!(['a, T: DynamoItem] Refresh<'a, T>, 'a => Result<(), Error>, run);

impl<T: DynamoItem> std::fmt::Debug for Refresh<'_, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Refresh").field("table", &self.table).finish_non_exhaustive()
    }
}

impl<'a, T: DynamoItem> Refresh<'a, T> {
    pub(crate) fn new(table: Table<T>, item: &'a mut T) -> Self {
        Self { table, item }
    }

    async fn run(self) -> Result<(), Error> {
        let name = self.table.name().to_owned();
        let at = |error: Error| error.at(&name, "refresh");
        let key = key_of(&*self.item).map_err(|error| at(error.into()))?;
        let read = Get::new(self.table, Ok(key)).consistent().read("refresh").await;
        let mut stored = read?.ok_or_else(|| at(Error::new(ErrorKind::NotFound)))?;
        T::keep_skipped(&mut stored, self.item);
        *self.item = stored;
        Ok(())
    }
}

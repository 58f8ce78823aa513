//! `TransactGetItems`: several items as they are at one moment.

mod fetch;
mod parts;

use aws_sdk_dynamodb::operation::transact_get_items::builders::TransactGetItemsInputBuilder;

pub use self::parts::TransactGetPart;
use self::{
    fetch::{fetch, prepare},
    parts::AnyPlace,
};
use super::{
    awaited,
    get::{Asked, Get},
    parts::{Place as _, Places, Push},
};
use crate::{
    dynamo::Dynamo,
    error::Error,
    item::{DynamoItem, IntoKey},
    table::Table,
};

/// How many items DynamoDB reads in one transaction.
const MOST_ACTIONS: usize = 100;
const WORD: &str = "transact_get";

/// Reads several items as they are at one moment: a tuple of them. Made by [`Dynamo::transact_get`].
#[must_use = "nothing is sent until this is awaited"]
pub struct TransactGet<F = ()> {
    db: Dynamo,
    asked: Vec<Asked>,
    found: F,
}

awaited!([F: Places<AnyPlace>] TransactGet<F>, 'static => Result<F::Output, Error>, run);

impl<F> std::fmt::Debug for TransactGet<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TransactGet").field("actions", &self.asked.len()).finish_non_exhaustive()
    }
}

impl TransactGet {
    pub(crate) fn new(db: Dynamo) -> Self {
        Self { db, asked: Vec::new(), found: () }
    }

    /// Reads up to 100 items of one type instead, in the order of their keys; `None` where there is none.
    pub fn get_all<T: DynamoItem>(self, keys: impl IntoIterator<Item: IntoKey<T>>) -> TransactGetAll<T> {
        let table = self.db.table::<T>();
        let gets = keys.into_iter().map(|key| table.get(key)).collect();
        TransactGetAll { table, gets }
    }
}

impl<F> TransactGet<F> {
    /// Reads this too: `Option` of the item is the next element of the tuple. Twelve at most.
    #[expect(clippy::should_implement_trait, reason = "the word of the tour; nothing is summed")]
    pub fn add<P: TransactGetPart, G>(self, part: P) -> TransactGet<G>
    where
        F: Push<P::Found, Pushed = G>,
    {
        let Self { db, mut asked, found } = self;
        let (one, more) = part.into_part();
        asked.push(one);
        TransactGet { db, asked, found: found.push(more) }
    }

    /// The request as the SDK's own input builder.
    ///
    /// # Errors
    ///
    /// A key cannot be stored, is empty or is too long, or there is none, or one is there twice.
    pub fn into_request(self) -> Result<TransactGetItemsInputBuilder, Error> {
        prepare(self.asked).map(|(request, _)| request)
    }
}

impl<F: Places<AnyPlace>> TransactGet<F> {
    async fn run(self) -> Result<F::Output, Error> {
        let Self { db, asked, mut found } = self;
        Box::pin(fetch(&db, asked, &mut found.untyped())).await?;
        Ok(found.output())
    }
}

/// Reads many items of one type as they are at one moment. Made by [`TransactGet::get_all`].
#[must_use = "nothing is sent until this is awaited"]
pub struct TransactGetAll<T: DynamoItem> {
    table: Table<T>,
    gets: Vec<Get<T>>,
}

awaited!([T: DynamoItem] TransactGetAll<T>, 'static => Result<Vec<Option<T>>, Error>, run);

impl<T: DynamoItem> std::fmt::Debug for TransactGetAll<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TransactGetAll").field("table", &self.table).finish_non_exhaustive()
    }
}

impl<T: DynamoItem> TransactGetAll<T> {
    /// The request as the SDK's own input builder.
    ///
    /// # Errors
    ///
    /// As [`TransactGet::into_request`]; more than 100 keys.
    pub fn into_request(self) -> Result<TransactGetItemsInputBuilder, Error> {
        prepare(self.split().0).map(|(request, _)| request)
    }

    fn split(self) -> (Vec<Asked>, Vec<parts::Found<T, T>>) {
        self.gets.into_iter().map(TransactGetPart::into_part).unzip()
    }

    async fn run(self) -> Result<Vec<Option<T>>, Error> {
        if self.gets.is_empty() {
            return Ok(Vec::new());
        }
        let db = self.table.place().db.clone();
        let (asked, mut found) = self.split();
        let mut each: Vec<&mut AnyPlace> = found.iter_mut().map(parts::Found::untyped).collect();
        Box::pin(fetch(&db, asked, &mut each)).await?;
        Ok(found.into_iter().map(parts::Found::output).collect())
    }
}

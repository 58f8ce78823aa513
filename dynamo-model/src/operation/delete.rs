//! `DeleteItem`, version-checked as every write.

use std::{marker::PhantomData, sync::Arc};

use aws_sdk_dynamodb::operation::delete_item::builders::DeleteItemInputBuilder;

use super::{
    awaited, conditional,
    prepared::{Input, Prepared, Terms},
    send::{Delivery, Known, ReturnNothing, ReturnOld, Returned, refused, send, undecodable},
    transact_write::{Step, TransactWriteAction},
};
use crate::{
    error::{EncodeError, Error, WriteError},
    expression::Tree,
    item::{DynamoItem, Expect, KeyValues, ManagedAttribute, key_of, managed_of},
    request::Repeat,
    schema::ItemSchema,
    table::{Place, Table},
    write_plan::{Expected, Guard, Presence, Verb, Written, expect},
};

/// Deletes an item in memory. Made by [`Table::delete`].
#[must_use = "nothing is sent until this is awaited"]
pub struct Delete<'a, T: DynamoItem, R = ReturnNothing> {
    table: Table<T>,
    item: &'a T,
    condition: Option<Tree>,
    delivery: Delivery,
    returns: PhantomData<fn() -> R>,
}

conditional!(['a, T: DynamoItem, R] Delete<'a, T, R>);
awaited!(['a, T: DynamoItem, R: Returned<T>] Delete<'a, T, R>, 'a => Result<R::Output, WriteError<T>>, run);

impl<'a, T: DynamoItem> Delete<'a, T> {
    pub(crate) fn new(table: Table<T>, item: &'a T) -> Self {
        Self { table, item, condition: None, delivery: Delivery::Single, returns: PhantomData }
    }

    /// Gives back the item that was deleted.
    pub fn return_old(self) -> Delete<'a, T, ReturnOld> {
        let Self { table, item, condition, delivery, .. } = self;
        Delete { table, item, condition, delivery, returns: PhantomData }
    }
}

impl<T: DynamoItem, R: Returned<T>> Delete<'_, T, R> {
    fn prepare(&mut self) -> Result<Prepared, Error> {
        let managed = managed_of(Some(self.item))?;
        prepare(T::SCHEMA, key_of(self.item)?, &managed, Verb::Delete, &Expected::InMemory, self.condition.take())
    }

    /// The request as the SDK's own input builder.
    ///
    /// # Errors
    ///
    /// As awaiting, where nothing would be sent.
    pub fn into_request(mut self) -> Result<DeleteItemInputBuilder, Error> {
        let prepared = self.prepare();
        request::<T, R>(self.table.place(), Verb::Delete, prepared)
    }

    async fn run(mut self) -> Result<R::Output, WriteError<T>> {
        let prepared = self.prepare();
        delete::<T, R>(self.table.place(), Verb::Delete, prepared, self.delivery).await
    }
}

/// Deletes an item that is known by its key. Made by [`Table::delete_at`].
#[must_use = "nothing is sent until this is awaited"]
pub struct DeleteAt<T: DynamoItem, R = ReturnNothing> {
    table: Table<T>,
    key: Result<KeyValues, EncodeError>,
    expect: Expect<T::Version>,
    condition: Option<Tree>,
    delivery: Delivery,
    returns: PhantomData<fn() -> R>,
}

conditional!([T: DynamoItem, R] DeleteAt<T, R>);
awaited!([T: DynamoItem, R: Returned<T>] DeleteAt<T, R>, 'static => Result<R::Output, WriteError<T>>, run);

impl<T: DynamoItem> DeleteAt<T> {
    pub(crate) fn new(table: Table<T>, key: Result<KeyValues, EncodeError>, expect: Expect<T::Version>) -> Self {
        Self { table, key, expect, condition: None, delivery: Delivery::Single, returns: PhantomData }
    }

    /// Gives back the item that was deleted; `None` where there was none.
    pub fn return_old(self) -> DeleteAt<T, ReturnOld> {
        let Self { table, key, expect, condition, delivery, .. } = self;
        DeleteAt { table, key, expect, condition, delivery, returns: PhantomData }
    }
}

impl<T: DynamoItem, R: Returned<T>> DeleteAt<T, R> {
    fn split(self) -> (Table<T>, Delivery, Result<Prepared, Error>) {
        let Self { table, key, expect, condition, delivery, .. } = self;
        let prepared = (|| {
            let expected = Expected::of(expect)?;
            prepare(T::SCHEMA, key?, &managed_of::<T>(None)?, Verb::DeleteAt, &expected, condition)
        })();
        (table, delivery, prepared)
    }

    /// The request as the SDK's own input builder.
    ///
    /// # Errors
    ///
    /// As awaiting, where nothing would be sent.
    pub fn into_request(self) -> Result<DeleteItemInputBuilder, Error> {
        let (table, _, prepared) = self.split();
        request::<T, R>(table.place(), Verb::DeleteAt, prepared)
    }

    async fn run(self) -> Result<R::Output, WriteError<T>> {
        let (table, delivery, prepared) = self.split();
        delete::<T, R>(table.place(), Verb::DeleteAt, prepared, delivery).await
    }
}

impl<'a, T: DynamoItem> TransactWriteAction<'a> for Delete<'a, T> {
    fn into_step(mut self) -> Step<'a> {
        Step::new(&self.table.clone(), Verb::Delete, move |_| Ok((self.prepare()?, None)))
    }
}

impl<'a, T: DynamoItem> TransactWriteAction<'a> for DeleteAt<T> {
    fn into_step(self) -> Step<'a> {
        Step::new(&self.table.clone(), Verb::DeleteAt, move |_| Ok((self.split().2?, None)))
    }
}

fn prepare(
    schema: &'static ItemSchema,
    key: KeyValues,
    managed: &[ManagedAttribute],
    verb: Verb,
    expected: &Expected,
    condition: Option<Tree>,
) -> Result<Prepared, Error> {
    let mut guard = Guard::new(verb, schema.partition_key.name);
    if matches!(expected, Expected::Any) {
        return Prepared::delete(schema, key, terms(condition, guard));
    }
    let versioned = expect(&mut guard, managed, expected)?.is_some();
    if versioned || matches!(expected, Expected::Unversioned) {
        guard.presence = Presence::Exists;
    }
    Prepared::delete(schema, key, terms(condition, guard))
}

/// A deletion stores nothing, and the second time deletes nothing more.
fn terms(condition: Option<Tree>, guard: Guard) -> Terms {
    Terms { condition, guard, written: Written::default(), repeat: Repeat::Safe }
}

fn request<T: DynamoItem, R: Returned<T>>(
    place: &Place,
    verb: Verb,
    prepared: Result<Prepared, Error>,
) -> Result<DeleteItemInputBuilder, Error> {
    let prepared = prepared.map_err(|error| error.at(&place.name, verb.as_str()))?;
    match prepared.into_input(&place.name, R::VALUES) {
        (Input::Delete(input), _) => Ok(input),
        _ => Err(Error::invalid("this is no delete")),
    }
}

async fn delete<T: DynamoItem, R: Returned<T>>(
    place: &Arc<Place>,
    verb: Verb,
    prepared: Result<Prepared, Error>,
    delivery: Delivery,
) -> Result<R::Output, WriteError<T>> {
    let operation = verb.as_str();
    let at = |error: Error| error.at(&place.name, operation);
    let prepared = prepared.map_err(at)?;
    let done = send(place, prepared, R::VALUES, delivery).await.map_err(|error| refused(place, operation, error))?;
    let old = match done.known {
        Known::Answered(old) => old,
        // A deletion leaves no mark, so it is never found by what is stored.
        Known::Found(_) => None,
    };
    Ok(R::from_old(old).map_err(undecodable).map_err(at)?)
}

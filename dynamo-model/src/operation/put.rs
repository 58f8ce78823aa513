//! `PutItem`: create, put and `put_unchecked`.

use std::{
    marker::PhantomData,
    time::{SystemTime, UNIX_EPOCH},
};

use aws_sdk_dynamodb::operation::put_item::builders::PutItemInputBuilder;

use super::{
    awaited, conditional, origin,
    prepared::{Input, Prepared, Terms},
    send::{Delivery, Known, ReturnNothing, ReturnOld, Returned, assign, refused, send, undecodable},
    transact_write::{Step, TransactWriteAction, after},
};
use crate::{
    attribute::Name,
    error::{Error, WriteError},
    expression::Tree,
    item::{Collected, DynamoItem, NoPrefix, Stamp},
    request::Repeat,
    schema::{Generated, ItemSchema, Managed},
    table::{Place, Table},
    value::AttributeValue,
    write_plan::{GenerationClause, Guard, Origin, Presence, Verb, VersionState, Written, find, held_id, replace},
};

/// Stores an item that is not there yet. Made by [`Table::create`].
#[must_use = "nothing is sent until this is awaited"]
pub struct Create<'a, T: DynamoItem> {
    table: Table<T>,
    item: &'a mut T,
    condition: Option<Tree>,
    delivery: Delivery,
    expired: Expired,
}

/// What an expired item counts as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Expired {
    Stored,
    Nothing,
}

conditional!(['a, T: DynamoItem] Create<'a, T>);
awaited!(['a, T: DynamoItem] Create<'a, T>, 'a => Result<(), WriteError<T>>, run);

impl<'a, T: DynamoItem> Create<'a, T> {
    pub(crate) fn new(table: Table<T>, item: &'a mut T) -> Self {
        Self { table, item, condition: None, delivery: Delivery::Single, expired: Expired::Stored }
    }

    /// Replaces an item whose time to live is over: it stays readable until the service deletes it.
    pub fn replace_expired(mut self) -> Self {
        self.expired = Expired::Nothing;
        self
    }

    /// The request as the SDK's own input builder.
    ///
    /// # Errors
    ///
    /// As awaiting, where nothing would be sent.
    pub fn into_request(self) -> Result<PutItemInputBuilder, Error> {
        let place = self.table.place();
        request(place, Verb::Create, prepare(&origin!(place.db), self.item, Verb::Create, self.condition, self.expired))
    }

    async fn run(self) -> Result<(), WriteError<T>> {
        let place = self.table.place();
        let prepared = prepare(&origin!(place.db), self.item, Verb::Create, self.condition, self.expired);
        write::<T, ReturnNothing>(&self.table, self.item, Verb::Create, prepared, self.delivery).await
    }
}

/// Replaces the whole item. Made by [`Table::put`] and [`Table::put_unchecked`].
#[must_use = "nothing is sent until this is awaited"]
pub struct Put<'a, T: DynamoItem, R = ReturnNothing> {
    table: Table<T>,
    item: &'a mut T,
    verb: Verb,
    condition: Option<Tree>,
    delivery: Delivery,
    returns: PhantomData<fn() -> R>,
}

conditional!(['a, T: DynamoItem, R] Put<'a, T, R>);
awaited!(['a, T: DynamoItem, R: Returned<T>] Put<'a, T, R>, 'a => Result<R::Output, WriteError<T>>, run);

impl<'a, T: DynamoItem> Put<'a, T> {
    pub(crate) fn new(table: Table<T>, item: &'a mut T, verb: Verb) -> Self {
        Self { table, item, verb, condition: None, delivery: Delivery::Single, returns: PhantomData }
    }

    /// Gives back the item that was replaced; `None` where there was none.
    pub fn return_old(self) -> Put<'a, T, ReturnOld> {
        let Self { table, item, verb, condition, delivery, .. } = self;
        Put { table, item, verb, condition, delivery, returns: PhantomData }
    }
}

impl<T: DynamoItem, R: Returned<T>> Put<'_, T, R> {
    /// The request as the SDK's own input builder.
    ///
    /// # Errors
    ///
    /// As awaiting, where nothing would be sent.
    pub fn into_request(self) -> Result<PutItemInputBuilder, Error> {
        let place = self.table.place();
        let prepared = prepare(&origin!(place.db), self.item, self.verb, self.condition, Expired::Stored);
        request(place, self.verb, prepared).map(|request| request.set_return_values(R::VALUES))
    }

    async fn run(self) -> Result<R::Output, WriteError<T>> {
        let db = &self.table.place().db;
        let prepared = prepare(&origin!(db), self.item, self.verb, self.condition, Expired::Stored);
        write::<T, R>(&self.table, self.item, self.verb, prepared, self.delivery).await
    }
}

impl<'a, T: DynamoItem> TransactWriteAction<'a> for Create<'a, T> {
    fn into_step(self) -> Step<'a> {
        let Self { table, item, condition, expired, .. } = self;
        step(&table, item, Verb::Create, condition, expired)
    }
}

impl<'a, T: DynamoItem> TransactWriteAction<'a> for Put<'a, T> {
    fn into_step(self) -> Step<'a> {
        let Self { table, item, verb, condition, .. } = self;
        step(&table, item, verb, condition, Expired::Stored)
    }
}

fn step<'a, T: DynamoItem>(
    table: &Table<T>,
    item: &'a mut T,
    verb: Verb,
    condition: Option<Tree>,
    expired: Expired,
) -> Step<'a> {
    Step::new(table, verb, move |origin| {
        let prepared = prepare(origin, &*item, verb, condition, expired)?;
        Ok((prepared, Some(after(item))))
    })
}

async fn write<T: DynamoItem, R: Returned<T>>(
    table: &Table<T>,
    item: &mut T,
    verb: Verb,
    prepared: Result<Prepared, Error>,
    delivery: Delivery,
) -> Result<R::Output, WriteError<T>> {
    let (place, operation) = (table.place(), verb.as_str());
    let at = |error: Error| error.at(&place.name, operation);
    let prepared = prepared.map_err(at)?;
    let done = send(place, prepared, R::VALUES, delivery).await.map_err(|error| refused(place, operation, error))?;
    let written = &done.rest.written;
    let old = match done.known {
        Known::Answered(old) => old,
        // The old item went with the answer that was lost: no item would be a lie.
        Known::Found(_) if R::VALUES.is_some() => return Err(at(done.rest.into_unknown(place, None)).into()),
        Known::Found(_) => None,
    };
    assign(item, written, None).map_err(undecodable).map_err(at)?;
    Ok(R::from_old(old).map_err(undecodable).map_err(at)?)
}

fn request(place: &Place, verb: Verb, prepared: Result<Prepared, Error>) -> Result<PutItemInputBuilder, Error> {
    let prepared = prepared.map_err(|error| error.at(&place.name, verb.as_str()))?;
    match prepared.into_input(&place.name, None) {
        (Input::Put(input), _) => Ok(input),
        _ => Err(Error::invalid("this is no put")),
    }
}

/// The typed part: the attributes of the item, in a map.
pub(super) fn prepare<T: DynamoItem>(
    origin: &Origin<'_>,
    item: &T,
    verb: Verb,
    condition: Option<Tree>,
    expired: Expired,
) -> Result<Prepared, Error> {
    let mut to = Collected::new(T::SCHEMA.attributes.len()).at(origin.now);
    T::write_key(item, &mut to)?;
    T::write::<NoPrefix, _>(item, &mut to)?;
    T::write_managed::<NoPrefix, _>(Some(item), &mut to)?;
    replacement(T::SCHEMA, to, verb, condition, expired, origin)
}

/// The rest, once for all types.
fn replacement(
    schema: &'static ItemSchema,
    mut to: Collected,
    verb: Verb,
    condition: Option<Tree>,
    expired: Expired,
    origin: &Origin<'_>,
) -> Result<Prepared, Error> {
    let state = VersionState::of(&to.managed)?;
    let mut guard = Guard::new(verb, schema.partition_key.name);
    match verb {
        Verb::Create => {
            guard.presence = Presence::Missing;
            guard.expired = expiry(schema, &to, expired, origin.now)?;
        }
        Verb::Put => {
            if let Some(state) = &state {
                guard.expect(state, state.clause());
            }
            guard.generation = kept_generation(&to);
        }
        _ => {}
    }
    let next = match (&state, verb) {
        (None, _) => None,
        (Some(state), Verb::Create) => Some(state.next_of_create()?),
        (Some(state), _) => Some(state.next()?),
    };
    guard.next = state.as_ref().map(|state| state.name).zip(next);
    let generated_keys = fill_keys(schema, &mut to, origin);
    let mut written = replace(&mut to, verb, state.as_ref().zip(next), origin)?;
    written.stamps.extend(generated_keys);
    mark(&mut guard, &mut written);
    // Nothing else would refuse its repetition.
    guard.once = guard.presence == Presence::Free && guard.version.is_none();
    Prepared::put(schema, to, Terms { condition, guard, written, repeat: Repeat::Safe })
}

pub(super) fn mark(guard: &mut Guard, written: &mut Written) {
    guard.fresh_generation = written.generation.take();
    guard.write_id = written.write_id.take();
}

fn kept_generation(to: &Collected) -> Option<(Name, GenerationClause)> {
    let attribute = find(&to.managed, |role| matches!(role, Managed::Generation))?;
    let held = held_id(attribute.value.as_ref())?;
    Some((attribute.name, GenerationClause::Equal(held.clone())))
}

/// Key attributes that are generated and still empty.
fn fill_keys(schema: &ItemSchema, to: &mut Collected, origin: &Origin<'_>) -> Vec<Stamp> {
    let defs = [Some(schema.partition_key), schema.sort_key];
    let generated = defs.into_iter().flatten().filter(|def| def.generated == Generated::Uuid);
    let mut stamps = Vec::new();
    for def in generated {
        if held_id(to.plain.item.get(def.name)).is_none() {
            let value = AttributeValue::S((origin.id)());
            to.plain.item.insert(def.name.to_owned(), value.clone());
            stamps.push(Stamp { name: Name::plain(def.name), value });
        }
    }
    stamps
}

fn expiry(
    schema: &ItemSchema,
    to: &Collected,
    expired: Expired,
    now: SystemTime,
) -> Result<Option<(Name, i64)>, Error> {
    if expired == Expired::Stored {
        return Ok(None);
    }
    let name = to
        .time_to_live
        .ok_or_else(|| Error::invalid(format!("`{}` has no `#[dynamo(ttl)]` attribute", schema.item)))?;
    let seconds = now.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    Ok(Some((name, i64::try_from(seconds).unwrap_or(i64::MAX))))
}

//! `UpdateItem` of what the actions name.

mod made;

use std::{sync::Arc, time::SystemTime};

use aws_sdk_dynamodb::{operation::update_item::builders::UpdateItemInputBuilder, types::ReturnValue};

use super::{
    awaited, conditional,
    get::read,
    origin,
    prepared::{Input, Prepared, Terms, check_size},
    put::mark,
    send::{Delivery, Known, refused, send, undecodable},
    transact_write::{Step, TransactWriteAction},
};
use crate::{
    attribute::Path,
    error::{EncodeError, Error, ErrorKind, WriteError},
    expression::{Action, Change, Tree, check_overlaps},
    item::{Collected, DynamoItem, Expect, KeyValues, ManagedAttribute, NoPrefix, Stamp, key_of},
    request::Repeat,
    schema::{ItemSchema, Managed},
    table::{Place, Table},
    value::{AttributeValue, Item, encode_integer},
    write_plan::{
        Expected, Guard, Known as KnownItem, Origin, Presence, Updated, Verb, VersionClause, expect, find, update,
    },
};

/// Changes some attributes of an item in memory. Made by [`Table::patch`].
#[must_use = "nothing is sent until this is awaited"]
pub struct Patch<'a, T: DynamoItem> {
    table: Table<T>,
    item: &'a mut T,
    actions: Vec<Action<T>>,
    condition: Option<Tree>,
    delivery: Delivery,
}

conditional!(['a, T: DynamoItem] Patch<'a, T>);
awaited!(['a, T: DynamoItem] Patch<'a, T>, 'a => Result<(), WriteError<T>>, run);

impl<'a, T: DynamoItem> Patch<'a, T> {
    pub(crate) fn new(table: Table<T>, item: &'a mut T, actions: Vec<Action<T>>) -> Self {
        Self { table, item, actions, condition: None, delivery: Delivery::Single }
    }

    /// The request as the SDK's own input builder.
    ///
    /// # Errors
    ///
    /// As awaiting, where nothing would be sent.
    pub fn into_request(self) -> Result<UpdateItemInputBuilder, Error> {
        let Self { table, item, actions, condition, .. } = self;
        let patch = Changes { actions, verb: Verb::Patch, expected: Expected::InMemory, condition };
        patch.into_request(table.place(), key_of(&*item).map_err(Error::from), Some(&*item))
    }

    async fn run(self) -> Result<(), WriteError<T>> {
        let Self { table, item, actions, condition, delivery } = self;
        let patch = Changes { actions, verb: Verb::Patch, expected: Expected::InMemory, condition };
        let key = key_of(&*item).map_err(Error::from);
        let mut changed = patch.send(table.place(), key, Some(&*item), delivery).await?;
        T::keep_skipped(&mut changed, item);
        *item = changed;
        Ok(())
    }
}

/// Changes some attributes of an item that is known by its key. Made by [`Table::patch_at`].
#[must_use = "nothing is sent until this is awaited"]
pub struct PatchAt<T: DynamoItem> {
    table: Table<T>,
    key: Result<KeyValues, EncodeError>,
    expect: Expect<T::Version>,
    actions: Vec<Action<T>>,
    condition: Option<Tree>,
    delivery: Delivery,
}

conditional!([T: DynamoItem] PatchAt<T>);
awaited!([T: DynamoItem] PatchAt<T>, 'static => Result<T, WriteError<T>>, run);

impl<T: DynamoItem> PatchAt<T> {
    pub(crate) fn new(
        table: Table<T>,
        key: Result<KeyValues, EncodeError>,
        expect: Expect<T::Version>,
        actions: Vec<Action<T>>,
    ) -> Self {
        Self { table, key, expect, actions, condition: None, delivery: Delivery::Single }
    }

    /// The request as the SDK's own input builder.
    ///
    /// # Errors
    ///
    /// As awaiting, where nothing would be sent.
    pub fn into_request(self) -> Result<UpdateItemInputBuilder, Error> {
        let Self { table, key, expect, actions, condition, .. } = self;
        let expected = Expected::of(expect).map_err(|error| error.at(table.name(), Verb::PatchAt.as_str()))?;
        let patch = Changes { actions, verb: Verb::PatchAt, expected, condition };
        patch.into_request(table.place(), key.map_err(Error::from), None)
    }

    async fn run(self) -> Result<T, WriteError<T>> {
        let Self { table, key, expect, actions, condition, delivery } = self;
        let expected = Expected::of(expect).map_err(|error| error.at(table.name(), Verb::PatchAt.as_str()))?;
        let patch = Changes { actions, verb: Verb::PatchAt, expected, condition };
        patch.send(table.place(), key.map_err(Error::from), None, delivery).await
    }
}

impl<'a, T: DynamoItem> TransactWriteAction<'a> for PatchAt<T> {
    fn into_step(self) -> Step<'a> {
        let Self { table, key, expect, actions, condition, .. } = self;
        Step::new(&table, Verb::PatchAt, move |origin| {
            let patch = Changes { actions, verb: Verb::PatchAt, expected: Expected::of(expect)?, condition };
            Ok((patch.prepare(origin, key.map_err(Error::from), None)?, None))
        })
    }
}

/// What both patches are made of.
struct Changes<T> {
    actions: Vec<Action<T>>,
    verb: Verb,
    expected: Expected,
    condition: Option<Tree>,
}

impl<T: DynamoItem> Changes<T> {
    fn prepare(self, origin: &Origin<'_>, key: Result<KeyValues, Error>, item: Option<&T>) -> Result<Prepared, Error> {
        let Self { actions, verb, expected, condition } = self;
        check_overlaps(&actions)?;
        let now = origin.now;
        let mut to = Updated::at(now, T::SCHEMA, actions.len());
        T::write_managed::<NoPrefix, _>(item, &mut to)?;
        let changes: Vec<_> = actions.into_iter().map(|action| (action.path, action.change)).collect();
        let (key, checked) = (key?, item.filter(|_| is_checked(&to.managed)));
        let mut made = made::made(T::SCHEMA, &changes, &key, &|| checked.map(|item| memory(item, now)).transpose())?;
        let condition = Tree::join(condition, made.unedited.take());
        let repeat = render(&mut to, changes)?;
        made::write(T::SCHEMA, made, &mut to);
        to.check_indexes()?;
        prepare_update(T::SCHEMA, key, to, Asked { verb, expected, condition, repeat }, origin)
    }

    fn into_request(
        self,
        place: &Place,
        key: Result<KeyValues, Error>,
        item: Option<&T>,
    ) -> Result<UpdateItemInputBuilder, Error> {
        let verb = self.verb.as_str();
        let prepared = self.prepare(&origin!(place.db), key, item).map_err(|error| error.at(&place.name, verb))?;
        match prepared.into_input(&place.name, Some(ReturnValue::AllNew)) {
            (Input::Update(input), _) => Ok(input),
            _ => Err(Error::invalid("this is no update")),
        }
    }

    async fn send(
        self,
        place: &Arc<Place>,
        key: Result<KeyValues, Error>,
        item: Option<&T>,
        delivery: Delivery,
    ) -> Result<T, WriteError<T>> {
        let operation = self.verb.as_str();
        let at = |error: Error| error.at(&place.name, operation);
        let prepared = self.prepare(&origin!(place.db), key, item).map_err(at)?;
        let done = send(place, prepared, Some(ReturnValue::AllNew), delivery)
            .await
            .map_err(|error| refused(place, operation, error))?;
        let item = match done.known {
            Known::Answered(Some(item)) | Known::Found(item) => item,
            // A transaction returns no item.
            Known::Answered(None) => read_back(place, done.rest.key, T::SCHEMA).await.map_err(at)?,
        };
        Ok(T::decode(item).map_err(undecodable).map_err(at)?)
    }
}

/// Whether a version says that memory is what is stored.
fn is_checked(managed: &[ManagedAttribute]) -> bool {
    find(managed, |role| matches!(role, Managed::Version(_))).is_some_and(|version| version.value.is_some())
}

/// The attributes of an item in memory, keys left out.
fn memory<T: DynamoItem>(item: &T, now: SystemTime) -> Result<Item, EncodeError> {
    let mut to = Collected::new(T::SCHEMA.attributes.len()).at(now);
    T::write::<NoPrefix, _>(item, &mut to)?;
    to.plain.finish(T::SCHEMA.attributes)
}

/// The item after a write that returned none. The write was applied, so no failure to read may say that it was not.
pub(super) async fn read_back(place: &Place, key: KeyValues, schema: &ItemSchema) -> Result<Item, Error> {
    let applied = || Error::new(ErrorKind::AppliedButUndecodable);
    match read(place, key.into_item(schema)?).await {
        Ok(Some(item)) => Ok(item),
        Ok(None) => Err(applied().because("the item was deleted before it could be read back")),
        Err(error) => Err(applied().because("the item could not be read back").caused_by(error)),
    }
}

/// Renders the actions; says whether they may be sent again without a version that would refuse them.
fn render(to: &mut Updated, changes: Vec<(Path, Change)>) -> Result<Repeat, Error> {
    if changes.is_empty() {
        return Err(Error::invalid("the patch has no actions"));
    }
    let mut repeat = Repeat::Safe;
    check_size(changes.iter().map(|(_, change)| change.size()).sum())?;
    for (path, change) in changes {
        if !change.is_idempotent(&path) {
            repeat = Repeat::Blind;
        }
        to.check_set(&path, &change)?;
        to.clauses.change(&mut to.renderer, &path, change)?;
    }
    Ok(repeat)
}

/// What an update was asked for, beside the attributes.
pub(super) struct Asked {
    pub(super) verb: Verb,
    pub(super) expected: Expected,
    pub(super) condition: Option<Tree>,
    /// Whether the changes alone may be sent again.
    pub(super) repeat: Repeat,
}

/// Adds to an update what every one has: version, generated attributes, conditions. Once for all types.
pub(super) fn prepare_update(
    schema: &'static ItemSchema,
    key: KeyValues,
    mut to: Updated,
    asked: Asked,
    origin: &Origin<'_>,
) -> Result<Prepared, Error> {
    let Asked { verb, expected, condition, repeat } = asked;
    let mut guard = Guard::new(verb, schema.partition_key.name);
    guard.presence = Presence::Exists;
    let state = expect(&mut guard, &to.managed, &expected)?;
    let counts = find(&to.managed, |role| matches!(role, Managed::Counter { .. })).is_some();
    let mut version = None;
    if let Some(state) = state {
        let path = Path::top(state.name);
        if matches!(expected, Expected::Any) {
            let (start, step) = (encode_integer(state.def.start_at), encode_integer(state.def.increment_by));
            to.clauses.advance(&mut to.renderer, &path, start, step);
        } else {
            let next = state.next()?;
            guard.next = Some((state.name, next));
            let value: AttributeValue = encode_integer(next);
            to.clauses.set_value(&mut to.renderer, &path, value.clone());
            version = Some(Stamp { name: state.name, value });
        }
    }
    let known = if matches!(expected, Expected::InMemory) { KnownItem::InMemory } else { KnownItem::ByKey };
    let mut written = update(&mut to, known, origin)?;
    written.stamps.extend(version);
    mark(&mut guard, &mut written);
    let guarded = guard.version.is_some_and(|(_, clause)| !matches!(clause, VersionClause::AbsentOrAtMost(_)));
    guard.once = !guarded;
    // A write id refuses a repetition only until another writer has left its own, so it does not make one safe.
    let repeat = match guarded {
        true => Repeat::Safe,
        false if counts => Repeat::Blind,
        false => repeat,
    };
    Prepared::update(schema, key, to.clauses, Terms { condition, guard, written, repeat }, to.renderer)
}

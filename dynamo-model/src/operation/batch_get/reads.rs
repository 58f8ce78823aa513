//! The keys of a batch, each asked for once, and where what is found goes. Without the types of the items.

use std::{
    any::Any,
    collections::{HashMap, HashSet, hash_map::Entry},
    sync::Arc,
};

use aws_sdk_dynamodb::operation::batch_get_item::builders::BatchGetItemInputBuilder;

use super::{
    super::{
        batch::{BatchFailure, Ended, Options, Spot, chunks, run},
        read::{Consistency, Projection},
    },
    found::AnySink,
};
use crate::{
    dynamo::Dynamo,
    error::{EncodeError, Error, ErrorKind},
    item::{CanonicalKey, KeyValues},
    schema::ItemSchema,
    table::Place,
    value::Item,
};

/// One part of a batch: keys of one table, and how their items are read.
pub(in crate::operation) struct Part {
    pub(super) place: Arc<Place>,
    pub(super) schema: &'static ItemSchema,
    pub(super) keys: Vec<Result<KeyValues, EncodeError>>,
    pub(super) consistency: Consistency,
    pub(super) projection: Option<Projection>,
    /// Reads an answer that is about keys of this part alone from its bytes.
    pub(super) direct: Option<ReadBytes>,
    pub(super) missing: Missing,
    /// Why nothing of it can be asked for.
    pub(super) refused: Option<Error>,
}

/// Reads the bytes of an answer.
pub(super) type ReadBytes = fn(&[u8]) -> Box<dyn Any + Send>;

/// What it means that there is no item under a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Missing {
    /// It is an answer.
    None,
    /// It is a failure.
    NotFound,
}

/// What was not read.
pub(super) struct Unread {
    pub(super) failures: Vec<BatchFailure>,
    pub(super) total: usize,
    pub(super) source: Option<Error>,
}

/// Where an item is wanted: the part, and the position in it.
type Target = (usize, usize);

/// A key that is asked for once.
pub(super) struct Unit {
    pub(super) lane: usize,
    /// As the SDK wants it, with its names, for each request only.
    pub(super) key: KeyValues,
    pub(super) target: Target,
    /// The same key again, also in other parts.
    pub(super) again: Vec<Target>,
}

/// Keys that are asked for in one way: in the same table with the same settings.
pub(super) struct Lane {
    /// A part that has the settings.
    pub(super) part: usize,
    pub(super) units: HashMap<CanonicalKey, usize>,
}

/// All keys of a batch.
pub(super) struct Reads {
    pub(super) db: Dynamo,
    pub(super) parts: Vec<Part>,
    pub(super) lanes: Vec<Lane>,
    pub(super) units: Vec<Unit>,
    refused: Vec<BatchFailure>,
    total: usize,
}

/// What an answer holds.
pub(super) enum Got {
    /// Items of one lane and one part, as they were read from the bytes.
    Read { lane: usize, part: usize, found: Box<dyn Any + Send> },
    /// Items as they are stored, each with its unit.
    Items(Vec<(usize, Item)>),
}

/// Asks for all keys, and hands what is found to the sink of each part.
pub(super) async fn read(db: &Dynamo, parts: Vec<Part>, sinks: &mut [&mut AnySink], options: Options) -> Unread {
    let mut reads = Reads::new(db, parts);
    let total = reads.total;
    let refused = reads.parts.iter_mut().find_map(|part| part.refused.take());
    if let Some(error) = options.check().err().or(refused) {
        return Unread { failures: reads.refuse_all(&error), total, source: None };
    }
    let Ended { failures: given_up, source, .. } = run(&reads, db, options, |got| reads.deliver(got, sinks)).await;
    let mut failures = std::mem::take(&mut reads.refused);
    for failure in given_up {
        let Some(unit) = reads.units.get(failure.unit) else { continue };
        let lost = |target| reads.failure(target, Some(&unit.key), failure.kind, failure.detail.clone());
        failures.extend(unit.targets().filter_map(lost));
    }
    reads.check(sinks, &mut failures);
    Unread { failures, total, source }
}

/// The requests of a batch that goes well.
pub(super) fn requests(db: &Dynamo, parts: Vec<Part>) -> Result<Vec<BatchGetItemInputBuilder>, Error> {
    let mut reads = Reads::new(db, parts);
    if let Some(error) = reads.parts.iter_mut().find_map(|part| part.refused.take()) {
        return Err(error);
    }
    if let Some(refused) = reads.refused.first() {
        return Err(Error::new(refused.kind()).because(refused.to_string()));
    }
    chunks(&reads).iter().map(|chunk| reads.request(chunk)).collect()
}

impl Unit {
    fn targets(&self) -> impl Iterator<Item = Target> {
        std::iter::once(self.target).chain(self.again.iter().copied())
    }
}

impl Part {
    /// Whether one request can ask for the keys of both.
    fn asks_as(&self, other: &Self) -> bool {
        self.place.name == other.place.name
            && self.consistency == other.consistency
            && self.projection == other.projection
    }

    fn spot(&self, (part, position): Target) -> Spot<'_> {
        Spot { place: &self.place, schema: self.schema, part, position }
    }
}

impl Reads {
    fn new(db: &Dynamo, parts: Vec<Part>) -> Self {
        let mut reads =
            Self { db: db.clone(), parts, lanes: Vec::new(), units: Vec::new(), refused: Vec::new(), total: 0 };
        for part in 0..reads.parts.len() {
            let keys = reads.parts.get_mut(part).map(|part| std::mem::take(&mut part.keys)).unwrap_or_default();
            reads.total += keys.len();
            let lane = reads.lane(part);
            reads.reserve(lane, keys.len());
            for (position, key) in keys.into_iter().enumerate() {
                reads.ask(lane, (part, position), key);
            }
        }
        reads
    }

    /// The lane of a part: one that asks in the same way, or a new one.
    fn lane(&mut self, part: usize) -> usize {
        let same = |lane: &Lane| match (self.parts.get(lane.part), self.parts.get(part)) {
            (Some(one), Some(other)) => one.asks_as(other),
            _ => false,
        };
        self.lanes.iter().position(same).unwrap_or_else(|| {
            self.lanes.push(Lane { part, units: HashMap::new() });
            self.lanes.len() - 1
        })
    }

    /// Makes room for so many keys at once: to grow step by step would take as long as all else here.
    fn reserve(&mut self, lane: usize, keys: usize) {
        self.units.reserve(keys);
        if let Some(lane) = self.lanes.get_mut(lane) {
            lane.units.reserve(keys);
        }
    }

    /// Asks for a key, unless it is asked for already.
    fn ask(&mut self, lane: usize, target: Target, key: Result<KeyValues, EncodeError>) {
        let Some(part) = self.parts.get(target.0) else { return };
        let checked = key.map_err(Error::from).and_then(|key| key.check(part.schema).map(|()| key));
        let key = match checked {
            Ok(key) => key,
            Err(error) => return self.refused.push(part.spot(target).refused(None, &error)),
        };
        let Some(known) = self.lanes.get_mut(lane) else { return };
        match known.units.entry(CanonicalKey::of(&key)) {
            Entry::Vacant(entry) => {
                entry.insert(self.units.len());
                self.units.push(Unit { lane, key, target, again: Vec::new() });
            }
            Entry::Occupied(entry) => {
                if let Some(unit) = self.units.get_mut(*entry.get()) {
                    unit.again.push(target);
                }
            }
        }
    }

    /// Hands what an answer holds to the sinks of the parts.
    fn deliver(&self, got: Got, sinks: &mut [&mut AnySink]) {
        match got {
            Got::Read { lane, part, found } => {
                let (Some(lane), Some(sink)) = (self.lanes.get(lane), sinks.get_mut(part)) else { return };
                sink.take_read(found, &|key| self.units.get(*lane.units.get(key)?).map(|unit| unit.target.1));
            }
            Got::Items(items) => {
                for (unit, item) in items {
                    let Some(unit) = self.units.get(unit) else { continue };
                    for (part, position) in &unit.again {
                        if let Some(sink) = sinks.get_mut(*part) {
                            sink.take_item(*position, item.clone());
                        }
                    }
                    if let Some(sink) = sinks.get_mut(unit.target.0) {
                        sink.take_item(unit.target.1, item);
                    }
                }
            }
        }
    }

    /// Adds what does not decode, and what should be there and is not.
    fn check(&self, sinks: &mut [&mut AnySink], failures: &mut Vec<BatchFailure>) {
        let mut more = Vec::new();
        for (part, sink) in sinks.iter_mut().enumerate() {
            let undecodable = sink.undecodable().into_iter();
            more.extend(undecodable.map(|(at, error)| ((part, at), ErrorKind::Decode, Some(error.to_string()))));
            if self.parts.get(part).is_some_and(|part| part.missing == Missing::NotFound) {
                more.extend(sink.missing().into_iter().map(|at| ((part, at), ErrorKind::NotFound, None)));
            }
        }
        if more.is_empty() {
            return;
        }
        let mut known: HashSet<Target> = failures.iter().map(|failure| (failure.part(), failure.position())).collect();
        let keys: HashMap<Target, &KeyValues> =
            self.units.iter().flat_map(|unit| unit.targets().map(move |target| (target, &unit.key))).collect();
        for (target, kind, detail) in more {
            if known.insert(target) {
                failures.extend(self.failure(target, keys.get(&target).copied(), kind, detail));
            }
        }
    }

    fn refuse_all(&mut self, error: &Error) -> Vec<BatchFailure> {
        let mut failures = std::mem::take(&mut self.refused);
        for unit in &self.units {
            let lost = |target| self.failure(target, Some(&unit.key), error.kind(), error.detail().map(str::to_owned));
            failures.extend(unit.targets().filter_map(lost));
        }
        failures
    }

    fn failure(
        &self,
        target: Target,
        key: Option<&KeyValues>,
        kind: ErrorKind,
        detail: Option<String>,
    ) -> Option<BatchFailure> {
        let part = self.parts.get(target.0)?;
        let key = key.map(|key| key.clone().named(part.schema));
        Some(part.spot(target).failure(key, kind, detail))
    }
}

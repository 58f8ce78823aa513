//! The writes of a batch, its requests, and what each answer left.

use std::{
    collections::{HashMap, hash_map::Entry},
    fmt::Write as _,
    pin::pin,
    sync::Arc,
};

use aws_sdk_dynamodb::{
    operation::batch_write_item::builders::BatchWriteItemInputBuilder,
    types::{DeleteRequest, PutRequest, WriteRequest},
};
use futures_util::future::BoxFuture;

use super::{
    super::{
        batch::{Answer, Batch, BatchFailure, Ended, Failed, Sent, Spot, Uncertain, all_or, chunks, summary},
        prepared::{Body, Prepared},
        read::key_names,
        transact_write::at_all,
    },
    report::{BatchReport, BatchWriteError},
};
use crate::{
    dynamo::Dynamo,
    error::{EncodeError, Error, ErrorKind},
    item::{CanonicalKey, KeyNames, KeyValues},
    request::{Call, Repeat, Turn, failed, watch},
    schema::ItemSchema,
    table::Place,
    value::{AttributeValue, Item, wire_size},
};

/// The largest request that DynamoDB takes, in bytes.
const LARGEST_REQUEST: usize = 16 * 1024 * 1024;

/// How many pairs of equal keys the text of an error lists.
const LISTED: usize = 10;

/// One part of a batch: writes of one table.
pub(super) struct Part {
    pub(super) place: Arc<Place>,
    pub(super) schema: &'static ItemSchema,
    pub(super) writes: Vec<Result<Write, Refusal>>,
}

/// One item that is put or deleted.
pub(super) struct Write {
    request: WriteRequest,
    key: KeyValues,
    /// About the bytes of it in a request.
    size: usize,
}

/// An item that cannot be sent.
pub(super) struct Refusal {
    key: Option<Item>,
    error: Error,
}

impl Refusal {
    pub(super) fn new(schema: &ItemSchema, key: Result<KeyValues, EncodeError>, error: Error) -> Self {
        Self { key: key.ok().and_then(|key| key.into_item(schema).ok()), error }
    }
}

impl Write {
    /// A put, as it would be sent alone and without a condition.
    pub(super) fn put(prepared: Prepared) -> Result<Self, Error> {
        let Body::Put(item) = prepared.body else { return Err(Error::invalid("this is no put")) };
        let size = size(&item);
        let put = PutRequest::builder().set_item(Some(item)).build().map_err(incomplete)?;
        Ok(Self { request: WriteRequest::builder().put_request(put).build(), key: prepared.key, size })
    }

    pub(super) fn delete(schema: &ItemSchema, key: Result<KeyValues, EncodeError>) -> Result<Self, Refusal> {
        let request = |key: KeyValues| {
            let item = key.clone().into_item(schema)?;
            let size = size(&item);
            let delete = DeleteRequest::builder().set_key(Some(item)).build().map_err(incomplete)?;
            Ok(Self { request: WriteRequest::builder().delete_request(delete).build(), key, size })
        };
        key.map_err(Error::from).and_then(request).map_err(|error| Refusal { key: None, error })
    }
}

fn incomplete(error: aws_sdk_dynamodb::error::BuildError) -> Error {
    Error::invalid("the request lacks a part").caused_by(error)
}

fn size(item: &Item) -> usize {
    item.iter().map(|(name, value): (_, &AttributeValue)| name.len() + 4 + wire_size(value)).sum()
}

/// Where an item is: the part, and the position in it.
type Target = (usize, usize);

struct Unit {
    table: usize,
    request: WriteRequest,
    size: usize,
    target: Target,
}

/// A table that is written to, however many parts are about it.
struct Table {
    place: Arc<Place>,
    names: KeyNames,
    units: HashMap<CanonicalKey, usize>,
}

/// All writes of a batch.
pub(super) struct Writes {
    db: Dynamo,
    /// Where the items of each part are, and how many there are.
    parts: Vec<(Arc<Place>, &'static ItemSchema, usize)>,
    tables: Vec<Table>,
    units: Vec<Unit>,
    refused: Vec<BatchFailure>,
    /// Equal keys, each with the first of them.
    twice: Vec<(Target, Target)>,
}

impl Writes {
    pub(super) fn new(db: &Dynamo, parts: Vec<Part>) -> Self {
        let mut writes = Self {
            db: db.clone(),
            parts: Vec::new(),
            tables: Vec::new(),
            units: Vec::new(),
            refused: Vec::new(),
            twice: Vec::new(),
        };
        for (part, Part { place, schema, writes: items }) in parts.into_iter().enumerate() {
            let table = writes.table(&place, schema);
            writes.parts.push((Arc::clone(&place), schema, items.len()));
            for (position, item) in items.into_iter().enumerate() {
                match item {
                    Ok(write) => writes.write(table, (part, position), write),
                    Err(Refusal { key, error }) => {
                        let spot = Spot { place: &place, schema, part, position };
                        writes.refused.push(spot.refused(key, &error));
                    }
                }
            }
        }
        writes
    }

    fn table(&mut self, place: &Arc<Place>, schema: &ItemSchema) -> usize {
        self.tables.iter().position(|table| table.place.name == place.name).unwrap_or_else(|| {
            let (place, names) = (Arc::clone(place), KeyNames::of(schema));
            self.tables.push(Table { place, names, units: HashMap::new() });
            self.tables.len() - 1
        })
    }

    fn write(&mut self, table: usize, target: Target, write: Write) {
        let Some(known) = self.tables.get_mut(table) else { return };
        match known.units.entry(CanonicalKey::of(&write.key)) {
            Entry::Vacant(entry) => {
                entry.insert(self.units.len());
            }
            Entry::Occupied(entry) => {
                let first = self.units.get(*entry.get()).map(|unit| unit.target);
                self.twice.extend(first.map(|first| (first, target)));
            }
        }
        let Write { request, size, .. } = write;
        self.units.push(Unit { table, request, size, target });
    }

    /// An error that is about the batch as a whole.
    pub(super) fn at_all(&self, error: Error, operation: &'static str) -> Error {
        let places: Vec<_> = self.parts.iter().map(|(place, ..)| Arc::clone(place)).collect();
        at_all(error, &places, operation)
    }

    /// Two writes of one item have no order in a batch.
    pub(super) fn duplicates(&self, operation: &'static str) -> Option<Error> {
        let (_, (part, _)) = self.twice.first()?;
        let (place, schema, _) = self.parts.get(*part)?;
        let mut text = format!("a batch writes each item once, and the same key, {}, is at ", key_names(schema));
        for (at, (first, second)) in self.twice.iter().take(LISTED).enumerate() {
            let comma = if at == 0 { "" } else { ", at " };
            let _ = write!(text, "{comma}{} and {}", spot(*first), spot(*second));
        }
        if let Some(more @ 1..) = self.twice.len().checked_sub(LISTED) {
            let _ = write!(text, " and {more} more");
        }
        Some(Error::invalid(text + " (from 0)").at(&place.name, operation))
    }

    /// The requests of a batch that goes well.
    pub(super) fn requests(&self, operation: &'static str) -> Result<Vec<BatchWriteItemInputBuilder>, Error> {
        if let Some(error) = self.duplicates(operation) {
            return Err(error);
        }
        match self.refused.first() {
            Some(refused) => {
                Err(Error::new(refused.kind()).because(refused.to_string()).at(refused.table(), operation))
            }
            None => Ok(chunks(self).iter().map(|chunk| self.request(chunk)).collect()),
        }
    }

    fn request(&self, chunk: &[usize]) -> BatchWriteItemInputBuilder {
        let mut items: HashMap<String, Vec<WriteRequest>> = HashMap::new();
        for unit in chunk.iter().filter_map(|unit| self.units.get(*unit)) {
            if let Some(table) = self.tables.get(unit.table) {
                items.entry(table.place.name.clone()).or_default().push(unit.request.clone());
            }
        }
        BatchWriteItemInputBuilder::default().set_request_items(Some(items))
    }

    /// The unit that an unprocessed item is.
    fn unit(&self, table: &str, request: &WriteRequest) -> Option<usize> {
        // Where there is one table, it may be called otherwise in the answer.
        let table = match self.tables.as_slice() {
            [table] => Some(table),
            tables => tables.iter().find(|known| known.place.name == table),
        }?;
        let put = request.put_request().map(PutRequest::item);
        let item = put.or_else(|| request.delete_request().map(DeleteRequest::key))?;
        table.units.get(&CanonicalKey::in_item(table.names, item)).copied()
    }

    async fn send_all(&self, chunk: &[usize], turn: Turn) -> Result<Answer<()>, Failed> {
        let call = Call::new(Repeat::Safe).in_turn(turn);
        let sent = watch(&call, pin!(self.request(chunk).send_with(self.db.client()))).await;
        let output = sent.map_err(|error| Failed::of_write(failed(error), &call))?;
        let left = output.unprocessed_items.iter().flatten();
        let left = left.flat_map(|(table, items)| items.iter().map(|item| self.unit(table, item)));
        // What an attempt wrote whose answer was lost, the next may leave unprocessed.
        Ok(Answer { got: (), unprocessed: all_or(chunk, left), uncertain: Uncertain::of(&call) })
    }

    fn lengths(&self) -> Vec<usize> {
        self.parts.iter().map(|(.., length)| *length).collect()
    }

    fn failure(&self, unit: usize, kind: ErrorKind, detail: Option<String>) -> Option<BatchFailure> {
        let Unit { table, request, target: (part, position), .. } = self.units.get(unit)?;
        let put = request.put_request().map(PutRequest::item);
        let item = put.or_else(|| request.delete_request().map(DeleteRequest::key));
        let key = item.zip(self.tables.get(*table)).map(|(item, table)| table.names.pick(item));
        let (place, schema, _) = self.parts.get(*part)?;
        Some(Spot { place, schema, part: *part, position: *position }.failure(key, kind, detail))
    }

    /// What came of it, once everything is written or given up.
    pub(super) fn report(mut self, ended: Ended, operation: &'static str) -> Result<BatchReport, BatchWriteError> {
        let Ended { failures, source, requests } = ended;
        let mut unwritten = std::mem::take(&mut self.refused);
        unwritten.extend(failures.into_iter().filter_map(|lost| self.failure(lost.unit, lost.kind, lost.detail)));
        let lengths = self.lengths();
        if unwritten.is_empty() {
            return Ok(BatchReport { lengths, unwritten, requests });
        }
        let error = summary(&mut unwritten, (lengths.iter().sum(), "written"), source, operation);
        Err(BatchWriteError::new(BatchReport { lengths, unwritten, requests }, error))
    }

    /// What came of it where nothing may be sent.
    pub(super) fn refuse(mut self, error: Error) -> BatchWriteError {
        let mut unwritten = std::mem::take(&mut self.refused);
        let detail = "nothing of the batch was sent";
        let lost = |unit| self.failure(unit, error.kind(), Some(detail.to_owned()));
        unwritten.extend((0..self.units.len()).filter_map(lost));
        unwritten.sort_by_key(|failure| (failure.part(), failure.position()));
        BatchWriteError::new(BatchReport { lengths: self.lengths(), unwritten, requests: 0 }, error)
    }
}

/// An item's place in words.
fn spot((part, position): Target) -> String {
    if part == 0 { format!("position {position}") } else { format!("position {position} of part {part}") }
}

impl Batch for Writes {
    type Got = ();
    const MOST: usize = 25;

    fn units(&self) -> usize {
        self.units.len()
    }

    fn table_of_unit(&self, unit: usize) -> usize {
        self.units.get(unit).map(|unit| unit.table).unwrap_or_default()
    }

    fn fits(&self, chunk: &[usize], unit: usize) -> bool {
        let sizes = chunk.iter().chain([&unit]).filter_map(|unit| self.units.get(*unit)).map(|unit| unit.size);
        chunk.is_empty() || sizes.sum::<usize>() <= LARGEST_REQUEST
    }

    fn send(&self, chunk: Vec<usize>, turn: Turn) -> BoxFuture<'_, Sent<()>> {
        Box::pin(async move {
            let answer = self.send_all(&chunk, turn).await;
            Sent { chunk, answer }
        })
    }
}

//! One request for many keys, and its answer.

use std::pin::pin;

use aws_sdk_dynamodb::{
    operation::batch_get_item::{BatchGetItemOutput, builders::BatchGetItemInputBuilder},
    types::KeysAndAttributes,
};
use futures_util::future::BoxFuture;

use super::{
    super::{
        batch::{Answer, Batch, Failed, Sent, all_or},
        read::Consistency,
    },
    found::Read,
    reads::{Got, Part, ReadBytes, Reads, Unit},
};
use crate::{
    error::{DecodeError, Error},
    item::{CanonicalKey, KeyNames},
    request::{Answer as Direct, BATCH_GET_ITEM, Call, Repeat, Turn, failed, watch},
    value::Item,
};

impl Batch for Reads {
    type Got = Got;
    const MOST: usize = 100;

    fn units(&self) -> usize {
        self.units.len()
    }

    fn table_of_unit(&self, unit: usize) -> usize {
        let table = self.units.get(unit).and_then(|unit| self.table(unit.lane));
        // The number of its first lane.
        (0..self.lanes.len()).find(|lane| self.table(*lane) == table).unwrap_or_default()
    }

    fn fits(&self, chunk: &[usize], unit: usize) -> bool {
        if self.lanes.len() < 2 {
            return true;
        }
        let Some(lane) = self.units.get(unit).map(|unit| unit.lane) else { return false };
        // A request has one setting for each table.
        let apart = |other: &Unit| other.lane != lane && self.table(other.lane) == self.table(lane);
        !chunk.iter().filter_map(|unit| self.units.get(*unit)).any(apart)
    }

    fn send(&self, chunk: Vec<usize>, turn: Turn) -> BoxFuture<'_, Sent<Got>> {
        Box::pin(async move {
            let answer = self.fetch(&chunk, turn).await.map_err(Failed::of_read);
            Sent { chunk, answer }
        })
    }
}

impl Reads {
    async fn fetch(&self, chunk: &[usize], turn: Turn) -> Result<Answer<Got>, Error> {
        let request = self.request(chunk)?;
        let direct = self.direct(chunk);
        let call = match &direct {
            Some((.., read)) => Call::reading(Direct::new(BATCH_GET_ITEM, *read)),
            None => Call::new(Repeat::Safe),
        }
        .in_turn(turn);
        let output = watch(&call, pin!(request.send_with(self.db.client()))).await.map_err(failed)?;
        match (call.take_answer::<Result<Read, DecodeError>>(), direct) {
            (Some(read), Some((lane, part, _))) => {
                let Read { found, unprocessed } = read?;
                let units = self.lanes.get(lane).map(|lane| &lane.units);
                let left = unprocessed.iter().map(|key| units?.get(key).copied());
                Ok(Answer { got: Got::Read { lane, part, found }, unprocessed: all_or(chunk, left), uncertain: None })
            }
            _ => Ok(self.undirect(chunk, output)),
        }
    }

    pub(super) fn request(&self, chunk: &[usize]) -> Result<BatchGetItemInputBuilder, Error> {
        let mut request = BatchGetItemInputBuilder::default();
        for lane in self.lanes_of(chunk) {
            let Some(part) = self.settings(lane) else { continue };
            let units = chunk.iter().filter_map(|unit| self.units.get(*unit)).filter(|unit| unit.lane == lane);
            let projection = part.projection.as_ref();
            let asked = KeysAndAttributes::builder()
                .set_keys(Some(units.map(|unit| unit.key.clone().named(part.schema)).collect()))
                .set_consistent_read((part.consistency == Consistency::Strong).then_some(true))
                .set_projection_expression(projection.map(|projection| projection.text.clone()))
                .set_expression_attribute_names(projection.and_then(|projection| projection.names.clone()))
                .build()
                .map_err(|error| Error::invalid("the request lacks a part").caused_by(error))?;
            request = request.request_items(&part.place.name, asked);
        }
        Ok(request)
    }

    /// How the answer is read from its bytes: where it is about one part, and each item goes to one position.
    fn direct(&self, chunk: &[usize]) -> Option<(usize, usize, ReadBytes)> {
        let first = self.units.get(*chunk.first()?)?;
        let (lane, part) = (first.lane, first.target.0);
        let alone =
            |unit: &usize| self.units.get(*unit).is_some_and(|unit| unit.target.0 == part && unit.again.is_empty());
        let read = self.parts.get(part)?.direct?;
        chunk.iter().all(alone).then_some((lane, part, read))
    }

    /// An answer that the SDK has read.
    fn undirect(&self, chunk: &[usize], output: BatchGetItemOutput) -> Answer<Got> {
        let responses = output.responses.unwrap_or_default().into_iter();
        let items = responses.flat_map(|(table, items)| {
            let lane = self.lane_of(chunk, &table);
            items.into_iter().filter_map(move |item| Some((self.unit_of(lane?, &item)?, item)))
        });
        let left = output.unprocessed_keys.into_iter().flatten().flat_map(|(table, asked)| {
            let lane = self.lane_of(chunk, &table);
            asked.keys.into_iter().map(move |key| self.unit_of(lane?, &key))
        });
        Answer { got: Got::Items(items.collect()), unprocessed: all_or(chunk, left), uncertain: None }
    }

    fn settings(&self, lane: usize) -> Option<&Part> {
        self.parts.get(self.lanes.get(lane)?.part)
    }

    fn table(&self, lane: usize) -> Option<&str> {
        self.settings(lane).map(|part| part.place.name.as_str())
    }

    /// The lanes of these units, each once.
    fn lanes_of(&self, chunk: &[usize]) -> Vec<usize> {
        let mut lanes = Vec::new();
        for unit in chunk.iter().filter_map(|unit| self.units.get(*unit)) {
            if !lanes.contains(&unit.lane) {
                lanes.push(unit.lane);
            }
        }
        lanes
    }

    /// The lane of a table in an answer to a request of these units.
    fn lane_of(&self, chunk: &[usize], table: &str) -> Option<usize> {
        let lanes = self.lanes_of(chunk);
        match lanes.as_slice() {
            [lane] => Some(*lane),
            lanes => lanes.iter().copied().find(|lane| self.table(*lane) == Some(table)),
        }
    }

    fn unit_of(&self, lane: usize, item: &Item) -> Option<usize> {
        let key = CanonicalKey::in_item(KeyNames::of(self.settings(lane)?.schema), item);
        self.lanes.get(lane)?.units.get(&key).copied()
    }
}

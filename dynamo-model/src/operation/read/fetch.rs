//! One request of a query or a scan, and the page that answers it.

use std::{any::Any, pin::pin};

use aws_sdk_dynamodb::{
    operation::{query::builders::QueryInputBuilder, scan::builders::ScanInputBuilder},
    types::Select,
};

use super::{Consistency, Direction, Plan, Position, Verb};
use crate::{
    error::{DecodeError, Error, ErrorKind},
    item::{DynamoItem, ReadAs, decode_as},
    request::{Answer, Call, QUERY, SCAN, failed, sent, watch},
    value::{Answered, Item, read_page_json, read_raw_page_json},
};

/// One page.
pub(in crate::operation) struct Fetched<O> {
    pub(in crate::operation) items: Vec<Result<O, Error>>,
    pub(in crate::operation) next: Option<Position>,
}

/// Which part of a table is scanned.
pub(in crate::operation) type Part = Option<(i32, i32)>;

impl Plan {
    /// The request of a query.
    pub(in crate::operation) fn query(&self, start: Option<Position>, taken: usize) -> QueryInputBuilder {
        QueryInputBuilder::default()
            .table_name(&self.place.name)
            .set_index_name(self.index.map(str::to_owned))
            .set_key_condition_expression(self.key_condition.clone())
            .set_filter_expression(self.filter.clone())
            .set_projection_expression(self.projection.clone())
            .set_expression_attribute_names(self.rendered.names.clone())
            .set_expression_attribute_values(self.rendered.values.clone())
            .set_scan_index_forward((self.direction == Direction::Descending).then_some(false))
            .set_consistent_read((self.consistency == Consistency::Strong).then_some(true))
            .set_limit(self.request_limit(taken))
            .set_exclusive_start_key(start)
    }

    /// The request of a scan.
    pub(in crate::operation) fn scan(&self, part: Part, start: Option<Position>, taken: usize) -> ScanInputBuilder {
        ScanInputBuilder::default()
            .table_name(&self.place.name)
            .set_index_name(self.index.map(str::to_owned))
            .set_filter_expression(self.filter.clone())
            .set_projection_expression(self.projection.clone())
            .set_expression_attribute_names(self.rendered.names.clone())
            .set_expression_attribute_values(self.rendered.values.clone())
            .set_consistent_read((self.consistency == Consistency::Strong).then_some(true))
            .set_limit(self.request_limit(taken))
            .set_segment(part.map(|(segment, _)| segment))
            .set_total_segments(part.map(|(_, total)| total))
            .set_exclusive_start_key(start)
    }
}

/// Reads one page. `taken` items were given before.
pub(in crate::operation) async fn fetch<T: DynamoItem, O: ReadAs<T>>(
    plan: &Plan,
    part: Part,
    start: Option<Position>,
    taken: usize,
) -> Result<Fetched<O>, Error> {
    let client = plan.place.db.client();
    let (call, answered) = match plan.verb {
        Verb::Query => {
            let call = Call::reading(Answer::new(QUERY, read_answer::<T, O>));
            let sent = watch(&call, pin!(plan.query(start, taken).send_with(client))).await;
            let output = sent.map_err(|error| plan.failed(failed(error)))?;
            (call, (output.items, output.last_evaluated_key))
        }
        Verb::Scan => {
            let call = Call::reading(Answer::new(SCAN, read_answer::<T, O>));
            let sent = watch(&call, pin!(plan.scan(part, start, taken).send_with(client))).await;
            let output = sent.map_err(|error| plan.failed(failed(error)))?;
            (call, (output.items, output.last_evaluated_key))
        }
    };
    let page = match call.take_answer::<Result<Answered<O>, DecodeError>>() {
        Some(read) => read.map_err(|error| plan.failed(error.into()))?,
        None => undirect::<T, O>(answered),
    };
    let items = page.items.into_iter().enumerate();
    let items = items.map(|(at, item)| item.map_err(|error| undecodable(plan, at, &error))).collect();
    // DynamoDB never sends an empty key.
    Ok(Fetched { items, next: page.last_evaluated.filter(|key| !key.is_empty()) })
}

/// Which item of its page does not decode. The page may go on after it.
fn undecodable(plan: &Plan, at: usize, error: &DecodeError) -> Error {
    let place = format!("item {} of its page, with the key {}", at + 1, plan.keys);
    plan.failed(Error::new(ErrorKind::Decode).because(format!("{place}: {error}")))
}

/// The bytes of an answer. Where an item does not decode, all are read a second time, one by one.
fn read_answer<T: DynamoItem, O: ReadAs<T>>(body: &[u8]) -> Box<dyn Any + Send> {
    let read = read_page_json::<O, O::Slots>(body).or_else(|_| {
        let raw = read_raw_page_json(body)?;
        let items = raw.items.into_iter().map(|item| decode_as::<O, O::Slots>(item?)).collect();
        Ok::<_, DecodeError>(Answered { items, last_evaluated: raw.last_evaluated, count: raw.count })
    });
    Box::new(read)
}

fn undirect<T: DynamoItem, O: ReadAs<T>>((items, last): (Option<Vec<Item>>, Option<Item>)) -> Answered<O> {
    let items = items.unwrap_or_default();
    let items: Vec<_> = items.into_iter().map(decode_as::<O, O::Slots>).collect();
    Answered { count: items.len() as u64, items, last_evaluated: last }
}

/// Counts the items of one page without reading them.
pub(in crate::operation) async fn count(
    plan: &Plan,
    part: Part,
    start: Option<Position>,
) -> Result<(u64, Option<Position>), Error> {
    let client = plan.place.db.client();
    let (count, next) = match plan.verb {
        Verb::Query => {
            let output = sent(plan.query(start, 0).select(Select::Count).send_with(client)).await;
            let output = output.map_err(|error| plan.failed(failed(error)))?;
            (output.count, output.last_evaluated_key)
        }
        Verb::Scan => {
            let output = sent(plan.scan(part, start, 0).select(Select::Count).send_with(client)).await;
            let output = output.map_err(|error| plan.failed(failed(error)))?;
            (output.count, output.last_evaluated_key)
        }
    };
    Ok((u64::try_from(count).unwrap_or_default(), next.filter(|key| !key.is_empty())))
}

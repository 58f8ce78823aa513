//! One request of a query or a scan, and the page that answers it.

use std::{any::Any, pin::pin, sync::Arc};

use aws_sdk_dynamodb::{
    operation::{query::builders::QueryInputBuilder, scan::builders::ScanInputBuilder},
    types::Select,
};
use futures_util::future::BoxFuture;

use super::{Consistency, Direction, Parts, Plan, Position, Segment, Texts, Verb, key_names};
use crate::{
    error::{DecodeError, Error, ErrorKind},
    item::{DynamoItem, ReadAs, decode_as},
    request::{Answer, Call, QUERY, SCAN, failed, metered, sent, watch},
    value::{Answered, Item, read_page_json},
};

/// One page.
pub(in crate::operation) struct Fetched<O> {
    pub(in crate::operation) items: Vec<Result<O, Error>>,
    pub(in crate::operation) next: Option<Position>,
}

/// Which part of a table is scanned.
pub(in crate::operation) type Part = Option<(i32, i32)>;

/// Which page is asked for.
pub(in crate::operation) struct Ask {
    pub(in crate::operation) part: Part,
    pub(in crate::operation) start: Option<Position>,
    /// How many items were given, or are held, before it.
    pub(in crate::operation) taken: usize,
    /// The number of the page, from 1 where the reading began.
    pub(in crate::operation) page: usize,
}

impl Ask {
    /// The first page of the first part that is not over.
    pub(in crate::operation) fn first(parts: Parts) -> Self {
        let unfinished = parts.into_iter().find(|(_, segment)| *segment != Segment::Done);
        let (part, segment) = unfinished.unwrap_or((None, Segment::Start));
        Self { part, start: segment.position(), taken: 0, page: 1 }
    }
}

/// Reads one page; the item's type is in the function.
pub(in crate::operation) type Fetch<O> = fn(Arc<Plan>, Ask) -> BoxFuture<'static, Result<Fetched<O>, Error>>;

impl Plan {
    /// The request of a query.
    pub(in crate::operation) fn query(&self, ask: Ask, texts: Texts) -> QueryInputBuilder {
        QueryInputBuilder::default()
            .table_name(&self.place.name)
            .set_index_name(self.index.map(str::to_owned))
            .set_key_condition_expression(texts.key_condition)
            .set_filter_expression(texts.filter)
            .set_projection_expression(texts.projection)
            .set_expression_attribute_names(texts.rendered.names)
            .set_expression_attribute_values(texts.rendered.values)
            .set_scan_index_forward((self.direction == Direction::Descending).then_some(false))
            .set_consistent_read((self.consistency == Consistency::Strong).then_some(true))
            .set_limit(self.request_limit(&ask))
            .set_exclusive_start_key(ask.start)
    }

    /// The request of a scan.
    pub(in crate::operation) fn scan(&self, ask: Ask, texts: Texts) -> ScanInputBuilder {
        ScanInputBuilder::default()
            .table_name(&self.place.name)
            .set_index_name(self.index.map(str::to_owned))
            .set_filter_expression(texts.filter)
            .set_projection_expression(texts.projection)
            .set_expression_attribute_names(texts.rendered.names)
            .set_expression_attribute_values(texts.rendered.values)
            .set_consistent_read((self.consistency == Consistency::Strong).then_some(true))
            .set_limit(self.request_limit(&ask))
            .set_segment(ask.part.map(|(segment, _)| segment))
            .set_total_segments(ask.part.map(|(_, total)| total))
            .set_exclusive_start_key(ask.start)
    }
}

/// Reads one page of a query or a scan.
pub(in crate::operation) fn fetch_page<T: DynamoItem, O: ReadAs<T>>(
    plan: Arc<Plan>,
    ask: Ask,
) -> BoxFuture<'static, Result<Fetched<O>, Error>> {
    Box::pin(async move { metered(plan.capacity.as_ref(), pin!(fetch::<T, O>(&plan, ask))).await })
}

async fn fetch<T: DynamoItem, O: ReadAs<T>>(plan: &Plan, ask: Ask) -> Result<Fetched<O>, Error> {
    let (page, part) = (ask.page, ask.part);
    let client = plan.place.db.client();
    let (call, answered) = match plan.verb {
        Verb::Query => {
            let call = Call::reading(Answer::new(QUERY, read_answer::<T, O>));
            let sent = watch(&call, pin!(plan.query(ask, plan.texts.clone()).send_with(client))).await;
            let output = sent.map_err(|error| plan.refused(failed(error)))?;
            (call, (output.items, output.last_evaluated_key))
        }
        Verb::Scan => {
            let call = Call::reading(Answer::new(SCAN, read_answer::<T, O>));
            let sent = watch(&call, pin!(plan.scan(ask, plan.texts.clone()).send_with(client))).await;
            let output = sent.map_err(|error| plan.refused(failed(error)))?;
            (call, (output.items, output.last_evaluated_key))
        }
    };
    let answered = match call.take_answer::<Result<Answered<O>, DecodeError>>() {
        Some(read) => read.map_err(|error| plan.failed(error.into()))?,
        None => undirect::<T, O>(answered),
    };
    let items = answered.items.into_iter().enumerate();
    let items = items.map(|(at, item)| item.map_err(|error| undecodable(plan, at, (page, part), &error))).collect();
    // DynamoDB never sends an empty key.
    Ok(Fetched { items, next: answered.last_evaluated.filter(|key| !key.is_empty()) })
}

/// Which item of which page does not decode. The page goes on after it.
fn undecodable(plan: &Plan, at: usize, (page, part): (usize, Part), error: &DecodeError) -> Error {
    let segment = part.map(|(segment, _)| format!(" of segment {segment}")).unwrap_or_default();
    let place = format!("item {} of page {page}{segment}, with the key {}", at + 1, key_names(plan.schema));
    plan.failed(Error::new(ErrorKind::Decode).because(format!("{place}: {error}")))
}

/// The bytes of an answer.
fn read_answer<T: DynamoItem, O: ReadAs<T>>(body: &[u8]) -> Box<dyn Any + Send> {
    Box::new(read_page_json::<O, O::Slots>(body))
}

fn undirect<T: DynamoItem, O: ReadAs<T>>((items, last): (Option<Vec<Item>>, Option<Item>)) -> Answered<O> {
    let items = items.unwrap_or_default();
    let items: Vec<_> = items.into_iter().map(decode_as::<O, O::Slots>).collect();
    Answered { count: items.len() as u64, items, last_evaluated: last }
}

/// How many items one page has.
pub(in crate::operation) struct Counted {
    pub(in crate::operation) part: Part,
    pub(in crate::operation) page: usize,
    pub(in crate::operation) found: u64,
    pub(in crate::operation) next: Option<Position>,
}

/// Counts the items of one page without reading them.
pub(in crate::operation) async fn count_page(plan: &Plan, ask: Ask) -> Result<Counted, Error> {
    metered(plan.capacity.as_ref(), pin!(count_one(plan, ask))).await
}

async fn count_one(plan: &Plan, ask: Ask) -> Result<Counted, Error> {
    let client = plan.place.db.client();
    let (part, page) = (ask.part, ask.page);
    let (count, next) = match plan.verb {
        Verb::Query => {
            let output = sent(plan.query(ask, plan.texts.clone()).select(Select::Count).send_with(client)).await;
            let output = output.map_err(|error| plan.refused(failed(error)))?;
            (output.count, output.last_evaluated_key)
        }
        Verb::Scan => {
            let output = sent(plan.scan(ask, plan.texts.clone()).select(Select::Count).send_with(client)).await;
            let output = output.map_err(|error| plan.refused(failed(error)))?;
            (output.count, output.last_evaluated_key)
        }
    };
    let next = next.filter(|key| !key.is_empty());
    Ok(Counted { part, page, found: u64::try_from(count).unwrap_or_default(), next })
}

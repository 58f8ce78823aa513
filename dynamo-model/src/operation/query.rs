//! `Query`: the items of one partition of a table or an index, in the order of the sort key.

mod key_condition;

use std::{fmt, marker::PhantomData, sync::Arc};

use aws_sdk_dynamodb::operation::query::builders::QueryInputBuilder;
use futures_util::{StreamExt as _, TryStreamExt as _, future::BoxFuture};

use self::key_condition::{KeyCondition, Sort};
use super::{
    awaited, join,
    read::{
        self, Consistency, Direction, Expired, Fetched, ItemStream, Options, Page, PageToken, Plan, Position, Segment,
        TokenPlace, Verb, Wanted, bind, count, fetch, key_names, own_type, refuse_keys,
    },
};
use crate::{
    error::{EncodeError, Error},
    expression::{Condition, Renderer, Tree},
    item::{Attributes, ConsistentRead, DynamoItem, HasSortKey, KeySpec, ReadAs, SortCondition, SortKey},
    schema::Template,
    table::Table,
    value::AttributeValue,
};

/// Reads the items of one partition. `K` is the table's key or an index, `Out` what the items are read as. Made by
/// [`Table::query`] and [`Table::index`]. Awaiting it is [`collect`](Self::collect).
#[must_use = "nothing is sent until it is awaited, or a result is asked for with `collect`, `page`, `count` or `stream`"]
pub struct Query<T: DynamoItem, K, Out> {
    table: Table<T>,
    partition: Result<Vec<AttributeValue>, EncodeError>,
    sort: Option<SortCondition<K>>,
    direction: Direction,
    options: Options,
    out: PhantomData<fn() -> Out>,
}

impl<T: DynamoItem, K, Out> fmt::Debug for Query<T, K, Out> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Query").field("table", &self.table).finish_non_exhaustive()
    }
}

impl<T: DynamoItem, K: KeySpec<Item = T>, Out> Query<T, K, Out> {
    pub(crate) fn new(table: Table<T>, partition: Result<Vec<AttributeValue>, EncodeError>) -> Self {
        let (direction, options) = (Direction::Ascending, Options::new());
        Self { table, partition, sort: None, direction, options, out: PhantomData }
    }

    /// A condition on the sort key.
    pub fn sort_key<C: Into<SortCondition<K>>>(mut self, condition: impl FnOnce(K::Handle) -> C) -> Self
    where
        K: HasSortKey,
    {
        self.sort = Some(condition(SortKey::new().into()).into());
        self
    }

    /// Leaves out items for which the condition does not hold. They are read and paid for all the same.
    pub fn filter(mut self, condition: impl FnOnce(&Attributes<T>) -> Condition<T>) -> Self {
        self.options.filter = join::<T>(self.options.filter.take(), condition);
        self
    }

    /// The greatest sort key first.
    pub fn descending(mut self) -> Self {
        self.direction = Direction::Descending;
        self
    }

    /// The smallest sort key first, as it is by itself.
    pub fn ascending(mut self) -> Self {
        self.direction = Direction::Ascending;
        self
    }

    /// How many items are wanted, after the filter.
    pub fn limit(mut self, items: usize) -> Self {
        self.options.limit = Some(items);
        self
    }

    /// How many items DynamoDB reads for a page, before the filter: its `Limit`.
    pub fn page_size(mut self, items: u32) -> Self {
        self.options.page_size = Some(items);
        self
    }

    /// Goes on where a page ended. `None` begins anew.
    pub fn start_after(mut self, token: impl Into<Option<PageToken>>) -> Self {
        self.options.start = token.into();
        self
    }

    /// Reads every write that was answered before, at twice the capacity.
    pub fn consistent(mut self) -> Self
    where
        K: ConsistentRead,
    {
        self.options.consistency = Consistency::Strong;
        self
    }

    /// Leaves out items whose time to live is over: they stay readable until the service deletes them.
    pub fn exclude_expired(mut self) -> Self {
        self.options.expired = Expired::LeftOut;
        self
    }

    /// Reads some attributes only, as a struct of them.
    pub fn project<P: ReadAs<T>>(self) -> Query<T, K, P> {
        let Self { table, partition, sort, direction, options, .. } = self;
        Query { table, partition, sort, direction, options, out: PhantomData }
    }

    /// How many items there are, without reading them.
    ///
    /// # Errors
    ///
    /// A refused request, or the service does not answer.
    pub async fn count(self) -> Result<u64, Error> {
        let (plan, start) = self.plan(Wanted::Count)?;
        let mut at = position(start);
        let mut total = 0;
        loop {
            let (found, next) = count(&plan, None, at).await?;
            total += found;
            if next.is_none() {
                return Ok(plan.limit.map_or(total, |limit| total.min(limit as u64)));
            }
            at = next;
        }
    }

    fn plan(self, wanted: Wanted) -> Result<(Plan, Segment), Error> {
        let place = Arc::clone(self.table.place());
        let at = |error: Error| error.at(&place.name, Verb::Query.as_str());
        let parts = Parts {
            partition: self.partition.map_err(|error| at(error.into()))?,
            sort: self.sort.map(Sort::of).transpose().map_err(|error| at(error.into()))?,
            names: (K::PARTITION, K::SORT),
            template: K::SORT_TEMPLATE,
            index: K::INDEX,
            direction: self.direction,
        };
        plan::<T>(&self.table, parts, self.options, wanted).map_err(at)
    }
}

impl<T: DynamoItem, K: KeySpec<Item = T>, Out> Query<T, K, Out> {
    /// All items, or as many as `limit` says.
    ///
    /// # Errors
    ///
    /// A refused request, an item that does not decode, or the service does not answer.
    pub async fn collect(self) -> Result<Vec<Out>, Error>
    where
        Out: ReadAs<T>,
    {
        self.stream().try_collect().await
    }

    /// The items one by one, page by page.
    pub fn stream(self) -> ItemStream<Out>
    where
        Out: ReadAs<T>,
    {
        match self.plan(Wanted::of::<T, Out>()) {
            Ok((plan, start)) => ItemStream::new(Ok(plan), fetch_page::<T, Out>, vec![(None, start)]),
            Err(error) => ItemStream::new(Err(error), fetch_page::<T, Out>, Vec::new()),
        }
    }

    /// The first item.
    ///
    /// # Errors
    ///
    /// As [`collect`](Self::collect).
    pub async fn first(self) -> Result<Option<Out>, Error>
    where
        Out: ReadAs<T>,
    {
        self.limit(1).stream().next().await.transpose()
    }

    /// One page: exactly one request.
    ///
    /// # Errors
    ///
    /// As [`collect`](Self::collect).
    pub async fn page(self) -> Result<Page<Out>, Error>
    where
        Out: ReadAs<T>,
    {
        let (mut plan, start) = self.plan(Wanted::of::<T, Out>())?;
        plan.one_page();
        let page = fetch::<T, Out>(&plan, None, position(start), 0).await?;
        let items = page.items.into_iter().collect::<Result<_, _>>()?;
        Ok(Page { items, next: page.next.map(|key| plan.token.seal(&[Segment::After(key)])) })
    }

    /// The request of the first page as the SDK's own input builder.
    ///
    /// # Errors
    ///
    /// As awaiting, where nothing would be sent.
    pub fn into_request(self) -> Result<QueryInputBuilder, Error>
    where
        Out: ReadAs<T>,
    {
        let (plan, start) = self.plan(Wanted::of::<T, Out>())?;
        Ok(plan.query(position(start), 0))
    }
}

awaited!([T: DynamoItem, K: KeySpec<Item = T>, Out: ReadAs<T>] Query<T, K, Out>, 'static => Result<Vec<Out>, Error>, collect);

fn position(segment: Segment) -> Option<Position> {
    match segment {
        Segment::After(key) => Some(key),
        _ => None,
    }
}

/// Reads one page of a query or a scan, with the plan in the future.
pub(super) fn fetch_page<T: DynamoItem, Out: ReadAs<T>>(
    plan: Arc<Plan>,
    part: Option<(i32, i32)>,
    start: Option<Position>,
    taken: usize,
) -> BoxFuture<'static, Result<Fetched<Out>, Error>> {
    Box::pin(async move { fetch::<T, Out>(&plan, part, start, taken).await })
}

/// What a query is about, without types.
struct Parts {
    partition: Vec<AttributeValue>,
    sort: Option<Sort>,
    names: (&'static [&'static str], &'static [&'static str]),
    /// What the sort key is made of.
    template: Option<&'static Template>,
    index: Option<&'static str>,
    direction: Direction,
}

fn plan<T: DynamoItem>(
    table: &Table<T>,
    parts: Parts,
    options: Options,
    wanted: Wanted,
) -> Result<(Plan, Segment), Error> {
    let (place, schema) = (table.place(), T::SCHEMA);
    let Options { filter, limit, page_size, consistency, expired, start } = options;
    let (partition_names, sort_names) = parts.names;
    if let Some(filter) = &filter {
        refuse_keys(filter, partition_names.iter().chain(sort_names))?;
    }

    let mut bound = Vec::new();
    for text in [&place.name, parts.index.unwrap_or_default()] {
        bind(&mut bound, &AttributeValue::S(text.to_owned()));
    }
    bound.push(u8::from(parts.direction == Direction::Descending));
    let mut renderer = Renderer::default();
    let mut condition = KeyCondition::of(partition_names, parts.partition)?;
    match parts.template {
        None => condition.sort(sort_names, parts.sort)?,
        Some(template) => condition.made_of(template, parts.sort)?,
    }
    let key_condition = condition.render(&mut renderer, &mut bound)?;
    // The text that the sort keys of a type begin with tells it apart, and costs no reading of the others.
    let told_apart = parts.template.is_some_and(|template| !template.literal().is_empty());
    let own = (!told_apart).then(|| own_type(schema, parts.index)).flatten();
    let filter = read::filter(&mut renderer, place, schema, Tree::join(filter, own), expired)?;
    let projection = wanted.projection(&mut renderer, schema, parts.index)?;
    let token = TokenPlace { key: place.db.token_key().clone(), bound };
    let start = match start {
        None => Segment::Start,
        Some(start) => token.open(&start)?.into_iter().next().unwrap_or(Segment::Start),
    };
    let plan = Plan {
        place: Arc::clone(place),
        verb: Verb::Query,
        index: parts.index,
        direction: parts.direction,
        consistency,
        page_size,
        limit,
        key_condition: Some(key_condition),
        filter,
        projection,
        rendered: renderer.finish(),
        token,
        keys: key_names(schema),
    };
    Ok((plan, start))
}

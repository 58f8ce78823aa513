//! `Scan`: every item of a table or an index, segments side by side.

use std::{fmt, marker::PhantomData, sync::Arc};

use aws_sdk_dynamodb::operation::scan::builders::ScanInputBuilder;
use futures_util::{StreamExt as _, TryStreamExt as _};

use super::{
    awaited, join,
    query::fetch_page,
    read::{
        self, Consistency, Direction, Expired, ItemStream, Options, Page, PageToken, Plan, Segment, TokenPlace, Verb,
        Wanted, bind, count, fetch, key_names, own_type,
    },
};
use crate::{
    error::Error,
    expression::{Condition, Renderer, Tree},
    item::{Attributes, ConsistentRead, DynamoItem, KeySpec, ReadAs},
    table::Table,
    value::AttributeValue,
};

/// Reads every item. Made by [`Table::scan`] and by an index. Awaiting it is [`collect`](Self::collect).
#[must_use = "nothing is sent until it is awaited, or a result is asked for with `collect`, `page`, `count` or `stream`"]
pub struct Scan<T: DynamoItem, K, Out> {
    table: Table<T>,
    segments: u32,
    options: Options,
    types: PhantomData<fn() -> (K, Out)>,
}

impl<T: DynamoItem, K, Out> fmt::Debug for Scan<T, K, Out> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scan").field("table", &self.table).finish_non_exhaustive()
    }
}

/// The segments of a scan and how far each was read.
type Segments = Vec<(Option<(i32, i32)>, Segment)>;

impl<T: DynamoItem, K: KeySpec<Item = T>, Out> Scan<T, K, Out> {
    pub(crate) fn new(table: Table<T>) -> Self {
        Self { table, segments: 1, options: Options::new(), types: PhantomData }
    }

    /// Leaves out items for which the condition does not hold. They are read and paid for all the same.
    pub fn filter(mut self, condition: impl FnOnce(&Attributes<T>) -> Condition<T>) -> Self {
        self.options.filter = join::<T>(self.options.filter.take(), condition);
        self
    }

    /// Into how many segments the table is split, 1 to 1,000,000. They are read side by side.
    pub fn segments(mut self, segments: u32) -> Self {
        self.segments = segments;
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

    /// Goes on where a page ended, in as many segments as that scan had. `None` begins anew.
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
    pub fn project<P: ReadAs<T>>(self) -> Scan<T, K, P> {
        Scan { table: self.table, segments: self.segments, options: self.options, types: PhantomData }
    }

    /// How many items there are, without reading them.
    ///
    /// # Errors
    ///
    /// A refused request, or the service does not answer.
    pub async fn count(self) -> Result<u64, Error> {
        let (plan, segments) = self.plan(Wanted::Count)?;
        let mut total = 0;
        for (part, segment) in segments {
            let mut at = match segment {
                Segment::Done => continue,
                Segment::Start => None,
                Segment::After(key) => Some(key),
            };
            loop {
                let (found, next) = count(&plan, part, at).await?;
                total += found;
                if next.is_none() {
                    break;
                }
                at = next;
            }
        }
        Ok(plan.limit.map_or(total, |limit| total.min(limit as u64)))
    }

    fn plan(self, wanted: Wanted) -> Result<(Plan, Segments), Error> {
        let place = Arc::clone(self.table.place());
        plan::<T>(&self.table, K::INDEX, self.segments, self.options, wanted)
            .map_err(|error| error.at(&place.name, Verb::Scan.as_str()))
    }
}

impl<T: DynamoItem, K: KeySpec<Item = T>, Out> Scan<T, K, Out> {
    /// All items, or as many as `limit` says, in no order.
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

    /// The items one by one, page by page, the segments side by side.
    pub fn stream(self) -> ItemStream<Out>
    where
        Out: ReadAs<T>,
    {
        match self.plan(Wanted::of::<T, Out>()) {
            Ok((plan, segments)) => ItemStream::new(Ok(plan), fetch_page::<T, Out>, segments),
            Err(error) => ItemStream::new(Err(error), fetch_page::<T, Out>, Vec::new()),
        }
    }

    /// Any one item.
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

    /// One page of one segment: exactly one request. The token has the state of all segments, which take turns.
    ///
    /// # Errors
    ///
    /// As [`collect`](Self::collect).
    pub async fn page(self) -> Result<Page<Out>, Error>
    where
        Out: ReadAs<T>,
    {
        let (mut plan, mut segments) = self.plan(Wanted::of::<T, Out>())?;
        plan.one_page();
        let Some(at) = segments.iter().position(|(_, segment)| *segment != Segment::Done) else {
            return Ok(Page { items: Vec::new(), next: None });
        };
        // The one that has its turn goes to the end of the unfinished ones in the next token.
        segments.rotate_left(at);
        let Some((part, segment)) = segments.first().cloned() else {
            return Ok(Page { items: Vec::new(), next: None });
        };
        let start = match segment {
            Segment::After(key) => Some(key),
            _ => None,
        };
        let page = fetch::<T, Out>(&plan, part, start, 0).await?;
        let items = page.items.into_iter().collect::<Result<_, _>>()?;
        segments.rotate_right(at);
        if let Some(read) = segments.get_mut(at) {
            read.1 = page.next.map_or(Segment::Done, Segment::After);
        }
        let state: Vec<Segment> = segments.into_iter().map(|(_, segment)| segment).collect();
        let over = state.iter().all(|segment| *segment == Segment::Done);
        Ok(Page { items, next: (!over).then(|| plan.token.seal(&state)) })
    }

    /// The request of the first page of the first segment as the SDK's own input builder.
    ///
    /// # Errors
    ///
    /// As awaiting, where nothing would be sent.
    pub fn into_request(self) -> Result<ScanInputBuilder, Error>
    where
        Out: ReadAs<T>,
    {
        let (plan, segments) = self.plan(Wanted::of::<T, Out>())?;
        let (part, segment) = segments.into_iter().next().unwrap_or((None, Segment::Start));
        let start = match segment {
            Segment::After(key) => Some(key),
            _ => None,
        };
        Ok(plan.scan(part, start, 0))
    }
}

awaited!([T: DynamoItem, K: KeySpec<Item = T>, Out: ReadAs<T>] Scan<T, K, Out>, 'static => Result<Vec<Out>, Error>, collect);

fn plan<T: DynamoItem>(
    table: &Table<T>,
    index: Option<&'static str>,
    segments: u32,
    options: Options,
    wanted: Wanted,
) -> Result<(Plan, Segments), Error> {
    let (place, schema) = (table.place(), T::SCHEMA);
    let Options { filter, limit, page_size, consistency, expired, start } = options;
    let mut bound = Vec::new();
    for text in ["scan", &place.name, index.unwrap_or_default()] {
        bind(&mut bound, &AttributeValue::S(text.to_owned()));
    }
    let token = TokenPlace { key: place.db.token_key().clone(), bound };
    let state = match start {
        Some(start) => token.open(&start)?,
        None => vec![Segment::Start; usize::try_from(segments).unwrap_or(usize::MAX).min(1_000_000)],
    };
    let total = i32::try_from(state.len()).unwrap_or(i32::MAX);
    if total == 0 || segments > 1_000_000 {
        return Err(Error::invalid("a scan has 1 to 1,000,000 segments"));
    }
    let segments = (0..total).map(|segment| (total > 1).then_some((segment, total))).zip(state).collect();
    let mut renderer = Renderer::default();
    let filter = Tree::join(filter, own_type(schema, index));
    let filter = read::filter(&mut renderer, place, schema, filter, expired)?;
    let projection = wanted.projection(&mut renderer, schema, index)?;
    let plan = Plan {
        place: Arc::clone(place),
        verb: Verb::Scan,
        index,
        direction: Direction::Ascending,
        consistency,
        page_size,
        limit,
        key_condition: None,
        filter,
        projection,
        rendered: renderer.finish(),
        token,
        keys: key_names(schema),
    };
    Ok((plan, segments))
}

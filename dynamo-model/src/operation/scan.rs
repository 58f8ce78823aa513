//! `Scan`: every item of a table or an index, segments side by side.

use std::{marker::PhantomData, sync::Arc};

use super::{
    awaitable,
    read::{
        self, Ask, Direction, Expired, ItemStream, Options, Page, PageToken, Parts, Passing, Plan, Segment, Texts,
        TokenPlace, Verb, Wanted, bind_text, own_type, reading, refuse_uncarried,
    },
};
use crate::{
    checks::Carried,
    error::Error,
    expression::{Renderer, Tree},
    item::{DynamoItem, KeySpec, ReadAs},
    table::Table,
};
use aws_sdk_dynamodb::operation::scan::builders::ScanInputBuilder;

/// Reads every item. Made by [`Table::scan`] and by an index. Awaiting it is [`collect`](Self::collect).
#[must_use = "nothing is sent until it is awaited, or a result is asked for with `collect`, `page`, `count` or `stream`"]
pub struct Scan<T: DynamoItem, K, Out> {
    table: Table<T>,
    split: Split,
    options: Options,
    types: PhantomData<fn() -> (K, Out)>,
}

reading!(Scan, "Scan");

impl<T: DynamoItem, K: KeySpec<Item = T>, Out> Scan<T, K, Out> {
    pub(crate) fn new(table: Table<T>) -> Self {
        Self { table, split: Split { segments: 1, concurrency: 16 }, options: Options::new(), types: PhantomData }
    }

    /// Into how many segments the table is split, 1 to 1,000,000. They are read side by side, as many at once as
    /// [`concurrency`](Self::concurrency) says.
    pub fn segments(mut self, segments: u32) -> Self {
        self.split.segments = segments;
        self
    }

    /// How many requests are under way at most, 16 unless this says otherwise. Each segment has one at a time.
    pub fn concurrency(mut self, requests: usize) -> Self {
        self.split.concurrency = requests;
        self
    }

    /// Reads some attributes only, as a struct of them.
    ///
    /// An index must carry all of them. One that does not is refused where the program is built, at the constant that rustc
    /// names and the call below it; `cargo check` builds nothing and does not see it.
    ///
    /// ```
    /// # use dynamo_model::*;
    /// #[derive(DynamoItem)]
    /// #[dynamo(
    ///     table = "orders",
    ///     global_index(name = "by-city", partition_key = city, projection = [total]),
    /// )]
    /// struct Order {
    ///     #[partition_key]
    ///     id: String,
    ///     city: String,
    ///     total: u64,
    ///     note: String,
    /// }
    ///
    /// #[derive(DynamoProjection)]
    /// #[dynamo(item = Order)]
    /// struct Total {
    ///     id: String,
    ///     total: u64,
    /// }
    ///
    /// fn totals(orders: &Table<Order>) -> impl Future<Output = Result<Vec<Total>, Error>> {
    ///     orders.index(|i| i.by_city).scan().project::<Total>().collect()
    /// }
    /// # let _ = totals as fn(&'static Table<Order>) -> _;
    /// ```
    ///
    /// ```compile_fail,E0080
    /// # use dynamo_model::*;
    /// # #[derive(DynamoItem)]
    /// # #[dynamo(table = "orders", global_index(name = "by-city", partition_key = city, projection = [total]))]
    /// # struct Order { #[partition_key] id: String, city: String, total: u64, note: String }
    /// #[derive(DynamoProjection)]
    /// #[dynamo(item = Order)]
    /// struct Note {
    ///     id: String,
    ///     note: String, // the index `by-city` does not carry `note`
    /// }
    ///
    /// fn notes(orders: &Table<Order>) -> impl Future<Output = Result<Vec<Note>, Error>> {
    ///     orders.index(|i| i.by_city).scan().project::<Note>().collect()
    /// }
    /// # let _ = notes as fn(&'static Table<Order>) -> _;
    /// ```
    pub fn project<P: ReadAs<T>>(self) -> Scan<T, K, P> {
        let () = Carried::<T, K, P>::CHECK;
        let Self { table, split, mut options, .. } = self;
        options.types = P::TYPES;
        Scan { table, split, options, types: PhantomData }
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
        let (mut plan, parts) = self.plan(Wanted::of::<T, Out>())?;
        let texts = std::mem::take(&mut plan.texts);
        Ok(plan.scan(Ask::first(parts), texts))
    }

    fn plan(self, wanted: Wanted) -> Result<(Plan, Parts), Error> {
        let place = Arc::clone(self.table.place());
        plan::<T>(&self.table, K::INDEX, self.split, self.options, wanted)
            .map_err(|error| error.at(&place.name, Verb::Scan.as_str()))
    }
}

/// How a scan is split.
#[derive(Clone, Copy)]
struct Split {
    segments: u32,
    concurrency: usize,
}

fn plan<T: DynamoItem>(
    table: &Table<T>,
    index: Option<&'static str>,
    split: Split,
    options: Options,
    wanted: Wanted,
) -> Result<(Plan, Parts), Error> {
    let (place, schema) = (table.place(), T::SCHEMA);
    options.check()?;
    let Options { filter, limit, page_size, consistency, expired, start, types, capacity } = options;
    let mut bound = Vec::with_capacity(128);
    for text in ["scan", &place.name, index.unwrap_or_default()] {
        bind_text(&mut bound, text);
    }
    let token = TokenPlace { key: place.db.token_key().clone(), bound };
    let state = match start {
        Some(start) => token.open(&start)?,
        None => vec![Segment::Start; usize::try_from(split.segments).unwrap_or(usize::MAX).min(1_000_000)],
    };
    let total = i32::try_from(state.len()).unwrap_or(i32::MAX);
    if total == 0 || split.segments > 1_000_000 {
        return Err(Error::invalid("a scan has 1 to 1,000,000 segments"));
    }
    if split.concurrency == 0 {
        return Err(Error::invalid("a scan needs a concurrency of at least 1"));
    }
    let segments = (0..total).map(|segment| (total > 1).then_some((segment, total))).zip(state).collect();
    let mut renderer = Renderer::default();
    refuse_uncarried(schema, index, filter.as_ref(), expired)?;
    let filter = Tree::join(filter, own_type(schema, index, types));
    let passing = match (&filter, expired) {
        (None, Expired::Given) => Passing::All,
        _ => Passing::Some,
    };
    let filter = read::filter(&mut renderer, place, schema, filter, expired)?;
    let projection = wanted.projection(&mut renderer);
    let plan = Plan {
        place: Arc::clone(place),
        verb: Verb::Scan,
        concurrency: split.concurrency,
        index,
        direction: Direction::Ascending,
        consistency,
        page_size,
        limit,
        passing,
        capacity,
        texts: Texts { key_condition: None, filter, projection, rendered: renderer.finish() },
        token,
        schema,
    };
    Ok((plan, segments))
}

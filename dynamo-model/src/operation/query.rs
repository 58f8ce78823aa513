//! `Query`: the items of one partition of a table or an index, in the order of the sort key.

mod key_condition;

use std::{marker::PhantomData, sync::Arc};

use aws_sdk_dynamodb::operation::query::builders::QueryInputBuilder;

use self::key_condition::{KeyCondition, Sort};
use super::{
    awaitable,
    read::{
        self, Ask, Direction, Expired, ItemStream, Options, Page, PageToken, Parts, Passing, Plan, Segment, Texts,
        TokenPlace, Verb, Wanted, bind_text, own_type, reading, refuse_keys, refuse_uncarried,
    },
};
use crate::{
    checks::Carried,
    error::{EncodeError, Error},
    expression::{Renderer, Tree},
    item::{DynamoItem, HasSortKey, KeySpec, ReadAs, SortCondition, SortKey, Types},
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

reading!(Query, "Query");

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
    ///     orders.index(|i| i.by_city).query("Ulm").project::<Total>().collect()
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
    ///     orders.index(|i| i.by_city).query("Ulm").project::<Note>().collect()
    /// }
    /// # let _ = notes as fn(&'static Table<Order>) -> _;
    /// ```
    ///
    /// What several item types share is read as the enum of them:
    ///
    /// ```
    /// # use dynamo_model::*;
    /// # #[derive(DynamoItem)]
    /// # #[dynamo(table = "shop", type_attribute(name = "type", value = "customer"),
    /// #     global_index(name = "by-city", partition_key = city))]
    /// # struct Customer { #[partition_key] id: String, city: String }
    /// # #[derive(DynamoItem)]
    /// # #[dynamo(table = "shop", type_attribute(name = "type", value = "order"),
    /// #     global_index(name = "by-city", partition_key = city))]
    /// # struct Order { #[partition_key] id: String, city: String }
    /// #[derive(DynamoItem)]
    /// #[dynamo(table = "shop")]
    /// enum Shop {
    ///     Customer(Customer),
    ///     Order(Order),
    /// }
    ///
    /// fn all_of(city: &str, orders: &Table<Order>) -> impl Future<Output = Result<Vec<Shop>, Error>> {
    ///     orders.index(|i| i.by_city).query(city).project::<Shop>().collect()
    /// }
    /// # let _ = all_of;
    /// ```
    pub fn project<P: ReadAs<T>>(self) -> Query<T, K, P> {
        let () = Carried::<T, K, P>::CHECK;
        let Self { table, partition, sort, direction, mut options, .. } = self;
        options.types = P::TYPES;
        Query { table, partition, sort, direction, options, out: PhantomData }
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
        let (mut plan, parts) = self.plan(Wanted::of::<T, Out>())?;
        let texts = std::mem::take(&mut plan.texts);
        Ok(plan.query(Ask::first(parts), texts))
    }

    fn plan(self, wanted: Wanted) -> Result<(Plan, Parts), Error> {
        let place = Arc::clone(self.table.place());
        let at = |error: Error| error.at(&place.name, Verb::Query.as_str());
        let about = About {
            partition: self.partition.map_err(|error| at(error.into()))?,
            sort: self.sort.map(Sort::of).transpose().map_err(|error| at(error.into()))?,
            names: (K::PARTITION, K::SORT),
            template: K::SORT_TEMPLATE,
            index: K::INDEX,
            direction: self.direction,
        };
        plan::<T>(&self.table, about, self.options, wanted).map_err(at)
    }
}

/// What a query is about, without types.
struct About {
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
    about: About,
    options: Options,
    wanted: Wanted,
) -> Result<(Plan, Parts), Error> {
    let (place, schema) = (table.place(), T::SCHEMA);
    options.check()?;
    let Options { filter, limit, page_size, consistency, expired, start, types, capacity } = options;
    let (partition_names, sort_names) = about.names;
    if let Some(filter) = &filter {
        refuse_keys(filter, partition_names.iter().chain(sort_names))?;
    }
    refuse_uncarried(schema, about.index, filter.as_ref(), expired)?;
    let mut bound = Vec::with_capacity(128);
    for text in [&place.name, about.index.unwrap_or_default()] {
        bind_text(&mut bound, text);
    }
    bound.push(u8::from(about.direction == Direction::Descending));
    let mut renderer = Renderer::default();
    let mut condition = KeyCondition::of(partition_names, about.partition)?;
    match about.template {
        // What is asked of the sort key is asked of this type's; asked nothing, it is that of any type.
        Some(template) if types == Types::Own || about.sort.is_some() => condition.made_of(template, about.sort)?,
        _ => condition.sort(sort_names, about.sort)?,
    }
    let key_condition = condition.render(&mut renderer, &mut bound)?;
    // A sort key that is the same in all items of a type tells it apart by itself. Where only its beginning is, that may be
    // the beginning of another type's too, though it rarely is.
    let told_apart = about.template.is_some_and(|template| template.fields() == 0);
    let own = own_type(schema, about.index, types).filter(|_| !told_apart);
    let passing = match (&filter, &own, about.template) {
        _ if expired == Expired::LeftOut => Passing::Some,
        (None, None, _) => Passing::All,
        (None, Some(_), Some(template)) if !template.literal().is_empty() => Passing::Most,
        _ => Passing::Some,
    };
    let filter = read::filter(&mut renderer, place, schema, Tree::join(filter, own), expired)?;
    let projection = wanted.projection(&mut renderer);
    let token = TokenPlace { key: place.db.token_key().clone(), bound };
    let start = match start {
        None => Segment::Start,
        Some(start) => token.open(&start)?.into_iter().next().unwrap_or(Segment::Start),
    };
    let plan = Plan {
        place: Arc::clone(place),
        verb: Verb::Query,
        concurrency: 1,
        index: about.index,
        direction: about.direction,
        consistency,
        page_size,
        limit,
        passing,
        capacity,
        texts: Texts { key_condition: Some(key_condition), filter, projection, rendered: renderer.finish() },
        token,
        schema,
    };
    Ok((plan, vec![(None, start)]))
}

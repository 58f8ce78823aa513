//! What queries and scans have in common: a plan without types, one request, the page that answers it.

mod fetch;
mod options;
mod page;
mod projection;
mod stream;
mod token;

use std::sync::Arc;

pub(crate) use self::token::TokenKey;
pub(super) use self::{
    fetch::{Ask, Counted, Fetch, Fetched, Part, count_page, fetch_page},
    options::{Options, reading},
    page::{count, page},
    projection::{Projection, Wanted, own_type, projection_of, refuse_uncarried},
    token::{Place as TokenPlace, Segment},
};
pub use self::{
    stream::ItemStream,
    token::{Page, PageToken},
};
use crate::{
    attribute::{Name, Path},
    dynamo::ConsumedCapacity,
    error::{Error, ErrorKind},
    expression::{Rendered, Renderer, Tree},
    schema::ItemSchema,
    table::Place,
    value::{AttributeValue, Item},
};

/// The two operations that read pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verb {
    Query,
    Scan,
}

impl Verb {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Query => "query",
            Self::Scan => "scan",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Consistency {
    Eventual,
    Strong,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Ascending,
    Descending,
}

/// Whether items whose time to live is over are given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Expired {
    Given,
    LeftOut,
}

/// The parts of a read, one for a query, and how far each was read.
pub(super) type Parts = Vec<(Part, Segment)>;

/// The expressions of a read, and the maps beside them.
#[derive(Clone, Default)]
pub(super) struct Texts {
    pub(super) key_condition: Option<String>,
    pub(super) filter: Option<String>,
    pub(super) projection: Option<String>,
    pub(super) rendered: Rendered,
}

/// How much of what is read passes the filter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Passing {
    /// There is none.
    All,
    /// It leaves out items of other types, whose keys say that there are hardly any.
    Most,
    /// Nobody knows.
    Some,
}

/// One query or scan, ready to be sent page by page.
pub(super) struct Plan {
    pub(super) place: Arc<Place>,
    pub(super) verb: Verb,
    /// How many requests are under way at most.
    pub(super) concurrency: usize,
    pub(super) index: Option<&'static str>,
    pub(super) direction: Direction,
    pub(super) consistency: Consistency,
    pub(super) page_size: Option<u32>,
    pub(super) limit: Option<usize>,
    pub(super) passing: Passing,
    /// Where the capacity of the requests is added up.
    pub(super) capacity: Option<ConsumedCapacity>,
    pub(super) texts: Texts,
    /// What a token of this read is bound to.
    pub(super) token: TokenPlace,
    /// Whose key attributes are named for an item that does not decode.
    pub(super) schema: &'static ItemSchema,
}

impl Plan {
    pub(super) fn failed(&self, error: Error) -> Error {
        error.at(&self.place.name, self.verb.as_str())
    }

    /// The same of what the service refused. It may not say which index it means.
    pub(super) fn refused(&self, error: Error) -> Error {
        let of_index =
            matches!(error.kind(), ErrorKind::Validation | ErrorKind::IndexNotFound | ErrorKind::IndexBackfilling);
        self.failed(match self.index {
            Some(index) if of_index => error.about(&format!("index `{index}`")),
            _ => error,
        })
    }

    /// For one page alone: no more items are read than are wanted, so that its token is that of the last item given.
    pub(super) fn one_page(&mut self) {
        let wanted = self.limit.map(|limit| u32::try_from(limit).unwrap_or(u32::MAX).max(1));
        self.page_size = self.page_size.into_iter().chain(wanted).min();
    }

    /// `Limit` counts before the filter, so it can say how many items are wanted only where nearly all pass. Where they
    /// do not after all, each page is twice the last one.
    pub(super) fn request_limit(&self, ask: &Ask) -> Option<i32> {
        let wanted = self.limit.map(|limit| limit.saturating_sub(ask.taken).max(1));
        let wanted = match self.passing {
            Passing::All => wanted,
            Passing::Most => {
                let times = 1_usize.checked_shl(u32::try_from(ask.page - 1).unwrap_or(u32::MAX)).unwrap_or(usize::MAX);
                wanted.map(|wanted| wanted.saturating_mul(times))
            }
            Passing::Some => None,
        };
        let size = self.page_size.map(|size| usize::try_from(size).unwrap_or(usize::MAX));
        let limit = match (wanted, size) {
            (Some(wanted), Some(size)) => Some(wanted.min(size)),
            (wanted, size) => wanted.or(size),
        };
        limit.map(|limit| i32::try_from(limit).unwrap_or(i32::MAX))
    }
}

/// The key attributes of a table, in words.
pub(super) fn key_names(schema: &ItemSchema) -> String {
    let partition = format!("`{}`", schema.partition_key.name);
    schema.sort_key.map_or(partition.clone(), |sort| format!("{partition}, `{}`", sort.name))
}

/// The filter's text, without the expired items where they are left out.
pub(super) fn filter(
    renderer: &mut Renderer,
    place: &Place,
    schema: &ItemSchema,
    filter: Option<Tree>,
    expired: Expired,
) -> Result<Option<String>, Error> {
    let filter = filter.map(|tree| renderer.condition(tree)).transpose()?;
    if expired == Expired::Given {
        return Ok(filter);
    }
    let name = schema
        .time_to_live()
        .ok_or_else(|| Error::invalid(format!("`{}` has no `#[dynamo(ttl)]` attribute", schema.item)))?;
    let mut lives = String::from("attribute_not_exists(");
    renderer.name(name.clone().into(), &mut lives);
    lives.push_str(") OR ");
    renderer.name(name.into(), &mut lives);
    lives.push_str(" > ");
    renderer.value(AttributeValue::N(place.db.now_in_seconds().to_string()), &mut lives);
    Ok(Some(match filter {
        None => lives,
        Some(filter) => format!("({filter}) AND ({lives})"),
    }))
}

/// A text as part of what a token is bound to.
pub(super) fn bind_text(bound: &mut Vec<u8>, text: &str) {
    bind_bytes(bound, b'S', text.as_bytes());
}

/// A value as part of what a token is bound to.
pub(super) fn bind(bound: &mut Vec<u8>, value: &AttributeValue) {
    match value {
        AttributeValue::S(text) => bind_text(bound, text),
        AttributeValue::N(text) => bind_bytes(bound, b'N', text.as_bytes()),
        AttributeValue::B(blob) => bind_bytes(bound, b'B', blob.as_ref()),
        _ => bind_bytes(bound, b'?', &[]),
    }
}

fn bind_bytes(bound: &mut Vec<u8>, kind: u8, bytes: &[u8]) {
    bound.push(kind);
    bound.extend_from_slice(&bytes.len().to_be_bytes());
    bound.extend_from_slice(bytes);
}

/// Refuses a filter on the key attributes of what is queried: DynamoDB takes none.
pub(super) fn refuse_keys<'n>(filter: &Tree, mut keys: impl Iterator<Item = &'n &'static str>) -> Result<(), Error> {
    match keys.find(|key| filter.find(&|name| name.is(key)).is_some()) {
        None => Ok(()),
        Some(key) => Err(Error::invalid(format!(
            "a filter cannot be on the key attribute `{key}` of what is queried: use `.sort_key(..)`, or scan"
        ))),
    }
}

/// A position between two items: everything up to and with this key was read.
pub(super) type Position = Item;

/// The name of a top-level attribute as a path.
pub(super) fn top(name: &'static str) -> Path {
    Path::top(Name::plain(name))
}

//! One page, and the number of items of all pages.

use std::sync::Arc;

use futures_util::{StreamExt as _, stream::FuturesUnordered};

use super::{Ask, Counted, Fetch, Fetched, Page, Parts, Plan, Segment, count_page};
use crate::error::Error;

/// Reads one page of the first part that is not over.
pub(in crate::operation) async fn page<O>(
    mut plan: Plan,
    mut parts: Parts,
    fetch: Fetch<O>,
) -> Result<Page<Result<O, Error>>, Error> {
    plan.one_page();
    let plan = Arc::new(plan);
    let Some((part, segment)) = parts.iter_mut().find(|(_, segment)| *segment != Segment::Done) else {
        return Ok(Page { items: Vec::new(), next: None });
    };
    let mut items = Vec::new();
    // Where nothing is wanted, the next page begins where this one does.
    if plan.limit != Some(0) {
        let start = std::mem::replace(segment, Segment::Done).position();
        let read: Fetched<O> = fetch(Arc::clone(&plan), Ask { part: *part, start, taken: 0, page: 1 }).await?;
        *segment = read.next.map_or(Segment::Done, Segment::After);
        items = read.items;
    }
    let state: Vec<Segment> = parts.into_iter().map(|(_, segment)| segment).collect();
    let over = state.iter().all(|segment| *segment == Segment::Done);
    Ok(Page { items, next: (!over).then(|| plan.token.seal(&state)) })
}

/// Counts the items of all parts side by side, until as many are found as are wanted.
pub(in crate::operation) async fn count(plan: Plan, parts: Parts) -> Result<u64, Error> {
    let limit = plan.limit.map_or(u64::MAX, |limit| limit as u64);
    let mut total = 0;
    if limit == 0 {
        return Ok(total);
    }
    let ask =
        |part, segment: Segment, taken, page| count_page(&plan, Ask { part, start: segment.position(), taken, page });
    let unfinished = parts.into_iter().filter(|(_, segment)| *segment != Segment::Done);
    let mut first = unfinished.map(|(part, segment)| ask(part, segment, 0, 1));
    let mut in_flight: FuturesUnordered<_> = first.by_ref().take(plan.concurrency).collect();
    while let Some(counted) = in_flight.next().await {
        let Counted { part, page, found, next } = counted?;
        total += found;
        if total >= limit {
            return Ok(limit);
        }
        if let Some(next) = next {
            let taken = usize::try_from(total).unwrap_or(usize::MAX);
            in_flight.push(ask(part, Segment::After(next), taken, page + 1));
        } else if let Some(other) = first.next() {
            in_flight.push(other);
        }
    }
    Ok(total)
}

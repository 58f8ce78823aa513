//! Items one by one, page by page: the next request is in flight while a page is consumed, and at most two pages of a
//! segment are held.

use std::{
    collections::VecDeque,
    fmt,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    vec,
};

use futures_util::{Stream, StreamExt as _, future::BoxFuture, stream::FuturesUnordered};

use super::{Ask, Fetch, Fetched, Part, Parts, Plan, Segment};
use crate::error::Error;

/// A page, and which segment it is of.
type Fetching<O> = (usize, Result<Fetched<O>, Error>);

/// The items of a query or a scan, a [`Stream`] of `Result<O, Error>`. `Unpin`, so that `.next().await` needs no pinning.
///
/// An item that does not decode is an error in its place, and the stream goes on after it. The error names the item, its
/// page, counted from 1 where the reading began, and the names of the key attributes. After any other error it ends.
#[must_use = "a stream does nothing until it is polled"]
pub struct ItemStream<O> {
    plan: Result<Arc<Plan>, Option<Error>>,
    fetch: Fetch<O>,
    parts: Vec<Held<O>>,
    in_flight: FuturesUnordered<BoxFuture<'static, Fetching<O>>>,
    /// The part that gave the last item; the next one has its turn.
    turn: usize,
    given: usize,
    /// What the next page failed with; the items that are held come first.
    failed: Option<Error>,
}

/// What is held of one segment.
struct Held<O> {
    part: Part,
    next: Segment,
    current: vec::IntoIter<Result<O, Error>>,
    ahead: VecDeque<Vec<Result<O, Error>>>,
    asked: bool,
    /// How many pages were asked for.
    pages: usize,
}

impl<O> Held<O> {
    fn is_over(&self) -> bool {
        self.next == Segment::Done && !self.asked && self.current.len() == 0 && self.ahead.is_empty()
    }

    fn count(&self) -> usize {
        self.current.len() + self.ahead.iter().map(Vec::len).sum::<usize>()
    }
}

impl<O: 'static> ItemStream<O> {
    /// A stream of these segments.
    pub(in crate::operation) fn new(plan: Result<Plan, Error>, fetch: Fetch<O>, parts: Parts) -> Self {
        let held = |(part, next)| {
            let (current, ahead) = (Vec::new().into_iter(), VecDeque::new());
            Held { part, next, current, ahead, asked: false, pages: 0 }
        };
        Self {
            plan: plan.map(Arc::new).map_err(Some),
            fetch,
            parts: parts.into_iter().map(held).collect(),
            in_flight: FuturesUnordered::new(),
            turn: 0,
            given: 0,
            failed: None,
        }
    }

    /// How many more items are wanted.
    fn wanted(&self) -> usize {
        let limit = self.plan.as_ref().ok().and_then(|plan| plan.limit);
        limit.map_or(usize::MAX, |limit| limit.saturating_sub(self.given))
    }

    /// Asks for the next page of every segment that has room for one, as long as more items are wanted than are held,
    /// and no more requests are under way than may be.
    fn ask(&mut self) {
        let Ok(plan) = &self.plan else { return };
        if self.failed.is_some() {
            return;
        }
        let held: usize = self.parts.iter().map(Held::count).sum();
        if held >= self.wanted() {
            return;
        }
        for (at, part) in self.parts.iter_mut().enumerate() {
            if self.in_flight.len() >= plan.concurrency {
                return;
            }
            if part.asked || !part.ahead.is_empty() || part.next == Segment::Done {
                continue;
            }
            let start = std::mem::replace(&mut part.next, Segment::Done).position();
            part.asked = true;
            part.pages += 1;
            let ask = Ask { part: part.part, start, taken: self.given + held, page: part.pages };
            let page = (self.fetch)(Arc::clone(plan), ask);
            self.in_flight.push(Box::pin(async move { (at, page.await) }));
        }
    }

    /// Takes over the pages that have come, and says how many.
    fn take(&mut self, context: &mut Context<'_>) -> Result<usize, Error> {
        let mut taken = 0;
        while let Poll::Ready(Some((at, page))) = self.in_flight.poll_next_unpin(context) {
            let page = page?;
            taken += 1;
            if let Some(part) = self.parts.get_mut(at) {
                part.asked = false;
                part.next = page.next.map_or(Segment::Done, Segment::After);
                part.ahead.push_back(page.items);
            }
        }
        Ok(taken)
    }

    /// The next item that is held.
    fn give(&mut self) -> Option<Result<O, Error>> {
        for step in 0..self.parts.len() {
            let at = (self.turn + step) % self.parts.len();
            let Some(part) = self.parts.get_mut(at) else { continue };
            loop {
                if let Some(item) = part.current.next() {
                    self.turn = at;
                    return Some(item);
                }
                match part.ahead.pop_front() {
                    Some(page) => part.current = page.into_iter(),
                    None => break,
                }
            }
        }
        None
    }

    fn end(&mut self) {
        self.parts.clear();
        self.in_flight.clear();
    }
}

impl<O> Unpin for ItemStream<O> {}

impl<O: 'static> Stream for ItemStream<O> {
    type Item = Result<O, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = &mut *self;
        if let Err(error) = &mut this.plan {
            return Poll::Ready(error.take().map(Err));
        }
        loop {
            if this.wanted() == 0 {
                this.end();
                return Poll::Ready(None);
            }
            this.ask();
            let taken = this.take(context).unwrap_or_else(|error| {
                this.in_flight.clear();
                this.failed = Some(error);
                0
            });
            if let Some(item) = this.give() {
                this.given += usize::from(item.is_ok());
                return Poll::Ready(Some(item));
            }
            if let Some(error) = this.failed.take() {
                this.end();
                return Poll::Ready(Some(Err(error)));
            }
            if this.parts.iter().all(Held::is_over) {
                return Poll::Ready(None);
            }
            // A page that the filter emptied is followed by the next one, at once.
            if taken == 0 && !this.in_flight.is_empty() {
                return Poll::Pending;
            }
        }
    }
}

impl<O> fmt::Debug for ItemStream<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ItemStream").field("given", &self.given).finish_non_exhaustive()
    }
}

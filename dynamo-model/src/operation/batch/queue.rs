//! Which units are sent next, and what becomes of those that come back. Pure: nothing is sent here.

use std::collections::VecDeque;

use crate::{
    error::{Error, ErrorKind},
    request::Turn,
};

/// A unit that was given up: why.
pub(in crate::operation) struct Failure {
    pub(in crate::operation) unit: usize,
    pub(in crate::operation) kind: ErrorKind,
    pub(in crate::operation) detail: Option<String>,
}

/// What became of a batch.
#[derive(Default)]
pub(in crate::operation) struct Ended {
    pub(in crate::operation) failures: Vec<Failure>,
    /// The last error of a whole request.
    pub(in crate::operation) source: Option<Error>,
    pub(in crate::operation) requests: usize,
}

/// Whether requests are under way that may bring something back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Around {
    Nothing,
    Requests,
}

/// How often a unit was sent.
#[derive(Clone, Copy, Default)]
struct Tried {
    attempts: u32,
    sent: bool,
    /// An attempt may have been applied without our knowing.
    uncertain: bool,
}

/// The units of a batch that wait for a request.
pub(super) struct Queue {
    waiting: VecDeque<usize>,
    /// Parts of requests that the service found a mistake in: sent as they are, until the mistake stands alone.
    suspects: Vec<Vec<usize>>,
    tried: Vec<Tried>,
    most_attempts: u32,
    /// Why nothing more is sent.
    stopped: Option<(ErrorKind, Option<String>)>,
    pub(super) failures: Vec<Failure>,
}

impl Queue {
    pub(super) fn new(units: usize, most_attempts: u32) -> Self {
        Self {
            waiting: (0..units).collect(),
            suspects: Vec::new(),
            tried: vec![Tried::default(); units],
            most_attempts,
            stopped: None,
            failures: Vec::new(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.waiting.is_empty() && self.suspects.is_empty()
    }

    fn was_tried(&self, unit: usize) -> bool {
        self.tried.get(unit).is_some_and(|tried| tried.attempts > 0)
    }

    /// The units of the next request, of which there are `most` at most, and whether all of them were sent before.
    ///
    /// What came back waits until it fills a request, as long as others may bring back more.
    pub(super) fn next(
        &mut self,
        most: usize,
        around: Around,
        fits: impl FnMut(&[usize], usize) -> bool,
    ) -> Option<(Vec<usize>, Turn)> {
        let chunk = self.take(most, around, fits)?;
        let mut turn = Turn::Again;
        for unit in &chunk {
            let Some(tried) = self.tried.get_mut(*unit) else { continue };
            if !std::mem::replace(&mut tried.sent, true) {
                turn = Turn::First;
            }
        }
        Some((chunk, turn))
    }

    fn take(
        &mut self,
        most: usize,
        around: Around,
        mut fits: impl FnMut(&[usize], usize) -> bool,
    ) -> Option<Vec<usize>> {
        if let Some(suspects) = self.suspects.pop() {
            return Some(suspects);
        }
        // Whatever was never sent stands in front.
        let only_returned = self.waiting.front().is_some_and(|unit| self.was_tried(*unit));
        if around == Around::Requests && only_returned && self.waiting.len() < most {
            return None;
        }
        let (mut chunk, mut passed_over) = (Vec::new(), Vec::new());
        while chunk.len() < most
            && let Some(unit) = self.waiting.pop_front()
        {
            if fits(&chunk, unit) { &mut chunk } else { &mut passed_over }.push(unit);
        }
        for unit in passed_over.into_iter().rev() {
            self.waiting.push_front(unit);
        }
        (!chunk.is_empty()).then_some(chunk)
    }

    /// These units were sent, and are to be sent again.
    pub(super) fn return_units(&mut self, units: &[usize], kind: ErrorKind, uncertain: Option<Uncertain>) {
        for &unit in units {
            let Some(tried) = self.tried.get_mut(unit) else { continue };
            tried.attempts += 1;
            tried.uncertain |= uncertain.is_some();
            match &self.stopped {
                Some((kind, detail)) => {
                    let (kind, detail) = (*kind, detail.clone());
                    self.give_up(unit, kind, detail);
                }
                None if tried.attempts >= self.most_attempts => self.give_up(unit, kind, None),
                None => self.waiting.push_back(unit),
            }
        }
    }

    /// The service found a mistake in a request of these units: each half is sent by itself.
    pub(super) fn halve(&mut self, units: &[usize], error: &Error) {
        match units.split_at(units.len() / 2) {
            (first, second) if !first.is_empty() => self.divide([first.to_vec(), second.to_vec()].into_iter(), error),
            _ => self.refuse(units, error.kind(), error.detail()),
        }
    }

    /// A request was refused, and each of these parts of it is sent by itself.
    pub(super) fn divide(&mut self, parts: impl DoubleEndedIterator<Item = Vec<usize>>, error: &Error) {
        if self.stopped.is_none() {
            self.suspects.extend(parts.rev());
        } else {
            parts.for_each(|part| self.refuse(&part, error.kind(), error.detail()));
        }
    }

    /// These units were sent, and may have been applied unseen.
    pub(super) fn doubt(&mut self, units: &[usize], uncertain: Option<Uncertain>) {
        for unit in units {
            if let Some(tried) = self.tried.get_mut(*unit) {
                tried.uncertain |= uncertain.is_some();
            }
        }
    }

    /// These units are given up.
    pub(super) fn refuse(&mut self, units: &[usize], kind: ErrorKind, detail: Option<&str>) {
        for &unit in units {
            self.give_up(unit, kind, detail.map(str::to_owned));
        }
    }

    /// Those that wait and are such are given up.
    pub(super) fn refuse_waiting(&mut self, error: &Error, is_such: impl Fn(usize) -> bool) {
        let (mut such, mut others) = (Vec::new(), VecDeque::new());
        for unit in self.waiting.drain(..) {
            if is_such(unit) { such.push(unit) } else { others.push_back(unit) }
        }
        self.waiting = others;
        self.refuse(&such, error.kind(), error.detail());
    }

    /// Nothing more is sent, and what waits is given up.
    pub(super) fn stop(&mut self, kind: ErrorKind, detail: Option<&str>) {
        let waiting: Vec<usize> = self.waiting.drain(..).chain(self.suspects.drain(..).flatten()).collect();
        self.refuse(&waiting, kind, detail);
        self.stopped = Some((kind, detail.map(str::to_owned)));
    }

    fn give_up(&mut self, unit: usize, kind: ErrorKind, detail: Option<String>) {
        let uncertain = self.tried.get(unit).is_some_and(|tried| tried.uncertain);
        let kind = if uncertain { ErrorKind::OutcomeUnknown } else { kind };
        self.failures.push(Failure { unit, kind, detail });
    }
}

/// An attempt may have been applied without our knowing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::operation) struct Uncertain;

impl Uncertain {
    pub(in crate::operation) fn of(call: &crate::request::Call) -> Option<Self> {
        call.is_uncertain().then_some(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::{Around, Queue, Turn};
    use crate::error::ErrorKind;

    fn next(queue: &mut Queue, around: Around) -> Option<Vec<usize>> {
        queue.next(4, around, |_, _| true).map(|(chunk, _)| chunk)
    }

    #[test]
    fn what_comes_back_fills_later_requests() {
        let mut queue = Queue::new(6, 3);
        assert_eq!(next(&mut queue, Around::Nothing), Some(vec![0, 1, 2, 3]));
        queue.return_units(&[1, 3], ErrorKind::Throttled, None);
        // What was never sent is not kept waiting.
        assert_eq!(next(&mut queue, Around::Requests), Some(vec![4, 5, 1, 3]));
        queue.return_units(&[1], ErrorKind::Throttled, None);
        assert_eq!(next(&mut queue, Around::Requests), None);
        assert_eq!(next(&mut queue, Around::Nothing), Some(vec![1]));
        queue.return_units(&[1], ErrorKind::Throttled, None);
        assert!(queue.is_empty());
        assert_eq!(queue.failures.iter().map(|failure| failure.unit).collect::<Vec<_>>(), [1]);
    }

    #[test]
    fn what_does_not_fit_keeps_its_turn() {
        let mut queue = Queue::new(4, 3);
        let chunk = queue.next(4, Around::Nothing, |chunk, unit| chunk.len() < 2 && unit != 0);
        assert_eq!(chunk, Some((vec![1, 2], Turn::First)));
        assert_eq!(next(&mut queue, Around::Requests), Some(vec![0, 3]));
    }

    #[test]
    fn a_request_with_nothing_new_in_it_is_a_repetition() {
        let mut queue = Queue::new(5, 3);
        let mut turn = |returned: &[usize]| {
            queue.return_units(returned, ErrorKind::Throttled, None);
            queue.next(4, Around::Nothing, |_, _| true).map(|(_, turn)| turn)
        };
        assert_eq!(turn(&[]), Some(Turn::First));
        assert_eq!(turn(&[0, 1]), Some(Turn::First), "the fifth is new");
        assert_eq!(turn(&[0]), Some(Turn::Again));
        assert_eq!(turn(&[]), None);
    }

    #[test]
    fn nothing_is_sent_after_a_stop() {
        let mut queue = Queue::new(6, 3);
        assert_eq!(next(&mut queue, Around::Nothing), Some(vec![0, 1, 2, 3]));
        queue.stop(ErrorKind::Access, None);
        queue.return_units(&[2], ErrorKind::Throttled, None);
        assert!(queue.is_empty());
        let failed: Vec<_> = queue.failures.iter().map(|failure| (failure.unit, failure.kind)).collect();
        assert_eq!(failed, [4, 5, 2].map(|unit| (unit, ErrorKind::Access)));
    }
}

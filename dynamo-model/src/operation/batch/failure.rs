//! What a batch did not do: which item, and why.

use std::{fmt, sync::Arc};

use super::super::read::key_names;
use crate::{
    error::{Error, ErrorKind},
    schema::ItemSchema,
    table::Place,
    value::Item,
};

/// How many positions the text of an error lists.
const LISTED: usize = 10;

/// One item that a batch did not read or write, and why.
///
/// Its text names the position and the key attributes, never a value; [`key`](Self::key) has the values.
///
/// # Examples
///
/// ```
/// use dynamo_model::{BatchFailure, ErrorKind};
///
/// /// The positions that are worth another try.
/// fn again(failures: &[BatchFailure]) -> Vec<usize> {
///     let throttled = failures.iter().filter(|failure| failure.kind() == ErrorKind::Throttled);
///     throttled.map(BatchFailure::position).collect()
/// }
/// # let _ = again;
/// ```
pub struct BatchFailure {
    part: usize,
    position: usize,
    place: Arc<Place>,
    schema: &'static ItemSchema,
    key: Option<Item>,
    kind: ErrorKind,
    detail: Option<String>,
}

impl BatchFailure {
    /// Which part of the batch the item is in, from 0 in the order in which the parts were added.
    #[must_use]
    pub fn part(&self) -> usize {
        self.part
    }

    /// The item's place among the items or keys of its part, from 0.
    #[must_use]
    pub fn position(&self) -> usize {
        self.position
    }

    /// The physical name of the table.
    #[must_use]
    pub fn table(&self) -> &str {
        &self.place.name
    }

    /// The key attributes by name; `None` where the key cannot be stored.
    #[must_use]
    pub fn key(&self) -> Option<&Item> {
        self.key.as_ref()
    }

    /// Why: [`Throttled`](ErrorKind::Throttled) where it was left unprocessed until all attempts were used up,
    /// [`OutcomeUnknown`](ErrorKind::OutcomeUnknown) where a write may have been applied unseen.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }
}

impl fmt::Display for BatchFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { part, position, schema, kind, .. } = self;
        write!(f, "position {position}")?;
        if *part > 0 {
            write!(f, " of part {part}")?;
        }
        write!(f, ", key {}: {}", key_names(schema), kind.describe())?;
        self.detail.as_ref().map_or(Ok(()), |detail| write!(f, ": {detail}"))
    }
}

impl fmt::Debug for BatchFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BatchFailure")
            .field("part", &self.part)
            .field("position", &self.position)
            .field("table", &self.table())
            .field("kind", &self.kind)
            .field("detail", &self.detail)
            .finish_non_exhaustive()
    }
}

/// Where an item of a batch is: its table, its part, and its place there.
#[derive(Clone, Copy)]
pub(in crate::operation) struct Spot<'s> {
    pub(in crate::operation) place: &'s Arc<Place>,
    pub(in crate::operation) schema: &'static ItemSchema,
    pub(in crate::operation) part: usize,
    pub(in crate::operation) position: usize,
}

impl Spot<'_> {
    /// What is here was not done.
    pub(in crate::operation) fn failure(
        self,
        key: Option<Item>,
        kind: ErrorKind,
        detail: Option<String>,
    ) -> BatchFailure {
        let Self { place, schema, part, position } = self;
        BatchFailure { part, position, place: Arc::clone(place), schema, key, kind, detail }
    }

    /// What is here was refused for this.
    pub(in crate::operation) fn refused(self, key: Option<Item>, error: &Error) -> BatchFailure {
        self.failure(key, error.kind(), error.detail().map(str::to_owned))
    }
}

/// The error of a batch that did not do these of `total` items. Its kind is that of something that repeating would not
/// mend, if there is any.
pub(in crate::operation) fn summary(
    failures: &mut [BatchFailure],
    (total, done): (usize, &str),
    source: Option<Error>,
    operation: &'static str,
) -> Error {
    failures.sort_by_key(|failure| (failure.part, failure.position));
    let worst = failures.iter().find(|failure| !failure.kind.is_retryable()).or(failures.first());
    let Some(worst) = worst else { return Error::new(ErrorKind::Service) };
    let listed: Vec<String> = failures.iter().take(LISTED).map(spot).collect();
    let more = match failures.len().saturating_sub(LISTED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let (count, listed) = (failures.len(), listed.join(", "));
    let detail = format!("{count} of {total} items were not {done}, at the positions {listed}{more} (from 0); {worst}");
    let error = Error::new(worst.kind).because(detail).at(worst.table(), operation);
    match source {
        None => error,
        Some(source) => error.caused_by(source),
    }
}

fn spot(failure: &BatchFailure) -> String {
    match failure.part {
        0 => failure.position.to_string(),
        part => format!("{} of part {part}", failure.position),
    }
}

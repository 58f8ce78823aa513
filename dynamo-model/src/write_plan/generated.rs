//! Generated attributes: what a write stores in them, and what memory takes over.

use super::{Mark, Origin, Updated, Verb, VersionState, held_id};
use crate::{
    attribute::{Name, Path},
    error::{EncodeError, Error},
    expression::{Clauses, Renderer},
    item::{Collected, ManagedAttribute, Stamp},
    schema::Managed,
    value::{AttributeValue, encode_integer},
};

/// What a write says about itself, beside the attributes it stores.
#[derive(Debug, Default)]
pub(crate) struct Written {
    pub(crate) stamps: Vec<Stamp>,
    /// Attributes that only the service knows the new value of.
    pub(crate) refreshed: Vec<Name>,
    pub(crate) generation: Option<Mark>,
    pub(crate) write_id: Option<Mark>,
}

impl Written {
    fn stamp(&mut self, name: Name, value: AttributeValue) {
        self.stamps.push(Stamp { name, value });
    }
}

/// Adds the managed attributes to an item that replaces what is stored.
pub(crate) fn replace(
    to: &mut Collected,
    verb: Verb,
    version: Option<(&VersionState, i128)>,
    origin: &Origin<'_>,
) -> Result<Written, Error> {
    let mut written = Written { stamps: std::mem::take(&mut to.stamps), ..Written::default() };
    let known = version.is_some_and(|(state, _)| state.expected().is_some_and(|held| held != state.start()));
    for ManagedAttribute { name, role, value } in std::mem::take(&mut to.managed) {
        let value = match role {
            Managed::Version(_) => match version {
                Some((_, next)) => encode_integer(next),
                None => continue,
            },
            Managed::Generation => {
                let kept = held_id(value.as_ref()).filter(|_| verb == Verb::Put).cloned();
                let id = kept.clone().unwrap_or_else(origin.id);
                // One that is kept says nothing of this write.
                written.generation = kept.is_none().then(|| Mark { name, ours: id.clone() });
                AttributeValue::S(id)
            }
            Managed::WriteId => {
                let id = (origin.id)();
                written.write_id = Some(Mark { name, ours: id.clone() });
                AttributeValue::S(id)
            }
            Managed::CreatedAt(stamp) => match value {
                Some(value) => value,
                None => stamped(name, stamp(origin.now))?,
            },
            Managed::UpdatedAt(stamp) => stamped(name, stamp(origin.now))?,
            Managed::Uuid => match held_id(value.as_ref()) {
                Some(id) => AttributeValue::S(id.clone()),
                None => AttributeValue::S((origin.id)()),
            },
            Managed::Counter { start_at, increment_by } => {
                let creating = verb == Verb::Create || !known;
                counter(name, value.filter(|_| !creating), start_at, increment_by)?
            }
        };
        written.stamp(name, value.clone());
        to.plain.insert(name, value);
    }
    Ok(written)
}

fn stamped(name: Name, value: Result<AttributeValue, EncodeError>) -> Result<AttributeValue, Error> {
    Ok(value.map_err(|error| error.at(&name.to_string()))?)
}

/// The counter of an item that replaces the one in memory; its start where there is none.
fn counter(
    name: Name,
    held: Option<AttributeValue>,
    start_at: i64,
    increment_by: i64,
) -> Result<AttributeValue, Error> {
    let Some(AttributeValue::N(text)) = held else { return Ok(encode_integer(start_at)) };
    let next = text.parse::<i128>().ok().and_then(|held| held.checked_add(increment_by.into()));
    next.map(encode_integer).ok_or_else(|| Error::invalid(format!("the counter `{name}` cannot advance")))
}

/// How an update knows the item it changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Known {
    /// It is in memory, generation and all.
    InMemory,
    /// Only its key is known.
    ByKey,
}

/// Adds the managed attributes to an update, the version apart.
pub(crate) fn update(to: &mut Updated, known: Known, origin: &Origin<'_>) -> Result<Written, Error> {
    let mut written = Written { stamps: std::mem::take(&mut to.stamps), ..Written::default() };
    let managed = std::mem::take(&mut to.managed);
    let Updated { clauses, renderer, .. } = to;
    for ManagedAttribute { name, role, value } in managed {
        let path = Path::top(name);
        match role {
            Managed::Version(_) => {}
            Managed::Generation => {
                let kept = held_id(value.as_ref());
                let id = kept.cloned().unwrap_or_else(origin.id);
                match (kept, known) {
                    // The condition says that it is stored already.
                    (Some(_), _) => {}
                    // The condition says that there is none.
                    (None, Known::InMemory) => {
                        clauses.set_value(renderer, &path, AttributeValue::S(id.clone()));
                        written.stamp(name, AttributeValue::S(id.clone()));
                    }
                    (None, Known::ByKey) => clauses.set_if_absent(renderer, &path, AttributeValue::S(id.clone())),
                }
                written.generation = Some(Mark { name, ours: id });
            }
            Managed::WriteId => {
                let id = (origin.id)();
                clauses.set_value(renderer, &path, AttributeValue::S(id.clone()));
                written.stamp(name, AttributeValue::S(id.clone()));
                written.write_id = Some(Mark { name, ours: id });
            }
            Managed::CreatedAt(stamp) => {
                let fresh = || stamped(name, stamp(origin.now));
                set_once(&mut written, clauses, renderer, name, value, fresh)?;
            }
            Managed::UpdatedAt(stamp) => {
                let value = stamped(name, stamp(origin.now))?;
                clauses.set_value(renderer, &path, value.clone());
                written.stamp(name, value);
            }
            Managed::Uuid => {
                let held = held_id(value.as_ref()).cloned().map(AttributeValue::S);
                set_once(&mut written, clauses, renderer, name, held, || Ok(AttributeValue::S((origin.id)())))?;
            }
            Managed::Counter { start_at, increment_by } => {
                let before = encode_integer(i128::from(start_at) - i128::from(increment_by));
                clauses.advance(renderer, &path, before, encode_integer(increment_by));
                written.refreshed.push(name);
            }
        }
    }
    Ok(written)
}

/// An attribute that is set where it is absent, never again. Where memory has none, only the service knows the value.
fn set_once(
    written: &mut Written,
    clauses: &mut Clauses,
    renderer: &mut Renderer,
    name: Name,
    held: Option<AttributeValue>,
    fresh: impl FnOnce() -> Result<AttributeValue, Error>,
) -> Result<(), Error> {
    let value = if let Some(held) = held {
        held
    } else {
        written.refreshed.push(name);
        fresh()?
    };
    clauses.set_if_absent(renderer, &Path::top(name), value);
    Ok(())
}

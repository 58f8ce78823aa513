//! What a write expects of the stored version and generation.

use super::{GenerationClause, Guard, Held, VersionState, find, held_id};
use crate::{
    error::{Error, ErrorKind},
    item::{Expect, ManagedAttribute},
    schema::Managed,
    value::VersionNumber,
};

/// What a write expects of the stored version and generation, without types.
#[derive(Debug, Clone)]
pub(crate) enum Expected {
    /// What the item in memory holds.
    InMemory,
    /// What an item in memory held.
    Seen(Vec<ManagedAttribute>),
    Version(i128),
    Unversioned,
    Any,
}

impl Expected {
    pub(crate) fn of<V: VersionNumber>(expect: Expect<V>) -> Result<Self, Error> {
        Ok(match expect {
            Expect::Version(version) => Self::Version(version.into_wide()),
            Expect::Unversioned => Self::Unversioned,
            Expect::Any => Self::Any,
            Expect::Seen(seen) => match seen.0.as_ref() {
                Ok(managed) => Self::Seen(managed.clone()),
                Err(error) => return Err(Error::new(ErrorKind::Encode).because(error.clone())),
            },
        })
    }
}

/// Puts into the guard what is expected. `managed` are the attributes of the item in memory, or their roles alone.
pub(crate) fn expect(
    guard: &mut Guard,
    managed: &[ManagedAttribute],
    expected: &Expected,
) -> Result<Option<VersionState>, Error> {
    let managed = match expected {
        Expected::Seen(seen) => seen,
        _ => managed,
    };
    let state = VersionState::of(managed)?.map(|state| match expected {
        Expected::Version(version) => state.expecting(*version),
        Expected::Unversioned | Expected::Any => state.with(Held::Nothing),
        Expected::InMemory | Expected::Seen(_) => state,
    });
    if let Some(state) = &state {
        let clause = if matches!(expected, Expected::Any) { state.clause_of_any() } else { state.clause() };
        guard.expect(state, clause);
    }
    if matches!(expected, Expected::InMemory | Expected::Seen(_)) {
        guard.generation = find(managed, |role| matches!(role, Managed::Generation)).map(|attribute| {
            let clause = held_id(attribute.value.as_ref()).cloned();
            (attribute.name, clause.map_or(GenerationClause::Absent, GenerationClause::Equal))
        });
    }
    Ok(state)
}

//! What a write is made of, before it is rendered: the version and the generated attributes, what must hold of the stored
//! item, and what memory takes over once the write has succeeded. Pure: clock and ids are given, nothing is sent.

mod expected;
mod generated;
mod guard;
mod sink;
mod version;

use std::time::SystemTime;

pub(crate) use self::{
    expected::{Expected, expect},
    generated::{Known, Written, replace, update},
    guard::{Certainty, Decided, GenerationClause, Guard, Presence},
    sink::Updated,
    version::{Held, StoredVersion, VersionClause, VersionState},
};
use crate::{attribute::Name, item::ManagedAttribute, schema::Managed, value::AttributeValue};

/// The calls that write, in the words of their users.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verb {
    Create,
    Put,
    PutUnchecked,
    Update,
    Patch,
    PatchAt,
    Delete,
    DeleteAt,
    Check,
}

impl Verb {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Create => "create",
            Self::Put => "put",
            Self::PutUnchecked => "put_unchecked",
            Self::Update => "update",
            Self::Patch => "patch",
            Self::PatchAt => "patch_at",
            Self::Delete => "delete",
            Self::DeleteAt => "delete_at",
            Self::Check => "check",
        }
    }
}

/// Where the time and the random ids of one write come from. One instant and fixed ids serve all its attempts.
pub(crate) struct Origin<'s> {
    pub(crate) now: SystemTime,
    pub(crate) id: &'s dyn Fn() -> String,
}

/// The generation in memory, empty texts and nil ids being none.
pub(crate) fn held_id(value: Option<&AttributeValue>) -> Option<&String> {
    match value {
        Some(AttributeValue::S(id)) if !id.is_empty() && id != "00000000-0000-0000-0000-000000000000" => Some(id),
        _ => None,
    }
}

/// The first managed attribute with this role.
pub(crate) fn find(managed: &[ManagedAttribute], role: impl Fn(&Managed) -> bool) -> Option<&ManagedAttribute> {
    managed.iter().find(|attribute| role(&attribute.role))
}

/// A generated id and where it is kept.
#[derive(Debug, Clone)]
pub(crate) struct Mark {
    pub(crate) name: Name,
    pub(crate) ours: String,
}

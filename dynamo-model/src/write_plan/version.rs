//! The version attribute of one write: what is expected, and what comes next.

use super::find;
use crate::{
    attribute::{Name, Path},
    error::Error,
    expression::{Comparison, Function, Operand, Tree},
    item::ManagedAttribute,
    schema::{Managed, VersionDef},
    value::{Attribute as _, AttributeValue, encode_integer},
};

/// The version in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Held {
    /// `None`: not stored yet, or stored without a version.
    Nothing,
    /// A plain integer that equals `start_at`: not stored yet, or stored with it.
    Start,
    At(i128),
}

/// What an item stores in the version attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StoredVersion {
    Nothing,
    At(i128),
    /// Something that another program left there: no clause holds of it.
    NoInteger,
}

impl StoredVersion {
    pub(crate) fn of(value: Option<&AttributeValue>) -> Self {
        match value {
            None => Self::Nothing,
            Some(value) => i128::read(value.clone()).map_or(Self::NoInteger, Self::At),
        }
    }
}

/// The version attribute and what memory holds of it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct VersionState {
    pub(crate) name: Name,
    pub(crate) def: VersionDef,
    pub(crate) held: Held,
}

/// What a write demands of the stored version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum VersionClause {
    /// There is none.
    Absent,
    /// There is none, or it is this one.
    AbsentOr(i128),
    /// It is this one.
    Equal(i128),
    /// There is none, or it can still advance.
    AbsentOrAtMost(i128),
}

impl VersionState {
    /// The version among the managed attributes of an item in memory.
    pub(crate) fn of(managed: &[ManagedAttribute]) -> Result<Option<Self>, Error> {
        let Some(attribute) = find(managed, |role| matches!(role, Managed::Version(_))) else { return Ok(None) };
        let Managed::Version(def) = attribute.role else { return Ok(None) };
        let held = match &attribute.value {
            None => Held::Nothing,
            Some(AttributeValue::N(text)) => {
                let version = text.parse::<i128>().map_err(|_| unreadable(attribute.name))?;
                if version == i128::from(def.start_at) && !def.optional { Held::Start } else { Held::At(version) }
            }
            Some(_) => return Err(unreadable(attribute.name)),
        };
        Ok(Some(Self { name: attribute.name, def, held }))
    }

    pub(crate) fn with(self, held: Held) -> Self {
        Self { held, ..self }
    }

    /// The same, with a version that a caller gave: a plain integer that equals `start_at` says the same as in memory.
    pub(crate) fn expecting(self, version: i128) -> Self {
        let start = version == i128::from(self.def.start_at) && !self.def.optional;
        self.with(if start { Held::Start } else { Held::At(version) })
    }

    pub(crate) fn start(&self) -> i128 {
        i128::from(self.def.start_at)
    }

    /// The version in memory as a number; `None` where nothing was stored.
    pub(crate) fn expected(&self) -> Option<i128> {
        match self.held {
            Held::Nothing => None,
            Held::Start => Some(self.start()),
            Held::At(version) => Some(version),
        }
    }

    /// What a write that keeps or replaces a known item demands.
    pub(crate) fn clause(&self) -> VersionClause {
        match self.held {
            Held::Nothing => VersionClause::Absent,
            Held::Start => VersionClause::AbsentOr(self.start()),
            Held::At(version) => VersionClause::Equal(version),
        }
    }

    /// What an unchecked advance demands: that there is a next version.
    pub(crate) fn clause_of_any(&self) -> VersionClause {
        VersionClause::AbsentOrAtMost(self.def.max - i128::from(self.def.increment_by))
    }

    /// The version that the write stores.
    pub(crate) fn next(&self) -> Result<i128, Error> {
        self.after(self.expected().unwrap_or_else(|| self.start()))
    }

    /// The version of a `create`: a known counter is never reset.
    pub(crate) fn next_of_create(&self) -> Result<i128, Error> {
        self.after(self.expected().map_or_else(|| self.start(), |version| version.max(self.start())))
    }

    fn after(&self, version: i128) -> Result<i128, Error> {
        let next = version + i128::from(self.def.increment_by);
        if next > self.def.max || next < self.def.min {
            return Err(Error::invalid(format!("the version attribute `{}` cannot advance in its type", self.name)));
        }
        Ok(next)
    }
}

fn unreadable(name: Name) -> Error {
    Error::invalid(format!("the version attribute `{name}` is no integer in memory"))
}

impl VersionClause {
    /// The clause as a condition on the attribute `name`.
    pub(crate) fn tree(self, name: Name) -> Tree {
        let path = || Path::top(name);
        let absent = || Tree::Call(Function::NotExists, path(), None);
        let compared =
            |how, version| Tree::Compare(Operand::Path(path()), how, Operand::Value(Ok(encode_integer(version))));
        match self {
            Self::Absent => absent(),
            Self::AbsentOr(version) => absent().or(compared(Comparison::Equal, version)),
            Self::Equal(version) => compared(Comparison::Equal, version),
            Self::AbsentOrAtMost(version) => absent().or(compared(Comparison::LessOrEqual, version)),
        }
    }

    /// Whether the clause holds of a stored item without a version.
    pub(crate) fn admits_absence(self) -> bool {
        !matches!(self, Self::Equal(_))
    }

    /// Whether the clause holds of the stored version.
    pub(crate) fn holds(self, stored: StoredVersion) -> bool {
        match (self, stored) {
            (clause, StoredVersion::Nothing) => clause.admits_absence(),
            (Self::Absent, _) | (_, StoredVersion::NoInteger) => false,
            (Self::AbsentOr(version) | Self::Equal(version), StoredVersion::At(stored)) => stored == version,
            (Self::AbsentOrAtMost(version), StoredVersion::At(stored)) => stored <= version,
        }
    }
}

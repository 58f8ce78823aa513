//! One attribute of an item type, as plain data.

use super::Below;
use crate::value::AttributeType;

/// One modelled attribute, or one flattened struct of them.
#[derive(Debug)]
#[non_exhaustive]
pub struct AttributeDef {
    /// The attribute's name; empty where a struct is flattened.
    pub name: &'static str,
    /// What the attribute is in its item.
    pub role: AttributeRole,
    /// Other names that reading accepts.
    pub aliases: &'static [&'static str],
    /// The flattened struct.
    pub flatten: Option<Flatten>,
    /// The names below it, where a projection takes a part of it only.
    pub nested: &'static [&'static str],
    /// The attributes inside of it, where they are known.
    #[doc(hidden)]
    pub inside: Option<&'static Below>,
    /// What a scalar is stored as, where the derive saw it by the type's name.
    scalar: Option<AttributeType>,
}

/// What an attribute is in its item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AttributeRole {
    /// Written by the application alone.
    Plain,
    /// The table's partition key.
    PartitionKey,
    /// The table's sort key.
    SortKey,
    /// The version that every write checks and advances.
    Version,
    /// DynamoDB's time to live.
    TimeToLive,
    /// Filled in by writes: timestamps, generated ids, counters.
    Managed,
}

/// A struct whose attributes stand in its parent.
#[derive(Debug)]
#[non_exhaustive]
pub struct Flatten {
    /// Put before each of the names.
    pub prefix: &'static str,
    /// The struct's own attributes.
    pub attributes: &'static [AttributeDef],
}

impl AttributeDef {
    #[doc(hidden)]
    #[must_use]
    pub const fn new(name: &'static str, role: AttributeRole, aliases: &'static [&'static str]) -> Self {
        Self { name, role, aliases, flatten: None, nested: &[], inside: None, scalar: None }
    }

    /// An attribute in which nothing has a name: a list, a set, bytes.
    #[doc(hidden)]
    #[must_use]
    pub const fn elements(name: &'static str, role: AttributeRole, aliases: &'static [&'static str]) -> Self {
        Self { inside: Some(Below::NOTHING), ..Self::new(name, role, aliases) }
    }

    /// An attribute that is stored as S.
    #[doc(hidden)]
    #[must_use]
    pub const fn text(name: &'static str, role: AttributeRole, aliases: &'static [&'static str]) -> Self {
        Self { scalar: Some(AttributeType::S), ..Self::elements(name, role, aliases) }
    }

    /// An attribute that is stored as N.
    #[doc(hidden)]
    #[must_use]
    pub const fn number(name: &'static str, role: AttributeRole, aliases: &'static [&'static str]) -> Self {
        Self { scalar: Some(AttributeType::N), ..Self::elements(name, role, aliases) }
    }

    /// An attribute that is stored as BOOL.
    #[doc(hidden)]
    #[must_use]
    pub const fn boolean(name: &'static str, role: AttributeRole, aliases: &'static [&'static str]) -> Self {
        Self { scalar: Some(AttributeType::Bool), ..Self::elements(name, role, aliases) }
    }

    /// What it is stored as, where it is a scalar of a type that is known.
    pub(crate) fn scalar(&self) -> Option<AttributeType> {
        self.scalar.or(self.inside.and_then(|inside| inside.scalar))
    }

    /// An attribute whose type has these attributes inside.
    #[doc(hidden)]
    #[must_use]
    pub const fn holding(
        name: &'static str,
        role: AttributeRole,
        aliases: &'static [&'static str],
        inside: Option<&'static Below>,
    ) -> Self {
        Self { name, role, aliases, flatten: None, nested: &[], inside, scalar: None }
    }

    #[doc(hidden)]
    #[must_use]
    pub const fn flatten(prefix: &'static str, attributes: &'static [Self]) -> Self {
        let flatten = Some(Flatten { prefix, attributes });
        Self { name: "", role: AttributeRole::Plain, aliases: &[], flatten, nested: &[], inside: None, scalar: None }
    }

    #[doc(hidden)]
    #[must_use]
    pub const fn nested(name: &'static str, nested: &'static [&'static str]) -> Self {
        Self { name, role: AttributeRole::Plain, aliases: &[], flatten: None, nested, inside: None, scalar: None }
    }
}

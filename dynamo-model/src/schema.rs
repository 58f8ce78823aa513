//! What a derive writes down about a type: plain data that the runtime reads.

use std::time::SystemTime;

use crate::{error::EncodeError, value::AttributeValue};

/// The three scalar types a key attribute may have.
///
/// DynamoDB's term is [key attribute](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.CoreComponents.html).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScalarType {
    /// Text.
    S,
    /// A number.
    N,
    /// Binary.
    B,
}

/// One key attribute of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct KeyDef {
    /// The attribute's name in DynamoDB.
    pub name: &'static str,
    /// Its scalar type.
    pub scalar: ScalarType,
    /// Whether the library fills it in when it is empty.
    pub generated: Generated,
}

impl KeyDef {
    #[doc(hidden)]
    #[must_use]
    pub const fn new(name: &'static str, scalar: ScalarType, generated: Generated) -> Self {
        Self { name, scalar, generated }
    }
}

/// Whether the library generates a key attribute that is empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Generated {
    /// The caller gives the value.
    No,
    /// A random UUID, once.
    Uuid,
}

/// An item type as DynamoDB sees it.
///
/// ```
/// use dynamo_model::DynamoItem;
///
/// #[derive(DynamoItem)]
/// #[dynamo(table = "notes")]
/// struct Note {
///     #[partition_key]
///     id: String,
///     #[version]
///     version: u64,
/// }
///
/// let schema = Note::SCHEMA;
/// assert_eq!(schema.table, "notes");
/// assert_eq!(schema.partition_key.name, "id");
/// assert_eq!(schema.attributes.len(), 2);
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct ItemSchema {
    /// The Rust type's name.
    pub item: &'static str,
    /// The table's name before any renaming by the `Dynamo`.
    pub table: &'static str,
    /// The partition key.
    pub partition_key: KeyDef,
    /// The sort key, where there is one.
    pub sort_key: Option<KeyDef>,
    /// Every modelled attribute; flattened structs stand as one entry each.
    pub attributes: &'static [AttributeDef],
}

impl ItemSchema {
    #[doc(hidden)]
    #[must_use]
    pub const fn new(
        item: &'static str,
        table: &'static str,
        partition_key: KeyDef,
        sort_key: Option<KeyDef>,
        attributes: &'static [AttributeDef],
    ) -> Self {
        Self { item, table, partition_key, sort_key, attributes }
    }

    /// Whether `name` is a modelled attribute, or another name of one.
    pub(crate) fn models(&self, name: &str) -> bool {
        is_among(self.attributes, name)
    }

    /// The name of the time to live, where there is one.
    pub(crate) fn time_to_live(&self) -> Option<String> {
        fn among(defs: &[AttributeDef], prefix: &str) -> Option<String> {
            defs.iter().find_map(|def| match &def.flatten {
                None => (def.role == AttributeRole::TimeToLive).then(|| format!("{prefix}{}", def.name)),
                Some(flat) => among(flat.attributes, &format!("{prefix}{}", flat.prefix)),
            })
        }
        among(self.attributes, "")
    }
}

/// Whether `name` is one of the attributes, or another name of one.
pub(crate) fn is_among(defs: &[AttributeDef], name: &str) -> bool {
    defs.iter().any(|def| match &def.flatten {
        None => def.name == name || def.aliases.contains(&name),
        Some(flat) => name.strip_prefix(flat.prefix).is_some_and(|name| is_among(flat.attributes, name)),
    })
}

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
        Self { name, role, aliases, flatten: None }
    }

    #[doc(hidden)]
    #[must_use]
    pub const fn flatten(prefix: &'static str, attributes: &'static [Self]) -> Self {
        Self { name: "", role: AttributeRole::Plain, aliases: &[], flatten: Some(Flatten { prefix, attributes }) }
    }
}

/// An attribute that writes fill in: the version and the generated ones.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub enum Managed {
    Version(VersionDef),
    Generation,
    WriteId,
    CreatedAt(StampFn),
    UpdatedAt(StampFn),
    Uuid,
    Counter { start_at: i64, increment_by: i64 },
}

/// The attribute value of an instant, in the field's own format.
#[doc(hidden)]
pub type StampFn = fn(SystemTime) -> Result<AttributeValue, EncodeError>;

/// A version attribute: where it starts, how it advances and what fits it.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VersionDef {
    /// Whether `None` says that the item is not stored, and not a number that equals `start_at`.
    pub optional: bool,
    pub start_at: i64,
    pub increment_by: i64,
    pub min: i128,
    pub max: i128,
}

//! What a derive writes down about a type: plain data that the runtime reads.

mod attribute;
mod below;
mod cloudformation;
mod table;

use std::time::SystemTime;

pub(crate) use self::table::{in_words, index_in_words, keys_in_words, projection_in_words};
pub use self::{
    attribute::{AttributeDef, AttributeRole, Flatten},
    below::Below,
    table::TableSchema,
};
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
    /// The template it is made from, where it holds no field of its own.
    pub template: Option<&'static Template>,
}

impl KeyDef {
    #[doc(hidden)]
    #[must_use]
    pub const fn new(name: &'static str, scalar: ScalarType, generated: Generated) -> Self {
        Self { name, scalar, generated, template: None }
    }

    #[doc(hidden)]
    #[must_use]
    pub const fn templated(template: &'static Template) -> Self {
        Self { name: template.name, scalar: ScalarType::S, generated: Generated::No, template: Some(template) }
    }
}

/// A key attribute that is put together from fields: `ORDER#{placed_on}#{number:010}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Template {
    /// The name of the attribute that holds it.
    pub name: &'static str,
    /// Its parts from left to right.
    pub parts: &'static [TemplatePart],
}

impl Template {
    #[doc(hidden)]
    #[must_use]
    pub const fn new(name: &'static str, parts: &'static [TemplatePart]) -> Self {
        Self { name, parts }
    }
}

/// One part of a template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum TemplatePart {
    /// Text that is the same in every key.
    Literal(&'static str),
    /// The value of a field.
    Field {
        /// The attribute's name, or the field's where it is no attribute.
        name: &'static str,
        /// Whether the field is stored as text or as a number.
        scalar: ScalarType,
        /// To how many digits a number is filled with zeros; 0 for none.
        width: u8,
    },
}

impl TemplatePart {
    #[doc(hidden)]
    #[must_use]
    #[track_caller]
    pub const fn field(name: &'static str, scalar: ScalarType, width: u8) -> Self {
        assert!(!matches!(scalar, ScalarType::B), "binary has no text that a key template could hold");
        Self::Field { name, scalar, width }
    }
}

/// A global or local secondary index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct IndexDef {
    /// Its name.
    pub name: &'static str,
    /// Global, or local to the table's partition.
    pub kind: IndexKind,
    /// The partition key attributes, one to four; the table's for a local index.
    pub partition_key: &'static [KeyDef],
    /// The sort key attributes, none to four.
    pub sort_key: &'static [KeyDef],
    /// Which attributes it carries.
    pub projection: Projected,
}

impl IndexDef {
    #[doc(hidden)]
    #[must_use]
    pub const fn new(
        name: &'static str,
        kind: IndexKind,
        partition_key: &'static [KeyDef],
        sort_key: &'static [KeyDef],
        projection: Projected,
    ) -> Self {
        Self { name, kind, partition_key, sort_key, projection }
    }
}

/// Whether an index has a partition key of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum IndexKind {
    /// Any partition key, eventually consistent.
    Global,
    /// The table's partition key, made with the table only.
    Local,
}

/// Which attributes an index carries beside the keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Projected {
    /// All of them.
    All,
    /// None.
    KeysOnly,
    /// These.
    Include(&'static [&'static str]),
}

/// The attribute that tells the types of one table apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct TypeAttribute {
    /// Its name.
    pub name: &'static str,
    /// Its value in every item of this type.
    pub value: &'static str,
}

impl TypeAttribute {
    #[doc(hidden)]
    #[must_use]
    pub const fn new(name: &'static str, value: &'static str) -> Self {
        Self { name, value }
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
    /// The secondary indexes.
    pub indexes: &'static [IndexDef],
    /// The attribute that tells it apart from other types in the table.
    pub type_attribute: Option<TypeAttribute>,
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
        Self { item, table, partition_key, sort_key, attributes, indexes: &[], type_attribute: None }
    }

    #[doc(hidden)]
    #[must_use]
    pub const fn with_indexes(mut self, indexes: &'static [IndexDef]) -> Self {
        self.indexes = indexes;
        self
    }

    #[doc(hidden)]
    #[must_use]
    pub const fn with_type(mut self, type_attribute: TypeAttribute) -> Self {
        self.type_attribute = Some(type_attribute);
        self
    }

    /// Whether `name` is a modelled attribute, or another name of one.
    pub(crate) fn models(&self, name: &str) -> bool {
        is_among(self.attributes, name) || self.makes(name)
    }

    /// Whether `name` is written beside the fields: a templated key, or the attribute of the type.
    fn makes(&self, name: &str) -> bool {
        let of_indexes = self.indexes.iter().flat_map(|index| index.partition_key.iter().chain(index.sort_key));
        let mut keys = [Some(&self.partition_key), self.sort_key.as_ref()].into_iter().flatten().chain(of_indexes);
        keys.any(|key| key.template.is_some() && key.name == name)
            || self.type_attribute.is_some_and(|of_type| of_type.name == name)
    }

    /// Whether its writes check and advance a version.
    pub(crate) fn is_versioned(&self) -> bool {
        fn among(defs: &[AttributeDef]) -> bool {
            defs.iter().any(|def| match &def.flatten {
                None => def.role == AttributeRole::Version,
                Some(flat) => among(flat.attributes),
            })
        }
        among(self.attributes)
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

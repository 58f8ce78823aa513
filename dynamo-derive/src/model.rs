//! What a derive was asked for, decided. `lower` is the only writer and `expand` the only reader.
//!
//! Nothing here is an `Option` that still needs a default, a word that may contradict another one, or an attribute as
//! the user spelled it. What only a type can tell (is this a set, an `Option`, an integer?) is not here either: generated
//! code asks the type through a trait.

use proc_macro2::Span;
use syn::{Generics, Ident, Path, Type, Visibility};

/// A type that derives `DynamoItem`. It has no generic parameters.
pub(crate) enum ItemType {
    Struct(Box<Item>),
    Enum(ItemEnum),
}

/// A struct that derives `DynamoItem`.
pub(crate) struct Item {
    pub(crate) ident: Ident,
    pub(crate) vis: Visibility,
    /// Where the library is, `::dynamo_model` unless `crate = path` says otherwise.
    pub(crate) krate: Path,
    /// A name that `DynamoDB` accepts.
    pub(crate) table: String,
    pub(crate) fields: Vec<Field>,
    /// What the templates of the keys make: one stored attribute each, no two of one name, and none of a field's name.
    /// Those of the table's key come first.
    pub(crate) templates: Vec<Template>,
    /// The field whose role is `PartitionKey`, or a template.
    pub(crate) partition: KeyModel,
    /// The field whose role is `SortKey`, or a template.
    pub(crate) sort: Option<KeyModel>,
    /// No two have one name or one handle.
    pub(crate) indexes: Vec<Index>,
    pub(crate) type_attribute: Option<TypeAttribute>,
}

/// Where one attribute of a key comes from.
#[derive(Clone, Copy)]
pub(crate) enum KeyModel {
    /// A stored field without `with` and `serde`, by its position in `Item::fields`.
    Field(usize),
    /// By its position in `Item::templates`.
    Template(usize),
}

impl KeyModel {
    /// The position of the field that is this attribute.
    pub(crate) fn field(self) -> Option<usize> {
        match self {
            Self::Field(field) => Some(field),
            Self::Template(_) => None,
        }
    }
}

/// A key attribute that is made of fields and text.
///
/// Neither empty nor ambiguous by its text alone: between two placeholders there is a literal, no field has two
/// placeholders, and two literals never follow each other.
pub(crate) struct Template {
    /// The attribute's name.
    pub(crate) name: String,
    pub(crate) parts: Vec<TemplatePart>,
    /// The literal of the template.
    pub(crate) span: Span,
}

/// A piece of a template.
pub(crate) enum TemplatePart {
    /// Never empty; `{{` is one brace.
    Literal(String),
    /// The text of the field at this position. It is stored or a part of the table's key, and no write fills it in.
    Placeholder {
        field: usize,
        /// `{number:010}`: filled with zeros up to so many digits, 1 to 20.
        width: Option<u8>,
        /// The literal of the template, since a part of a literal has no place of its own.
        span: Span,
    },
}

/// A secondary index.
pub(crate) struct Index {
    /// A name that `DynamoDB` accepts.
    pub(crate) name: String,
    /// The name in `snake_case`, located at the name.
    pub(crate) handle: Ident,
    /// A name for the type that stands for the index, `__OrderByStatus`.
    pub(crate) marker: Ident,
    pub(crate) kind: IndexKind,
    /// One to four; the table's for a local index.
    pub(crate) partition: Vec<KeyModel>,
    /// None to four; exactly one for a local index.
    pub(crate) sort: Vec<KeyModel>,
    pub(crate) projection: IndexProjection,
    /// The literal of the name.
    pub(crate) span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum IndexKind {
    Global,
    /// Its table has a sort key.
    Local,
}

/// What an index carries beside the keys of the table and its own.
pub(crate) enum IndexProjection {
    All,
    KeysOnly,
    /// The stored fields at these positions, at least one and none of them a key of the table or of the index.
    Include(Vec<usize>),
}

/// The attribute that tells the items of one table apart.
pub(crate) struct TypeAttribute {
    /// Not the name of a field or of a template.
    pub(crate) name: String,
    /// Not empty.
    pub(crate) value: String,
}

/// An enum that derives `DynamoItem`: the items of one table.
pub(crate) struct ItemEnum {
    pub(crate) ident: Ident,
    pub(crate) vis: Visibility,
    /// Where the library is, `::dynamo_model` unless `crate = path` says otherwise.
    pub(crate) krate: Path,
    /// A name that `DynamoDB` accepts.
    pub(crate) table: String,
    /// At least one.
    pub(crate) variants: Vec<ItemVariant>,
}

/// A variant that wraps an item.
pub(crate) struct ItemVariant {
    pub(crate) ident: Ident,
    /// No two variants have a type that is written alike.
    pub(crate) ty: Type,
    /// The variant's name in `snake_case`, no two alike.
    pub(crate) handle: Ident,
}

/// A struct that derives `DynamoProjection`. It has no generic parameters.
pub(crate) struct Projection {
    pub(crate) ident: Ident,
    /// Where the library is, `::dynamo_model` unless `crate = path` says otherwise.
    pub(crate) krate: Path,
    pub(crate) item: Path,
    /// At least one. The role of each is `Plain`, it has no aliases, and its kind is `Stored`, `Nested` or `Flattened`.
    pub(crate) fields: Vec<Field>,
}

/// A type that derives `DynamoValue`.
pub(crate) struct Value {
    pub(crate) ident: Ident,
    pub(crate) vis: Visibility,
    pub(crate) generics: Generics,
    /// Where the library is, `::dynamo_model` unless `crate = path` says otherwise.
    pub(crate) krate: Path,
    pub(crate) shape: ValueShape,
}

/// How a value is laid out, which decides how it is stored.
pub(crate) enum ValueShape {
    /// Named fields: M.
    Struct(Vec<Field>),
    /// One unnamed field: whatever that field is stored as.
    Newtype(Box<TupleField>),
    /// Two or more unnamed fields: L.
    Tuple(Vec<TupleField>),
    /// Unit variants only: S of the variant's name.
    TextEnum(Vec<TextVariant>),
    /// Unit variants only, `repr = number`: N of the variant's discriminant.
    NumberEnum(Vec<NumberVariant>),
    /// At least one variant has data: M with the variant's name in the attribute `tag`.
    DataEnum { tag: String, variants: Vec<DataVariant> },
}

/// A named field of an item, of a value struct, of an enum variant or of a projection.
pub(crate) struct Field {
    pub(crate) ident: Ident,
    /// Inherited for the fields of an enum variant.
    pub(crate) vis: Visibility,
    pub(crate) ty: Type,
    /// The attribute's name. A field that is no attribute, or a nested one, is called so by errors.
    pub(crate) name: String,
    /// Older names that are read as well, never written.
    pub(crate) aliases: Vec<String>,
    pub(crate) kind: FieldKind,
    pub(crate) role: Role,
    pub(crate) codec: Codec,
    pub(crate) default: DefaultSource,
}

/// Whether a field is an attribute.
pub(crate) enum FieldKind {
    /// One attribute.
    Stored,
    /// No attribute; decoding takes its value from `default`, which is then never `Required`.
    Skipped,
    /// The attributes of the field's type, each with this prefix (empty for none).
    Flattened { prefix: String },
    /// No attribute of its own; a template of the table's key holds it. Exactly the fields whose role is `KeyPart`.
    KeyPart,
    /// In a projection only: the attribute at the end of this path of two or more names, each but the last one a map.
    Nested { path: Vec<String> },
}

/// What an attribute means to the library.
pub(crate) enum Role {
    Plain,
    PartitionKey(KeySource),
    SortKey(KeySource),
    /// One or both templates of the table's key have a placeholder for it.
    KeyPart,
    /// `start` points at the literal of `start_at`, or at the word `version` where none is written: whether a negative
    /// or an unusual start fits is for the field's type to say.
    Version {
        start_at: i64,
        increment_by: i64,
        start: Span,
    },
    CreatedAt,
    UpdatedAt,
    Ttl,
    Uuid,
    Counter {
        start_at: i64,
        increment_by: i64,
    },
    Generation,
    WriteId,
}

/// Where the value of a key comes from.
#[derive(Clone, Copy)]
pub(crate) enum KeySource {
    /// The caller.
    Given,
    /// `uuid`: the library, where the caller gave none.
    Uuid,
}

/// What translates between a field and its attribute.
pub(crate) enum Codec {
    /// The type's own trait.
    Plain,
    /// A module with `encode` and `decode`.
    With(Path),
    /// `Serialize` and `Deserialize`.
    Serde,
    /// Seconds since the epoch. Exactly the fields whose role is `Ttl` have it.
    Ttl,
}

/// What a field is when its attribute is absent.
pub(crate) enum DefaultSource {
    /// Whatever the type says about absence: `None`, an empty set, or a decode error.
    Required,
    /// `Default::default()`.
    Trait,
    /// The function at this path.
    Path(Path),
}

/// A field of a tuple struct.
pub(crate) struct TupleField {
    pub(crate) index: syn::Index,
    pub(crate) vis: Visibility,
    pub(crate) ty: Type,
    /// Never `Ttl`.
    pub(crate) codec: Codec,
}

/// A variant stored by its name.
pub(crate) struct TextVariant {
    pub(crate) ident: Ident,
    pub(crate) name: String,
    pub(crate) aliases: Vec<String>,
}

/// A variant stored by its discriminant.
pub(crate) struct NumberVariant {
    pub(crate) ident: Ident,
    pub(crate) number: i64,
}

/// A variant of an enum with data.
pub(crate) struct DataVariant {
    pub(crate) ident: Ident,
    /// What the tag holds.
    pub(crate) name: String,
    pub(crate) aliases: Vec<String>,
    pub(crate) shape: VariantShape,
}

/// What a variant carries beside the tag.
pub(crate) enum VariantShape {
    Unit,
    Named(Vec<Field>),
    /// The attributes of this type are merged beside the tag.
    Newtype(Box<Type>),
}

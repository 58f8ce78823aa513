//! What a derive was asked for, decided. `lower` is the only writer and `expand` the only reader.
//!
//! Nothing here is an `Option` that still needs a default, a word that may contradict another one, or an attribute as
//! the user spelled it. What only a type can tell (is this a set, an `Option`, an integer?) is not here either: generated
//! code asks the type through a trait.

use proc_macro2::Span;
use syn::{Generics, Ident, Index, Path, Type, Visibility};

/// A struct that derives `DynamoItem`. It has no generic parameters.
pub(crate) struct Item {
    pub(crate) ident: Ident,
    pub(crate) vis: Visibility,
    /// Where the library is, `::dynamo_model` unless `crate = path` says otherwise.
    pub(crate) krate: Path,
    /// A name that `DynamoDB` accepts.
    pub(crate) table: String,
    pub(crate) fields: Vec<Field>,
    /// The position in `fields` of the one whose role is `PartitionKey`.
    pub(crate) partition: usize,
    /// The position in `fields` of the one whose role is `SortKey`.
    pub(crate) sort: Option<usize>,
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

/// A named field of an item, of a value struct or of an enum variant.
pub(crate) struct Field {
    pub(crate) ident: Ident,
    /// Inherited for the fields of an enum variant.
    pub(crate) vis: Visibility,
    pub(crate) ty: Type,
    /// The attribute's name. A skipped or flattened field has no attribute; this is what errors call it.
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
}

/// What an attribute means to the library.
pub(crate) enum Role {
    Plain,
    PartitionKey(KeySource),
    SortKey(KeySource),
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
    pub(crate) index: Index,
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

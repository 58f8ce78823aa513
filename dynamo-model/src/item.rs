//! What the derives implement. Associated functions, never methods: an item keeps every method name to itself.

mod canonical;
mod fields;
mod generated;
mod index;
mod kept;
mod key;
mod of_enum;
mod own_type;
mod template;
mod twins;
mod write;

use std::fmt;

pub(crate) use self::{
    canonical::{CanonicalKey, KeyNames},
    fields::{StructVisitor, decode_as},
    index::SortComparison,
    key::{check_index_key, check_key, key_of},
    template::parsed,
    twins::twins,
    write::{Collected, ManagedAttribute, caught_name, caught_twice, managed_of},
};
pub use self::{
    fields::{CatchAll, Fields, NoPrefix, OptionSlots, Prefixes, Slots, read_struct},
    generated::*,
    index::{
        ConsistentRead, HasSortKey, Index, NeedsProject, PartitionFrom, ReadAs, SortCondition, SortFrom, SortKey,
        SortPartFrom, SortParts, SortPrefixFrom, Types, prefix,
    },
    kept::Kept,
    key::{IntoKey, KeyFrom, KeySlots, KeySpec, KeyValues, ReadKey, key_part, key_parts},
    of_enum::*,
    own_type::OwnType,
    template::{KeyTexts, composed, composed_if_present},
    write::{Plain, Stamp, WriteAttributes, encode_struct},
};
use crate::{
    error::{DecodeError, EncodeError},
    schema::ItemSchema,
    value::{CountedVersion, Item, NoVersion, VersionNumber},
};

/// The handles of an item, as its closures receive them.
pub type Attributes<T> = <T as Fields>::Handles<T>;

/// A type whose values are the items of a table.
///
/// Derive it: see [the derive](macro@crate::DynamoItem) for its words.
///
/// # Examples
///
/// ```
/// use dynamo_model::{AttributeValue, DynamoItem};
///
/// #[derive(DynamoItem)]
/// #[dynamo(table = "notes")]
/// struct Note {
///     #[partition_key]
///     id: String,
///     text: Option<String>,
/// }
///
/// let item = Note::encode(&Note { id: "n-1".into(), text: None })?;
/// assert_eq!(item.get("id"), Some(&AttributeValue::S("n-1".into())));
/// assert_eq!(item.len(), 1);
/// assert_eq!(Note::decode(item)?.id, "n-1");
/// # Ok::<(), dynamo_model::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a DynamoDB item",
    label = "not an item",
    note = "add `#[derive(DynamoItem)]` to `{Self}`"
)]
pub trait DynamoItem: Fields + Send + Sync + 'static {
    /// The generated struct of the table's key attributes.
    type Key: KeySpec<Item = Self, Output = Self> + ConsistentRead;
    /// The generated struct of the item's indexes, one field each.
    type Indexes;
    /// The integer type of the version, [`NoVersion`](crate::NoVersion) where there is none.
    type Version: VersionNumber;
    /// The item as DynamoDB sees it.
    const SCHEMA: &'static ItemSchema;

    /// The item's indexes.
    #[doc(hidden)]
    fn indexes() -> Self::Indexes;

    /// Writes the key attributes.
    #[doc(hidden)]
    fn write_key<W: WriteAttributes>(item: &Self, to: &mut W) -> Result<(), EncodeError>;

    /// The item as it would be stored, in all its attributes.
    ///
    /// # Errors
    ///
    /// An attribute cannot be stored; the error names it.
    fn encode(item: &Self) -> Result<Item, EncodeError> {
        let mut to = Plain::new(Self::SCHEMA.attributes.len());
        Self::write_key(item, &mut to)?;
        Self::write::<NoPrefix, _>(item, &mut to)?;
        Self::write_managed::<NoPrefix, _>(Some(item), &mut to)?;
        to.finish(Self::DEFS)
    }

    /// The item that is stored. Attributes that the type does not know are ignored.
    ///
    /// # Errors
    ///
    /// An attribute is missing or does not fit; the error names it.
    fn decode(item: Item) -> Result<Self, DecodeError> {
        fields::read_item::<Self>(item).map_err(|error| error.of_item(Self::SCHEMA.item))
    }
}

/// An item that is written as a whole.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is an enum of items: it is read as a whole and written by its variants",
    label = "write through the table of the variant's own type"
)]
pub trait Writable: DynamoItem {}

/// The version type of an item that has no version, which is [`NoVersion`]. `T` is the item.
#[diagnostic::on_unimplemented(
    message = "`{T}` has a version, and a batch write checks none",
    label = "not an item without version",
    note = "`put_each`, `update_each` and `delete_each` check the version, one conditional request an item",
    note = "`batch_put_unchecked` and `batch_delete_unchecked` overwrite whatever is stored"
)]
pub trait Unversioned<T> {}
impl<T> Unversioned<T> for NoVersion {}
/// An item with a version, which an optimistic loop needs.
///
/// Every [`DynamoItem`] with a `#[version]` attribute is one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no version, so a change to it cannot be checked and tried again",
    label = "a loop needs an item with a `#[version]` attribute",
    note = "add a field `#[version] version: u64`; without a version, `patch_at` changes single attributes in one request"
)]
pub trait Versioned: DynamoItem {}
#[diagnostic::do_not_recommend]
impl<T: DynamoItem<Version: CountedVersion>> Versioned for T {}

/// The version a write without an item in memory expects. `V` is the item's own version type, so `note.version` fits.
///
/// # Examples
///
/// ```
/// use dynamo_model::{DynamoItem, Expect};
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
/// let note = Note { id: "n-1".into(), version: 3 };
/// let seen: Expect<u64> = Expect::of(&note);
/// let same_version = Expect::Version(note.version);
/// # let _ = (seen, same_version);
/// ```
#[derive(Clone)]
#[non_exhaustive]
pub enum Expect<V = crate::value::NoVersion> {
    /// This version is stored.
    Version(V),
    /// The item is there, without a version attribute.
    Unversioned,
    /// Whatever is stored. A patch still advances the version, so that holders of an older one fail.
    Any,
    /// What [`Expect::of`] saw: version and generation.
    #[doc(hidden)]
    Seen(Seen),
}

/// The managed attributes of an item in memory, or why they cannot be known.
#[doc(hidden)]
#[derive(Clone)]
pub struct Seen(pub(crate) std::sync::Arc<Result<Vec<ManagedAttribute>, String>>);

impl<V: VersionNumber> Expect<V> {
    /// The life and the version that this item was read in: what `update` would expect of it.
    #[must_use]
    pub fn of<T: DynamoItem<Version = V>>(item: &T) -> Self {
        Self::Seen(Seen(std::sync::Arc::new(managed_of(Some(item)).map_err(|error| error.to_string()))))
    }
}

impl<V: fmt::Debug> fmt::Debug for Expect<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Version(version) => write!(f, "Version({version:?})"),
            Self::Unversioned => f.write_str("Unversioned"),
            Self::Any => f.write_str("Any"),
            Self::Seen(_) => f.write_str("Seen"),
        }
    }
}

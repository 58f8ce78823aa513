//! Reading by a key: the table's own, or that of an index. The derive implements these for generated types, so that all
//! key types stand in bounds of impls for a local type.

use std::{fmt, marker::PhantomData};

use super::{DynamoItem, KeySpec, Slots};
use crate::{
    error::EncodeError,
    expression::IntoPrefix,
    schema::AttributeDef,
    value::{AttributeValue, Prefixed},
};

/// What a read of `T` can give: the item, its keys, or a projection of it.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be read as `{Self}`",
    label = "not an item, key or projection of `{T}`",
    note = "an index that carries some attributes only is read with `.project::<P>()`"
)]
pub trait ReadAs<T>: Sized + Send + 'static {
    /// Where attributes wait until all of them are read.
    #[doc(hidden)]
    type Slots: Slots<Self>;
    /// The same of an item that was read by its key, which may be of another type.
    #[doc(hidden)]
    type SlotsByKey: Slots<Self>;
    /// The attributes to ask for; `None` for all that are there.
    #[doc(hidden)]
    const PROJECTION: Option<&'static [AttributeDef]>;
    /// Which items of a shared table are read.
    #[doc(hidden)]
    const TYPES: Types = Types::Own;
}

/// Which items a read gives of a table that several types share.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Types {
    /// Those of the item type alone.
    Own,
    /// All: they are told apart when they are read.
    All,
}

impl<T: DynamoItem> ReadAs<T> for T {
    type Slots = <T as super::Fields>::Slots;
    // They refuse another type by themselves.
    type SlotsByKey = <T as super::Fields>::Slots;
    const PROJECTION: Option<&'static [AttributeDef]> = None;
}

/// What an index gives that carries some attributes only: nothing, before `.project::<P>()` says what to read.
#[derive(Debug)]
pub enum NeedsProject {}

/// `P` is the partition key of this table or index: a value, or a tuple where there are several attributes.
#[diagnostic::on_unimplemented(
    message = "`{P}` is not the partition key of `{Self}`",
    label = "not the partition key",
    note = "a partition key of several attributes is a tuple; a key of a newtype takes that newtype"
)]
pub trait PartitionFrom<P> {
    #[doc(hidden)]
    fn values(partition: P) -> Result<Vec<AttributeValue>, EncodeError>;
}

/// `S` is a sort key of this table or index, or the first attributes of one.
#[diagnostic::on_unimplemented(
    message = "`{S}` is not a sort key of `{Self}`",
    label = "not a sort key",
    note = "a sort key of several parts is a tuple of its first ones, also of one as in `(5,)`, or is given left to right: \
            `k.eq_first(..).lt(..)`"
)]
pub trait SortFrom<S> {
    #[doc(hidden)]
    fn values(sort: S) -> Result<Vec<AttributeValue>, EncodeError>;
}

/// `S` is the part of a sort key of several that stands at this place, counted from 0.
#[diagnostic::on_unimplemented(
    message = "`{S}` is not this part of the sort key of `{Self}`",
    label = "a sort key of several parts is given left to right, one after the other",
    note = "on a sort key of one part use `eq`, `lt`, `between` and so on"
)]
pub trait SortPartFrom<const PLACE: usize, S> {
    #[doc(hidden)]
    fn value(part: S) -> Result<AttributeValue, EncodeError>;
}

/// `S` is a prefix of the sort key, or of its part at this place.
#[diagnostic::on_unimplemented(
    message = "the sort key of `{Self}` has no prefix `{S}`",
    label = "`begins_with` needs a sort key of text or binary",
    note = "on a number use `lt`, `gt` or `between`; a sort key of several parts is given left to right first"
)]
pub trait SortPrefixFrom<const PLACE: usize, S> {
    #[doc(hidden)]
    fn value(prefix: S) -> AttributeValue;
}

/// A table or an index with a sort key.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no sort key",
    label = "there is no sort key here to set a condition on",
    note = "narrow the result with `.filter(..)`, or query an index that has a sort key"
)]
pub trait HasSortKey: Sized {
    /// Always `SortKey<Self>`. A projection, so that where there is none the closure's mistakes are not reported too.
    type Handle: From<SortKey<Self>>;
}

/// Implemented by nothing.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a sort key cannot be compared by `ne`",
    label = "DynamoDB compares keys by `eq`, `lt`, `le`, `gt`, `ge`, `between` and `begins_with`",
    note = "make two queries, one with `lt` and one with `gt`, or leave the item out of the result"
)]
pub trait ComparesUnequal {}

/// A table or an index that can be read consistently.
#[diagnostic::on_unimplemented(
    message = "a global secondary index has no consistent reads",
    label = "only the table and its local indexes can be read consistently"
)]
pub trait ConsistentRead {}

/// `begins_with` on a sort key, where its type has one. Indirect, so that a derived impl never has a bound that is
/// trivially false.
#[doc(hidden)]
pub fn prefix<T: Prefixed, A: IntoPrefix<T>>(prefix: A) -> AttributeValue {
    prefix.into_prefix()
}

/// How the last given part of a sort key is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SortComparison {
    Equal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Between,
    BeginsWith,
}

/// A condition on a sort key: equality of its first parts, and one comparison.
#[must_use = "a sort-key condition is to be returned from the closure"]
pub struct SortCondition<K> {
    /// The values that are given, from left to right.
    pub(crate) parts: Result<Vec<AttributeValue>, EncodeError>,
    /// How many of them were given one by one, so that they are equal.
    pub(crate) fixed: usize,
    pub(crate) how: SortComparison,
    /// The upper end of `between`, as many parts.
    pub(crate) high: Option<Result<Vec<AttributeValue>, EncodeError>>,
    key: PhantomData<fn() -> K>,
}

impl<K> SortCondition<K> {
    fn new(how: SortComparison, parts: Result<Vec<AttributeValue>, EncodeError>) -> Self {
        Self { parts, fixed: 0, how, high: None, key: PhantomData }
    }
}

impl<K> fmt::Debug for SortCondition<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SortCondition").field("how", &self.how).finish_non_exhaustive()
    }
}

/// The parts with one more.
fn with(
    parts: Result<Vec<AttributeValue>, EncodeError>,
    part: Result<AttributeValue, EncodeError>,
) -> Result<Vec<AttributeValue>, EncodeError> {
    let mut parts = parts?;
    parts.push(part?);
    Ok(parts)
}

/// The sort key inside `.sort_key(|k| ..)`.
///
/// A sort key that is made by a template is compared as the one text that it is stored as, in the order of its bytes. That is
/// the order of its values only where these have a fixed width, or where the text between them sorts before all of their
/// characters: with `{name}#{number:03}`, `k.lt(("Ann",))` also finds `Ann Lee`, because a space sorts before `#`.
pub struct SortKey<K>(PhantomData<fn() -> K>);

impl<K> SortKey<K> {
    pub(crate) const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<K> Clone for SortKey<K> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<K> Copy for SortKey<K> {}
impl<K> fmt::Debug for SortKey<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SortKey")
    }
}

macro_rules! compare {
    ($($(#[$doc:meta])* $method:ident $how:ident;)*) => {
        impl<K> SortKey<K> {
            $(
                $(#[$doc])*
                pub fn $method<S>(self, sort: S) -> SortCondition<K>
                where
                    K: SortFrom<S>,
                {
                    SortCondition::new(SortComparison::$how, K::values(sort))
                }
            )*
        }
        impl<K, const PLACE: usize> SortParts<K, PLACE> {
            $(
                $(#[$doc])*
                pub fn $method<S>(self, part: S) -> SortCondition<K>
                where
                    K: SortPartFrom<PLACE, S>,
                {
                    self.last(SortComparison::$how, K::value(part))
                }
            )*
        }
    };
}
compare! {
    /// The sort key, or this part of it, is equal.
    eq Equal;
    /// It is less. Of a template it is the stored text that is: see [`SortKey`].
    lt Less;
    /// It is less or equal. Of a template it is the stored text that is: see [`SortKey`].
    le LessOrEqual;
    /// It is greater. Of a template it is the stored text that is: see [`SortKey`].
    gt Greater;
    /// It is greater or equal. Of a template it is the stored text that is: see [`SortKey`].
    ge GreaterOrEqual;
}

impl<K> SortKey<K> {
    /// The sort key lies between the two, both ends included. Of a template it is the stored text that does: see
    /// [`SortKey`]. A lower end above the upper one is refused before anything is sent.
    pub fn between<S, U>(self, low: S, high: U) -> SortCondition<K>
    where
        K: SortFrom<S> + SortFrom<U>,
    {
        let mut condition = SortCondition::new(SortComparison::Between, <K as SortFrom<S>>::values(low));
        condition.high = Some(<K as SortFrom<U>>::values(high));
        condition
    }

    /// The sort key begins with this text or these bytes.
    pub fn begins_with<S>(self, prefix: S) -> SortCondition<K>
    where
        K: SortPrefixFrom<0, S>,
    {
        SortCondition::new(SortComparison::BeginsWith, Ok(vec![K::value(prefix)]))
    }

    /// Never compiles: DynamoDB does not compare keys this way, and without this `ne` would be that of an iterator.
    #[doc(hidden)]
    pub fn ne<S>(self, _: S) -> SortCondition<K>
    where
        K: ComparesUnequal,
    {
        SortCondition::new(SortComparison::Equal, Ok(Vec::new()))
    }

    /// The first part of a sort key of several is equal; the next part may follow.
    pub fn eq_first<S>(self, first: S) -> SortParts<K, 1>
    where
        K: SortPartFrom<0, S>,
    {
        SortParts { equal: with(Ok(Vec::new()), K::value(first)), key: PhantomData }
    }
}

/// The first parts of a sort key of several. It is a condition by itself, or goes on with the next part.
#[must_use = "a sort-key condition is to be returned from the closure"]
pub struct SortParts<K, const PLACE: usize> {
    equal: Result<Vec<AttributeValue>, EncodeError>,
    key: PhantomData<fn() -> K>,
}

impl<K, const PLACE: usize> fmt::Debug for SortParts<K, PLACE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SortParts({PLACE})")
    }
}

impl<K, const PLACE: usize> SortParts<K, PLACE> {
    fn last(self, how: SortComparison, low: Result<AttributeValue, EncodeError>) -> SortCondition<K> {
        SortCondition { parts: with(self.equal, low), fixed: PLACE, how, high: None, key: PhantomData }
    }

    /// This part lies between the two, both ends included. Of a template it is the stored text that does: see
    /// [`SortKey`].
    pub fn between<S, U>(self, low: S, high: U) -> SortCondition<K>
    where
        K: SortPartFrom<PLACE, S> + SortPartFrom<PLACE, U>,
    {
        let high = <K as SortPartFrom<PLACE, U>>::value(high);
        // Where the first parts are in error, the lower end says so.
        let first = self.equal.as_ref().cloned().unwrap_or_default();
        let mut condition = self.last(SortComparison::Between, <K as SortPartFrom<PLACE, S>>::value(low));
        condition.high = Some(with(Ok(first), high));
        condition
    }

    /// This part begins with this text or these bytes.
    pub fn begins_with<S>(self, prefix: S) -> SortCondition<K>
    where
        K: SortPrefixFrom<PLACE, S>,
    {
        self.last(SortComparison::BeginsWith, Ok(K::value(prefix)))
    }
}

macro_rules! next {
    ($($place:literal $next:literal;)*) => { $(
        impl<K> SortParts<K, $place> {
            /// The next part is equal too.
            pub fn eq_next<S>(self, part: S) -> SortParts<K, $next>
            where
                K: SortPartFrom<$place, S>,
            {
                SortParts { equal: with(self.equal, K::value(part)), key: PhantomData }
            }
        }
    )* };
}
next! { 1 2; 2 3; }

impl<K, const PLACE: usize> From<SortParts<K, PLACE>> for SortCondition<K> {
    fn from(parts: SortParts<K, PLACE>) -> Self {
        Self::new(SortComparison::Equal, parts.equal)
    }
}

/// An index, a field of the generated struct of indexes.
pub struct Index<K>(PhantomData<fn() -> K>);
impl<K> Clone for Index<K> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<K> Copy for Index<K> {}
impl<K: KeySpec> Index<K> {
    #[doc(hidden)]
    #[must_use]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}
impl<K: KeySpec> fmt::Debug for Index<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Index({})", K::INDEX.unwrap_or_default())
    }
}

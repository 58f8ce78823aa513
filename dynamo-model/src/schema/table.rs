//! A table as its item types describe it together: what is made, verified and exported.

use std::{borrow::Cow, fmt::Write as _};

use super::{AttributeDef, IndexDef, IndexKind, ItemSchema, KeyDef, Projected, ScalarType};
use crate::{error::Error, value::AttributeType};

/// How many local secondary indexes a table may have.
const MOST_LOCAL_INDEXES: usize = 5;

/// A table as one item type describes it, or several that share it: keys, indexes and time to live, each once.
///
/// # Examples
///
/// ```
/// use dynamo_model::{DynamoItem, TableSchema};
///
/// #[derive(DynamoItem)]
/// #[dynamo(table = "shop")]
/// struct Customer {
///     #[partition_key]
///     pk: String,
/// }
///
/// #[derive(DynamoItem)]
/// #[dynamo(table = "shop")]
/// struct Session {
///     #[partition_key]
///     pk: String,
///     #[dynamo(ttl)]
///     expires: Option<u64>,
/// }
///
/// let shop = TableSchema::of(&[Customer::SCHEMA, Session::SCHEMA])?;
/// assert_eq!(shop.time_to_live.as_deref(), Some("expires"));
/// assert_eq!(shop.attributes.len(), 1);
/// # Ok::<(), dynamo_model::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TableSchema {
    /// Its name; the model's, unless it was [named](Self::named).
    pub name: Cow<'static, str>,
    /// The partition key.
    pub partition_key: KeyDef,
    /// The sort key, where there is one.
    pub sort_key: Option<KeyDef>,
    /// The attributes that are a key of the table or of an index, each once.
    pub attributes: Vec<(&'static str, ScalarType)>,
    /// The secondary indexes, each once.
    pub indexes: Vec<IndexDef>,
    /// The attribute that says when an item expires.
    pub time_to_live: Option<String>,
}

impl TableSchema {
    /// What these item types say together.
    ///
    /// # Errors
    ///
    /// There is none, or they do not describe one table. The error lists every contradiction and names the item types
    /// on both sides of it.
    pub fn of(items: &[&ItemSchema]) -> Result<Self, Error> {
        let Some((first, others)) = items.split_first() else {
            return Err(Error::invalid("a table is made from at least one item type"));
        };
        let mut contradictions = contradictions(items);
        contradictions.extend(stored_otherwise(items));
        for other in others {
            contradictions.extend(other_table(first, other));
        }
        let mut table = Self::one(first);
        for other in others {
            table.add(other);
        }
        let local = table.indexes.iter().filter(|index| index.kind == IndexKind::Local).count();
        if local > MOST_LOCAL_INDEXES {
            contradictions.push(format!("there are {local} local indexes, of which a table has at most five"));
        }
        if contradictions.is_empty() { Ok(table) } else { Err(Error::invalid(contradictions.join("; "))) }
    }

    /// The same with another name, such as [`Table::name`](crate::Table::name).
    #[must_use]
    pub fn named(mut self, name: impl Into<Cow<'static, str>>) -> Self {
        self.name = name.into();
        self
    }

    /// What one item type says.
    pub(super) fn one(item: &ItemSchema) -> Self {
        let mut table = Self {
            name: item.table.into(),
            partition_key: item.partition_key,
            sort_key: item.sort_key,
            attributes: Vec::new(),
            indexes: Vec::new(),
            time_to_live: None,
        };
        table.add(item);
        table
    }

    /// Adds what is not there yet.
    fn add(&mut self, item: &ItemSchema) {
        for key in keys(item) {
            if !self.attributes.iter().any(|(name, _)| *name == key.name) {
                self.attributes.push((key.name, key.scalar));
            }
        }
        for index in item.indexes {
            if !self.indexes.iter().any(|known| known.name == index.name) {
                self.indexes.push(*index);
            }
        }
        if self.time_to_live.is_none() {
            self.time_to_live = item.time_to_live();
        }
    }

    /// The names of the table's own key attributes.
    fn key_names(&self) -> impl Iterator<Item = &'static str> {
        [Some(self.partition_key), self.sort_key].into_iter().flatten().map(|key| key.name)
    }

    /// The attributes that an index carries beside the keys, sorted; `None` for all of them. DynamoDB adds the keys of
    /// the table and of the index by itself.
    pub(crate) fn carried(&self, index: &IndexDef) -> Option<Vec<&'static str>> {
        let carried = match index.projection {
            Projected::All => return None,
            Projected::KeysOnly => &[],
            Projected::Include(names) => names,
        };
        let keys: Vec<_> = self.key_names().chain(index.keys().map(|key| key.name)).collect();
        let mut carried: Vec<_> = carried.iter().copied().filter(|name| !keys.contains(name)).collect();
        carried.sort_unstable();
        carried.dedup();
        Some(carried)
    }
}

impl IndexDef {
    /// Its key attributes, the partition key's first.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &'static KeyDef> + use<> {
        self.partition_key.iter().chain(self.sort_key)
    }
}

impl ScalarType {
    /// DynamoDB's name of the type.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::S => "S",
            Self::N => "N",
            Self::B => "B",
        }
    }
}

/// Key attributes in words: `` `country` (S), `city` (S) ``.
pub(crate) fn in_words<'a>(keys: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let mut words = String::new();
    for (name, scalar) in keys {
        let comma = if words.is_empty() { "" } else { ", " };
        // Writing to a text cannot fail.
        let _ = write!(words, "{comma}`{name}` ({scalar})");
    }
    if words.is_empty() { "none".to_owned() } else { words }
}

/// Key attributes of a model in words.
pub(crate) fn keys_in_words<'a>(keys: impl IntoIterator<Item = &'a KeyDef>) -> String {
    in_words(keys.into_iter().map(|key| (key.name, key.scalar.name())))
}

/// The key attributes of the table and of the indexes, as often as they are named.
fn keys(item: &ItemSchema) -> impl Iterator<Item = KeyDef> + use<> {
    let of_table = std::iter::once(item.partition_key).chain(item.sort_key);
    of_table.chain(item.indexes.iter().flat_map(IndexDef::keys).copied())
}

/// What keeps an item type out of the table of another.
fn other_table(first: &ItemSchema, other: &ItemSchema) -> Vec<String> {
    let mut found = Vec::new();
    let mut compare = |what: &str, one: String, two: String| {
        if one != two {
            found.push(format!("the {what} of `{}` is {one}, and that of `{}` is {two}", first.item, other.item));
        }
    };
    compare("table", format!("`{}`", first.table), format!("`{}`", other.table));
    compare("partition key", keys_in_words([&first.partition_key]), keys_in_words([&other.partition_key]));
    compare("sort key", keys_in_words(&first.sort_key), keys_in_words(&other.sort_key));
    found
}

/// What two item types say differently: the type of an attribute, an index, the time to live.
fn contradictions(items: &[&ItemSchema]) -> Vec<String> {
    let mut found = two_times_to_live(items);
    let mut attributes: Vec<(&str, KeyDef)> = Vec::new();
    let mut indexes: Vec<(&ItemSchema, &IndexDef)> = Vec::new();
    for item in items {
        for key in keys(item) {
            match attributes.iter().find(|(_, known)| known.name == key.name) {
                None => attributes.push((item.item, key)),
                Some((other, known)) if known.scalar != key.scalar => found.push(format!(
                    "the key attribute `{}` is of type {} in `{other}` and of type {} in `{}`",
                    key.name,
                    known.scalar.name(),
                    key.scalar.name(),
                    item.item,
                )),
                Some(_) => {}
            }
        }
        for index in item.indexes {
            match indexes.iter().find(|(_, known)| known.name == index.name) {
                None => indexes.push((item, index)),
                Some(known) => found.extend(two_indexes(*known, (item, index))),
            }
        }
    }
    found
}

/// Attributes that are no keys to their own item type and no key could be: DynamoDB refuses each item that has one.
fn stored_otherwise(items: &[&ItemSchema]) -> Vec<String> {
    let mut found = Vec::new();
    for item in items {
        let mut compare = |name: &str, scalar: AttributeType| {
            let of_key = |other: &&ItemSchema| Some((other.item, keys(other).find(|key| key.name == name)?));
            // What its own item type makes a key of is compared with the other keys.
            if keys(item).any(|key| key.name == name && key.scalar.name() == scalar.as_str()) {
                return;
            }
            let Some((other, key)) = items.iter().find_map(of_key) else { return };
            if key.scalar.name() != scalar.as_str() {
                found.push(format!(
                    "the attribute `{name}` is of type {} in `{}`, and a key attribute of type {} in `{other}`",
                    scalar.as_str(),
                    item.item,
                    key.scalar.name(),
                ));
            }
        };
        scalars(item.attributes, "", &mut compare);
    }
    found
}

/// The attributes whose type is known, those of flattened structs included.
fn scalars(defs: &[AttributeDef], prefix: &str, visit: &mut dyn FnMut(&str, AttributeType)) {
    for def in defs {
        match &def.flatten {
            Some(flat) => scalars(flat.attributes, &format!("{prefix}{}", flat.prefix), visit),
            None => {
                if let Some(scalar) = def.scalar() {
                    visit(&format!("{prefix}{}", def.name), scalar);
                }
            }
        }
    }
}

/// A table has one time to live.
fn two_times_to_live(items: &[&ItemSchema]) -> Vec<String> {
    let mut named = items.iter().filter_map(|item| Some((item.item, item.time_to_live()?)));
    let Some((first, one)) = named.next() else { return Vec::new() };
    let others = named.filter(|(_, two)| *two != one);
    others.map(|(other, two)| format!("the time to live is `{one}` in `{first}` and `{two}` in `{other}`")).collect()
}

/// What differs between two definitions of one index.
fn two_indexes(one: (&ItemSchema, &IndexDef), two: (&ItemSchema, &IndexDef)) -> Vec<String> {
    let [one_words, two_words] = [one, two].map(|(item, index)| index_in_words(&TableSchema::one(item), index));
    let differences = one_words.into_iter().zip(two_words).filter(|((_, one), (_, two))| one != two);
    let in_words = differences.map(|((what, said), (_, other))| {
        let (name, one, two) = (one.1.name, one.0.item, two.0.item);
        format!("the {what} of the index `{name}` is {said} in `{one}` and {other} in `{two}`")
    });
    in_words.collect()
}

/// What there is to say of an index: each aspect and its words.
pub(crate) fn index_in_words(table: &TableSchema, index: &IndexDef) -> [(&'static str, String); 4] {
    let kind = match index.kind {
        IndexKind::Global => "global",
        IndexKind::Local => "local",
    };
    let projection = projection_in_words(table.carried(index));
    [
        ("kind", kind.to_owned()),
        ("partition key", keys_in_words(index.partition_key)),
        ("sort key", keys_in_words(index.sort_key)),
        ("projection", projection),
    ]
}

/// A projection in words; `None` for all attributes.
pub(crate) fn projection_in_words<S: AsRef<str>>(carried: Option<Vec<S>>) -> String {
    match carried {
        None => "all attributes".to_owned(),
        Some(names) if names.is_empty() => "the keys only".to_owned(),
        Some(names) => {
            let names: Vec<_> = names.iter().map(|name| format!("`{}`", name.as_ref())).collect();
            names.join(", ")
        }
    }
}

#[cfg(test)]
mod tests;

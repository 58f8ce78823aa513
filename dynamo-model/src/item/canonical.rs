//! When two keys are the same one: the numbers 1 and 1.0 are.

use std::hash::{Hash, Hasher};

use super::KeyValues;
use crate::{
    schema::ItemSchema,
    value::{AttributeValue, Item, canonical_number},
};

/// A key in the one form that it has, however its numbers were written. To be compared and looked up, never shown.
#[doc(hidden)]
#[derive(Default, PartialEq, Eq)]
pub struct CanonicalKey {
    partition: Vec<u8>,
    sort: Vec<u8>,
}

/// Without the lengths, which a derived one would hash too, as if each part were a value of its own. Each part begins with
/// its type, so few keys have the same bytes in a row, and those are told apart where they are compared.
impl Hash for CanonicalKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write(&self.partition);
        state.write(&self.sort);
    }
}

impl CanonicalKey {
    pub(crate) fn of(key: &KeyValues) -> Self {
        Self { partition: canonical(&key.partition), sort: key.sort.as_ref().map(canonical).unwrap_or_default() }
    }

    /// The key among the attributes of an item.
    pub(crate) fn in_item(names: KeyNames, item: &Item) -> Self {
        let mut key = Self::default();
        for name in [Some(names.partition), names.sort].into_iter().flatten() {
            if let Some(value) = item.get(name) {
                key.take(names, name, value);
            }
        }
        key
    }

    /// Takes an attribute, if it is part of the key.
    pub(crate) fn take(&mut self, names: KeyNames, name: &str, value: &AttributeValue) {
        if name == names.partition {
            self.partition = canonical(value);
        } else if Some(name) == names.sort {
            self.sort = canonical(value);
        }
    }
}

/// The names of a table's key attributes.
#[derive(Clone, Copy)]
pub(crate) struct KeyNames {
    pub(crate) partition: &'static str,
    pub(crate) sort: Option<&'static str>,
}

impl KeyNames {
    pub(crate) fn of(schema: &ItemSchema) -> Self {
        Self { partition: schema.partition_key.name, sort: schema.sort_key.map(|key| key.name) }
    }

    pub(crate) fn has(self, name: &str) -> bool {
        self.partition == name || self.sort == Some(name)
    }

    /// The key attributes of an item.
    pub(crate) fn pick(self, item: &Item) -> Item {
        let names = [Some(self.partition), self.sort].into_iter().flatten();
        names.filter_map(|name| item.get_key_value(name)).map(|(name, value)| (name.clone(), value.clone())).collect()
    }
}

fn canonical(value: &AttributeValue) -> Vec<u8> {
    let (kind, bytes) = match value {
        AttributeValue::S(text) => (b'S', text.as_bytes()),
        AttributeValue::B(blob) => (b'B', blob.as_ref()),
        AttributeValue::N(text) => return tagged(b'N', canonical_number(text).as_bytes()),
        // No key is of another type.
        _ => (b'?', &[][..]),
    };
    tagged(kind, bytes)
}

fn tagged(kind: u8, bytes: &[u8]) -> Vec<u8> {
    let mut tagged = Vec::with_capacity(bytes.len() + 1);
    tagged.push(kind);
    tagged.extend_from_slice(bytes);
    tagged
}

#[cfg(test)]
mod tests {
    use super::canonical;
    use crate::value::{AttributeValue, Blob};

    #[test]
    fn a_number_has_one_form() {
        let number = |text: &str| canonical(&AttributeValue::N(text.to_owned()));
        for same in [["1", "1.0"], ["100", "1E2"], ["0", "-0.00"], ["-12.50", "-1.25e+1"], ["0.001", "1E-3"]] {
            assert_eq!(number(same[0]), number(same[1]), "{same:?}");
        }
        for other in [["1", "10"], ["1", "-1"], ["12", "1.2"], ["100", "101"]] {
            assert_ne!(number(other[0]), number(other[1]), "{other:?}");
        }
        assert_ne!(number("1"), canonical(&AttributeValue::S("1".to_owned())));
        assert_ne!(canonical(&AttributeValue::S("1".to_owned())), canonical(&AttributeValue::B(Blob::new("1"))));
    }
}

//! Items that are given twice.

use std::collections::HashMap;

use super::{DynamoItem, KeyValues, kept::key_of};
use crate::value::{AttributeValue, canonical_number};

/// A key as DynamoDB compares it.
#[derive(PartialEq, Eq, Hash)]
enum Canonical {
    Text(String),
    Number(String),
    Bytes(Vec<u8>),
}

impl Canonical {
    /// Nothing for an empty value: it is refused by itself, or generated.
    fn of(value: AttributeValue) -> Option<Self> {
        match value {
            AttributeValue::S(text) if !text.is_empty() => Some(Self::Text(text)),
            AttributeValue::N(text) => Some(Self::Number(canonical_number(&text).into_owned())),
            AttributeValue::B(bytes) if !bytes.as_ref().is_empty() => Some(Self::Bytes(bytes.into_inner())),
            _ => None,
        }
    }
}

/// For each item the position of an earlier one with the same key.
pub(crate) fn twins<T: DynamoItem>(items: &[T]) -> Vec<Option<usize>> {
    positions(items.iter().map(|item| key_of(item).ok()))
}

fn positions(keys: impl ExactSizeIterator<Item = Option<KeyValues>>) -> Vec<Option<usize>> {
    let mut seen = HashMap::with_capacity(keys.len());
    keys.enumerate()
        .map(|(position, key)| {
            let KeyValues { partition, sort } = key?;
            let sort = match sort {
                None => None,
                Some(sort) => Some(Canonical::of(sort)?),
            };
            let first = *seen.entry((Canonical::of(partition)?, sort)).or_insert(position);
            (first != position).then_some(first)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{AttributeValue, KeyValues, positions};

    fn key(partition: AttributeValue, sort: Option<&str>) -> KeyValues {
        KeyValues { partition, sort: sort.map(|sort| AttributeValue::N(sort.into())) }
    }

    #[test]
    fn keys_are_equal_as_dynamodb_compares_them() {
        let text = |text: &str| AttributeValue::S(text.into());
        let keys = [
            key(text("a"), Some("1")),
            key(text("a"), Some("1.00")),
            key(text("a"), Some("10")),
            key(text("b"), Some("1E1")),
            key(text("a"), Some("1E1")),
            key(text("a"), None),
            key(AttributeValue::N("1".into()), None),
            key(text("1"), None),
            key(text(""), None),
            key(text(""), None),
            key(text("a"), Some("-2")),
            key(text("a"), Some("-1")),
            key(text("a"), Some("0.1e1")),
        ];
        let twins = positions(keys.into_iter().map(Some));
        let expected = [(1, 0), (4, 2), (12, 0)];
        for (position, twin) in twins.iter().enumerate() {
            let twin_of = expected.iter().find(|(later, _)| *later == position).map(|(_, first)| *first);
            assert_eq!(*twin, twin_of, "{position}");
        }
    }
}

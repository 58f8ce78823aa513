//! Items that are given twice.

use std::collections::HashMap;

use super::{CanonicalKey, DynamoItem, KeyValues, key_of};
use crate::value::AttributeValue;

/// For each item the position of an earlier one with the same key.
pub(crate) fn twins<T: DynamoItem>(items: &[T]) -> Vec<Option<usize>> {
    positions(items.iter().map(|item| key_of(item).ok()))
}

fn positions(keys: impl ExactSizeIterator<Item = Option<KeyValues>>) -> Vec<Option<usize>> {
    let mut seen = HashMap::with_capacity(keys.len());
    keys.enumerate()
        .map(|(position, key)| {
            let key =
                key.filter(|key| ![Some(&key.partition), key.sort.as_ref()].into_iter().flatten().any(is_empty))?;
            let first = *seen.entry(CanonicalKey::of(&key)).or_insert(position);
            (first != position).then_some(first)
        })
        .collect()
}

/// An empty value is refused by itself, or generated.
fn is_empty(value: &AttributeValue) -> bool {
    match value {
        AttributeValue::S(text) => text.is_empty(),
        AttributeValue::B(bytes) => bytes.as_ref().is_empty(),
        _ => false,
    }
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

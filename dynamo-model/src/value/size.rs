//! Sizes as DynamoDB counts them, for the limits that are checked before anything is sent.
//!
//! See [item sizes](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html).

use super::{AttributeValue, Item};

/// Bytes of an item: names and values.
pub(crate) fn item_size(item: &Item) -> usize {
    item.iter().map(|(name, value)| name.len() + value_size(value)).sum()
}

/// Bytes of a value.
pub(crate) fn value_size(value: &AttributeValue) -> usize {
    match value {
        AttributeValue::S(text) => text.len(),
        AttributeValue::N(text) => number_size(text),
        AttributeValue::B(bytes) => bytes.as_ref().len(),
        AttributeValue::Ss(set) => set.iter().map(String::len).sum(),
        AttributeValue::Ns(set) => set.iter().map(|text| number_size(text)).sum(),
        AttributeValue::Bs(set) => set.iter().map(|bytes| bytes.as_ref().len()).sum(),
        // A list or a map has three bytes of its own, and one more for each element.
        AttributeValue::L(list) => 3 + list.iter().map(|value| 1 + value_size(value)).sum::<usize>(),
        AttributeValue::M(map) => 3 + map.iter().map(|(name, value)| 1 + name.len() + value_size(value)).sum::<usize>(),
        _ => 1,
    }
}

/// A lower bound of a number's size: two digits a byte, and one byte. Zeros at either end do not count.
fn number_size(text: &str) -> usize {
    if text.len() <= 2 {
        return 2;
    }
    let digits = text.split(['e', 'E']).next().unwrap_or_default().trim_start_matches(['-', '+', '0', '.']);
    1 + digits.trim_end_matches(['0', '.']).len().saturating_sub(1) / 2
}

/// About the bytes of a value as the JSON of a request: `{"S":"x"}`, and B in base64.
pub(crate) fn wire_size(value: &AttributeValue) -> usize {
    let quoted = |text: &String| text.len() + 3;
    let encoded = |bytes: &super::Blob| bytes.as_ref().len().div_ceil(3) * 4 + 3;
    10 + match value {
        AttributeValue::S(text) | AttributeValue::N(text) => quoted(text),
        AttributeValue::B(bytes) => encoded(bytes),
        AttributeValue::Ss(set) | AttributeValue::Ns(set) => set.iter().map(quoted).sum(),
        AttributeValue::Bs(set) => set.iter().map(encoded).sum(),
        AttributeValue::L(list) => list.iter().map(|value| 1 + wire_size(value)).sum(),
        AttributeValue::M(map) => map.iter().map(|(name, value)| 4 + name.len() + wire_size(value)).sum(),
        _ => 5,
    }
}

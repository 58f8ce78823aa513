//! The consumed capacity in the bytes of an answer, of whichever operation.

use std::{collections::BTreeMap, fmt};

use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;

use super::observe::Access;
use crate::dynamo::TableCapacity;

/// Each table's capacity, and its JSON as it was answered. The rest of the answer is skipped.
pub(super) fn consumed(body: &[u8], access: Access) -> Vec<(String, TableCapacity, String)> {
    let mut deserializer = serde_json::Deserializer::from_slice(body);
    let found = deserializer.deserialize_map(Answer).ok().flatten();
    let tables = match found {
        Some(Value::Array(tables)) => tables,
        Some(table @ Value::Object(_)) => vec![table],
        _ => Vec::new(),
    };
    tables.iter().filter_map(|table| one(table, access)).collect()
}

fn one(table: &Value, access: Access) -> Option<(String, TableCapacity, String)> {
    let name = table.get("TableName")?.as_str()?.to_owned();
    let total = units(table);
    let mut capacity = match access {
        Access::Read => TableCapacity { read_units: total, ..TableCapacity::default() },
        Access::Write => TableCapacity { write_units: total, ..TableCapacity::default() },
    };
    capacity.indexes = ["GlobalSecondaryIndexes", "LocalSecondaryIndexes"]
        .iter()
        .filter_map(|kind| table.get(*kind)?.as_object())
        .flat_map(|indexes| indexes.iter().map(|(index, consumed)| (index.clone(), units(consumed))))
        .collect::<BTreeMap<_, _>>();
    Some((name, capacity, table.to_string()))
}

fn units(consumed: &Value) -> f64 {
    consumed.get("CapacityUnits").and_then(Value::as_f64).unwrap_or_default()
}

/// Picks the consumed capacity out of an answer.
struct Answer;

impl<'de> Visitor<'de> for Answer {
    type Value = Option<Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an answer of DynamoDB")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut found = None;
        while let Some(name) = map.next_key::<std::borrow::Cow<'de, str>>()? {
            if name == "ConsumedCapacity" {
                found = Some(map.next_value()?);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::{Access, consumed};

    #[test]
    fn the_units_of_one_table_and_of_several() {
        let one =
            br#"{"Item":{"ConsumedCapacity":{"S":"x"}},"ConsumedCapacity":{"TableName":"a","CapacityUnits":0.5}}"#;
        let found = consumed(one, Access::Read);
        assert!(matches!(found.as_slice(), [(table, units, _)] if table == "a" && is(units.read_units, 0.5)));

        let several = br#"{"ConsumedCapacity":[{"TableName":"a","CapacityUnits":3,"GlobalSecondaryIndexes":
            {"by-x":{"CapacityUnits":1}},"LocalSecondaryIndexes":{"by-y":{"CapacityUnits":0.5}}},{"TableName":"b","CapacityUnits":2}]}"#;
        let found = consumed(several, Access::Write);
        assert!(is(found.iter().map(|(_, units, _)| units.write_units).sum(), 5.0));
        assert!(is(found.iter().flat_map(|(_, units, _)| units.indexes.values()).sum(), 1.5));
        assert!(consumed(b"{", Access::Read).is_empty() && consumed(b"[]", Access::Read).is_empty());
    }

    fn is(units: f64, wanted: f64) -> bool {
        (units - wanted).abs() < 1e-9
    }
}

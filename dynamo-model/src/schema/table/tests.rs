#![allow(clippy::unwrap_used)]

use super::*;
use crate::schema::{AttributeDef, AttributeRole, Generated, Template, TemplatePart};

const fn key(name: &'static str, scalar: ScalarType) -> KeyDef {
    KeyDef::new(name, scalar, Generated::No)
}
const fn index(
    name: &'static str,
    partition_key: &'static [KeyDef],
    sort_key: &'static [KeyDef],
    projection: Projected,
) -> IndexDef {
    IndexDef::new(name, IndexKind::Global, partition_key, sort_key, projection)
}

const PK: KeyDef = key("PK", ScalarType::S);
const SK: KeyDef = key("SK", ScalarType::S);
const TOTAL: KeyDef = key("total", ScalarType::N);
static STATUS: Template = Template::new("GSI1PK", &[TemplatePart::Literal("STATUS#")]);
static TIER: Template = Template::new("GSI1PK", &[TemplatePart::Literal("TIER#")]);
static TTL: [AttributeDef; 1] = [AttributeDef::new("expires", AttributeRole::TimeToLive, &[])];
static OTHER_TTL: [AttributeDef; 1] = [AttributeDef::new("ends", AttributeRole::TimeToLive, &[])];

static ORDER: ItemSchema = ItemSchema::new("Order", "shop", PK, Some(SK), &[]).with_indexes(&[
    index("GSI1", &[KeyDef::templated(&STATUS)], &[SK], Projected::Include(&["b", "a", "PK"])),
    index("by-place", &[key("country", ScalarType::S), key("city", ScalarType::S)], &[TOTAL, SK], Projected::KeysOnly),
    IndexDef::new("by-total", IndexKind::Local, &[PK], &[TOTAL], Projected::All),
]);
static CUSTOMER: ItemSchema = ItemSchema::new("Customer", "shop", PK, Some(SK), &TTL).with_indexes(&[
    index("GSI1", &[KeyDef::templated(&TIER)], &[SK], Projected::Include(&["a", "b"])),
    index("by-mail", &[key("mail", ScalarType::B)], &[], Projected::All),
]);

#[test]
fn items_of_one_table_are_merged() {
    let table = TableSchema::of(&[&ORDER, &CUSTOMER]).unwrap();
    let names: Vec<_> = table.indexes.iter().map(|index| index.name).collect();
    assert_eq!(names, ["GSI1", "by-place", "by-total", "by-mail"]);
    let (s, n, b) = (ScalarType::S, ScalarType::N, ScalarType::B);
    let attributes = [("PK", s), ("SK", s), ("GSI1PK", s), ("country", s), ("city", s), ("total", n), ("mail", b)];
    assert_eq!(table.attributes, attributes);
    assert_eq!(table.time_to_live.as_deref(), Some("expires"));
    assert_eq!(table.carried(table.indexes.first().unwrap()), Some(vec!["a", "b"]), "keys are carried anyway");
}

#[test]
fn contradictions_are_refused_all_at_once_and_name_both() {
    static WRONG: ItemSchema = ItemSchema::new("Wrong", "other", key("PK", ScalarType::N), None, &OTHER_TTL)
        .with_indexes(&[
            index("GSI1", &[KeyDef::templated(&TIER)], &[], Projected::All),
            index("by-total", &[PK], &[TOTAL], Projected::All),
        ]);
    let error = TableSchema::of(&[&ORDER, &CUSTOMER, &WRONG]).unwrap_err();
    assert_eq!(error.kind(), crate::ErrorKind::InvalidRequest);
    let text = error.to_string();
    for part in [
        "the time to live is `expires` in `Customer` and `ends` in `Wrong`",
        "the key attribute `PK` is of type S in `Order` and of type N in `Wrong`",
        "the sort key of the index `GSI1` is `SK` (S) in `Order` and none in `Wrong`",
        "the projection of the index `GSI1` is `a`, `b` in `Order` and all attributes in `Wrong`",
        "the kind of the index `by-total` is local in `Order` and global in `Wrong`",
        "the table of `Order` is `shop`, and that of `Wrong` is `other`",
        "the partition key of `Order` is `PK` (S), and that of `Wrong` is `PK` (N)",
        "the sort key of `Order` is `SK` (S), and that of `Wrong` is none",
    ] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
}

#[test]
fn a_table_has_at_most_five_local_indexes() {
    const fn local(name: &'static str, sort: &'static [KeyDef]) -> IndexDef {
        IndexDef::new(name, IndexKind::Local, &[PK], sort, Projected::All)
    }
    static ONE: ItemSchema = ItemSchema::new("One", "shop", PK, Some(SK), &[]).with_indexes(&[
        local("a", &[TOTAL]),
        local("b", &[TOTAL]),
        local("c", &[TOTAL]),
    ]);
    static TWO: ItemSchema = ItemSchema::new("Two", "shop", PK, Some(SK), &[]).with_indexes(&[
        local("d", &[TOTAL]),
        local("e", &[TOTAL]),
        local("f", &[TOTAL]),
    ]);
    assert!(TableSchema::of(&[&ONE]).is_ok());
    let error = TableSchema::of(&[&ONE, &TWO]).unwrap_err().to_string();
    assert!(error.contains("there are 6 local indexes, of which a table has at most five"), "{error}");
    assert!(TableSchema::of(&[]).is_err());
}

#[test]
fn the_resource_of_cloudformation() {
    let table = TableSchema::of(&[&ORDER, &CUSTOMER]).unwrap().named("prod-shop");
    let resource: serde_json::Value = serde_json::from_str(&table.to_cloudformation()).unwrap();
    let key_schema = |keys: &[(&str, &str)]| -> serde_json::Value {
        keys.iter().map(|(name, key)| serde_json::json!({ "AttributeName": name, "KeyType": key })).collect()
    };
    let definition =
        |(name, scalar): (&str, &str)| serde_json::json!({ "AttributeName": name, "AttributeType": scalar });
    let definitions =
        [("PK", "S"), ("SK", "S"), ("GSI1PK", "S"), ("country", "S"), ("city", "S"), ("total", "N"), ("mail", "B")];
    let expected = serde_json::json!({
        "Type": "AWS::DynamoDB::Table",
        "Properties": {
            "TableName": "prod-shop",
            "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": definitions.map(definition),
            "KeySchema": key_schema(&[("PK", "HASH"), ("SK", "RANGE")]),
            "GlobalSecondaryIndexes": [
                {
                    "IndexName": "GSI1",
                    "KeySchema": key_schema(&[("GSI1PK", "HASH"), ("SK", "RANGE")]),
                    "Projection": { "ProjectionType": "INCLUDE", "NonKeyAttributes": ["a", "b"] },
                },
                {
                    "IndexName": "by-place",
                    "KeySchema": key_schema(&[("country", "HASH"), ("city", "HASH"), ("total", "RANGE"), ("SK", "RANGE")]),
                    "Projection": { "ProjectionType": "KEYS_ONLY" },
                },
                {
                    "IndexName": "by-mail",
                    "KeySchema": key_schema(&[("mail", "HASH")]),
                    "Projection": { "ProjectionType": "ALL" },
                },
            ],
            "LocalSecondaryIndexes": [{
                "IndexName": "by-total",
                "KeySchema": key_schema(&[("PK", "HASH"), ("total", "RANGE")]),
                "Projection": { "ProjectionType": "ALL" },
            }],
            "TimeToLiveSpecification": { "AttributeName": "expires", "Enabled": true },
        },
    });
    assert_eq!(resource, expected);
    assert!(!CUSTOMER.to_cloudformation().contains("LocalSecondaryIndexes"));
}

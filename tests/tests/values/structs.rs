//! Derived values, JSON and serde.

use dynamo_model::{AttributeValue, DynamoItem, DynamoValue, Item, Json};
use serde::{Deserialize, Serialize};

use crate::sources::{absent, l, m, n, null, read, s, values};

#[derive(Debug, Clone, PartialEq, DynamoValue)]
struct Line {
    sku: String,
    #[dynamo(rename = "amount", alias = "count", alias = "quantity")]
    count: u32,
    note: Option<String>,
}

#[derive(Debug, Clone, PartialEq, DynamoValue)]
struct Celsius(f64);

#[derive(Debug, Clone, PartialEq, DynamoValue)]
#[dynamo(rename_all = "kebab-case")]
enum Status {
    Active,
    #[dynamo(rename = "GONE")]
    LongGone,
}

#[derive(Debug, Clone, PartialEq, DynamoValue)]
#[dynamo(repr = number)]
enum Level {
    Low = -1,
    High = 3,
}

#[derive(Debug, Clone, PartialEq, DynamoValue)]
#[dynamo(tag = "kind", rename_all = "lowercase")]
enum Payment {
    Cash,
    Card { digits: String, holder: Option<String> },
}

fn line(count: u32) -> Line {
    Line { sku: "x".into(), count, note: None }
}

values! {
    structs: Line {
        line(1) => m([("sku", s("x")), ("amount", n("1"))]),
        ; reads:
            m([("sku", s("x")), ("count", n("2"))]) => line(2),
            m([("sku", s("x")), ("quantity", n("3"))]) => line(3),
            m([("quantity", n("3")), ("sku", s("x")), ("amount", n("1"))]) => line(1),
            m([("sku", s("x")), ("amount", n("1")), ("note", null()), ("other", l([]))]) => line(1),
        ; refuses:
            m([("sku", s("x"))]) => ".amount`: the attribute is missing",
            m([("sku", n("1")), ("amount", n("1"))]) => ".sku`: expected S, found N",
            s("x") => "`: expected M, found S",
            absent() => "`: the attribute is missing",
    }
    lists_of_structs: Vec<Line> {
        vec![line(1)] => l([m([("sku", s("x")), ("amount", n("1"))])]),
        ; refuses:
            l([m([("sku", s("x")), ("amount", n("1"))]), m([("sku", n("1")), ("amount", n("1"))])])
                => "[1].sku`: expected S, found N",
            l([m([("sku", s("x"))])]) => "[0].amount`: the attribute is missing",
    }
    newtypes: Celsius { Celsius(21.5) => n("21.5"), ; refuses: s("x") => "`: expected N, found S", }
    optional_newtypes: Option<Celsius> { Some(Celsius(1.0)) => n("1"), None => absent(), }
    unit_enums: Status {
        Status::Active => s("active"),
        Status::LongGone => s("GONE"),
        ; refuses: s("long-gone") => "`: expected a variant of `Status`", n("1") => "`: expected S, found N",
    }
    numbered_enums: Level {
        Level::Low => n("-1"),
        Level::High => n("3"),
        ; reads: n("3.0") => Level::High,
        ; refuses: n("2") => "`: expected a variant of `Level`", s("3") => "`: expected N, found S",
    }
    tagged_enums: Payment {
        Payment::Cash => m([("kind", s("cash"))]),
        Payment::Card { digits: "42".into(), holder: None } => m([("kind", s("card")), ("digits", s("42"))]),
        ; refuses:
            m([("kind", s("gold"))]) => ".kind`: expected a variant of `Payment`",
            m([("digits", s("42"))]) => ".kind`: the attribute is missing",
            m([("kind", s("card"))]) => ".digits`: the attribute is missing",
            m([("kind", s("card")), ("digits", n("42"))]) => ".digits`: expected S, found N",
            s("cash") => "`: expected M, found S",
    }
    json: Json<Vec<u8>> {
        Json(vec![1, 2]) => s("[1,2]"),
        ; refuses: s("[1,") => "`: expected the text of the JSON that the field's type expects", n("1") => "`: expected S, found N",
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Legacy {
    since: u16,
    name: Option<String>,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "values")]
struct BySerde {
    #[partition_key]
    id: String,
    #[dynamo(serde)]
    legacy: Legacy,
    #[dynamo(serde)]
    nothing: Option<Legacy>,
}

#[test]
fn what_serde_writes() {
    let item = BySerde { id: "a".into(), legacy: Legacy { since: 1999, name: None }, nothing: None };
    let stored = BySerde::encode(&item).unwrap();
    assert_eq!(stored["legacy"], m([("since", n("1999")), ("name", null())]));
    assert_eq!(stored.len(), 2);
    assert_eq!(read(stored.clone()), Ok(item));
    let mut wrong = stored;
    wrong.insert("legacy".into(), m([("since", s("geheim"))]));
    let refused = read::<BySerde>(wrong).unwrap_err();
    assert_eq!(refused, "`BySerde`: attribute `legacy`: expected what serde expects of this field");
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "values")]
struct Caught {
    #[partition_key]
    id: String,
    text: String,
    #[dynamo(flatten)]
    rest: Item,
}

#[test]
fn unknown_attributes_are_caught_as_they_are() {
    let every = [
        s("x"),
        n("1E2"),
        AttributeValue::Bool(false),
        null(),
        l([n("1"), m([("a", null())])]),
        m([("b", l([]))]),
        crate::sources::ss(["a"]),
        crate::sources::ns(["1"]),
        crate::sources::bs([&[0, 255]]),
        crate::sources::b(&[1]),
    ];
    let rest: Item = every.into_iter().enumerate().map(|(index, value)| (format!("r{index}"), value)).collect();
    let item = Caught { id: "a".into(), text: "x".into(), rest };
    let stored = Caught::encode(&item).unwrap();
    assert_eq!(stored.len(), 12);
    assert_eq!(read(stored), Ok(item));
}

#[test]
fn an_attribute_that_is_modelled_cannot_be_caught_as_well() {
    let rest = [("text".to_owned(), s("y"))].into();
    let error = Caught::encode(&Caught { id: "a".into(), text: "x".into(), rest }).unwrap_err();
    assert_eq!(error.path(), "text");
}

/// DynamoDB's deepest nesting.
#[test]
fn thirty_two_levels() {
    let mut deep = s("x");
    for level in 0..31 {
        deep = if level % 2 == 0 { l([deep]) } else { m([("a", deep)]) };
    }
    let item = Caught { id: "a".into(), text: "x".into(), rest: [("deep".to_owned(), deep)].into() };
    assert_eq!(read(Caught::encode(&item).unwrap()), Ok(item));
}

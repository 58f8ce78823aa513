//! Decode errors say where, what was expected and what was found, never the value; answers that nobody expects.

use dynamo_model::{DynamoItem, DynamoValue, ErrorKind};
use serde_json::json;

use crate::sources::{get_from, l, m, n, read, s};

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "orders")]
struct Order {
    #[partition_key]
    id: String,
    lines: Vec<Line>,
    #[dynamo(flatten(prefix = "home_"))]
    home: Address,
}

#[derive(Debug, Clone, PartialEq, DynamoValue)]
struct Line {
    sku: String,
}

#[derive(Debug, Clone, PartialEq, DynamoValue)]
struct Address {
    street: String,
    geo: Option<Geo>,
}

#[derive(Debug, Clone, PartialEq, DynamoValue)]
struct Geo {
    lat: f64,
}

fn order() -> Order {
    let home = Address { street: "x".into(), geo: Some(Geo { lat: 1.5 }) };
    Order { id: "a".into(), lines: vec![Line { sku: "x".into() }; 3], home }
}

/// The message for an order in which one attribute is another one.
fn refused(name: &str, value: dynamo_model::AttributeValue) -> String {
    let mut item = Order::encode(&order()).unwrap();
    item.insert(name.to_owned(), value);
    read::<Order>(item).unwrap_err()
}

#[test]
fn paths_lead_to_the_attribute() {
    assert_eq!(read(Order::encode(&order()).unwrap()), Ok(order()));
    let line = || m([("sku", s("x"))]);
    let third = refused("lines", l([line(), line(), m([("sku", n("4711"))])]));
    assert_eq!(third, "`Order`: attribute `lines[2].sku`: expected S, found N");
    assert_eq!(refused("home_street", n("4711")), "`Order`: attribute `home_street`: expected S, found N");
    assert_eq!(refused("home_geo", m([("lat", s("4711"))])), "`Order`: attribute `home_geo.lat`: expected N, found S");
    assert_eq!(refused("home_geo", m([])), "`Order`: attribute `home_geo.lat`: the attribute is missing");
    let mut without = Order::encode(&order()).unwrap();
    without.remove("home_street");
    assert_eq!(read::<Order>(without).unwrap_err(), "`Order`: attribute `home_street`: the attribute is missing");
}

#[test]
fn no_value_is_told() {
    for value in [n("4711471147114711471147"), s("geheim"), l([s("geheim")]), m([("sku", s("geheim"))])] {
        for name in ["lines", "home_geo"] {
            let message = refused(name, value.clone());
            assert!(!message.contains("geheim") && !message.contains("4711"), "{message}");
        }
    }
}

#[tokio::test]
async fn answers_that_nobody_expects() {
    assert_eq!(get_from::<Order>("{}").await.unwrap(), None);
    for body in [
        "",
        "[]",
        "{\"Item\":[]}",
        "{\"Item\":{\"id\":{}}}",
        "{\"Item\":{\"id\":{\"S\":1}}}",
        "{\"Item\":{\"id\":{\"S\":\"a\",\"N\":\"1\"}}}",
    ] {
        let error = get_from::<Order>(body).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Decode, "{body}");
    }
    let item = json!({ "Item": { "id": { "S": "a" }, "home_street": { "S": "x" }, "lines": { "L": [] }, "new": { "XX": [1, { "y": null }] } } });
    let read = get_from::<Order>(&item.to_string()).await.unwrap().unwrap();
    assert_eq!(read.home.street, "x", "an unknown attribute of an unknown type is passed over");
    let unknown = json!({ "Item": { "id": { "S": "a" }, "home_street": { "XX": "x" }, "lines": { "L": [] } } });
    let error = get_from::<Order>(&unknown.to_string()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode);
}

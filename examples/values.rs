//! One item with every kind of value, and what DynamoDB holds of it.

use std::{
    collections::{BTreeMap, BTreeSet},
    error::Error,
    time::Duration,
};

use dynamo_model::{AttributeValue, DynamoItem, DynamoValue, Item, Json, Ttl, codec};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "values", rename_all = "kebab-case")]
struct Everything {
    #[partition_key]
    id: String,
    #[sort_key]
    number_key: u64,
    text: String,
    letter: char,
    integer: i64,
    float: f64,
    decimal: Decimal,
    truth: bool,
    bytes: Vec<u8>,
    fixed_bytes: [u8; 4],
    list: Vec<Option<u32>>,
    pair: (String, u8),
    text_set: BTreeSet<String>,
    number_set: BTreeSet<u32>,
    empty_set: BTreeSet<String>,
    map: BTreeMap<String, u32>,
    structure: Address,
    newtype: Celsius,
    unit_enum: Color,
    number_enum: Level,
    data_enum: Payment,
    nothing: Option<String>,
    uuid: Uuid,
    timestamp: jiff::Timestamp,
    #[dynamo(with = codec::epoch_millis)]
    millis: jiff::Timestamp,
    #[dynamo(ttl)]
    expires: Ttl,
    json: Json<Vec<u8>>,
    #[dynamo(serde)]
    by_serde: Legacy,
    #[dynamo(flatten(prefix = "home-"))]
    home: Address,
    #[version]
    version: u64,
    #[dynamo(created_at)]
    created_at: Option<jiff::Timestamp>,
}

#[derive(Debug, Clone, PartialEq, DynamoValue)]
struct Address {
    street: String,
    city: Option<String>,
}

#[derive(Debug, Clone, PartialEq, DynamoValue)]
struct Celsius(f64);

#[derive(Debug, Clone, PartialEq, DynamoValue)]
#[dynamo(rename_all = "lowercase")]
enum Color {
    Red,
}

#[derive(Debug, Clone, PartialEq, DynamoValue)]
#[dynamo(repr = number)]
enum Level {
    High = 3,
}

#[derive(Debug, Clone, PartialEq, DynamoValue)]
#[dynamo(tag = "kind", rename_all = "lowercase")]
enum Payment {
    Card { digits: String },
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Legacy {
    since: u16,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let db = dynamo_examples::connect().await;
    let table = db.table::<Everything>();
    table.create_table().await?;

    let mut everything = everything()?;
    table.put_unchecked(&mut everything).await?;
    let key = (everything.id.as_str(), everything.number_key);
    let read = table.get(key).consistent().await?.ok_or("just stored")?;
    println!("Read back as it was stored: {}\n", read == everything);

    // The same item through the SDK's own client, to see what is really stored.
    let raw = table.get(key).consistent().into_request()?.send_with(db.client()).await?;
    let stored: BTreeMap<String, AttributeValue> = raw.item.ok_or("just stored")?.into_iter().collect();
    println!("What DynamoDB holds:");
    for (name, value) in &stored {
        println!("  {name:<12} {}", show(value));
    }
    println!("\nNot there: `nothing`, `empty-set` and `home-city`.");
    Ok(())
}

fn everything() -> Result<Everything, Box<dyn Error>> {
    let instant: jiff::Timestamp = "2026-11-30T12:00:00.5Z".parse()?;
    Ok(Everything {
        id: "v-1".into(),
        number_key: 42,
        text: "Grüße".into(),
        letter: 'x',
        integer: -7,
        float: 0.25,
        decimal: Decimal::new(1999, 2),
        truth: true,
        bytes: vec![1, 2, 3],
        fixed_bytes: *b"abcd",
        list: vec![Some(1), None],
        pair: ("left".into(), 2),
        text_set: ["a".to_owned(), "b".to_owned()].into(),
        number_set: [9, 11].into(),
        empty_set: BTreeSet::new(),
        map: [("EUR".to_owned(), 5)].into(),
        structure: Address { street: "1 Main St".into(), city: Some("Springfield".into()) },
        newtype: Celsius(21.5),
        unit_enum: Color::Red,
        number_enum: Level::High,
        data_enum: Payment::Card { digits: "4242".into() },
        nothing: None,
        uuid: Uuid::from_u128(7),
        timestamp: instant,
        millis: instant,
        expires: Ttl::After(Duration::from_hours(1)),
        json: Json(vec![1, 2]),
        by_serde: Legacy { since: 1999 },
        home: Address { street: "2 Side St".into(), city: None },
        version: 0,
        created_at: None,
    })
}

/// A value as DynamoDB writes it.
fn show(value: &AttributeValue) -> String {
    let list = |items: Vec<String>| format!("[{}]", items.join(", "));
    match value {
        AttributeValue::S(text) => format!("S {text:?}"),
        AttributeValue::N(number) => format!("N {number}"),
        AttributeValue::B(bytes) => format!("B {} bytes", bytes.as_ref().len()),
        AttributeValue::Bool(truth) => format!("BOOL {truth}"),
        AttributeValue::Null(_) => "NULL".into(),
        AttributeValue::Ss(set) => format!("SS {set:?}"),
        AttributeValue::Ns(set) => format!("NS {}", list(set.clone())),
        AttributeValue::L(values) => format!("L {}", list(values.iter().map(show).collect())),
        AttributeValue::M(map) => format!("M {}", show_map(map)),
        _ => "something else".into(),
    }
}

fn show_map(map: &Item) -> String {
    let sorted: BTreeMap<_, _> = map.iter().collect();
    let entries: Vec<String> = sorted.iter().map(|(name, value)| format!("{name}: {}", show(value))).collect();
    format!("{{{}}}", entries.join(", "))
}

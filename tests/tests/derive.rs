//! What the derives generate, by what is stored and what is read back.
#![allow(missing_docs, unreachable_pub, clippy::unwrap_used, clippy::indexing_slicing, clippy::items_after_statements)]
#![allow(clippy::unnecessary_wraps, clippy::needless_pass_by_value)]

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use dynamo_model::{
    AttributeDef, AttributeRole, AttributeValue, Attributes, Condition, DynamoItem, DynamoValue, Error, Expect, Item,
    ScalarType, Ttl, codec,
};

type Res = Result<(), Error>;

fn s(text: &str) -> AttributeValue {
    AttributeValue::S(text.into())
}
fn n(number: &str) -> AttributeValue {
    AttributeValue::N(number.into())
}
fn item<const N: usize>(entries: [(&str, AttributeValue); N]) -> Item {
    entries.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}
fn m<const N: usize>(entries: [(&str, AttributeValue); N]) -> AttributeValue {
    AttributeValue::M(item(entries))
}

/// The item is stored as this, and this is read as the item.
#[track_caller]
fn stored_as<T: DynamoItem + PartialEq + std::fmt::Debug>(value: &T, stored: Item) {
    assert_eq!(T::encode(value).unwrap(), stored);
    assert_eq!(&T::decode(stored).unwrap(), value);
}

/// The value is stored as this, and this is read as the value.
#[track_caller]
fn value_as<T: DynamoValue + PartialEq + std::fmt::Debug>(value: &T, stored: AttributeValue) {
    assert_eq!(T::encode(value).unwrap().as_ref(), Some(&stored));
    assert_eq!(&T::read(stored).unwrap(), value);
}

#[track_caller]
fn refused<T>(result: Result<T, dynamo_model::DecodeError>) -> String {
    result.err().unwrap().to_string()
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "notes")]
pub struct Note {
    #[partition_key]
    #[dynamo(rename = "note-id")]
    pub id: String,
    #[dynamo(alias = "body", alias = "contents")]
    pub text: String,
    pub status: Status,
    pub tags: BTreeSet<String>,
    pub attachment: Option<Attachment>,
    #[version]
    pub version: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, DynamoValue)]
#[dynamo(rename_all = "lowercase")]
pub enum Status {
    Active,
    #[dynamo(alias = "old")]
    Archived,
}

#[derive(Debug, Clone, PartialEq, DynamoValue)]
pub struct Attachment {
    pub file: String,
    pub bytes: Vec<u8>,
    pub pages: Option<u32>,
}

fn note() -> Note {
    Note {
        id: "n-1".into(),
        text: "hello".into(),
        status: Status::Active,
        tags: BTreeSet::new(),
        attachment: None,
        version: 3,
    }
}

#[test]
fn an_item_round_trips() {
    stored_as(
        &note(),
        item([("note-id", s("n-1")), ("text", s("hello")), ("status", s("active")), ("version", n("3"))]),
    );
    let full = Note {
        tags: ["a".to_owned()].into(),
        attachment: Some(Attachment { file: "f".into(), bytes: vec![1, 2], pages: Some(7) }),
        ..note()
    };
    let mut stored = Note::encode(&note()).unwrap();
    stored.insert("tags".into(), AttributeValue::Ss(vec!["a".into()]));
    let bytes = AttributeValue::B(vec![1, 2].into());
    stored.insert("attachment".into(), m([("file", s("f")), ("bytes", bytes), ("pages", n("7"))]));
    stored_as(&full, stored);
}

#[test]
fn the_schema_is_plain_data() {
    let schema = Note::SCHEMA;
    assert_eq!((schema.item, schema.table), ("Note", "notes"));
    assert_eq!((schema.partition_key.name, schema.partition_key.scalar), ("note-id", ScalarType::S));
    assert!(schema.sort_key.is_none());
    let roles: Vec<_> = schema.attributes.iter().map(|def| (def.name, def.role)).collect();
    assert_eq!(roles[0], ("note-id", AttributeRole::PartitionKey));
    assert_eq!(roles[1], ("text", AttributeRole::Plain));
    assert_eq!(roles[5], ("version", AttributeRole::Version));
    assert_eq!(schema.attributes[1].aliases, ["body", "contents"]);
}

#[test]
fn an_absent_attribute_is_missing_or_has_a_meaning() {
    let stored = item([("note-id", s("n-1")), ("text", s("")), ("status", s("active"))]);
    assert_eq!(Note::decode(stored.clone()).unwrap().version, 0);
    let without = |name: &str| {
        let mut stored = stored.clone();
        stored.remove(name);
        refused(Note::decode(stored))
    };
    assert_eq!(without("text"), "`Note`: attribute `text`: the attribute is missing");
    assert_eq!(without("note-id"), "`Note`: attribute `note-id`: the attribute is missing");
    let with = |name: &str, value| {
        let mut stored = stored.clone();
        stored.insert(name.into(), value);
        refused(Note::decode(stored))
    };
    assert_eq!(with("text", n("1")), "`Note`: attribute `text`: expected S, found N");
    assert_eq!(with("status", s("x")), "`Note`: attribute `status`: expected a variant of `Status`");
    assert_eq!(with("attachment", m([("file", n("1"))])), "`Note`: attribute `attachment.file`: expected S, found N");
    assert_eq!(with("attachment", m([])), "`Note`: attribute `attachment.file`: the attribute is missing");
}

#[test]
fn an_alias_is_read_where_the_name_is_absent() {
    let base = [("note-id", s("n-1")), ("status", s("old"))];
    let read = |more: &[(&str, &str)]| {
        let mut stored = item(base.clone());
        stored.extend(more.iter().map(|(name, text)| ((*name).to_owned(), s(text))));
        // Hash maps are ordered anew each time, so that each order comes up.
        Note::decode(stored).unwrap()
    };
    for _ in 0..20 {
        assert_eq!(read(&[("body", "old")]).text, "old");
        assert_eq!(read(&[("contents", "older")]).text, "older");
        assert_eq!(read(&[("text", "new"), ("body", "old"), ("contents", "older")]).text, "new");
    }
    assert_eq!(read(&[("text", "")]).status, Status::Archived);
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "orders", rename_all = "camelCase")]
pub struct Order {
    #[partition_key]
    pub customer_id: CustomerId,
    #[sort_key]
    pub order_id: String,
    pub status: OrderStatus,
    pub placed_at: jiff::Timestamp,
    pub total: u64,
    pub city: Option<String>,
    #[version]
    pub version: Option<i32>,
    #[dynamo(created_at)]
    pub created_at: Option<jiff::Timestamp>,
    #[dynamo(updated_at, with = codec::epoch_seconds)]
    pub updated_at: Option<jiff::Timestamp>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, DynamoValue)]
pub struct CustomerId(String);

#[derive(Debug, Clone, Copy, PartialEq, Eq, DynamoValue)]
pub enum OrderStatus {
    Open,
    Closed,
}

#[test]
fn keys_convert_and_compare() {
    let order = Order {
        customer_id: CustomerId("c".into()),
        order_id: "o".into(),
        status: OrderStatus::Closed,
        placed_at: jiff::Timestamp::UNIX_EPOCH,
        total: 1,
        city: None,
        version: None,
        created_at: None,
        updated_at: Some(jiff::Timestamp::from_second(60).unwrap()),
    };
    let key = OrderKey::from(&order);
    let literal = OrderKey { customer_id: CustomerId("c".into()), order_id: "o".into() };
    assert!(key.clone() == literal);
    assert_eq!(std::collections::HashSet::from([key.clone(), literal]).len(), 1);
    assert_eq!(format!("{key:?}"), "OrderKey { .. }");
    fn takes<T: DynamoItem>(_: impl dynamo_model::IntoKey<T>) {}
    takes::<Order>(&key);
    takes::<Order>(key);
    takes::<Order>((&order.customer_id, "o"));
    takes::<Order>((CustomerId("c".into()), String::new()));
    takes::<Note>("n-1");
    takes::<Note>(NoteKey { id: "n-1".into() });
    takes::<Note>(&String::new());
    assert_eq!(Order::SCHEMA.sort_key.unwrap().name, "orderId");
    let _: Expect<i32> = Expect::of(&order);
    let _: Expect<u64> = Expect::Version(3);
    stored_as(
        &order,
        item([
            ("customerId", s("c")),
            ("orderId", s("o")),
            ("status", s("Closed")),
            ("placedAt", s("1970-01-01T00:00:00.000000000Z")),
            ("total", n("1")),
            ("updatedAt", n("60")),
        ]),
    );
}

#[test]
fn handles_are_typed() {
    fn conditions(o: &Attributes<Order>) -> Vec<Condition<Order>> {
        vec![
            o.customer_id.eq(CustomerId("c".into())),
            o.customer_id.begins_with("c"),
            o.total.gt(3),
            o.city.eq("x"),
            o.city.not_exists(),
            o.placed_at.lt(jiff::Timestamp::UNIX_EPOCH),
            o.status.eq(OrderStatus::Open),
            o.version.eq(3),
        ]
    }
    fn note(n: &Attributes<Note>) {
        let _: [Condition<Note>; 3] =
            [n.tags.contains("x"), n.attachment.at(|a| a.pages).gt(3), n.attachment.at(|a| a.file).begins_with("x")];
        let _ = [n.text.set("x"), n.tags.add_to(["x"]), n.attachment.remove(), n.tags.remove()];
    }
    let _ = (conditions, note);
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "people")]
pub struct Person {
    #[partition_key]
    #[dynamo(uuid)]
    pub id: String,
    #[dynamo(flatten)]
    pub name: FullName,
    #[dynamo(flatten(prefix = "home_"))]
    pub home: Address,
    #[dynamo(flatten(prefix = "work_"))]
    pub work: Option<Address>,
    #[dynamo(flatten)]
    pub life: Life,
    #[dynamo(flatten)]
    pub rest: HashMap<String, AttributeValue>,
}

#[derive(Debug, Clone, PartialEq, DynamoValue)]
pub struct FullName {
    pub first: String,
    pub last: Option<String>,
}

#[derive(Debug, Clone, PartialEq, DynamoValue)]
pub struct Address {
    #[dynamo(alias = "town")]
    pub city: String,
    #[dynamo(flatten(prefix = "street_"))]
    pub street: Street,
}

#[derive(Debug, Clone, PartialEq, DynamoValue)]
pub struct Street {
    pub name: String,
    pub number: u32,
}

#[derive(Debug, Clone, PartialEq, DynamoValue)]
pub struct Life {
    #[version]
    pub version: u64,
    #[dynamo(flatten)]
    pub stamps: Stamps,
}

#[derive(Debug, Clone, PartialEq, DynamoValue)]
pub struct Stamps {
    #[dynamo(created_at)]
    pub created: Option<SystemTime>,
    #[dynamo(updated_at)]
    pub updated: Option<SystemTime>,
    #[dynamo(counter(start_at = 5, increment_by = 2))]
    pub edits: u64,
    #[dynamo(generation)]
    pub generation: Option<String>,
    #[dynamo(write_id)]
    pub write_id: Option<String>,
    #[dynamo(uuid)]
    pub uuid: uuid::Uuid,
}

fn address(city: &str) -> Address {
    Address { city: city.into(), street: Street { name: "Elm".into(), number: 3 } }
}

fn person() -> Person {
    Person {
        id: "p".into(),
        name: FullName { first: "Ann".into(), last: None },
        home: address("Rome"),
        work: None,
        life: Life {
            version: 2,
            stamps: Stamps {
                created: None,
                updated: Some(UNIX_EPOCH),
                edits: 9,
                generation: Some("g".into()),
                write_id: None,
                uuid: uuid::Uuid::nil(),
            },
        },
        rest: HashMap::new(),
    }
}

fn person_stored() -> Item {
    item([
        ("id", s("p")),
        ("first", s("Ann")),
        ("home_city", s("Rome")),
        ("home_street_name", s("Elm")),
        ("home_street_number", n("3")),
        ("version", n("2")),
        ("updated", s("1970-01-01T00:00:00.000000000Z")),
        ("edits", n("9")),
        ("generation", s("g")),
        ("uuid", s("00000000-0000-0000-0000-000000000000")),
    ])
}

#[test]
fn flattened_structs_round_trip() {
    stored_as(&person(), person_stored());

    let mut stored = person_stored();
    stored.insert("work_city".into(), s("Oslo"));
    stored.insert("work_street_name".into(), s("Elm"));
    stored.insert("work_street_number".into(), n("3"));
    stored_as(&Person { work: Some(address("Oslo")), ..person() }, stored.clone());

    stored.insert("colour".into(), s("red"));
    stored.insert("home_colour".into(), s("blue"));
    let rest = [("colour".to_owned(), s("red")), ("home_colour".to_owned(), s("blue"))].into();
    stored_as(&Person { work: Some(address("Oslo")), rest, ..person() }, stored);
}

#[test]
fn flattened_structs_name_what_is_wrong() {
    let with = |name: &str, value: Option<AttributeValue>| {
        let mut stored = person_stored();
        match value {
            Some(value) => stored.insert(name.into(), value),
            None => stored.remove(name),
        };
        refused(Person::decode(stored))
    };
    assert_eq!(with("home_city", None), "`Person`: attribute `home_city`: the attribute is missing");
    assert_eq!(
        with("home_street_number", Some(s("x"))),
        "`Person`: attribute `home_street_number`: expected N, found S"
    );
    assert_eq!(with("work_city", Some(s("x"))), "`Person`: attribute `work_street_name`: the attribute is missing");
}

#[test]
fn managed_attributes_have_a_meaning_when_absent() {
    let stored = item([
        ("id", s("p")),
        ("first", s("Ann")),
        ("home_town", s("Rome")),
        ("home_street_name", s("Elm")),
        ("home_street_number", n("3")),
    ]);
    let read = Person::decode(stored).unwrap();
    let stamps =
        Stamps { created: None, updated: None, edits: 0, generation: None, write_id: None, uuid: uuid::Uuid::nil() };
    assert_eq!(read.life, Life { version: 0, stamps });
    let _: Expect<u64> = Expect::of(&read);
}

#[tokio::test]
async fn what_a_write_fills_in_reaches_memory() -> Res {
    let db = dynamo_model::Dynamo::embedded();
    let people = db.table::<Person>();
    people.create_table().await?;
    let mut person = Person { id: String::new(), ..person() };
    person.life.version = 0;
    person.life.stamps.updated = None;
    person.life.stamps.generation = None;
    people.create(&mut person).await?;

    let life = &person.life;
    assert_eq!((person.id.len(), life.version, life.stamps.edits), (36, 1, 5));
    assert!(life.stamps.created.is_some() && life.stamps.created == life.stamps.updated);
    assert!(life.stamps.generation.is_some() && life.stamps.write_id.is_some());
    assert_eq!(people.get(&person.id).await?.as_ref(), Some(&person));

    let leases = db.table::<Lease>();
    leases.create_table().await?;
    let mut lease = Lease { id: 1, expires: Ttl::After(Duration::from_secs(5)) };
    leases.create(&mut lease).await?;
    assert!(matches!(lease.expires, Ttl::At(_)));
    Ok(())
}

#[test]
fn a_caught_attribute_cannot_be_modelled() {
    let rest = [("first".to_owned(), s("Bob"))].into();
    assert!(Person::encode(&Person { rest, ..person() }).is_err());
}

#[test]
fn flattened_handles_know_their_prefix() {
    fn conditions(p: &Attributes<Person>) -> String {
        format!("{:?} {:?} {:?}", p.home.street.number, p.work.city, p.life.stamps.edits)
    }
    let _ = conditions;
    let street: &AttributeDef = &Person::SCHEMA.attributes[2];
    assert_eq!(street.flatten.as_ref().unwrap().prefix, "home_");
}

#[derive(Debug, PartialEq, DynamoItem)]
#[dynamo(table = "sessions")]
struct Session {
    #[partition_key]
    id: u64,
    #[dynamo(default)]
    hits: u32,
    #[dynamo(default = nine)]
    limit: Option<u32>,
    #[dynamo(skip)]
    cache: Vec<String>,
    #[dynamo(skip, default = nine)]
    made: Option<u32>,
    #[dynamo(ttl)]
    expires: Option<SystemTime>,
    #[dynamo(with = codec::epoch_millis)]
    seen: SystemTime,
    #[dynamo(with = codec::epoch_seconds)]
    left: Option<SystemTime>,
    #[dynamo(with = upper)]
    name: String,
    #[dynamo(serde)]
    settings: Settings,
    #[dynamo(serde)]
    more: Option<Settings>,
}

#[derive(Debug, PartialEq, serde::Serialize, serde::Deserialize)]
struct Settings {
    dark: bool,
}

fn nine() -> Option<u32> {
    Some(9)
}

/// A codec of one's own.
mod upper {
    use dynamo_model::{AttributeValue, DecodeError, EncodeError};
    pub(super) fn encode(name: &str) -> Result<AttributeValue, EncodeError> {
        Ok(AttributeValue::S(name.to_uppercase()))
    }
    pub(super) fn decode(value: AttributeValue) -> Result<String, DecodeError> {
        value.as_s().map(|text| text.to_lowercase()).map_err(|_| DecodeError::invalid("a name"))
    }
}

#[test]
fn codecs_and_defaults() {
    let at = |millis| UNIX_EPOCH + Duration::from_millis(millis);
    let session = Session {
        id: 7,
        hits: 0,
        limit: Some(1),
        cache: vec![],
        made: Some(9),
        expires: Some(at(60_000)),
        seen: at(1500),
        left: None,
        name: "ann".into(),
        settings: Settings { dark: true },
        more: None,
    };
    let stored = item([
        ("id", n("7")),
        ("hits", n("0")),
        ("limit", n("1")),
        ("expires", n("60")),
        ("seen", n("1500")),
        ("name", s("ANN")),
        ("settings", m([("dark", AttributeValue::Bool(true))])),
    ]);
    stored_as(&session, stored.clone());

    let without = |name: &str| {
        let mut stored = stored.clone();
        stored.remove(name);
        Session::decode(stored)
    };
    assert_eq!(without("hits").unwrap().hits, 0);
    assert_eq!(without("limit").unwrap().limit, Some(9));
    assert_eq!(without("expires").unwrap().expires, None);
    assert_eq!(refused(without("seen")), "`Session`: attribute `seen`: the attribute is missing");
    assert_eq!(refused(without("name")), "`Session`: attribute `name`: the attribute is missing");
    assert_eq!(refused(without("settings")), "`Session`: attribute `settings`: the attribute is missing");
    fn handles(n: &Attributes<Session>) {
        let _ = [n.expires.gt(UNIX_EPOCH), n.seen.eq(UNIX_EPOCH), n.hits.not_exists(), n.name.eq(String::new())];
        let _ =
            [n.hits.remove(), n.expires.remove(), n.expires.set(UNIX_EPOCH), n.settings.set(Settings { dark: true })];
    }
    let _ = handles;
}

#[derive(Debug, PartialEq, DynamoItem)]
#[dynamo(table = "leases")]
struct Lease {
    #[partition_key]
    id: u64,
    #[dynamo(ttl)]
    expires: Ttl,
}

#[test]
fn a_relative_ttl_needs_a_write() {
    let lease = Lease { id: 1, expires: Ttl::After(Duration::from_secs(5)) };
    let error = Lease::encode(&lease).unwrap_err().to_string();
    assert_eq!(error, "attribute `expires`: a time to live relative to the write needs a write");
    stored_as(&Lease { id: 1, expires: Ttl::At(UNIX_EPOCH) }, item([("id", n("1")), ("expires", n("0"))]));
}

#[derive(Debug, PartialEq, DynamoValue)]
struct Point(f64, Option<u8>, #[dynamo(with = upper)] String);
#[derive(Debug, PartialEq, DynamoValue)]
struct Name(#[dynamo(with = upper)] String);
#[derive(Debug, PartialEq, DynamoValue)]
struct Flags(Vec<bool>);
#[derive(Debug, PartialEq, DynamoValue)]
struct Labels(BTreeSet<String>);
#[derive(Debug, PartialEq, DynamoValue)]
struct Maybe(Option<u8>);
#[derive(Debug, PartialEq, DynamoValue)]
struct Blob(Vec<u8>);
#[derive(Debug, PartialEq, DynamoValue)]
struct Byte(u8);

#[test]
fn tuple_structs_are_lists_and_newtypes_transparent() {
    let list = |elements: &[AttributeValue]| AttributeValue::L(elements.to_vec());
    let null = AttributeValue::Null(true);
    value_as(&Point(1.5, Some(2), "x".into()), list(&[n("1.5"), n("2"), s("X")]));
    value_as(&Point(1.5, None, "x".into()), list(&[n("1.5"), null, s("X")]));
    assert_eq!(refused(Point::read(list(&[]))), "expected a list of 3 elements");
    assert_eq!(refused(Point::read(list(&[s(""), s(""), s("")]))), "attribute `[0]`: expected N, found S");
    value_as(&Name("ann".into()), s("ANN"));
    value_as(&CustomerId("c".into()), s("c"));
    value_as(&Flags(vec![true]), list(&[AttributeValue::Bool(true)]));
    value_as(&Blob(vec![1]), AttributeValue::B(vec![1].into()));
    value_as(&vec![Byte(1)], list(&[n("1")]));
    assert_eq!(Labels::encode(&Labels(BTreeSet::new())).unwrap(), None);
    assert_eq!(Labels::absent(), Some(Labels(BTreeSet::new())));
    assert_eq!(Maybe::absent(), Some(Maybe(None)));
    assert!(Vec::encode(&vec![Labels(BTreeSet::new())]).is_err());
    value_as(&BTreeMap::from([(CustomerId("c".into()), Status::Active)]), m([("c", s("active"))]));
    value_as(&BTreeMap::from([(Status::Active, 1_u8)]), m([("active", n("1"))]));
    value_as(&BTreeSet::from([Status::Active]), AttributeValue::Ss(vec!["active".into()]));
}

#[derive(Debug, Clone, Copy, PartialEq, DynamoValue)]
#[dynamo(repr = number)]
enum Level {
    Low = 1,
    High = -2,
    Next,
}

#[derive(Debug, PartialEq, DynamoValue)]
#[dynamo(tag = "type", rename_all = "lowercase", rename_all_fields = "camelCase")]
enum Shape {
    Circle {
        #[dynamo(alias = "r")]
        radius_mm: f64,
    },
    #[dynamo(alias = "none")]
    Unit,
    At(Address),
    Mixed {
        #[dynamo(flatten(prefix = "home_"))]
        home: Address,
        #[dynamo(flatten)]
        name: FullName,
        #[dynamo(skip)]
        cache: u8,
        #[dynamo(with = upper)]
        label: String,
        #[dynamo(default)]
        tags: BTreeSet<String>,
    },
    Empty {},
}

#[test]
fn enums_are_text_numbers_or_tagged_maps() {
    value_as(&Status::Archived, s("archived"));
    value_as(&Level::Low, n("1"));
    value_as(&Level::Next, n("-1"));
    assert_eq!(refused(Level::read(n("5"))), "expected a variant of `Level`");

    value_as(&Shape::Circle { radius_mm: 2.0 }, m([("type", s("circle")), ("radiusMm", n("2"))]));
    value_as(&Shape::Unit, m([("type", s("unit"))]));
    value_as(&Shape::Empty {}, m([("type", s("empty"))]));
    assert_eq!(Shape::read(m([("type", s("none"))])).unwrap(), Shape::Unit);
    assert_eq!(Shape::read(m([("type", s("circle")), ("r", n("2"))])).unwrap(), Shape::Circle { radius_mm: 2.0 });
    let street = [("street_name", s("Elm")), ("street_number", n("3"))];
    let [one, two] = street;
    value_as(&Shape::At(address("Rome")), m([("type", s("at")), ("city", s("Rome")), one, two]));
    value_as(
        &Shape::Mixed {
            home: address("Rome"),
            name: FullName { first: "Ann".into(), last: None },
            cache: 0,
            label: "x".into(),
            tags: BTreeSet::new(),
        },
        m([
            ("type", s("mixed")),
            ("home_city", s("Rome")),
            ("home_street_name", s("Elm")),
            ("home_street_number", n("3")),
            ("first", s("Ann")),
            ("label", s("X")),
        ]),
    );
    assert_eq!(refused(Shape::read(m([]))), "attribute `type`: the attribute is missing");
    assert_eq!(refused(Shape::read(m([("type", s("x"))]))), "attribute `type`: expected a variant of `Shape`");
    assert_eq!(refused(Shape::read(m([("type", s("circle"))]))), "attribute `radiusMm`: the attribute is missing");
    assert_eq!(refused(Shape::read(n("1"))), "expected M, found N");
}

#[test]
fn a_managed_attribute_is_plain_in_a_map_value() -> Res {
    let life = person().life;
    let stored = Life::encode(&life)?.unwrap();
    assert_eq!(stored.as_m().unwrap()["version"], n("2"));
    assert_eq!(Life::read(stored)?, life);
    Ok(())
}

#[derive(Debug, PartialEq, DynamoItem)]
#[dynamo(table = "catalogue")]
struct Product {
    #[partition_key]
    sku: CustomerId,
    price: Money<u64>,
    pair: Pair<u32, String>,
    tree: Tree<u8>,
    #[dynamo(flatten(prefix = "cost_"))]
    cost: Money<f64>,
    wrapped: Wrapped<Option<String>>,
    grid: Grid<2>,
    choice: Choice<String>,
}

#[derive(Debug, PartialEq, DynamoValue)]
struct Money<T> {
    amount: T,
    currency: String,
}
#[derive(Debug, PartialEq, DynamoValue)]
struct Pair<A, B> {
    left: Option<A>,
    right: Vec<B>,
    #[dynamo(skip)]
    kind: std::marker::PhantomData<A>,
}
#[derive(Debug, PartialEq, DynamoValue)]
struct Tree<T> {
    value: T,
    children: Vec<Tree<T>>,
    parent: Option<Box<Tree<T>>>,
}
#[derive(Debug, PartialEq, DynamoValue)]
struct Wrapped<T>(T);
#[derive(Debug, PartialEq, DynamoValue)]
struct Grid<const N: usize> {
    cells: [u16; N],
}
#[derive(Debug, PartialEq, DynamoValue)]
#[dynamo(tag = "is")]
enum Choice<T> {
    One { value: T },
    Money(Money<T>),
}

#[test]
fn generic_values_round_trip() {
    let leaf = |value| Tree { value, children: vec![], parent: None };
    let product = Product {
        sku: CustomerId("p".into()),
        price: Money { amount: 3, currency: "EUR".into() },
        pair: Pair { left: None, right: vec!["x".into()], kind: std::marker::PhantomData },
        tree: Tree { value: 1, children: vec![leaf(2)], parent: Some(Box::new(leaf(3))) },
        cost: Money { amount: 2.5, currency: "EUR".into() },
        wrapped: Wrapped(None),
        grid: Grid { cells: [1, 2] },
        choice: Choice::Money(Money { amount: "x".into(), currency: "y".into() }),
    };
    let stored = Product::encode(&product).unwrap();
    assert_eq!(stored["cost_amount"], n("2.5"));
    assert_eq!(stored["price"], m([("amount", n("3")), ("currency", s("EUR"))]));
    assert!(!stored.contains_key("wrapped"));
    assert_eq!(Product::decode(stored).unwrap(), product);
    fn handles(p: &Attributes<Product>) -> Vec<Condition<Product>> {
        vec![
            p.price.at(|m| m.amount).gt(3),
            p.cost.amount.gt(3.0),
            p.pair.at(|x| x.left).eq(4),
            p.pair.at(|x| x.right).index(0).begins_with("x"),
            p.tree.at(|t| t.children).index(0).at(|t| t.value).eq(3),
        ]
    }
    let _ = (handles, Choice::One { value: 1 });
}

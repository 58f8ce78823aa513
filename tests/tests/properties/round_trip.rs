//! An item with a value of every type comes back from both sources as it was.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use dynamo_model::{AttributeValue, DynamoItem, DynamoValue, Embedded, Item, Json, Ttl, codec};
use proptest::{collection, option, prelude::*};
use rust_decimal::Decimal;
use uuid::Uuid;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "everything", rename_all = "kebab-case")]
struct Everything {
    #[partition_key]
    id: String,
    #[sort_key]
    number: i64,
    texts: (String, Box<str>, Arc<str>, char),
    integers: (u8, u16, u32, u64, i8, i16, i32, i64),
    wide: i128,
    floats: (f32, f64),
    decimal: Decimal,
    truth: bool,
    bytes: Vec<u8>,
    fixed: [u8; 3],
    list: Vec<Option<String>>,
    array: [u16; 2],
    text_set: BTreeSet<String>,
    number_set: HashSet<i32>,
    binary_set: BTreeSet<Vec<u8>>,
    map: BTreeMap<String, Vec<u32>>,
    by_number: HashMap<i16, Payment>,
    payment: Option<Payment>,
    boxed: Box<Option<Newtype>>,
    #[dynamo(flatten(prefix = "home-"))]
    home: Address,
    #[dynamo(flatten(prefix = "work-"))]
    work: Option<Address>,
    uuid: Uuid,
    instant: jiff::Timestamp,
    chrono: chrono::DateTime<chrono::Utc>,
    system: Option<SystemTime>,
    #[dynamo(with = codec::epoch_millis)]
    millis: SystemTime,
    #[dynamo(ttl)]
    expires: Option<Ttl>,
    json: Json<Vec<Option<String>>>,
    #[version]
    version: Option<u32>,
    #[dynamo(flatten)]
    rest: Item,
}

#[derive(Debug, Clone, PartialEq, DynamoValue)]
struct Newtype(String);

#[derive(Debug, Clone, PartialEq, DynamoValue)]
struct Address {
    street: String,
    tags: BTreeSet<String>,
    geo: Option<Geo>,
}

#[derive(Debug, Clone, PartialEq, DynamoValue)]
struct Geo(f64, Option<f64>);

#[derive(Debug, Clone, PartialEq, DynamoValue)]
#[dynamo(tag = "kind")]
enum Payment {
    Cash,
    Card { digits: String, level: Level },
}

#[derive(Debug, Clone, Copy, PartialEq, DynamoValue)]
#[dynamo(repr = number)]
enum Level {
    Low = 1,
    High = 5,
}

fn text() -> impl Strategy<Value = String> {
    "\\PC{0,6}"
}

/// Floats that DynamoDB can hold.
fn float() -> impl Strategy<Value = f64> {
    prop_oneof![
        -1e6..1e6_f64,
        (-99..99_i32, -99..99_i32).prop_map(|(power, digit)| f64::from(digit) * 10_f64.powi(power))
    ]
}

fn address() -> impl Strategy<Value = Address> {
    let geo = option::of((float(), option::of(float())).prop_map(|(lat, long)| Geo(lat, long)));
    (text(), collection::btree_set(text(), 0..3), geo).prop_map(|(street, tags, geo)| Address { street, tags, geo })
}

fn payment() -> impl Strategy<Value = Payment> {
    let level = prop_oneof![Just(Level::Low), Just(Level::High)];
    prop_oneof![Just(Payment::Cash), (text(), level).prop_map(|(digits, level)| Payment::Card { digits, level })]
}

fn instant() -> impl Strategy<Value = SystemTime> {
    (0..4_000_000_000_u64, 0..1_000_000_000_u32).prop_map(|(seconds, nanos)| UNIX_EPOCH + Duration::new(seconds, nanos))
}

prop_compose! {
    fn scalars()(
        id in "\\PC{1,6}", number: i64, texts in (text(), text(), text(), any::<char>()),
        integers: (u8, u16, u32, u64, i8, i16, i32, i64),
        wide in -10_i128.pow(37)..10_i128.pow(37), floats in (-1e6..1e6_f32, float()),
        decimal in (any::<i64>(), 0..28_u32), truth: bool,
    ) -> Everything {
        let (one, two, three, letter) = texts;
        Everything {
            id, number, texts: (one, two.into(), three.into(), letter), integers, wide, floats,
            decimal: Decimal::new(decimal.0, decimal.1), truth, ..nothing()
        }
    }
}

prop_compose! {
    fn everything()(
        scalars in scalars(), bytes: Vec<u8>, fixed: [u8; 3], list in collection::vec(option::of(text()), 0..4),
        sets in (collection::btree_set(text(), 0..3), collection::hash_set(any::<i32>(), 0..3), collection::btree_set(any::<Vec<u8>>(), 0..3)),
        map in collection::btree_map("\\PC{1,6}", any::<Vec<u32>>(), 0..3),
        by_number in collection::hash_map(any::<i16>(), payment(), 0..3),
        payment in option::of(payment()), boxed in option::of(text()), home in address(), work in option::of(address()),
        uuid: u128, instants in (instant(), instant(), option::of(instant())), seconds in option::of(0..4_000_000_000_u64),
    ) -> Everything {
        let system: SystemTime = instants.0;
        let since = system.duration_since(UNIX_EPOCH).unwrap();
        Everything {
            bytes, fixed, list: list.clone(), text_set: sets.0, number_set: sets.1, binary_set: sets.2, map, by_number,
            payment, boxed: Box::new(boxed.map(Newtype)), home, work, uuid: Uuid::from_u128(uuid),
            instant: jiff::Timestamp::try_from(system).unwrap(),
            chrono: chrono::DateTime::from_timestamp(since.as_secs().try_into().unwrap(), since.subsec_nanos()).unwrap(),
            system: instants.2,
            millis: UNIX_EPOCH + Duration::from_millis(instants.1.duration_since(UNIX_EPOCH).unwrap().as_millis().try_into().unwrap()),
            expires: seconds.map(|seconds| Ttl::At(UNIX_EPOCH + Duration::from_secs(seconds))),
            json: Json(list),
            rest: [("unmodelled".to_owned(), AttributeValue::Bool(scalars.truth))].into(),
            ..scalars
        }
    }
}

fn nothing() -> Everything {
    Everything {
        id: String::new(),
        number: 0,
        texts: (String::new(), "".into(), "".into(), ' '),
        integers: (0, 0, 0, 0, 0, 0, 0, 0),
        wide: 0,
        floats: (0.0, 0.0),
        decimal: Decimal::ZERO,
        truth: false,
        bytes: vec![],
        fixed: [0; 3],
        list: vec![],
        array: [1, 2],
        text_set: BTreeSet::new(),
        number_set: HashSet::new(),
        binary_set: BTreeSet::new(),
        map: BTreeMap::new(),
        by_number: HashMap::new(),
        payment: None,
        boxed: Box::new(None),
        home: Address { street: String::new(), tags: BTreeSet::new(), geo: None },
        work: None,
        uuid: Uuid::nil(),
        instant: jiff::Timestamp::UNIX_EPOCH,
        chrono: chrono::DateTime::UNIX_EPOCH,
        system: None,
        millis: UNIX_EPOCH,
        expires: None,
        json: Json(vec![]),
        version: None,
        rest: Item::new(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn from_both_sources(item in everything()) {
        let encoded = Everything::encode(&item).unwrap();
        prop_assert_eq!(&Everything::decode(encoded).unwrap(), &item);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let table = Embedded::new().dynamo().table::<Everything>();
            table.create_table().await.unwrap();
            let mut stored = item.clone();
            let created = table.create(&mut stored).await.map_err(dynamo_model::Error::from);
            assert!(created.is_ok(), "{:?}", created.map_err(|error| std::error::Error::source(&error).map(|source| format!("{source:?}"))));
            let key = (item.id.as_str(), item.number);
            let read = table.get(key).consistent().await.unwrap();
            assert_eq!(read.as_ref(), Some(&stored), "the bytes of an answer");
            let patched = table.patch_at(key, dynamo_model::Expect::of(&stored), |n| [n.truth.set(item.truth)]).await.unwrap();
            assert_eq!(patched, Everything { version: Some(2), ..stored.clone() }, "the SDK's values");
            table.update(&mut Everything { version: Some(2), ..stored.clone() }).await.unwrap();
            let read = table.get(key).consistent().await.unwrap();
            assert_eq!(read, Some(Everything { version: Some(3), ..stored }), "an update loses nothing");
        });
    }
}

//! Sections 2 and 3: generations, write ids and the other attributes that writes fill in.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use aws_sdk_dynamodb::types::ReturnValue;
use dynamo_model::{DynamoItem, Expect, Table, Ttl};
use dynamo_tests::{NOW, NOW_TEXT, Sent, fixed, id};

#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "lives")]
struct Lived {
    #[partition_key]
    id: String,
    text: String,
    #[version]
    version: u64,
    #[dynamo(generation)]
    life: Option<String>,
}

fn lives() -> Table<Lived> {
    fixed().table()
}

fn life(version: u64, life: Option<&str>) -> Lived {
    Lived { id: "a".into(), text: "x".into(), version, life: life.map(Into::into) }
}

fn quoted(text: &str) -> String {
    format!("'{text}'")
}

#[test]
fn create_begins_a_life_also_over_a_remembered_one() {
    for remembered in [None, Some("old")] {
        let create = Sent::from(lives().create(&mut life(3, remembered)).into_request().unwrap());
        assert_eq!(create.attribute("life"), Some(quoted(&id(1)).as_str()));
        assert_eq!(create.condition(), "attribute_not_exists(id)");
    }
}

#[test]
fn put_keeps_and_checks_a_life_or_begins_one() {
    let kept = Sent::from(lives().put(&mut life(3, Some("g"))).into_request().unwrap());
    assert_eq!(kept.attribute("life"), Some("'g'"));
    assert_eq!(kept.condition(), "version = 3 AND life = 'g'");

    let fresh = Sent::from(lives().put(&mut life(0, None)).into_request().unwrap());
    assert_eq!(fresh.attribute("life"), Some(quoted(&id(1)).as_str()));
    assert_eq!(fresh.condition(), "attribute_not_exists(version) OR version = 0");
}

#[test]
fn put_unchecked_always_begins_a_life() {
    let sent = Sent::from(lives().put_unchecked(&mut life(3, Some("g"))).into_request().unwrap());
    assert_eq!(sent.attribute("life"), Some(quoted(&id(1)).as_str()));
    assert_eq!((sent.condition.as_deref(), sent.attribute("version")), (None, Some("4")));
}

#[test]
fn other_writes_keep_and_check_a_life() {
    let (table, mut item) = (lives(), life(3, Some("g")));
    let update = Sent::from(table.update(&mut item).into_request().unwrap());
    let patch = Sent::from(table.patch(&mut item, |n| [n.text.set("x")]).into_request().unwrap());
    for sent in [&update, &patch] {
        assert_eq!(sent.condition(), "version = 3 AND life = 'g'");
        assert_eq!(sent.update(), "SET text = 'x', version = 4", "the life is there already");
    }
    assert_eq!(Sent::from(table.delete(&item).into_request().unwrap()).condition(), "version = 3 AND life = 'g'");
    let seen = Sent::from(table.delete_at("a", Expect::of(&item)).into_request().unwrap());
    assert_eq!(seen.condition(), "version = 3 AND life = 'g'");
    let patched = table.patch_at("a", Expect::of(&item), |n| [n.text.set("x")]);
    assert_eq!(Sent::from(patched.into_request().unwrap()).condition(), "version = 3 AND life = 'g'");
}

#[test]
fn a_life_unknown_to_memory_must_be_absent_and_is_adopted() {
    let (table, mut item) = (lives(), life(3, None));
    let absent = "version = 3 AND attribute_not_exists(life)";
    let update = Sent::from(table.update(&mut item).into_request().unwrap());
    assert_eq!(update.condition(), absent);
    assert_eq!(update.update(), format!("SET text = 'x', version = 4, life = '{}'", id(1)));
    assert_eq!(Sent::from(table.delete(&item).into_request().unwrap()).condition(), absent);
    let seen = Sent::from(table.delete_at("a", Expect::of(&item)).into_request().unwrap());
    assert_eq!(seen.condition(), absent);
}

#[test]
fn a_version_given_by_itself_says_nothing_of_lives() {
    let patch = lives().patch_at("a", Expect::Version(3), |n| [n.text.set("x")]);
    assert_eq!(Sent::from(patch.into_request().unwrap()).condition(), "version = 3");
    let delete = lives().delete_at("a", Expect::Version(3));
    assert_eq!(Sent::from(delete.into_request().unwrap()).condition(), "version = 3");
}

#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "marked")]
struct Marked {
    #[partition_key]
    id: String,
    views: u64,
    #[version]
    version: u64,
    #[dynamo(write_id)]
    write: String,
}

#[test]
fn every_write_sets_a_write_id_of_its_own() {
    let table = fixed().table::<Marked>();
    let mut item = Marked { id: "a".into(), views: 1, version: 3, write: "last".into() };
    let create = Sent::from(table.create(&mut item).into_request().unwrap());
    let put = Sent::from(table.put(&mut item).into_request().unwrap());
    assert_eq!(create.attribute("write"), Some(quoted(&id(1)).as_str()));
    assert_eq!(put.attribute("write"), Some(quoted(&id(2)).as_str()));
    assert_eq!(put.condition(), "version = 3", "the version refuses a repetition");
    let update = Sent::from(table.update(&mut item).into_request().unwrap());
    assert_eq!(update.update(), format!("SET views = 1, version = 4, write = '{}'", id(3)));
    assert_eq!(update.condition(), "version = 3");
    let patch = Sent::from(table.patch(&mut item, |n| [n.views.set(2)]).into_request().unwrap());
    assert_eq!(patch.update(), format!("SET views = 2, version = 4, write = '{}'", id(4)));
}

#[test]
fn unchecked_writes_carry_the_write_id_as_a_condition() {
    let table = fixed().table::<Marked>();
    let patch = table.patch_at("a", Expect::Any, |n| [n.views.add(1)]);
    let sent = Sent::from(patch.into_request().unwrap());
    assert!(sent.condition().ends_with(&format!("AND write <> '{}'", id(1))), "{}", sent.condition());
    assert!(sent.update().ends_with("ADD views 1"), "{}", sent.update());
    let put = Sent::from(table.put_unchecked(&mut Marked::default_at("a")).into_request().unwrap());
    assert_eq!(put.condition(), format!("write <> '{}'", id(2)));
}

impl Marked {
    fn default_at(id: &str) -> Self {
        Self { id: id.into(), ..Self::default() }
    }
}

#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "stamped")]
struct Stamped {
    #[partition_key]
    id: String,
    text: String,
    #[version]
    version: u64,
    #[dynamo(created_at)]
    created: Option<jiff::Timestamp>,
    #[dynamo(updated_at)]
    updated: Option<jiff::Timestamp>,
    #[dynamo(uuid)]
    tag: Option<String>,
    #[dynamo(counter(start_at = 10, increment_by = 2))]
    writes: u64,
}

const THEN: &str = "2020-01-01T00:00:00.000000000Z";

fn stamped(version: u64) -> Stamped {
    let then = (version > 0).then(|| THEN.parse().unwrap());
    let tag = (version > 0).then(|| "t".to_owned());
    Stamped { id: "a".into(), text: "x".into(), version, created: then, updated: then, tag, writes: version * 10 }
}

#[test]
fn create_fills_everything_in() {
    let sent = Sent::from(fixed().table().create(&mut stamped(0)).into_request().unwrap());
    let now = quoted(NOW_TEXT);
    assert_eq!(sent.attribute("created"), Some(now.as_str()));
    assert_eq!(sent.attribute("updated"), Some(now.as_str()));
    assert_eq!(sent.attribute("tag"), Some(quoted(&id(1)).as_str()));
    assert_eq!(sent.attribute("writes"), Some("10"));
    let again = Sent::from(fixed().table().create(&mut stamped(3)).into_request().unwrap());
    assert_eq!(again.attribute("writes"), Some("10"), "a create stores the start");
}

#[test]
fn put_keeps_what_is_set_once() {
    let creating = Sent::from(fixed().table().put(&mut stamped(0)).into_request().unwrap());
    assert_eq!(creating.attribute("created"), Some(quoted(NOW_TEXT).as_str()));
    assert_eq!(creating.attribute("writes"), Some("10"));
    let keeping = Sent::from(fixed().table().put(&mut stamped(3)).into_request().unwrap());
    assert_eq!(keeping.attribute("created"), Some(quoted(THEN).as_str()));
    assert_eq!(keeping.attribute("updated"), Some(quoted(NOW_TEXT).as_str()));
    assert_eq!(keeping.attribute("tag"), Some("'t'"));
}

#[test]
fn updates_set_once_what_is_set_once() {
    let table = fixed().table::<Stamped>();
    let mut item = stamped(3);
    let update = Sent::from(table.update(&mut item).into_request().unwrap());
    let patch = Sent::from(table.patch(&mut item, |n| [n.text.set("x")]).into_request().unwrap());
    for sent in [&update, &patch] {
        assert_eq!(
            sent.update(),
            format!(
                "SET text = 'x', version = 4, created = if_not_exists(created, '{THEN}'), updated = '{NOW_TEXT}', \
                 tag = if_not_exists(tag, 't'), writes = if_not_exists(writes, 8) + 2"
            )
        );
    }
    assert_eq!(update.returns, Some(ReturnValue::UpdatedNew), "the service alone knows the counter");

    let mut unknown = Stamped { created: None, tag: None, ..stamped(3) };
    let update = Sent::from(table.update(&mut unknown).into_request().unwrap());
    assert!(
        update.update().contains(&format!("created = if_not_exists(created, '{NOW_TEXT}')")),
        "{}",
        update.update()
    );
    assert!(update.update().contains(&format!("tag = if_not_exists(tag, '{}')", id(1))), "{}", update.update());
    assert!(!update.update().contains("REMOVE"), "{}", update.update());

    let patch_at = table.patch_at("a", Expect::Version(3), |n| [n.text.set("x")]);
    let sent = Sent::from(patch_at.into_request().unwrap());
    assert_eq!(
        sent.update(),
        format!(
            "SET text = 'x', version = 4, created = if_not_exists(created, '{NOW_TEXT}'), updated = '{NOW_TEXT}', \
             tag = if_not_exists(tag, '{}'), writes = if_not_exists(writes, 8) + 2",
            id(2)
        )
    );
}

#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "issued")]
struct Issued {
    #[partition_key]
    #[dynamo(uuid)]
    id: String,
    text: String,
}

#[test]
fn a_uuid_of_a_key_is_made_where_it_is_empty() {
    let fresh = Sent::from(fixed().table().create(&mut Issued::default()).into_request().unwrap());
    assert_eq!(fresh.attribute("id"), Some(quoted(&id(1)).as_str()));
    let mut item = Issued { id: "given".into(), ..Issued::default() };
    let given = Sent::from(fixed().table().create(&mut item).into_request().unwrap());
    assert_eq!(given.attribute("id"), Some("'given'"));
}

macro_rules! ttl {
    ($($test:ident: $type:ty, $value:expr => $stored:expr;)*) => { $(
        #[test]
        fn $test() {
            #[derive(Debug, Clone, DynamoItem)]
            #[dynamo(table = "sessions")]
            struct Session {
                #[partition_key]
                id: String,
                #[dynamo(ttl)]
                expires: $type,
            }
            let stored: Option<String> = $stored;
            let mut item = Session { id: "a".into(), expires: $value };
            let table = fixed().table::<Session>();
            let put = Sent::from(table.put(&mut item).into_request().unwrap());
            assert_eq!(put.attribute("expires"), stored.as_deref());
            let update = Sent::from(table.update(&mut item).into_request().unwrap());
            let expected = stored.map_or("REMOVE expires".to_owned(), |seconds| format!("SET expires = {seconds}"));
            assert_eq!(update.update(), expected);
        }
    )* };
}

fn instant() -> SystemTime {
    UNIX_EPOCH + Duration::from_millis(1_900_000_000_999)
}

mod time_to_live {
    use super::*;

    ttl! {
        at: Ttl, Ttl::At(instant()) => Some("1900000000".into());
        after: Ttl, Ttl::After(Duration::from_secs(90)) => Some((NOW + 90).to_string());
        after_a_fraction: Option<Ttl>, Some(Ttl::After(Duration::from_millis(1_500))) => Some((NOW + 1).to_string());
        never: Option<Ttl>, None => None;
        seconds: u64, 1_900_000_000 => Some("1900000000".into());
        system_time: SystemTime, instant() => Some("1900000000".into());
        jiff_timestamp: jiff::Timestamp, jiff::Timestamp::from_millisecond(1_900_000_000_999).unwrap()
            => Some("1900000000".into());
        chrono_timestamp: Option<chrono::DateTime<chrono::Utc>>, chrono::DateTime::from_timestamp(1_900_000_000, 999) => Some("1900000000".into());
        time_timestamp: time::OffsetDateTime, instant().into() => Some("1900000000".into());
    }
}

#[test]
fn an_expired_item_counts_as_none_where_that_is_asked_for() {
    #[derive(Debug, Clone, DynamoItem)]
    #[dynamo(table = "sessions")]
    struct Session {
        #[partition_key]
        id: String,
        #[dynamo(ttl)]
        expires: u64,
    }
    let mut item = Session { id: "a".into(), expires: NOW + 60 };
    let create = Sent::from(fixed().table().create(&mut item).replace_expired().into_request().unwrap());
    assert_eq!(create.condition(), format!("attribute_not_exists(id) OR expires <= {NOW}"));
}

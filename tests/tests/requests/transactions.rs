//! Section 7: the requests of transactions. Each action is the single write, without anything in return.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use aws_sdk_dynamodb::{
    operation::transact_write_items::{TransactWriteItemsInput, builders::TransactWriteItemsInputBuilder},
    types::{Get, TransactGetItem, TransactWriteItem},
};
use dynamo_model::{AttributeValue, Dynamo, DynamoItem, ErrorKind, Expect, TransactWriteAction, Ttl};
use dynamo_tests::{NOW, NOW_TEXT, Sent, assert_names, fixed, id, show};

#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "notes")]
struct Note {
    #[partition_key]
    id: String,
    text: String,
    #[version]
    version: u64,
}

#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "full")]
struct Full {
    #[partition_key]
    id: String,
    #[sort_key]
    at: u64,
    views: u64,
    #[version(start_at = 10, increment_by = 5)]
    version: Option<u64>,
    #[dynamo(generation)]
    life: Option<String>,
    #[dynamo(write_id)]
    write: Option<String>,
    #[dynamo(created_at)]
    created: Option<jiff::Timestamp>,
    #[dynamo(updated_at)]
    updated: Option<jiff::Timestamp>,
    #[dynamo(uuid)]
    tag: Option<String>,
    #[dynamo(counter(start_at = 1))]
    writes: u64,
    #[dynamo(ttl)]
    expires: Option<Ttl>,
}

/// Only a key.
#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "audits")]
struct Audit {
    #[partition_key]
    #[dynamo(uuid)]
    id: String,
}

fn note(id: &str, version: u64) -> Note {
    Note { id: id.into(), text: "x".into(), version }
}

fn full(at: u64, version: Option<u64>) -> Full {
    let expires = Some(Ttl::After(Duration::from_secs(90)));
    Full { id: "f".into(), at, version, life: version.map(|_| "g".to_owned()), expires, ..Full::default() }
}

fn actions(request: TransactWriteItemsInputBuilder) -> Vec<TransactWriteItem> {
    request.build().unwrap().transact_items.unwrap()
}

fn verb(action: &TransactWriteItem) -> &'static str {
    match (action.put(), action.update(), action.delete(), action.condition_check()) {
        (Some(_), None, None, None) => "Put",
        (None, Some(_), None, None) => "Update",
        (None, None, Some(_), None) => "Delete",
        (None, None, None, Some(_)) => "ConditionCheck",
        _ => "not one action",
    }
}

/// The one action of a transaction.
fn one<'a>(action: impl TransactWriteAction<'a>) -> (&'static str, Sent) {
    let actions = actions(fixed().transact_write().add(action).into_request().unwrap());
    assert_eq!(actions.len(), 1);
    (verb(&actions[0]), Sent::from(&actions[0]))
}

#[test]
fn every_kind_of_action_in_its_order() {
    let db = fixed();
    let notes = db.table::<Note>();
    let (mut created, mut put, mut unchecked, mut updated) = (note("a", 0), note("b", 3), note("c", 3), note("d", 3));
    let deleted = note("f", 0);
    let request = db
        .transact_write()
        .add(notes.create(&mut created))
        .add(notes.put(&mut put).condition(|n| n.text.eq("y")))
        .add(notes.put_unchecked(&mut unchecked))
        .add(notes.update(&mut updated).condition(|n| n.text.eq("y").or(n.text.eq("z"))))
        .add(notes.patch_at("e", Expect::Version(7), |n| [n.text.set("y")]))
        .add(notes.delete(&deleted).condition(|n| n.text.ne("y")))
        .add(notes.delete_at("g", Expect::Version(7)))
        .add(notes.check("h", |n| n.text.begins_with("y").and(n.version.gt(1))))
        .client_request_token("job-1")
        .into_request()
        .unwrap();
    assert_eq!(request.get_client_request_token().as_deref(), Some("job-1"));
    assert_eq!(*request.get_return_consumed_capacity(), None);
    let actions = actions(request);
    let sent: Vec<_> = actions
        .iter()
        .map(|action| {
            let Sent { table, item, update, condition, returns } = Sent::from(action);
            assert_eq!((table.as_str(), returns), ("notes", None));
            let item: Vec<_> = item.iter().map(|(name, value)| format!("{name}={value}")).collect();
            let texts = [update.as_deref(), condition.as_deref()].map(|text| text.unwrap_or("-").to_owned());
            format!("{} {} | {}", verb(action), item.join(" "), texts.join(" | "))
        })
        .collect();
    assert_eq!(
        sent,
        [
            "Put id='a' text='x' version=1 | - | attribute_not_exists(id)",
            "Put id='b' text='x' version=4 | - | text = 'y' AND version = 3",
            "Put id='c' text='x' version=4 | - | -",
            "Update id='d' | SET text = 'x', version = 4 | (text = 'y' OR text = 'z') AND version = 3",
            "Update id='e' | SET text = 'y', version = 8 | version = 7",
            "Delete id='f' | - | text <> 'y' AND (attribute_exists(id) AND (attribute_not_exists(version) OR version = 0))",
            "Delete id='g' | - | version = 7",
            "ConditionCheck id='h' | - | begins_with(text, 'y') AND version > 1",
        ]
    );
    assert_eq!((created, put, unchecked, updated), (note("a", 0), note("b", 3), note("c", 3), note("d", 3)));
}

/// What an item is asked for in a transaction is what it is asked for alone.
#[test]
fn every_expectation_is_that_of_the_single_write() {
    let seen = [full(1, None), full(2, Some(20))];
    let expects = || {
        [Expect::Version(10), Expect::Version(20), Expect::Unversioned, Expect::Any]
            .into_iter()
            .chain(seen.iter().map(Expect::of))
    };
    let table = fixed().table::<Full>();
    for (number, expect) in expects().enumerate() {
        // Each connection counts its ids from 1, and the table of an action is that of its own.
        let patch = || fixed().table::<Full>().patch_at(("f", 1), expect.clone(), |n| [n.views.set(1)]);
        let single = Sent::from(patch().into_request().unwrap());
        let (verb, sent) = one(patch());
        assert_eq!((verb, sent.condition()), ("Update", single.condition()), "{number}");
        assert_eq!((sent.update(), &sent.item), (single.update(), &single.item), "{number}");

        let delete = || table.delete_at(("f", 1), expect.clone()).condition(|n| n.views.gt(1));
        let (verb, sent) = one(delete());
        assert_eq!((verb, sent), ("Delete", Sent::from(delete().into_request().unwrap())), "{number}");
    }
    let (_, any) = one(fixed().table::<Note>().patch_at("a", Expect::Any, |n| [n.text.set("y")]));
    assert_eq!(any.update(), "SET text = 'y', version = if_not_exists(version, 0) + 1");
    assert!(any.condition().starts_with("attribute_exists(id) AND (attribute_not_exists(version) OR version <= "));
    assert_eq!(one(fixed().table::<Note>().delete_at("a", Expect::Any)).1.condition, None);
}

#[test]
fn generated_attributes_are_those_of_the_single_write() {
    for version in [None, Some(20)] {
        let mut item = full(1, version);
        let (verb, created) = one(fixed().table::<Full>().create(&mut item));
        assert_eq!((verb, &created), ("Put", &Sent::from(fixed().table().create(&mut item).into_request().unwrap())));
        let (verb, put) = one(fixed().table::<Full>().put(&mut item));
        assert_eq!((verb, &put), ("Put", &Sent::from(fixed().table().put(&mut item).into_request().unwrap())));
        let (_, unchecked) = one(fixed().table::<Full>().put_unchecked(&mut item));
        assert_eq!(unchecked, Sent::from(fixed().table().put_unchecked(&mut item).into_request().unwrap()));
        let (verb, updated) = one(fixed().table::<Full>().update(&mut item));
        let single = Sent::from(fixed().table().update(&mut item).into_request().unwrap());
        assert_eq!((verb, updated), ("Update", Sent { returns: None, ..single }));
        assert_eq!(item, full(1, version), "building a request changes no memory");

        let now = format!("'{NOW_TEXT}'");
        assert_eq!(created.attribute("updated"), Some(now.as_str()));
        assert_eq!(created.attribute("writes"), Some("1"));
        assert_eq!(created.attribute("version"), Some(if version.is_some() { "25" } else { "15" }));
        assert_ne!(created.attribute("life"), Some("'g'"), "a creation begins a life");
    }
}

/// An item of nothing but a key has nothing to set, and an update in a transaction has to set something.
#[test]
fn an_update_of_only_a_key_is_a_check() {
    let mut item = Audit { id: "a".into() };
    let (verb, sent) = one(fixed().table::<Audit>().update(&mut item));
    assert_eq!((verb, sent.condition(), sent.update.as_deref()), ("ConditionCheck", "attribute_exists(id)", None));
}

#[test]
fn ids_are_the_source_s_and_one_names_the_transaction() {
    let db = fixed();
    let (mut first, mut second) = (Audit::default(), Audit::default());
    let audits = db.table::<Audit>();
    let request = db.transact_write().add(audits.create(&mut first)).add(audits.create(&mut second));
    let request = request.into_request().unwrap();
    let token = request.get_client_request_token().clone().unwrap();
    let keys: Vec<_> = actions(request).iter().map(|action| Sent::from(action).item["id"].clone()).collect();
    assert_eq!(keys, [format!("'{}'", id(1)), format!("'{}'", id(2))]);
    assert_eq!((token.as_str(), token.len()), (id(3).as_str(), 36));
}

/// 2027-01-15T08:00:01Z, a second after the clock of [`fixed`].
fn instant() -> SystemTime {
    UNIX_EPOCH + Duration::from_secs(NOW + 1)
}

/// The whole request of a program that starts again: nothing but the token, the time and the items are the same.
fn repeated(db: &Dynamo, token: &str, time: SystemTime) -> TransactWriteItemsInput {
    let (table, audits) = (db.table::<Full>(), db.table::<Audit>());
    let (mut first, mut second, mut third, mut log) =
        (full(1, None), full(2, None), full(3, Some(20)), Audit::default());
    let transaction = db.transact_write().add(table.create(&mut first)).add(table.put(&mut second));
    let transaction = transaction.add(table.update(&mut third)).add(audits.create(&mut log));
    let patched = table.patch_at(("f", 4), Expect::Any, |n| [n.views.add(1)]);
    transaction.add(patched).client_request_token(token).at(time).into_request().unwrap().build().unwrap()
}

#[test]
fn a_repetition_with_a_token_is_the_same_request() {
    let request = repeated(&fixed(), "job-1", instant());
    // Another clock, and random ids.
    assert_eq!(request, repeated(&Dynamo::embedded(), "job-1", instant()));
    assert_ne!(request, repeated(&fixed(), "job-2", instant()));
    assert_ne!(request, repeated(&fixed(), "job-1", instant() + Duration::from_secs(1)));

    let sent: Vec<_> = request.transact_items().iter().map(Sent::from).collect();
    assert_eq!(sent[0].attribute("created"), sent[0].attribute("updated"));
    assert_eq!(sent[0].attribute("expires"), Some((NOW + 91).to_string().as_str()));
    let ids = |sent: &Sent| ["life", "write", "tag", "id"].map(|name| sent.attribute(name).map(str::to_owned));
    let [life, write, tag, _] = ids(&sent[0]);
    let [other_life, other_write, other_tag, _] = ids(&sent[1]);
    let all = [life, write, tag, other_life, other_write, other_tag, sent[3].attribute("id").map(str::to_owned)];
    let all: BTreeSet<_> = all.into_iter().map(Option::unwrap).collect();
    assert_eq!(all.len(), 7, "each attribute of each action has an id of its own: {all:?}");
    assert!(all.iter().all(|id| id.len() == 38), "36 characters and quotes");
    let (other, mine) = (repeated(&fixed(), "job-2", instant()), ids(&sent[0]));
    let other = ids(&Sent::from(&other.transact_items()[0]));
    assert!(mine.iter().zip(&other).take(3).all(|(mine, other)| mine != other));
}

#[test]
fn a_time_of_one_transaction_is_that_of_all_its_actions() {
    let db = fixed();
    let table = db.table::<Full>();
    let (mut first, mut second) = (full(1, None), full(2, Some(20)));
    let request = db.transact_write().add(table.create(&mut first)).add(table.update(&mut second)).at(instant());
    let sent: Vec<_> = actions(request.into_request().unwrap()).iter().map(Sent::from).collect();
    let time = "'2027-01-15T08:00:01.000000000Z'";
    assert_eq!((sent[0].attribute("created"), sent[0].attribute("updated")), (Some(time), Some(time)));
    assert!(sent[1].update().contains(&format!("updated = {time}")), "{}", sent[1].update());
    assert!(!sent[1].update().contains(NOW_TEXT), "{}", sent[1].update());
}

#[test]
fn reads_are_of_keys_and_of_whole_items() {
    let db = fixed();
    let (notes, table) = (db.table::<Note>(), db.table::<Full>());
    let request = db.transact_get().add(notes.get("a").consistent()).add(table.get(("f", 2)).exclude_expired());
    let key = |values: &[(&str, AttributeValue)]| {
        Some(values.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect())
    };
    let (s, n) = (|text: &str| AttributeValue::S(text.into()), |number: &str| AttributeValue::N(number.into()));
    let get = |name: &str, values| {
        TransactGetItem::builder().get(Get::builder().table_name(name).set_key(key(values)).build().unwrap()).build()
    };
    let expected = vec![get("notes", &[("id", s("a"))]), get("full", &[("id", s("f")), ("at", n("2"))])];
    let request = request.into_request().unwrap();
    assert_eq!(*request.get_transact_items(), Some(expected));
    assert_eq!(*request.get_return_consumed_capacity(), None);

    let many = db.transact_get().get_all::<Full>([("f", 3), ("f", 1)]).into_request().unwrap().build().unwrap();
    let keys: Vec<BTreeMap<_, _>> = many
        .transact_items()
        .iter()
        .map(|item| item.get().unwrap().key().iter().map(|(name, value)| (name.as_str(), show(value))).collect())
        .collect();
    let expected = ["3", "1"].map(|at| BTreeMap::from([("id", "'f'".to_owned()), ("at", at.to_owned())]));
    assert_eq!(keys, expected);
}

#[test]
fn refusals_name_the_action() {
    let db = fixed();
    let notes = db.table::<Note>();
    let last = note("b", u64::MAX);
    let (mut first, mut over) = (note("a", 0), last.clone());
    let error = db.transact_write().add(notes.create(&mut first)).add(notes.update(&mut over)).into_request();
    assert_names(&error.unwrap_err(), &["transact_write on table `notes`", "action 1 (from 0)", "update", "`version`"]);
    let error = db.transact_write().add(notes.delete_at("", Expect::Any)).into_request().unwrap_err();
    assert_names(&error, &["action 0 (from 0)", "delete_at", "`id`"]);
    let empty: [dynamo_model::Action<Note>; 0] = [];
    let error = db.transact_write().add(notes.patch_at("a", Expect::Any, |_| empty)).into_request().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert_names(&error, &["action 0 (from 0)", "patch_at", "notes"]);
    let error = db.transact_get().add(notes.get("a")).add(notes.get("")).into_request().unwrap_err();
    assert_names(&error, &["transact_get on table `notes`", "action 1 (from 0)", "`id`"]);
    assert_names(&db.transact_get().into_request().unwrap_err(), &["transact_get", "needs an item"]);

    // One item is one physical table and one canonical key.
    let table = db.table::<Full>();
    let twice =
        db.transact_write().add(table.delete_at(("f", 1), Expect::Any)).add(table.check(("f", 1), |n| n.views.gt(1)));
    assert_names(&twice.into_request().unwrap_err(), &["action 1 (from 0)", "check", "action 0"]);
    let other =
        db.transact_write().add(table.delete_at(("f", 1), Expect::Any)).add(table.delete_at(("f", 2), Expect::Any));
    assert!(other.into_request().is_ok());
}

//! Section 1: every cell of the table of versioned writes.

use aws_sdk_dynamodb::{
    operation::put_item::builders::PutItemInputBuilder,
    types::{AttributeValue, ReturnValue, ReturnValuesOnConditionCheckFailure},
};
use dynamo_model::{DynamoItem, ErrorKind, Expect, Table};
use dynamo_tests::{Sent, assert_names, fixed};

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "plains")]
struct Plain {
    #[partition_key]
    id: String,
    text: String,
    #[version]
    version: u64,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "optionals")]
struct Optional {
    #[partition_key]
    id: String,
    text: String,
    #[version]
    version: Option<u64>,
}

/// As in Java with a start of -1: the first version is 0.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "starts")]
struct Start {
    #[partition_key]
    id: String,
    text: String,
    #[version(start_at = -1)]
    version: Option<i64>,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "fives")]
struct Five {
    #[partition_key]
    id: String,
    text: String,
    #[version(increment_by = 5)]
    version: u64,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "far-starts")]
struct FarStart {
    #[partition_key]
    id: String,
    text: String,
    #[version(start_at = 10, increment_by = 2)]
    version: Option<u64>,
}

macro_rules! of {
    ($($item:ident $version:ty;)*) => { $(
        impl $item {
            fn at(version: $version) -> Self {
                Self { id: "a".into(), text: "x".into(), version }
            }
            fn table() -> Table<Self> {
                fixed().table()
            }
        }
    )* };
}
of! { Plain u64; Optional Option<u64>; Start Option<i64>; Five u64; FarStart Option<u64>; }

/// The condition and the stored version of each call that takes an item in memory.
macro_rules! writes {
    ($item:ident, $version:expr) => {{
        let table = $item::table();
        let before = $item::at($version);
        let mut item = before.clone();
        let create = Sent::from(table.create(&mut item).into_request().unwrap());
        let put = Sent::from(table.put(&mut item).into_request().unwrap());
        let unchecked = Sent::from(table.put_unchecked(&mut item).into_request().unwrap());
        let update = Sent::from(table.update(&mut item).into_request().unwrap());
        let patch = Sent::from(table.patch(&mut item, |n| [n.text.set("y")]).into_request().unwrap());
        let delete = Sent::from(table.delete(&item).into_request().unwrap());
        let seen = Expect::of(&item);
        let patch_at = Sent::from(table.patch_at("a", seen.clone(), |n| [n.text.set("y")]).into_request().unwrap());
        let delete_at = Sent::from(table.delete_at("a", seen).into_request().unwrap());
        assert_eq!(item, before, "building a request changes no memory");
        Writes { create, put, unchecked, update, patch, delete, patch_at, delete_at }
    }};
}

struct Writes {
    create: Sent,
    put: Sent,
    unchecked: Sent,
    update: Sent,
    patch: Sent,
    delete: Sent,
    patch_at: Sent,
    delete_at: Sent,
}

/// What a row of the table expects.
struct Row<'r> {
    put: &'r str,
    update: &'r str,
    created: &'r str,
    next: &'r str,
}

impl Writes {
    #[track_caller]
    fn are(&self, row: &Row<'_>) {
        assert_eq!(self.create.condition(), "attribute_not_exists(id)");
        assert_eq!(self.create.attribute("version"), Some(row.created));
        assert_eq!(self.put.condition(), row.put);
        assert_eq!(self.put.attribute("version"), Some(row.next));
        assert_eq!(self.unchecked.condition, None);
        assert_eq!(self.unchecked.attribute("version"), Some(row.next));
        for (checked, set) in [(&self.update, 'x'), (&self.patch, 'y'), (&self.patch_at, 'y')] {
            assert_eq!(checked.condition(), row.update);
            assert_eq!(checked.update(), format!("SET text = '{set}', version = {}", row.next));
        }
        for deletion in [&self.delete, &self.delete_at] {
            assert_eq!(deletion.condition(), row.update);
            assert_eq!(deletion.attribute("id"), Some("'a'"));
        }
        for whole in [&self.create, &self.put, &self.unchecked] {
            assert_eq!(whole.attribute("text"), Some("'x'"));
            assert_eq!(whole.returns, None);
        }
        assert_eq!(self.update.returns, None);
        assert_eq!(self.patch.returns, Some(ReturnValue::AllNew));
        assert_eq!(self.patch_at.returns, Some(ReturnValue::AllNew));
    }
}

const UNSAVED: &str = "attribute_exists(id) AND attribute_not_exists(version)";

#[test]
fn a_plain_integer_that_equals_the_start_is_unsaved() {
    writes!(Plain, 0).are(&Row {
        put: "attribute_not_exists(version) OR version = 0",
        update: "attribute_exists(id) AND (attribute_not_exists(version) OR version = 0)",
        created: "1",
        next: "1",
    });
    writes!(Five, 0).are(&Row {
        put: "attribute_not_exists(version) OR version = 0",
        update: "attribute_exists(id) AND (attribute_not_exists(version) OR version = 0)",
        created: "5",
        next: "5",
    });
}

#[test]
fn none_is_unsaved() {
    let row = Row { put: "attribute_not_exists(version)", update: UNSAVED, created: "1", next: "1" };
    writes!(Optional, None).are(&row);
    writes!(Start, None).are(&Row { created: "0", next: "0", ..row });
    writes!(FarStart, None).are(&Row { created: "12", next: "12", ..row });
}

#[test]
fn a_known_version_must_be_stored() {
    writes!(Plain, 3).are(&Row { put: "version = 3", update: "version = 3", created: "4", next: "4" });
    writes!(Optional, Some(3)).are(&Row { put: "version = 3", update: "version = 3", created: "4", next: "4" });
    writes!(Five, 5).are(&Row { put: "version = 5", update: "version = 5", created: "10", next: "10" });
}

#[test]
fn a_version_in_an_option_is_known_also_where_it_equals_the_start() {
    writes!(Optional, Some(0)).are(&Row { put: "version = 0", update: "version = 0", created: "1", next: "1" });
    writes!(Start, Some(-1)).are(&Row { put: "version = -1", update: "version = -1", created: "0", next: "0" });
    writes!(Start, Some(0)).are(&Row { put: "version = 0", update: "version = 0", created: "1", next: "1" });
}

#[test]
fn create_stores_more_than_the_start_and_never_resets_a_known_counter() {
    writes!(FarStart, Some(4)).are(&Row { put: "version = 4", update: "version = 4", created: "12", next: "6" });
    writes!(FarStart, Some(20)).are(&Row { put: "version = 20", update: "version = 20", created: "22", next: "22" });
}

#[test]
fn an_expected_version_is_checked() {
    let set = |expect| {
        let patch = Plain::table().patch_at("a", expect, |n| [n.text.set("y")]);
        let sent = Sent::from(patch.into_request().unwrap());
        (sent.condition().to_owned(), sent.update().to_owned())
    };
    assert_eq!(set(Expect::Version(7)), ("version = 7".into(), "SET text = 'y', version = 8".into()));
    let start = "attribute_exists(id) AND (attribute_not_exists(version) OR version = 0)";
    assert_eq!(set(Expect::Version(0)), (start.into(), "SET text = 'y', version = 1".into()));
    assert_eq!(set(Expect::Unversioned), (UNSAVED.into(), "SET text = 'y', version = 1".into()));

    let delete = |expect| Sent::from(Plain::table().delete_at("a", expect).into_request().unwrap());
    assert_eq!(delete(Expect::Version(7)).condition(), "version = 7");
    assert_eq!(delete(Expect::Version(0)).condition(), start);
    assert_eq!(delete(Expect::Unversioned).condition(), UNSAVED);
}

#[test]
fn an_expected_version_of_an_optional_one_is_known_also_where_it_equals_the_start() {
    let patch = Start::table().patch_at("a", Expect::Version(-1), |n| [n.text.set("y")]);
    let sent = Sent::from(patch.into_request().unwrap());
    assert_eq!((sent.condition(), sent.update()), ("version = -1", "SET text = 'y', version = 0"));

    let patch = Start::table().patch_at("a", Expect::Unversioned, |n| [n.text.set("y")]);
    let sent = Sent::from(patch.into_request().unwrap());
    assert_eq!((sent.condition(), sent.update()), (UNSAVED, "SET text = 'y', version = 0"));
}

#[test]
fn any_version_still_advances() {
    let patch = Plain::table().patch_at("a", Expect::Any, |n| [n.text.set("y")]);
    let sent = Sent::from(patch.into_request().unwrap());
    assert_eq!(sent.update(), "SET text = 'y', version = if_not_exists(version, 0) + 1");
    let most = u64::MAX - 1;
    assert_eq!(
        sent.condition(),
        format!("attribute_exists(id) AND (attribute_not_exists(version) OR version <= {most})")
    );

    let patch = Start::table().patch_at("a", Expect::Any, |n| [n.text.set("y")]);
    let sent = Sent::from(patch.into_request().unwrap());
    assert_eq!(sent.update(), "SET text = 'y', version = if_not_exists(version, -1) + 1");
    let most = i64::MAX - 1;
    assert_eq!(
        sent.condition(),
        format!("attribute_exists(id) AND (attribute_not_exists(version) OR version <= {most})")
    );

    let patch = Five::table().patch_at("a", Expect::Any, |n| [n.text.set("y")]);
    let sent = Sent::from(patch.into_request().unwrap());
    assert_eq!(sent.update(), "SET text = 'y', version = if_not_exists(version, 0) + 5");
    assert!(sent.condition().ends_with(&format!("version <= {})", u64::MAX - 5)), "{}", sent.condition());

    let delete = Sent::from(Plain::table().delete_at("a", Expect::Any).into_request().unwrap());
    assert_eq!(delete.condition, None);
}

#[test]
fn the_users_condition_is_joined_and_weakens_nothing() {
    let table = Plain::table();
    let mut item = Plain::at(3);
    let either =
        Sent::from(table.update(&mut item).condition(|n| n.text.eq("a").or(n.text.eq("b"))).into_request().unwrap());
    assert_eq!(either.condition(), "(text = 'a' OR text = 'b') AND version = 3");

    let mut unsaved = Plain::at(0);
    let put = Sent::from(table.put(&mut unsaved).condition(|n| n.text.eq("a")).into_request().unwrap());
    assert_eq!(put.condition(), "text = 'a' AND (attribute_not_exists(version) OR version = 0)");

    let create = Sent::from(
        table.create(&mut unsaved).condition(|n| n.text.eq("a").or(n.text.not_exists())).into_request().unwrap(),
    );
    assert_eq!(create.condition(), "(text = 'a' OR attribute_not_exists(text)) AND attribute_not_exists(id)");

    let not = Sent::from(table.delete(&item).condition(|n| n.text.eq("a").not()).into_request().unwrap());
    assert_eq!(not.condition(), "(NOT text = 'a') AND version = 3");

    let two = table.delete(&item).condition(|n| n.text.eq("a").or(n.text.eq("b"))).condition(|n| n.text.exists());
    assert_eq!(
        Sent::from(two.into_request().unwrap()).condition(),
        "((text = 'a' OR text = 'b') AND attribute_exists(text)) AND version = 3"
    );

    let any = table.delete_at("a", Expect::Any).condition(|n| n.text.eq("a").or(n.text.eq("b")));
    assert_eq!(Sent::from(any.into_request().unwrap()).condition(), "text = 'a' OR text = 'b'");
    let unchecked = Sent::from(table.put_unchecked(&mut item).condition(|n| n.text.eq("a")).into_request().unwrap());
    assert_eq!(unchecked.condition(), "text = 'a'");
}

#[test]
fn a_condition_without_values_sends_no_map_of_them() {
    let create = Plain::table().create(&mut Plain::at(0)).into_request().unwrap();
    let item = [
        ("id".to_owned(), AttributeValue::S("a".into())),
        ("text".to_owned(), AttributeValue::S("x".into())),
        ("version".to_owned(), AttributeValue::N("1".into())),
    ];
    let expected = PutItemInputBuilder::default()
        .table_name("plains")
        .set_item(Some(item.into()))
        .condition_expression("attribute_not_exists(#n0)")
        .expression_attribute_names("#n0", "id")
        .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld);
    assert_eq!(create, expected);
    assert_eq!(create.get_expression_attribute_values(), &None);

    let unchecked = Plain::table().put_unchecked(&mut Plain::at(0)).into_request().unwrap();
    assert_eq!(unchecked.get_expression_attribute_names(), &None);
    assert_eq!(unchecked.get_return_values_on_condition_check_failure(), &None);
}

#[test]
fn old_items_are_asked_for_where_they_are_wanted() {
    let (table, mut item) = (Plain::table(), Plain::at(3));
    let put = Sent::from(table.put(&mut item).return_old().into_request().unwrap());
    assert_eq!(put.returns, Some(ReturnValue::AllOld));
    let delete = Sent::from(table.delete(&item).return_old().into_request().unwrap());
    assert_eq!(delete.returns, Some(ReturnValue::AllOld));
    let delete_at = Sent::from(table.delete_at("a", Expect::Any).return_old().into_request().unwrap());
    assert_eq!(delete_at.returns, Some(ReturnValue::AllOld));
}

#[test]
fn a_version_past_its_type_is_refused_by_name() {
    let table = Plain::table();
    let mut last = Plain::at(u64::MAX);
    let refusals = [
        table.create(&mut last).into_request().map(drop),
        table.put(&mut last).into_request().map(drop),
        table.put_unchecked(&mut last).into_request().map(drop),
        table.update(&mut last).into_request().map(drop),
        table.patch(&mut last, |n| [n.text.set("y")]).into_request().map(drop),
        table.patch_at("a", Expect::of(&last), |n| [n.text.set("y")]).into_request().map(drop),
        table.patch_at("a", Expect::Version(u64::MAX), |n| [n.text.set("y")]).into_request().map(drop),
    ];
    let verbs = ["create", "put", "put_unchecked", "update", "patch", "patch_at", "patch_at"];
    for (refusal, verb) in refusals.into_iter().zip(verbs) {
        let error = refusal.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidRequest);
        assert_names(&error, &["plains", "version", &format!("{verb} on")]);
        assert!(!error.to_string().contains("18446744073709551615"), "{error}");
    }
    assert!(table.delete(&last).into_request().is_ok(), "a deletion stores no version");
    assert!(Five::table().update(&mut Five::at(u64::MAX - 4)).into_request().is_err());
    assert!(Five::table().update(&mut Five::at(u64::MAX - 5)).into_request().is_ok());
}

macro_rules! every_integer {
    ($($integer:ident)*) => { $(
        #[test]
        fn $integer() {
            #[derive(Debug, Clone, PartialEq, DynamoItem)]
            #[dynamo(table = "numbers")]
            struct Number {
                #[partition_key]
                id: String,
                #[version]
                version: $integer,
            }
            let table = fixed().table::<Number>();
            let mut item = Number { id: "a".into(), version: 0 };
            let unsaved = Sent::from(table.update(&mut item).into_request().unwrap());
            assert_eq!(unsaved.update(), "SET version = 1");
            assert!(unsaved.condition().contains("attribute_not_exists(version) OR version = 0"));
            item.version = $integer::MAX - 1;
            let last = Sent::from(table.update(&mut item).into_request().unwrap());
            assert_eq!(last.condition(), format!("version = {}", $integer::MAX - 1));
            assert_eq!(last.update(), format!("SET version = {}", $integer::MAX));
            let any = table.patch_at("a", Expect::Any, |_| Vec::new());
            assert!(any.into_request().is_err(), "an empty patch");
            item.version = $integer::MAX;
            assert!(table.update(&mut item).into_request().is_err());
        }
    )* };
}
mod integers {
    #![allow(non_snake_case, reason = "a test is called as its type is")]
    use super::{DynamoItem, Expect, Sent, fixed};
    every_integer! { u8 u16 u32 u64 i8 i16 i32 i64 }
}

#[test]
fn newtypes_of_integers_are_versions() {
    #[derive(Debug, Clone, Copy, PartialEq, dynamo_model::DynamoValue)]
    struct Revision(u32);
    #[derive(Debug, Clone, PartialEq, DynamoItem)]
    #[dynamo(table = "revised")]
    struct Revised {
        #[partition_key]
        id: String,
        #[version]
        revision: Option<Revision>,
    }
    let table = fixed().table::<Revised>();
    let mut item = Revised { id: "a".into(), revision: Some(Revision(3)) };
    let sent = Sent::from(table.update(&mut item).into_request().unwrap());
    assert_eq!((sent.condition(), sent.update()), ("revision = 3", "SET revision = 4"));
    item.revision = None;
    let sent = Sent::from(table.update(&mut item).into_request().unwrap());
    assert_eq!(sent.condition(), "attribute_exists(id) AND attribute_not_exists(revision)");
}

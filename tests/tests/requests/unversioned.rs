//! Section 1: items without a version, and what `update` says of their attributes.

use std::collections::BTreeSet;

use dynamo_model::{DynamoItem, Expect, Table};
use dynamo_tests::{Sent, fixed};

#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "bare")]
struct Bare {
    #[partition_key]
    id: String,
    #[sort_key]
    at: u32,
    text: String,
    draft: Option<String>,
    tags: BTreeSet<String>,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "keys")]
struct OnlyKey {
    #[partition_key]
    id: String,
}

fn bare() -> Table<Bare> {
    fixed().table()
}

#[test]
fn unversioned_items_are_checked_for_presence_alone() {
    let (table, mut item) = (bare(), Bare { id: "a".into(), at: 7, text: "x".into(), ..Bare::default() });
    let create = Sent::from(table.create(&mut item).into_request().unwrap());
    assert_eq!(create.condition(), "attribute_not_exists(id)");
    assert_eq!(create.item.len(), 3, "{:?}", create.item);
    let exists = Some("attribute_exists(id)".to_owned());
    assert_eq!(Sent::from(table.update(&mut item).into_request().unwrap()).condition, exists);
    let patch = table.patch(&mut item, |n| [n.text.set("y")]);
    assert_eq!(Sent::from(patch.into_request().unwrap()).condition, exists);
    for expect in [Expect::Any, Expect::of(&item), Expect::Unversioned] {
        let patch = table.patch_at(("a", 7), expect, |n| [n.text.set("y")]);
        let sent = Sent::from(patch.into_request().unwrap());
        assert_eq!((sent.update(), &sent.condition), ("SET text = 'y'", &exists));
    }
    assert_eq!(Sent::from(table.put(&mut item).into_request().unwrap()).condition, None);
    assert_eq!(Sent::from(table.put_unchecked(&mut item).into_request().unwrap()).condition, None);
    assert_eq!(Sent::from(table.delete(&item).into_request().unwrap()).condition, None);
    assert_eq!(Sent::from(table.delete_at(("a", 7), Expect::Any).into_request().unwrap()).condition, None);
}

#[test]
fn update_sets_what_is_present_and_removes_what_is_absent() {
    let (table, mut item) = (bare(), Bare { id: "a".into(), at: 7, text: "x".into(), ..Bare::default() });
    let sent = Sent::from(table.update(&mut item).into_request().unwrap());
    assert_eq!(sent.update(), "SET text = 'x' REMOVE draft, tags");
    assert_eq!(sent.item.len(), 2);
    assert_eq!((sent.attribute("id"), sent.attribute("at")), (Some("'a'"), Some("7")));

    item.draft = Some(String::new());
    item.tags = ["b".to_owned(), "a".to_owned()].into();
    let sent = Sent::from(table.update(&mut item).into_request().unwrap());
    assert_eq!(sent.update(), "SET text = 'x', draft = '', tags = SS[a,b]");
}

#[test]
fn an_item_that_is_only_its_key_can_be_written() {
    let (table, mut item) = (fixed().table::<OnlyKey>(), OnlyKey { id: "a".into() });
    let create = Sent::from(table.create(&mut item).into_request().unwrap());
    assert_eq!((create.condition(), create.item.len()), ("attribute_not_exists(id)", 1));
    let update = Sent::from(table.update(&mut item).into_request().unwrap());
    assert_eq!((update.update, update.condition.as_deref()), (None, Some("attribute_exists(id)")));
}

#[test]
fn reads_are_requests_too() {
    let get = bare().get(("a", 7)).consistent().into_request().unwrap();
    assert_eq!(get.get_consistent_read(), &Some(true));
    assert_eq!(get.get_table_name().as_deref(), Some("bare"));
    assert_eq!(get.get_key().as_ref().map(std::collections::HashMap::len), Some(2));
    assert_eq!(bare().get(("a", 7)).into_request().unwrap().get_consistent_read(), &None);
}

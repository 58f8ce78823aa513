//! Section 5: what is refused before anything is sent, and by which message.

use std::collections::{BTreeMap, BTreeSet};

use dynamo_model::{Action, Attributes, Condition, DynamoItem, DynamoValue, Embedded, Error, ErrorKind, Expect};
use dynamo_tests::{assert_names, fixed};

#[derive(Debug, Clone, Default, DynamoItem)]
#[dynamo(table = "docs")]
struct Doc {
    #[partition_key]
    #[dynamo(rename = "doc-id")]
    id: String,
    #[sort_key]
    at: String,
    text: String,
    total: u64,
    tags: BTreeSet<String>,
    rate: f64,
    lines: Vec<Line>,
    prices: BTreeMap<String, u32>,
    sets: Vec<BTreeSet<String>>,
    #[version]
    version: u64,
}

#[derive(Debug, Clone, DynamoValue)]
struct Line {
    sku: String,
    count: u32,
}

fn doc() -> Doc {
    Doc { id: "a".into(), at: "b".into(), version: 3, ..Doc::default() }
}

/// What each verb says to an item that none of them takes.
fn refusals(mut item: Doc) -> Vec<(&'static str, Error)> {
    let table = fixed().table::<Doc>();
    vec![
        ("create", table.create(&mut item).into_request().unwrap_err()),
        ("put", table.put(&mut item).into_request().unwrap_err()),
        ("put_unchecked", table.put_unchecked(&mut item).into_request().unwrap_err()),
        ("update", table.update(&mut item).into_request().unwrap_err()),
    ]
}

fn key_refusals(item: &Doc) -> Vec<(&'static str, Error)> {
    let table = fixed().table::<Doc>();
    let key = || (item.id.as_str(), item.at.as_str());
    let mut refusals = refusals(item.clone());
    refusals.extend([
        ("patch", table.patch(&mut item.clone(), |n| [n.total.set(1)]).into_request().unwrap_err()),
        ("patch_at", table.patch_at(key(), Expect::Any, |n| [n.total.set(1)]).into_request().unwrap_err()),
        ("delete", table.delete(item).into_request().unwrap_err()),
        ("delete_at", table.delete_at(key(), Expect::Any).into_request().unwrap_err()),
        ("get", table.get(key()).into_request().unwrap_err()),
    ]);
    refusals
}

#[track_caller]
fn assert_refused(refusals: Vec<(&'static str, Error)>, kind: ErrorKind, names: &[&str], secret: &str) {
    for (verb, error) in refusals {
        assert_eq!(error.kind(), kind, "{verb}: {error}");
        assert_eq!((error.table(), error.operation()), (Some("docs"), Some(verb)));
        assert_names(&error, names);
        assert_names(&error, &["docs", verb]);
        assert!(secret.is_empty() || !format!("{error} {error:?}").contains(secret), "a value is in: {error}");
    }
}

#[test]
fn an_empty_key() {
    let invalid = ErrorKind::InvalidRequest;
    assert_refused(key_refusals(&Doc { id: String::new(), ..doc() }), invalid, &["`doc-id`", "empty"], "");
    assert_refused(key_refusals(&Doc { at: String::new(), ..doc() }), invalid, &["`at`", "empty"], "");
}

#[test]
fn a_key_that_is_too_long() {
    let invalid = ErrorKind::InvalidRequest;
    let (long, just) = ("k".repeat(2049), "k".repeat(2048));
    assert_refused(key_refusals(&Doc { id: long, ..doc() }), invalid, &["`doc-id`", "2048"], "kkkk");
    assert_refused(key_refusals(&Doc { at: "k".repeat(1025), ..doc() }), invalid, &["`at`", "1024"], "kkkk");
    let mut longest = Doc { id: just, at: "k".repeat(1024), ..doc() };
    assert!(fixed().table().create(&mut longest).into_request().is_ok());
    // Bytes count, not characters.
    let wide = Doc { at: "ü".repeat(513), ..doc() };
    assert_refused(key_refusals(&wide), invalid, &["`at`", "1024"], "üüü");
}

#[test]
fn a_binary_key() {
    #[derive(Debug, Clone, DynamoItem)]
    #[dynamo(table = "blobs")]
    struct Blob {
        #[partition_key]
        id: Vec<u8>,
    }
    for id in [Vec::new(), vec![0; 2049]] {
        let error = fixed().table().create(&mut Blob { id }).into_request().unwrap_err();
        assert_names(&error, &["create", "blobs", "`id`"]);
    }
}

#[test]
fn an_item_that_is_too_large() {
    let large = Doc { text: "t".repeat(400 * 1024), ..doc() };
    assert_refused(refusals(large), ErrorKind::InvalidRequest, &["409600"], "tttt");
    let fits = |text: usize| {
        let mut item = Doc { text: "t".repeat(text), ..doc() };
        fixed().table().put(&mut item).into_request().is_ok()
    };
    // Names and values of the key, the numbers, the empty lists and maps, and the version.
    assert!(fits(400 * 1024 - 200));
    assert!(!fits(400 * 1024 - 20));
}

#[test]
fn a_patch_of_too_large_values() {
    let table = fixed().table::<Doc>();
    let mut item = doc();
    let large = "t".repeat(400 * 1024 + 1);
    let error = table.patch(&mut item, |n| [n.text.set(large.as_str())]).into_request().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert_names(&error, &["docs", "patch", "409600"]);
    let half = "t".repeat(210 * 1024);
    let halves =
        table.patch_at(("a", "b"), Expect::Any, |n| [n.text.set(half.as_str()), n.tags.add_to([half.as_str()])]);
    assert_names(&halves.into_request().unwrap_err(), &["docs", "patch_at", "409600"]);
    assert!(table.patch_at(("a", "b"), Expect::Any, |n| [n.text.set(half.as_str())]).into_request().is_ok());
}

fn refused_condition(build: impl Fn(&Attributes<Doc>) -> Condition<Doc>) -> Error {
    let table = fixed().table::<Doc>();
    let item = doc();
    let error = table.delete(&item).condition(&build).into_request().unwrap_err();
    assert_eq!((error.table(), error.operation()), (Some("docs"), Some("delete")));
    let put = table.put(&mut doc()).condition(&build).into_request().unwrap_err();
    assert_eq!((put.kind(), put.operation()), (error.kind(), Some("put")));
    let update = table.update(&mut doc()).condition(&build).into_request().unwrap_err();
    assert_eq!((update.kind(), update.operation()), (error.kind(), Some("update")));
    error
}

fn refused_patch(build: impl Fn(&Attributes<Doc>) -> Vec<Action<Doc>>) -> Error {
    let table = fixed().table::<Doc>();
    let error = table.patch_at(("a", "b"), Expect::Any, &build).into_request().unwrap_err();
    assert_eq!((error.table(), error.operation()), (Some("docs"), Some("patch_at")));
    let patch = table.patch(&mut doc(), &build).into_request().unwrap_err();
    assert_eq!((patch.kind(), patch.operation()), (error.kind(), Some("patch")));
    error
}

#[test]
fn an_expression_that_is_too_long() {
    let long = |n: &Attributes<Doc>| {
        let all = (0..400).map(|index| n.total.eq(index)).reduce(Condition::or);
        all.unwrap_or_else(|| n.total.eq(0))
    };
    let error = refused_condition(long);
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert_names(&error, &["4096"]);
    let patch = refused_patch(|n| (0..400).map(|index| n.prices.key(format!("k{index}")).set(1)).collect());
    assert_names(&patch, &["4096"]);
}

#[test]
fn a_list_of_values_that_is_empty_or_too_long() {
    for count in [0, 101] {
        let error = refused_condition(|n| n.total.is_in(0..count));
        assert_eq!(error.kind(), ErrorKind::InvalidRequest);
        assert_names(&error, &["is_in", "100", &count.to_string(), "`total`"]);
    }
    let table = fixed().table::<Doc>();
    assert!(table.delete(&doc()).condition(|n| n.total.is_in(0..100)).into_request().is_ok());
}

#[test]
fn overlapping_paths() {
    let same = refused_patch(|n| vec![n.text.set("x"), n.total.set(1), n.text.set("y")]);
    assert_eq!(same.kind(), ErrorKind::InvalidRequest);
    assert_names(&same, &["`text`", "overlap"]);
    let parent = refused_patch(|n| vec![n.prices.key("EUR").set(1), n.prices.remove_all()]);
    assert_names(&parent, &["`prices.EUR`", "`prices`"]);
    let index = refused_patch(|n| vec![n.lines.index(0).at(|l| l.sku).set("x"), n.lines.index(0).remove()]);
    assert_names(&index, &["`lines[0].sku`", "`lines[0]`"]);
    let twice =
        refused_patch(|n| vec![n.lines.index(0).at(|l| l.count).set(1), n.lines.index(0).at(|l| l.count).set(2)]);
    assert_names(&twice, &["`lines[0].count`"]);
    let other = fixed().table::<Doc>().patch_at(("a", "b"), Expect::Any, |n| {
        [n.lines.index(0).at(|l| l.sku).set("x"), n.lines.index(1).at(|l| l.sku).set("x"), n.prices.key("a").set(1)]
    });
    assert!(other.into_request().is_ok());
}

/// `prices` as a whole, next to one of its entries.
trait RemoveAll {
    fn remove_all(&self) -> Action<Doc>;
}
impl RemoveAll for dynamo_model::Attr<Doc, BTreeMap<String, u32>> {
    fn remove_all(&self) -> Action<Doc> {
        self.set(BTreeMap::new())
    }
}

#[test]
fn an_empty_patch() {
    let error = refused_patch(|_| Vec::new());
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert_names(&error, &["no actions"]);
}

#[test]
fn values_that_cannot_be_stored() {
    assert_refused(refusals(Doc { rate: f64::NAN, ..doc() }), ErrorKind::Encode, &["`rate`", "NaN"], "");
    let sets = vec![["x".to_owned()].into(), BTreeSet::new()];
    assert_refused(refusals(Doc { sets, ..doc() }), ErrorKind::Encode, &["`sets[1]`", "empty set"], "");

    let condition = refused_condition(|n| n.rate.gt(f64::INFINITY));
    assert_eq!(condition.kind(), ErrorKind::Encode);
    assert_names(&condition, &["`rate`"]);
    let between = refused_condition(|n| n.rate.between(0.0, f64::NAN));
    assert_names(&between, &["`rate`"]);
    let set = refused_patch(|n| vec![n.rate.set(1e300)]);
    assert_eq!(set.kind(), ErrorKind::Encode);
    assert_names(&set, &["`rate`"]);
    let add = refused_patch(|n| vec![n.rate.add(f64::NEG_INFINITY)]);
    assert_names(&add, &["`rate`"]);
    let sum = refused_patch(|n| vec![n.rate.set(n.rate + f64::NAN)]);
    assert_names(&sum, &["`rate`"]);
    let absent = refused_patch(|n| vec![n.rate.set_if_absent(f64::NAN)]);
    assert_names(&absent, &["`rate`"]);
}

#[test]
fn empty_sets_where_something_must_stand() {
    let equal = refused_condition(|n| n.tags.eq(BTreeSet::new()));
    assert_eq!(equal.kind(), ErrorKind::Encode);
    assert_names(&equal, &["`tags`", "empty"]);
    let add = refused_patch(|n| vec![n.tags.add_to(Vec::<String>::new())]);
    assert_names(&add, &["`tags`", "empty"]);
    let delete = refused_patch(|n| vec![n.tags.delete_from(Vec::<String>::new())]);
    assert_names(&delete, &["`tags`", "empty"]);
    let set = refused_patch(|n| vec![n.tags.set_if_absent(BTreeSet::new())]);
    assert_names(&set, &["`tags`", "empty"]);
}

#[test]
fn expiry_of_items_that_do_not_expire() {
    let error = fixed().table().create(&mut doc()).replace_expired().into_request().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert_names(&error, &["create", "docs", "Doc", "ttl"]);
}

#[tokio::test]
async fn nothing_is_sent() {
    let engine = Embedded::new();
    let table = engine.dynamo().table::<Doc>();
    let mut item = Doc { id: String::new(), ..doc() };
    let before = format!("{item:?}");
    table.create(&mut item).await.unwrap_err();
    table.put(&mut item).await.unwrap_err();
    table.update(&mut item).await.unwrap_err();
    table.update(&mut item).idempotent().await.unwrap_err();
    table.patch(&mut item, |n| [n.total.set(1)]).await.unwrap_err();
    table.delete(&item).await.unwrap_err();
    table.get(("", "b")).await.unwrap_err();
    table.refresh(&mut item).await.unwrap_err();
    table.get(("a", "b")).exclude_expired().await.unwrap_err();
    assert_eq!(format!("{item:?}"), before);
    assert_eq!(engine.requests(), []);
}

//! Rendered expressions declare each placeholder once and use it, and mean what was built.

use dynamo_model::{Attributes, Cause, Condition, DynamoItem, Embedded, Expect};
use dynamo_tests::{Sent, conflict};
use proptest::prelude::*;

#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "docs")]
struct Doc {
    #[partition_key]
    id: String,
    one: u8,
    two: u8,
    text: Option<String>,
    #[version]
    version: u64,
}

/// A condition as plain data, to be built and to be computed.
#[derive(Debug, Clone)]
enum Tree {
    OneLess(u8),
    TwoIn(Vec<u8>),
    Between(u8, u8),
    OneIsTwo,
    TextIs(String),
    TextBegins(String),
    HasText,
    And(Box<(Tree, Tree)>),
    Or(Box<(Tree, Tree)>),
    Not(Box<Tree>),
}

impl Tree {
    fn build(&self, n: &Attributes<Doc>) -> Condition<Doc> {
        match self {
            Self::OneLess(than) => n.one.lt(than),
            Self::TwoIn(values) => n.two.is_in(values),
            Self::Between(low, high) => n.one.between(low, high),
            Self::OneIsTwo => n.one.eq(n.two),
            Self::TextIs(text) => n.text.eq(text),
            Self::TextBegins(text) => n.text.begins_with(text),
            Self::HasText => n.text.exists(),
            Self::And(both) => both.0.build(n).and(both.1.build(n)),
            Self::Or(both) => both.0.build(n).or(both.1.build(n)),
            Self::Not(tree) => tree.build(n).not(),
        }
    }

    fn holds(&self, doc: &Doc) -> bool {
        match self {
            Self::OneLess(than) => doc.one < *than,
            Self::TwoIn(values) => values.contains(&doc.two),
            Self::Between(low, high) => (low..=high).contains(&&doc.one),
            Self::OneIsTwo => doc.one == doc.two,
            Self::TextIs(text) => doc.text.as_ref() == Some(text),
            Self::TextBegins(text) => doc.text.as_ref().is_some_and(|stored| stored.starts_with(text)),
            Self::HasText => doc.text.is_some(),
            Self::And(both) => both.0.holds(doc) && both.1.holds(doc),
            Self::Or(both) => both.0.holds(doc) || both.1.holds(doc),
            Self::Not(tree) => !tree.holds(doc),
        }
    }
}

fn trees() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![
        (0..4_u8).prop_map(Tree::OneLess),
        prop::collection::vec(0..4_u8, 1..4).prop_map(Tree::TwoIn),
        (0..4_u8, 0..4_u8).prop_map(|(one, two)| Tree::Between(one.min(two), one.max(two))),
        Just(Tree::OneIsTwo),
        "[ab]{1,2}".prop_map(Tree::TextIs),
        "[ab]{1,2}".prop_map(Tree::TextBegins),
        Just(Tree::HasText),
    ];
    leaf.prop_recursive(5, 24, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|both| Tree::And(Box::new(both))),
            (inner.clone(), inner.clone()).prop_map(|both| Tree::Or(Box::new(both))),
            inner.prop_map(|tree| Tree::Not(Box::new(tree))),
        ]
    })
}

fn docs() -> impl Strategy<Value = Doc> {
    (0..4_u8, 0..4_u8, prop::option::of("[ab]{1,2}")).prop_map(|(one, two, text)| Doc {
        id: "a".into(),
        one,
        two,
        text,
        version: 0,
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_engine_reads_what_was_built(tree in trees(), mut doc in docs()) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let table = Embedded::new().dynamo().table::<Doc>();
        runtime.block_on(async {
            table.create_table().await.unwrap();
            table.create(&mut doc).await.unwrap();
            let delete = table.delete(&doc).condition(|n| tree.build(n)).into_request();
            // Making one of these checks the placeholders.
            assert!(Sent::from(delete.unwrap()).condition().ends_with("version = 1"));
            let result = table.delete_at("a", Expect::Version(1)).condition(|n| tree.build(n)).await;
            if tree.holds(&doc) {
                assert!(result.is_ok(), "{tree:?} holds of {doc:?}: {result:?}");
            } else {
                assert_eq!(conflict(result).cause(), Cause::ConditionFailed, "{tree:?} of {doc:?}");
            }
            // No condition of a user weakens the version check.
            let stale = table.patch_at("a", Expect::Version(9), |n| [n.one.set(9)]).condition(|n| tree.build(n)).await;
            assert!(stale.is_err());
        });
    }

    #[test]
    fn updates_declare_what_they_use(texts in prop::collection::vec(prop::option::of("[a-c]{0,2}"), 1..8), number in 0..3_u8) {
        let table = Embedded::new().dynamo().table::<Wide>();
        let mut wide = Wide { id: "a".into(), version: u64::from(number), ..Wide::default() };
        let mut texts = texts.into_iter();
        for field in [&mut wide.one, &mut wide.two, &mut wide.three, &mut wide.four] {
            *field = texts.next().flatten();
        }
        let update = Sent::from(table.update(&mut wide).condition(|n| n.one.ne("a").or(n.two.eq("b"))).into_request().unwrap());
        let set = [&wide.one, &wide.two, &wide.three, &wide.four].into_iter().flatten().count();
        prop_assert_eq!(update.update().matches(" = ").count(), set + 1);
        prop_assert_eq!(update.update().contains("REMOVE"), set < 4);
    }
}

#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "wide")]
struct Wide {
    #[partition_key]
    id: String,
    one: Option<String>,
    two: Option<String>,
    three: Option<String>,
    four: Option<String>,
    #[version]
    version: u64,
}

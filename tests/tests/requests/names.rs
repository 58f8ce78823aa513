//! Section 5: every name is a placeholder, so every name works.

use std::collections::BTreeMap;

use dynamo_model::{AttributeValue, DynamoItem, Embedded, Expect};
use dynamo_tests::{Sent, fixed};

#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "named")]
struct Named {
    #[partition_key]
    #[dynamo(rename = "note-id")]
    id: String,
    #[dynamo(rename = "a.b")]
    dotted: Option<String>,
    #[dynamo(rename = "two words")]
    spaced: Option<String>,
    #[dynamo(rename = "1st")]
    digit: Option<String>,
    #[dynamo(rename = "_under")]
    under: Option<String>,
    #[dynamo(rename = "#n0")]
    hash: Option<String>,
    #[dynamo(rename = ":v0")]
    colon: Option<String>,
    #[dynamo(rename = "größe")]
    accented: Option<String>,
    map: BTreeMap<String, u32>,
    #[version]
    #[dynamo(rename = "my-version")]
    version: u64,
}

fn named() -> Named {
    let some = || Some("x".to_owned());
    Named {
        id: "a".into(),
        dotted: some(),
        spaced: some(),
        digit: some(),
        under: some(),
        hash: some(),
        colon: some(),
        accented: some(),
        ..Named::default()
    }
}

#[test]
fn no_name_stands_in_an_expression() {
    let update = fixed().table::<Named>().update(&mut named()).into_request().unwrap();
    let names: Vec<&String> = update.get_expression_attribute_names().iter().flatten().map(|(_, name)| name).collect();
    assert_eq!(names.len(), 10);
    for text in [update.get_update_expression(), update.get_condition_expression()].into_iter().flatten() {
        let plain = text.split(['#', ':']).map(|part| part.trim_start_matches(|c: char| c.is_ascii_alphanumeric()));
        for part in plain {
            assert!(names.iter().all(|name| !part.contains(name.as_str())), "{part} in {text}");
        }
    }
}

macro_rules! version_names {
    ($($test:ident $name:literal;)*) => { $(
        #[tokio::test]
        async fn $test() {
            #[derive(Debug, Clone, PartialEq, DynamoItem)]
            #[dynamo(table = "versions")]
            struct Versioned {
                #[partition_key]
                id: String,
                #[version]
                #[dynamo(rename = $name)]
                version: u64,
            }
            let table = fixed().table::<Versioned>();
            table.create_table().await.unwrap();
            let mut item = Versioned { id: "a".into(), version: 0 };
            table.create(&mut item).await.unwrap();
            table.update(&mut item).await.unwrap();
            assert_eq!(item.version, 2);
            assert_eq!(table.patch_at("a", Expect::Any, |_| Vec::new()).await.map_err(dynamo_model::Error::from)
                .unwrap_err().kind(), dynamo_model::ErrorKind::InvalidRequest);
            let stored = Versioned::encode(&table.get("a").await.unwrap().unwrap()).unwrap();
            assert_eq!(stored.get($name), Some(&AttributeValue::N("2".into())));
            table.put(&mut item).await.unwrap();
            table.delete(&item).await.unwrap();
        }
    )* };
}
version_names! {
    hyphen "my-version";
    underscore "_v";
    reserved "STATUS";
    dot "a.b";
    spaces "the version";
    leading_digit "1st";
}

#[tokio::test]
async fn every_name_works_on_the_engine() {
    let table = fixed().table::<Named>();
    table.create_table().await.unwrap();
    let mut item = named();
    table.create(&mut item).await.unwrap();
    table.update(&mut item).await.unwrap();
    table
        .patch(&mut item, |n| [n.dotted.set("y"), n.spaced.remove(), n.hash.set("z"), n.map.set(BTreeMap::new())])
        .condition(|n| n.digit.eq("x").and(n.under.exists()).and(n.colon.begins_with("x")).and(n.accented.eq("x")))
        .await
        .unwrap();
    assert_eq!((item.dotted.as_deref(), item.spaced.as_deref(), item.hash.as_deref()), (Some("y"), None, Some("z")));
    assert_eq!(table.get("a").await.unwrap(), Some(item));
}

fn reserved_words() -> Vec<&'static str> {
    include_str!("../../reserved_words.txt").lines().filter(|line| !line.is_empty()).collect()
}

#[tokio::test]
async fn every_reserved_word_can_be_a_name() {
    let words = reserved_words();
    assert_eq!(words.len(), 573);
    let engine = Embedded::new();
    let table = engine.dynamo().table::<Named>();
    table.create_table().await.unwrap();
    let map = words.iter().map(|word| ((*word).to_owned(), 1)).collect();
    let mut item = Named { map, ..named() };
    table.create(&mut item).await.unwrap();
    for chunk in words.chunks(40) {
        let patch = table
            .patch(&mut item, |n| chunk.iter().map(|word| n.map.key(*word).set(2)).collect::<Vec<_>>())
            .condition(|n| {
                let all = chunk.iter().map(|word| n.map.key(*word).eq(1)).reduce(dynamo_model::Condition::and);
                all.unwrap_or_else(|| n.id.exists())
            });
        patch.await.unwrap();
    }
    assert!(item.map.values().all(|value| *value == 2));
    for request in engine.requests().iter().filter(|request| request.operation == "UpdateItem") {
        let body: serde_json::Value = serde_json::from_str(&request.body).unwrap();
        let update = body["UpdateExpression"].as_str().unwrap();
        let bare = update.split([' ', '.', ',']).filter(|token| token.chars().all(char::is_alphabetic));
        assert!(bare.clone().all(|token| ["SET", ""].contains(&token)), "{update}");
    }
}

#[test]
fn names_and_values_are_shared_within_a_request() {
    let table = fixed().table::<Named>();
    let patch = table
        .patch_at("a", Expect::Version(3), |n| [n.dotted.set("same"), n.spaced.set("same")])
        .condition(|n| n.dotted.eq("same").or(n.dotted.eq("same")));
    let request = patch.into_request().unwrap();
    let names = request.get_expression_attribute_names().as_ref().unwrap();
    let values = request.get_expression_attribute_values().as_ref().unwrap();
    assert_eq!((names.len(), values.len()), (3, 3), "{names:?} {values:?}");
    assert_eq!(Sent::from(request).condition(), "(a.b = 'same' OR a.b = 'same') AND my-version = 3");
}

#[test]
fn no_text_of_a_user_becomes_an_expression() {
    let table = fixed().table::<Named>();
    let text = "x' OR attribute_exists(#n0) :v0 #n1";
    let patch = table.patch_at("a", Expect::Any, |n| [n.dotted.set(text), n.map.key(text).set(1)]);
    let request = patch.condition(|n| n.map.key(text).eq(2)).into_request().unwrap();
    for expression in [request.get_update_expression(), request.get_condition_expression()].into_iter().flatten() {
        assert!(!expression.contains('\'') && !expression.contains("attribute_exists(#n0) :v0"), "{expression}");
    }
}

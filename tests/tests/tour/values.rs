//! Values that are generic, that hold themselves and that are flattened into each other.

use std::collections::{BTreeSet, HashMap};

use dynamo_model::{Action, Attributes, Condition, Dynamo, DynamoItem, DynamoValue, Expect};

use crate::Outcome;

#[derive(DynamoValue)]
struct Money<T> {
    amount: T,
    currency: String,
}

#[derive(DynamoValue)]
struct Pair<A, B> {
    left: Option<A>,
    right: Vec<B>,
}

#[derive(Default, DynamoValue)]
struct Tree {
    name: String,
    children: Vec<Tree>,
    parent: Option<Box<Tree>>,
    map: HashMap<String, Tree>,
}

#[derive(DynamoValue)]
struct Street {
    #[dynamo(rename = "street")]
    name: String,
    number: u32,
}

#[derive(DynamoValue)]
struct Address {
    city: String,
    #[dynamo(flatten)]
    street: Street,
}

#[derive(DynamoValue)]
struct Site {
    #[dynamo(flatten(prefix = "site_"))]
    address: Address,
    open: bool,
}

#[derive(DynamoValue)]
struct Labels(BTreeSet<String>);

#[derive(DynamoItem)]
#[dynamo(table = "places")]
struct Place {
    #[partition_key]
    id: String,
    price: Money<u64>,
    pair: Pair<u32, String>,
    tree: Tree,
    #[dynamo(flatten)]
    home: Address,
    #[dynamo(flatten(prefix = "work_"))]
    work: Site,
    labels: Labels,
    #[dynamo(ttl)]
    expires: Option<jiff::Timestamp>,
}

fn conditions(p: &Attributes<Place>, now: jiff::Timestamp) -> Vec<Condition<Place>> {
    vec![
        p.price.at(|m| m.amount).gt(3),
        p.pair.at(|x| x.left).eq(4),
        p.pair.at(|x| x.right).contains("x"),
        p.pair.at(|x| x.right).index(0).begins_with("x"),
        p.tree.at(|t| t.children).index(0).at(|t| t.children).index(0).at(|t| t.name).eq("leaf"),
        p.tree.at(|t| t.parent.at(|t| t.name)).eq("root"),
        p.tree.at(|t| t.map).key("k").at(|t| t.children).size().eq(0_usize),
        p.home.city.eq("Berlin"),
        p.home.street.number.gt(3),
        p.work.address.street.name.begins_with("Under"),
        p.work.open.eq(true),
        p.labels.contains("x"),
        p.expires.gt(now),
        !p.expires.le(&now),
        p.home.street.number.gt(p.work.address.street.number),
    ]
}

fn actions(p: &Attributes<Place>, now: jiff::Timestamp) -> [Action<Place>; 6] {
    [
        p.labels.add_to(["y"]),
        p.expires.set(now),
        p.work.address.city.set("Potsdam"),
        p.work.address.street.number.add(1),
        p.price.at(|m| m.currency).set("USD"),
        p.tree.at(|t| t.parent).remove(),
    ]
}

fn place(later: jiff::Timestamp) -> Place {
    let leaf = Tree { name: "leaf".into(), ..Tree::default() };
    let child = Tree { children: vec![leaf], ..Tree::default() };
    let root = Tree { name: "root".into(), ..Tree::default() };
    let address =
        |number| Address { city: "Berlin".into(), street: Street { name: "Unter den Linden".into(), number } };
    let mut work = Site { address: address(5), open: true };
    work.address.street.name = "Underground".into();
    Place {
        id: "p-1".into(),
        price: Money { amount: 4, currency: "EUR".into() },
        pair: Pair { left: Some(4), right: vec!["x".into()] },
        tree: Tree {
            children: vec![child],
            parent: Some(Box::new(root)),
            map: HashMap::from([("k".into(), Tree::default())]),
            ..Tree::default()
        },
        home: address(7),
        work,
        labels: Labels(BTreeSet::from(["x".into()])),
        expires: Some(later),
    }
}

#[tokio::test]
async fn paths_lead_through_every_shape() -> Outcome {
    let db = Dynamo::embedded();
    let places = db.table::<Place>();
    places.create_table().await?;
    let now = jiff::Timestamp::now();
    let later = now + jiff::SignedDuration::from_hours(1);
    places.create(&mut place(later)).await?;
    for position in 0..15 {
        let condition = |p: &Attributes<Place>| conditions(p, now).swap_remove(position);
        let written = places.patch_at("p-1", Expect::Any, |p| p.labels.add_to(["x"])).condition(condition).await;
        written.map_err(|error| format!("{position}: {error}"))?;
    }
    let changed = places.patch_at("p-1", Expect::Any, |p| actions(p, now)).await?;
    assert_eq!((changed.work.address.city.as_str(), changed.work.address.street.number), ("Potsdam", 6));
    assert_eq!((changed.labels.0.len(), changed.price.currency.as_str()), (2, "USD"));
    assert!(changed.tree.parent.is_none());
    Ok(())
}

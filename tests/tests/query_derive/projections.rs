//! Structs of some attributes.

use dynamo_model::{Dynamo, DynamoItem, DynamoProjection, DynamoValue, Error, Table};

use crate::common::table;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "orders",
    rename_all = "camelCase",
    global_index(name = "by-total", partition_key = total, projection = [note_text]),
)]
struct Order {
    #[partition_key]
    id: String,
    total: u64,
    note_text: Option<String>,
    shipping: Option<Address>,
    #[dynamo(flatten(prefix = "home_"))]
    home: Address,
}

#[derive(Debug, Clone, PartialEq, DynamoValue)]
struct Address {
    street: String,
    place: Place,
}

#[derive(Debug, Clone, PartialEq, DynamoValue)]
struct Place {
    city: String,
    zip: u32,
}

/// Two that hold one another: what is known of their names has an end.
#[derive(Debug, Clone, PartialEq, DynamoValue)]
struct Branch {
    name: String,
    leaf: Option<Box<Leaf>>,
}

#[derive(Debug, Clone, PartialEq, DynamoValue)]
struct Leaf {
    branch: Option<Branch>,
    next: Option<Box<Leaf>>,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "trees")]
struct Tree {
    #[partition_key]
    id: u64,
    root: Branch,
}

#[derive(Debug, PartialEq, DynamoProjection)]
#[dynamo(item = Tree)]
struct Deep {
    #[dynamo(path = "root.leaf.next.branch.name")]
    name: Option<String>,
}

#[derive(Debug, PartialEq, DynamoProjection)]
#[dynamo(item = Order)]
struct Summary {
    id: String,
    total: u64,
    #[dynamo(rename = "noteText")]
    note: Option<String>,
    #[dynamo(path = "shipping.place.city")]
    city: Option<String>,
    #[dynamo(path = "shipping.street")]
    street: Option<String>,
    #[dynamo(flatten(prefix = "home_"))]
    home: Address,
}

#[derive(Debug, PartialEq, DynamoProjection)]
#[dynamo(item = Order, rename_all = "camelCase")]
struct Note {
    id: String,
    note_text: Option<String>,
}

fn address(city: &str) -> Address {
    Address { street: "Main".into(), place: Place { city: city.into(), zip: 10 } }
}

async fn orders() -> Result<Table<Order>, Error> {
    let orders = table::<Order>(&Dynamo::embedded()).await;
    let mut order = Order {
        id: "o-1".into(),
        total: 5,
        note_text: Some("fast".into()),
        shipping: Some(address("Ulm")),
        home: address("Bonn"),
    };
    orders.put(&mut order).await?;
    let mut other = Order { id: "o-2".into(), note_text: None, shipping: None, ..order };
    orders.put(&mut other).await?;
    Ok(orders)
}

#[tokio::test]
async fn some_attributes_are_read() -> Result<(), Error> {
    let orders = orders().await?;
    let found: Vec<Summary> = orders.query("o-1").project::<Summary>().await?;
    let summary = |id: &str, text: Option<&str>| Summary {
        id: id.into(),
        total: 5,
        note: text.map(|_| "fast".into()),
        city: text.map(|_| "Ulm".into()),
        street: text.map(|_| "Main".into()),
        home: address("Bonn"),
    };
    assert_eq!(found, [summary("o-1", Some(""))]);
    assert_eq!(orders.query("o-2").project::<Summary>().first().await?, Some(summary("o-2", None)));
    let request = orders.query("o-1").project::<Summary>().into_request()?;
    let expected = "#n0, #n1, #n2, #n3.#n4.#n5, #n3.#n6, #n7, #n8";
    assert_eq!(request.get_projection_expression().as_deref(), Some(expected));
    assert_eq!(orders.scan().project::<Note>().await?.len(), 2);
    Ok(())
}

#[tokio::test]
async fn a_path_leads_through_what_holds_its_own_kind() -> Result<(), Error> {
    let trees = table::<Tree>(&Dynamo::embedded()).await;
    let branch = Some(Branch { name: "b".into(), leaf: None });
    let next = Some(Box::new(Leaf { branch, next: None }));
    let leaf = Some(Box::new(Leaf { branch: None, next }));
    trees.put(&mut Tree { id: 1, root: Branch { name: "a".into(), leaf } }).await?;
    let deep = trees.query(1).project::<Deep>().await?;
    assert_eq!(deep, [Deep { name: Some("b".into()) }]);
    Ok(())
}

#[tokio::test]
async fn an_index_gives_what_it_carries() -> Result<(), Error> {
    let orders = orders().await?;
    let notes: Vec<Note> = orders.index(|i| i.by_total).query(5).project::<Note>().await?;
    assert_eq!(notes.len(), 2);
    Ok(())
}

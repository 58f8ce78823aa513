//! Keys made of templates, as section 6 of the tour has them.

use dynamo_model::{AttributeValue, Dynamo, DynamoItem, DynamoValue, Error, KeySpec, Table};
use jiff::civil::{Date, date};

use crate::common::{s, table};

#[derive(Debug, Clone, Copy, PartialEq, Eq, DynamoValue)]
#[dynamo(rename_all = "UPPERCASE")]
pub enum Status {
    Open,
    Closed,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "shop",
    partition_key(name = "PK", template = "CUSTOMER#{customer_id}"),
    sort_key(name = "SK", template = "ORDER#{placed_on}#{number:010}"),
    global_index(
        name = "GSI1",
        partition_key(name = "GSI1PK", template = "STATUS#{status}"),
        sort_key(name = "GSI1SK", template = "{placed_on}")
    ),
    type_attribute(name = "type", value = "order")
)]
pub struct ShopOrder {
    pub customer_id: String,
    pub placed_on: Date,
    pub number: u64,
    pub status: Status,
    #[version]
    pub version: u64,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "shop",
    partition_key(name = "PK", template = "CUSTOMER#{customer_id}"),
    sort_key(name = "SK", template = "PROFILE"),
    type_attribute(name = "type", value = "customer")
)]
pub struct ShopCustomer {
    pub customer_id: String,
    pub name: String,
    #[version]
    pub version: u64,
}

fn order(day: i8, number: u64) -> ShopOrder {
    let status = if number.is_multiple_of(2) { Status::Open } else { Status::Closed };
    ShopOrder { customer_id: "c-1".into(), placed_on: date(2024, 5, day), number, status, version: 0 }
}

pub async fn shop() -> Result<(Dynamo, Table<ShopOrder>, Table<ShopCustomer>), Error> {
    let db = Dynamo::embedded();
    let orders = table::<ShopOrder>(&db).await;
    let customers = db.table::<ShopCustomer>();
    customers.create(&mut ShopCustomer { customer_id: "c-1".into(), name: "Ada".into(), version: 0 }).await?;
    for (day, number) in [(1, 9), (1, 11), (2, 42), (3, 7)] {
        orders.create(&mut order(day, number)).await?;
    }
    Ok((db, orders, customers))
}

async fn stored(db: &Dynamo, sort: &str) -> dynamo_model::Item {
    let get = db.client().get_item().table_name("shop").key("PK", s("CUSTOMER#c-1")).key("SK", s(sort));
    get.send().await.unwrap().item.unwrap()
}

fn numbers(orders: &[ShopOrder]) -> Vec<u64> {
    orders.iter().map(|order| order.number).collect()
}

#[tokio::test]
async fn keys_hold_fields() -> Result<(), Error> {
    let (db, orders, customers) = shop().await?;
    let item = stored(&db, "ORDER#2024-05-02#0000000042").await;
    let mut names: Vec<_> = item.keys().map(String::as_str).collect();
    names.sort_unstable();
    assert_eq!(names, ["GSI1PK", "GSI1SK", "PK", "SK", "status", "type", "version"]);
    assert_eq!((&item["GSI1PK"], &item["GSI1SK"], &item["type"]), (&s("STATUS#OPEN"), &s("2024-05-02"), &s("order")));

    let day = date(2024, 5, 2);
    let read = orders.get(("c-1", (day, 42))).await?.unwrap();
    assert_eq!(read, ShopOrder { version: 1, ..order(2, 42) });
    let key = ShopOrderKey { customer_id: "c-1".into(), placed_on: day, number: 42 };
    assert_eq!(orders.get(&key).await?, Some(read.clone()));
    assert_eq!(ShopOrderKey::from(&read), key);
    assert_eq!((ShopOrderKey::PARTITION, ShopOrderKey::SORT), (["PK"].as_slice(), ["SK"].as_slice()));
    // A literal takes nothing.
    assert_eq!(customers.get("c-1").await?.unwrap().name, "Ada");
    Ok(())
}

#[tokio::test]
async fn updates_write_the_keys_of_indexes() -> Result<(), Error> {
    let (db, orders, _) = shop().await?;
    let mut read = orders.get(("c-1", (date(2024, 5, 2), 42))).await?.unwrap();
    read.status = Status::Closed;
    orders.update(&mut read).await?;
    assert_eq!(stored(&db, "ORDER#2024-05-02#0000000042").await["GSI1PK"], s("STATUS#CLOSED"));
    let closed = orders.index(|i| i.gsi1).query(Status::Closed).sort_key(|k| k.ge(date(2024, 5, 2))).await?;
    assert_eq!(numbers(&closed), [42, 7]);
    let begun = orders.index(|i| i.gsi1).query(Status::Closed).sort_key(|k| k.begins_with("2024-05-01")).await?;
    assert_eq!(begun.len(), 2);
    orders.delete(&read).await?;
    Ok(())
}

#[tokio::test]
async fn a_type_sees_itself_alone() -> Result<(), Error> {
    let (_, orders, customers) = shop().await?;
    assert_eq!(numbers(&orders.query("c-1").await?), [9, 11, 42, 7]);
    assert_eq!(customers.query("c-1").await?.len(), 1);
    assert_eq!(customers.scan().count().await?, 1);
    assert_eq!(orders.scan().await?.len(), 4);
    let request = orders.query("c-1").into_request()?;
    assert_eq!(request.get_key_condition_expression().as_deref(), Some("#n0 = :v0 AND begins_with(#n1, :v1)"));
    // What begins with `ORDER#` may be of another type.
    assert_eq!(request.get_filter_expression().as_deref(), Some("#n2 = :v2"));
    let request = customers.query("c-1").into_request()?;
    assert_eq!(request.get_key_condition_expression().as_deref(), Some("#n0 = :v0 AND #n1 = :v1"));
    assert_eq!(request.get_filter_expression(), &None);
    let request = orders.index(|i| i.gsi1).query(Status::Open).into_request()?;
    assert_eq!(request.get_filter_expression().as_deref(), Some("#n1 = :v1"));
    Ok(())
}

#[tokio::test]
async fn conditions_stay_inside_of_the_type() -> Result<(), Error> {
    let (_, orders, _) = shop().await?;
    let (first, second) = (date(2024, 5, 1), date(2024, 5, 2));
    assert_eq!(numbers(&orders.query("c-1").sort_key(|k| k.eq((second, 42))).await?), [42]);
    assert_eq!(numbers(&orders.query("c-1").sort_key(|k| k.eq((first,))).await?), [9, 11]);
    assert_eq!(numbers(&orders.query("c-1").sort_key(|k| k.eq_first(first)).await?), [9, 11]);
    assert_eq!(numbers(&orders.query("c-1").sort_key(|k| k.eq_first(first).gt(9)).await?), [11]);
    assert_eq!(numbers(&orders.query("c-1").sort_key(|k| k.eq_first(first).ge(9)).await?), [9, 11]);
    assert_eq!(numbers(&orders.query("c-1").sort_key(|k| k.eq_first(first).lt(11)).await?), [9]);
    assert_eq!(numbers(&orders.query("c-1").sort_key(|k| k.eq_first(first).le(11)).await?), [9, 11]);
    assert_eq!(numbers(&orders.query("c-1").sort_key(|k| k.eq_first(first).between(10, 20)).await?), [11]);
    assert_eq!(numbers(&orders.query("c-1").sort_key(|k| k.gt((first,))).await?), [42, 7]);
    assert_eq!(numbers(&orders.query("c-1").sort_key(|k| k.ge((second,))).await?), [42, 7]);
    assert_eq!(numbers(&orders.query("c-1").sort_key(|k| k.lt((second,))).await?), [9, 11]);
    assert_eq!(numbers(&orders.query("c-1").sort_key(|k| k.le((second,))).await?), [9, 11, 42]);
    assert_eq!(numbers(&orders.query("c-1").sort_key(|k| k.between((first, 10), (second, 42))).await?), [11, 42]);
    assert_eq!(numbers(&orders.query("c-1").sort_key(|k| k.begins_with("2024-05-0")).await?), [9, 11, 42, 7]);
    let held = orders.query("c-1").sort_key(|k| k.begins_with("2024-05-01#")).into_request();
    assert!(held.unwrap_err().to_string().contains("cannot hold the `#` that ends it"));
    Ok(())
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "twos",
    partition_key(name = "PK", template = "{a}##{b}"),
    sort_key(name = "SK", template = "{n:03}"),
    global_index(name = "by-team", partition_key(name = "GPK", template = "T#{team}"), projection = [team]),
)]
struct Two {
    a: String,
    b: String,
    n: u64,
    team: Option<String>,
}

fn two(a: &str, b: &str, n: u64) -> Two {
    Two { a: a.into(), b: b.into(), n, team: None }
}

#[test]
fn values_that_could_collide_are_refused() {
    let refused = |two: Two| Two::encode(&two).unwrap_err().to_string();
    assert_eq!(Two::encode(&two("x", "#y", 7)).unwrap()["PK"], s("x###y"));
    assert_eq!(Two::decode(Two::encode(&two("x", "#y", 7)).unwrap()).unwrap(), two("x", "#y", 7));
    for collides in ["x#", "x##y", "#"] {
        let message = refused(two(collides, "y", 7));
        assert!(message.contains("`##`") && message.contains('a'), "{message}");
    }
    assert!(refused(two("", "y", 7)).contains("empty"));
    assert!(refused(two("x", "y", 1000)).contains("more than the 3 digits"));
    assert!(Two::encode(&two("x", "y", 0)).is_ok());
    assert_eq!(Two::decode(Two::encode(&two("x", "y", 0)).unwrap()).unwrap().n, 0);
}

#[test]
fn a_key_of_another_shape_is_named() {
    let mut item = Two::encode(&two("x", "y", 7)).unwrap();
    item.insert("PK".into(), s("x#y"));
    let message = Two::decode(item).unwrap_err().to_string();
    assert!(message.contains("PK") && message.contains("{a}##{b}"), "{message}");
    let mut item = Two::encode(&two("x", "y", 7)).unwrap();
    item.insert("SK".into(), AttributeValue::S("abc".into()));
    let message = Two::decode(item).unwrap_err().to_string();
    assert!(message.contains("SK.n"), "{message}");
}

#[tokio::test]
async fn an_absent_placeholder_leaves_the_index() -> Result<(), Error> {
    let twos = table::<Two>(&Dynamo::embedded()).await;
    let mut team = Two { team: Some("red".into()), ..two("x", "y", 1) };
    twos.put(&mut team).await?;
    twos.put(&mut two("x", "y", 2)).await?;
    assert_eq!(twos.index(|i| i.by_team).query("red").count().await?, 1);
    team.team = None;
    twos.update(&mut team).await?;
    assert_eq!(twos.index(|i| i.by_team).query("red").count().await?, 0);
    let key: Vec<TwoKey> = twos.index(|i| i.by_team).query("red").project::<TwoKey>().await?;
    assert!(key.is_empty());
    assert_eq!(twos.query(("x", "y")).await?.len(), 2);
    assert_eq!(twos.get((("x", "y"), 2)).await?, Some(two("x", "y", 2)));
    Ok(())
}

#[tokio::test]
async fn a_patch_makes_the_keys_of_indexes_new() -> Result<(), Error> {
    let (db, orders, customers) = shop().await?;
    let key = ("c-1", (date(2024, 5, 2), 42));
    let mut read = orders.get(key).await?.unwrap();
    orders.patch(&mut read, |o| [o.status.set(Status::Closed)]).await?;
    let sort = "ORDER#2024-05-02#0000000042";
    assert_eq!(stored(&db, sort).await["GSI1PK"], s("STATUS#CLOSED"));
    // All of the key is in the patch or in the table's key.
    orders.patch_at(key, dynamo_model::Expect::Any, |o| [o.status.set(Status::Open)]).await?;
    assert_eq!(stored(&db, sort).await["GSI1PK"], s("STATUS#OPEN"));
    let copied = orders.patch_at(key, dynamo_model::Expect::Any, |o| [o.status.set_if_absent(Status::Open)]).await;
    let message = copied.unwrap_err().to_string();
    assert!(message.contains("`status`") && message.contains("`GSI1PK`") && message.contains("`GSI1`"), "{message}");
    // The type is written by every write.
    customers.patch_at("c-9", dynamo_model::Expect::Any, |c| [c.name.set("Eve")]).await.unwrap_err();
    let request = customers.patch_at("c-1", dynamo_model::Expect::Any, |c| [c.name.set("Eve")]).into_request()?;
    assert!(request.get_expression_attribute_values().as_ref().unwrap().values().any(|value| *value == s("customer")));
    Ok(())
}

#[tokio::test]
async fn an_unversioned_patch_knows_what_it_sets_alone() -> Result<(), Error> {
    #[derive(Debug, Clone, PartialEq, DynamoItem)]
    #[dynamo(table = "games", global_index(name = "by-rank", partition_key(name = "G", template = "{team}#{rank}")))]
    struct Game {
        #[partition_key]
        id: u32,
        team: String,
        rank: Option<String>,
    }
    let games = table::<Game>(&Dynamo::embedded()).await;
    let mut game = Game { id: 1, team: "red".into(), rank: Some("a".into()) };
    games.put(&mut game).await?;
    let refused = games.patch(&mut game, |g| [g.rank.set("b")]).await.unwrap_err().to_string();
    assert!(refused.contains("`rank` is in the key `G` of the index `by-rank`, and `team` is not known"), "{refused}");
    games.patch(&mut game, |g| [g.rank.set("b"), g.team.set("blue")]).await?;
    assert_eq!(games.index(|i| i.by_rank).query(("blue", "b")).count().await?, 1);
    games.patch(&mut game, |g| [g.rank.remove(), g.team.set("blue")]).await?;
    assert_eq!(games.index(|i| i.by_rank).scan().count().await?, 0);
    Ok(())
}

#[tokio::test]
async fn an_empty_index_key_is_refused() -> Result<(), Error> {
    #[derive(Debug, Clone, PartialEq, DynamoItem)]
    #[dynamo(table = "places", global_index(name = "by-city", partition_key = city))]
    struct Place {
        #[partition_key]
        id: u32,
        city: String,
    }
    let places = Dynamo::embedded().table::<Place>();
    let mut empty = Place { id: 1, city: String::new() };
    let put = places.put(&mut empty).into_request().unwrap_err().to_string();
    let update = places.update(&mut empty).into_request().unwrap_err().to_string();
    let patch = places.patch(&mut empty, |p| [p.city.set("")]).into_request().unwrap_err().to_string();
    for message in [put, update, patch] {
        assert!(message.contains("the key attribute `city` is empty"), "{message}");
    }
    Ok(())
}

//! Indexes on fields, as section 5 of the tour has them.

use std::collections::HashSet;

use dynamo_model::{Dynamo, DynamoItem, DynamoValue, Error, IndexKind, KeySpec, PageToken, Projected};
use jiff::Timestamp;

use crate::common::table;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "orders",
    rename_all = "camelCase",
    global_index(name = "by-status", partition_key = status, sort_key = placed_at),
    global_index(name = "by-place", partition_key = [country, city], sort_key = [placed_at, order_id], projection = keys_only),
    global_index(name = "by-size", partition_key = country, sort_key = total, projection = [status]),
    local_index(name = "by-total", sort_key = total),
)]
pub struct Order {
    #[partition_key]
    pub customer_id: CustomerId,
    #[sort_key]
    pub order_id: String,
    pub status: OrderStatus,
    pub placed_at: Timestamp,
    pub total: u64,
    pub country: String,
    pub city: Option<String>,
    #[version]
    pub version: u64,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, DynamoValue)]
pub struct CustomerId(String);

#[derive(Debug, Clone, Copy, PartialEq, Eq, DynamoValue)]
pub enum OrderStatus {
    Open,
    Closed,
}

fn day(day: i64) -> Timestamp {
    Timestamp::from_second(1_700_000_000 + day * 86_400).unwrap()
}

async fn orders() -> Result<dynamo_model::Table<Order>, Error> {
    let orders = table::<Order>(&Dynamo::embedded()).await;
    for number in 0_u64..6 {
        let mut order = Order {
            customer_id: CustomerId(format!("c-{}", number / 4 + 1)),
            order_id: format!("01JD{number}"),
            status: if number % 2 == 0 { OrderStatus::Open } else { OrderStatus::Closed },
            placed_at: day(i64::try_from(number / 2).unwrap()),
            total: 50 * (number + 1),
            country: "DE".into(),
            city: (number != 3).then(|| "Berlin".to_owned()),
            version: 0,
        };
        orders.create(&mut order).await?;
    }
    Ok(orders)
}

#[test]
fn the_schema_has_them() {
    let indexes = Order::SCHEMA.indexes;
    let names: Vec<_> = indexes.iter().map(|index| (index.name, index.kind)).collect();
    assert_eq!(names[0], ("by-status", IndexKind::Global));
    assert_eq!(names[3], ("by-total", IndexKind::Local));
    let parts: Vec<_> = indexes[1].partition_key.iter().chain(indexes[1].sort_key).map(|key| key.name).collect();
    assert_eq!(parts, ["country", "city", "placedAt", "orderId"]);
    assert_eq!(indexes[2].projection, Projected::Include(&["status"]));
    assert_eq!(indexes[3].partition_key[0].name, "customerId");
    assert_eq!(OrderKey::INDEX, None);
    assert_eq!((OrderKey::PARTITION, OrderKey::SORT), (["customerId"].as_slice(), ["orderId"].as_slice()));
}

#[tokio::test]
async fn the_tables_own_key() -> Result<(), Error> {
    let orders = orders().await?;
    let customer = CustomerId("c-1".into());
    let open: Vec<Order> = orders
        .query(&customer)
        .sort_key(|k| k.begins_with("01JD"))
        .filter(|o| o.total.gt(100))
        .descending()
        .limit(20)
        .collect()
        .await?;
    assert_eq!(open.iter().map(|order| order.total).collect::<Vec<_>>(), [200, 150]);
    assert_eq!(orders.query(&customer).count().await?, 4);
    let page = orders.query(&customer).page_size(3).page().await?;
    assert_eq!(page.items.len(), 3);
    let token = page.next.map(|token| PageToken::parse(token.as_str())).transpose()?;
    let rest = orders.query(&customer).page_size(3).start_after(token).page().await?;
    assert_eq!(rest.items.len(), 1);
    assert_eq!(orders.query(customer).sort_key(|k| k.between("01JD1", "01JD2")).consistent().await?.len(), 2);
    assert_eq!(orders.scan().segments(4).filter(|o| o.total.gt(100)).await?.len(), 4);
    assert!(orders.get((CustomerId("c-1".into()), "01JD1")).await?.is_some());
    Ok(())
}

#[tokio::test]
async fn one_attribute_a_side() -> Result<(), Error> {
    let orders = orders().await?;
    let late = orders.index(|i| i.by_status).query(OrderStatus::Open).sort_key(|k| k.lt(day(2))).collect().await?;
    assert_eq!(late.iter().map(|order| order.total).collect::<Vec<_>>(), [50, 150]);
    let every: Vec<Order> = orders.index(|i| i.by_status).scan().await?;
    assert_eq!(every.len(), 6);
    Ok(())
}

#[tokio::test]
async fn a_local_index_is_read_consistently() -> Result<(), Error> {
    let orders = orders().await?;
    let customer = CustomerId("c-1".into());
    // Numbers sort as numbers.
    let by_total = orders.index(|i| i.by_total).query(&customer).sort_key(|k| k.ge(100)).consistent().await?;
    assert_eq!(by_total.iter().map(|order| order.total).collect::<Vec<_>>(), [100, 150, 200]);
    Ok(())
}

#[tokio::test]
async fn several_attributes_left_to_right() -> Result<(), Error> {
    let orders = orders().await?;
    let here = orders
        .index(|i| i.by_place)
        .query(("DE", "Berlin"))
        .sort_key(|k| k.eq_first(day(0)).lt("01JE"))
        .into_request()?
        .get_key_condition_expression()
        .clone();
    assert_eq!(here.as_deref(), Some("#n0 = :v0 AND #n1 = :v1 AND #n2 = :v2 AND #n3 < :v3"));
    let both = orders.index(|i| i.by_place).query(("DE", "Berlin")).sort_key(|k| k.eq((day(0), "01JD1")));
    assert_eq!(
        both.into_request()?.get_key_condition_expression().as_deref(),
        Some("#n0 = :v0 AND #n1 = :v1 AND #n2 = :v2 AND #n3 = :v3")
    );
    let first = orders.index(|i| i.by_place).query(("DE", "Berlin")).sort_key(|k| k.lt((day(1),)));
    assert_eq!(
        first.into_request()?.get_key_condition_expression().as_deref(),
        Some("#n0 = :v0 AND #n1 = :v1 AND #n2 < :v2")
    );
    let prefix =
        orders.index(|i| i.by_place).query(("DE", "Berlin")).sort_key(|k| k.eq_first(day(0)).begins_with("01"));
    assert_eq!(
        prefix.into_request()?.get_key_condition_expression().as_deref(),
        Some("#n0 = :v0 AND #n1 = :v1 AND #n2 = :v2 AND begins_with(#n3, :v3)")
    );
    Ok(())
}

#[tokio::test]
async fn what_misses_an_optional_key_is_not_there() -> Result<(), Error> {
    #[derive(Debug, Clone, PartialEq, DynamoItem)]
    #[dynamo(table = "sparse", global_index(name = "by-city", partition_key = city, projection = keys_only))]
    struct Place {
        #[partition_key]
        id: u32,
        city: Option<String>,
    }
    let places = table::<Place>(&Dynamo::embedded()).await;
    for id in 0..3 {
        places.put(&mut Place { id, city: (id != 1).then(|| "Ulm".to_owned()) }).await?;
    }
    let keys: Vec<PlaceKey> = places.index(|i| i.by_city).query("Ulm").await?;
    assert_eq!(keys.iter().map(|key| key.id).collect::<HashSet<_>>(), HashSet::from([0, 2]));
    assert_eq!(places.index(|i| i.by_city).scan().count().await?, 2);
    Ok(())
}

#[test]
fn an_attribute_that_no_index_of_the_table_could_hold_is_refused() {
    #[derive(DynamoItem)]
    #[dynamo(
        table = "desk",
        global_index(name = "by-status", partition_key = status),
        global_index(name = "by-day", partition_key = day, sort_key = [at, is_old])
    )]
    struct Keyed {
        #[partition_key]
        id: String,
        status: String,
        day: u32,
        at: Timestamp,
        is_old: String,
    }
    #[derive(DynamoItem)]
    #[dynamo(table = "desk")]
    struct Plain {
        #[partition_key]
        id: String,
        status: Option<u8>,
        day: CustomerId,
        at: Option<Flag>,
        is_old: bool,
    }
    #[derive(DynamoValue)]
    struct Flag(bool);
    #[derive(DynamoItem)]
    #[dynamo(table = "desk")]
    struct Flat {
        #[partition_key]
        id: String,
        #[dynamo(flatten(prefix = "st"))]
        inner: Inner,
    }
    #[derive(DynamoValue)]
    struct Inner {
        atus: f64,
        #[dynamo(serde)]
        other: u8,
    }
    #[derive(DynamoItem)]
    #[dynamo(table = "desk")]
    struct Same {
        #[partition_key]
        id: String,
        status: Option<CustomerId>,
        #[dynamo(with = dynamo_model::codec::epoch_seconds)]
        day: Timestamp,
        at: Option<std::time::SystemTime>,
    }
    let db = Dynamo::embedded();
    let error =
        db.table::<Keyed>().create_table().with::<Plain>().with::<Flat>().into_request().unwrap_err().to_string();
    for part in [
        "the attribute `status` is of type N in `Plain`, and a key attribute of type S in `Keyed`",
        "the attribute `day` is of type S in `Plain`, and a key attribute of type N in `Keyed`",
        "the attribute `at` is of type BOOL in `Plain`, and a key attribute of type S in `Keyed`",
        "the attribute `is_old` is of type BOOL in `Plain`, and a key attribute of type S in `Keyed`",
        "the attribute `status` is of type N in `Flat`, and a key attribute of type S in `Keyed`",
    ] {
        assert!(error.contains(part), "{part} is not in {error}");
    }
    assert!(db.table::<Keyed>().create_table().with::<Same>().into_request().is_ok());
}

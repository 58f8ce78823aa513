//! Types of one table whose sort keys begin alike.

use dynamo_model::{Dynamo, DynamoItem, Embedded, Error, Table};

use crate::common::table;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "shop",
    partition_key(name = "PK", template = "CUSTOMER#{customer}"),
    sort_key(name = "SK", template = "ORDER#{order}"),
    global_index(name = "by-state", partition_key = state, projection = keys_only),
    type_attribute(name = "type", value = "order")
)]
struct Order {
    customer: String,
    order: String,
    state: String,
    total: u64,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "shop",
    partition_key(name = "PK", template = "CUSTOMER#{customer}"),
    sort_key(name = "SK", template = "ORDER#ITEM#{order}#{line:04}"),
    type_attribute(name = "type", value = "item")
)]
struct Line {
    customer: String,
    order: String,
    line: u32,
    sku: String,
}

/// Its keys begin as no other's do, and its index carries nothing else.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "shop",
    partition_key(name = "PK", template = "STOCK#{sku}"),
    sort_key(name = "SK", template = "{place}"),
    global_index(name = "by-state", partition_key = state, projection = keys_only),
    type_attribute(name = "type", value = "stock")
)]
struct Stock {
    sku: String,
    place: String,
    state: String,
}

async fn shop() -> Result<(Embedded, Table<Order>, Table<Line>, Table<Stock>), Error> {
    let engine = Embedded::new();
    let db = Dynamo::new(engine.client());
    let orders = table::<Order>(&db).await;
    let (lines, stocks) = (db.table::<Line>(), db.table::<Stock>());
    for number in 1..=3 {
        let (customer, order) = ("c-1".to_owned(), format!("Z-{number}"));
        for line in 1..=20 {
            let sku = "s-1".into();
            lines.put(&mut Line { customer: customer.clone(), order: order.clone(), line, sku }).await?;
        }
        orders.put(&mut Order { customer, order, state: "open".into(), total: 5 }).await?;
    }
    stocks.put(&mut Stock { sku: "s-1".into(), place: "Ulm".into(), state: "open".into() }).await?;
    engine.clear_requests();
    Ok((engine, orders, lines, stocks))
}

#[tokio::test]
async fn a_type_does_not_meet_what_begins_as_it_does() -> Result<(), Error> {
    let (_, orders, lines, stocks) = shop().await?;
    assert_eq!(orders.query("c-1").await?.len(), 3);
    assert_eq!(orders.query("c-1").count().await?, 3);
    assert_eq!(orders.query("c-1").sort_key(|k| k.begins_with("")).await?.len(), 3);
    assert_eq!(orders.query("c-1").sort_key(|k| k.ge("A")).descending().limit(2).await?.len(), 2);
    assert_eq!(lines.query("c-1").await?.len(), 60);
    assert_eq!(stocks.query("s-1").await?.len(), 1);
    Ok(())
}

#[tokio::test]
async fn pages_grow_where_others_are_left_out() -> Result<(), Error> {
    let (engine, orders, ..) = shop().await?;
    assert_eq!(orders.query("c-1").limit(1).await?.len(), 1);
    let limits: Vec<_> = engine.requests().iter().map(|request| limit(&request.body)).collect();
    // Sixty lines come before the first order.
    assert_eq!(limits, [1, 2, 4, 8, 16, 32]);

    engine.clear_requests();
    assert_eq!(orders.query("c-1").descending().first().await?.map(|order| order.order), Some("Z-3".into()));
    let limits: Vec<_> = engine.requests().iter().map(|request| limit(&request.body)).collect();
    assert_eq!(limits, [1], "no more is read than is wanted");
    Ok(())
}

fn limit(body: &str) -> u64 {
    let body: serde_json::Value = serde_json::from_str(body).unwrap();
    body["Limit"].as_u64().unwrap_or(u64::MAX)
}

#[tokio::test]
async fn keys_alone_are_told_apart_by_what_they_begin_with() -> Result<(), Error> {
    let (_, orders, _, stocks) = shop().await?;
    let stock: Vec<StockKey> = stocks.index(|i| i.by_state).query("open").await?;
    assert_eq!(stock, [StockKey { sku: "s-1".into(), place: "Ulm".into() }]);
    let open: Vec<OrderKey> = orders.index(|i| i.by_state).query("open").await?;
    assert_eq!(open.len(), 3);
    assert_eq!(orders.index(|i| i.by_state).scan().await?.len(), 3);
    let request = orders.index(|i| i.by_state).query("open").into_request()?;
    let filter = "begins_with(#n1, :v1) AND begins_with(#n2, :v2)";
    assert_eq!(request.get_filter_expression().as_deref(), Some(filter));
    Ok(())
}

//! Orders of customers: indexes, and paging with tokens as a web handler would.
//!
//! `cargo run --example orders`

use std::error::Error;

use dynamo_model::{DynamoItem, DynamoProjection, DynamoValue, PageToken, Table};

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "example-orders",
    rename_all = "camelCase",
    global_index(name = "by-status", partition_key = status, sort_key = placed_on),
    local_index(name = "by-total", sort_key = total),
)]
struct Order {
    #[partition_key]
    customer: String,
    #[sort_key]
    number: u64,
    status: OrderStatus,
    placed_on: String,
    total: u64,
    #[version]
    version: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, DynamoValue)]
#[dynamo(rename_all = "lowercase")]
enum OrderStatus {
    Open,
    Shipped,
}

#[derive(Debug, PartialEq, DynamoProjection)]
#[dynamo(item = Order)]
struct Summary {
    number: u64,
    total: u64,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let db = dynamo_examples::connect().await;
    let orders = db.table::<Order>();
    orders.create_table().await?;
    for number in 1..=12 {
        let status = if number % 3 == 0 { OrderStatus::Open } else { OrderStatus::Shipped };
        let placed_on = format!("2026-11-{number:02}");
        let mut order =
            Order { customer: "c-1".into(), number, status, placed_on, total: (number * 37) % 100, version: 0 };
        orders.put_unchecked(&mut order).await?;
    }
    println!("Twelve orders of the customer c-1.\n");

    let newest: Vec<Order> = orders.query("c-1").descending().limit(3).await?;
    println!("The newest three: {:?}", newest.iter().map(|order| order.number).collect::<Vec<_>>());
    let late = orders.index(|i| i.by_status).query(OrderStatus::Open).sort_key(|k| k.lt("2026-11-10")).await?;
    println!("Open since before 10 November: {:?}", late.iter().map(|order| order.number).collect::<Vec<_>>());
    let dear = orders.index(|i| i.by_total).query("c-1").sort_key(|k| k.ge(70)).project::<Summary>().await?;
    println!("The dearest, by number and total: {:?}", dear.iter().map(|o| (o.number, o.total)).collect::<Vec<_>>());
    println!("Large orders, counted by a scan: {}\n", orders.scan().filter(|o| o.total.gt(50)).count().await?);

    // A web handler gets the token as text with the request, and gives the next one back.
    let mut token: Option<String> = None;
    loop {
        let (numbers, next) = handle(&orders, token.as_deref()).await?;
        println!("GET /orders?token={} -> {numbers:?}", token.map_or("", |_| "…"));
        let Some(next) = next else { break };
        token = Some(next);
    }
    match handle(&orders, Some("made-up")).await {
        Err(error) => println!("GET /orders?token=made-up -> 400: {error}"),
        Ok(_) => return Err("a made-up token was taken".into()),
    }
    Ok(())
}

async fn handle(orders: &Table<Order>, token: Option<&str>) -> Result<(Vec<u64>, Option<String>), dynamo_model::Error> {
    let start = token.map(PageToken::parse).transpose()?;
    let page = orders.query("c-1").page_size(5).start_after(start).page().await?;
    let numbers = page.items.iter().map(|order| order.number).collect();
    Ok((numbers, page.next.map(|next| next.to_string())))
}

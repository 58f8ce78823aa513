//! Customers, orders and their items in one table, and one query that returns them all.
//!
//! `cargo run --example single_table`

use std::error::Error;

use dynamo_model::DynamoItem;

#[expect(clippy::struct_field_names, reason = "the names of the key's template")]
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "example-shop",
    partition_key(name = "PK", template = "CUSTOMER#{customer_id}"),
    sort_key(name = "SK", template = "PROFILE"),
    type_attribute(name = "type", value = "customer")
)]
struct Customer {
    customer_id: String,
    name: String,
    #[version]
    version: u64,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "example-shop",
    partition_key(name = "PK", template = "CUSTOMER#{customer_id}"),
    sort_key(name = "SK", template = "ORDER#{number:06}"),
    type_attribute(name = "type", value = "order")
)]
struct Order {
    customer_id: String,
    number: u64,
    total: u64,
    #[version]
    version: u64,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "example-shop",
    partition_key(name = "PK", template = "CUSTOMER#{customer_id}"),
    sort_key(name = "SK", template = "LINE#{order:06}#{sku}"),
    type_attribute(name = "type", value = "line")
)]
struct Line {
    customer_id: String,
    order: u64,
    sku: String,
    count: u32,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "example-shop")]
enum Shop {
    Customer(Customer),
    Order(Order),
    Line(Line),
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let db = dynamo_examples::connect().await;
    db.table::<Customer>().create_table().with::<Order>().with::<Line>().await?;

    let id = || "c-1".to_owned();
    db.table::<Customer>().put_unchecked(&mut Customer { customer_id: id(), name: "Ann".into(), version: 0 }).await?;
    for number in [2, 11] {
        let mut order = Order { customer_id: id(), number, total: number * 10, version: 0 };
        db.table::<Order>().put_unchecked(&mut order).await?;
        let mut line = Line { customer_id: id(), order: number, sku: format!("sku-{number}"), count: 1 };
        db.table::<Line>().put(&mut line).await?;
    }

    println!("Everything of the customer c-1, in one query:");
    for item in db.table::<Shop>().query("c-1").await? {
        match item {
            Shop::Customer(customer) => println!("  customer {}", customer.name),
            Shop::Order(order) => println!("  order {} of {}", order.number, order.total),
            Shop::Line(line) => println!("  line of order {}: {} x {}", line.order, line.count, line.sku),
        }
    }
    let orders = db.table::<Order>().query("c-1").await?;
    println!("Only the orders: {:?}", orders.iter().map(|order| order.number).collect::<Vec<_>>());
    let lines = db.table::<Line>().query("c-1").sort_key(|k| k.eq_first(11)).await?;
    println!("The lines of order 11: {:?}", lines.iter().map(|line| line.sku.as_str()).collect::<Vec<_>>());
    let order = db.table::<Order>().get(("c-1", 11)).await?.ok_or("just stored")?;
    println!("Order 11 by its key: version {}", order.version);
    Ok(())
}

#![allow(unused)]
use dynamo_model::{DynamoItem, Error, Table};

#[derive(DynamoItem)]
#[dynamo(
    table = "orders",
    global_index(name = "by-total", partition_key = total, projection = [city]),
    global_index(name = "by-city", partition_key = city, projection = keys_only),
)]
struct Order {
    #[partition_key]
    id: String,
    city: String,
    total: u64,
}

async fn some(orders: Table<Order>) -> Result<(), Error> {
    orders.index(|i| i.by_total).query(1).await?;
    Ok(())
}

async fn collected(orders: Table<Order>) -> Result<(), Error> {
    orders.index(|i| i.by_total).query(1).collect().await?;
    Ok(())
}

async fn keys(orders: Table<Order>) -> Result<Vec<Order>, Error> {
    orders.index(|i| i.by_city).query("Ulm").await
}

async fn projected(orders: Table<Order>) -> Result<(), Error> {
    orders.scan().project::<String>().await?;
    Ok(())
}

fn main() {}

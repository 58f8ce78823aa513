#![allow(unused)]
use dynamo_model::{DynamoItem, DynamoProjection, Error, Table};

#[derive(DynamoItem)]
#[dynamo(
    table = "orders",
    global_index(name = "by-country", partition_key = [country, city], sort_key = [total, id]),
    global_index(name = "by-total", partition_key = total),
    local_index(name = "by-city", sort_key = total),
)]
struct Order {
    #[partition_key]
    customer: String,
    #[sort_key]
    id: String,
    country: String,
    city: Option<String>,
    total: u64,
}

#[derive(DynamoItem)]
#[dynamo(table = "notes")]
struct Note {
    #[partition_key]
    id: u64,
}

async fn mistakes(orders: Table<Order>, notes: Table<Note>) -> Result<(), Error> {
    notes.query(1).sort_key(|k| k.begins_with("x")).await?;
    notes.query("1").await?;
    orders.query("c").sort_key(|k| k.lt(3)).await?;
    orders.index(|i| i.by_city).query("c").sort_key(|k| k.begins_with("1")).await?;
    orders.index(|i| i.by_total).query(1).consistent().await?;
    orders.index(|i| i.by_total).query(1).sort_key(|k| k.eq(1)).await?;
    orders.index(|i| i.by_country).query("DE").await?;
    orders.index(|i| i.by_country).query(("DE", "Ulm")).sort_key(|k| k.eq_first("x")).await?;
    orders.index(|i| i.by_country).query(("DE", "Ulm")).sort_key(|k| k.eq("x")).await?;
    orders.query("c").sort_key(|k| k.eq_first("x")).await?;
    orders.query("c").sort_key(|k| k.ne("x")).await?;
    orders.index(|i| i.nothing).query(1).await?;
    Ok(())
}

fn main() {}

#![allow(unused)]
use dynamo_model::{DynamoItem, Error, Expect, Table};

#[derive(DynamoItem)]
#[dynamo(table = "shop", type_attribute(name = "type", value = "customer"))]
struct Customer {
    #[partition_key]
    pk: String,
    name: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "shop")]
enum Shop {
    Customer(Customer),
}

async fn written(shops: Table<Shop>, mut shop: Shop) -> Result<(), Error> {
    shops.put(&mut shop).await?;
    shops.patch_at("c", Expect::Any, |s| [s.customer.name.set("x")]).await?;
    shops.delete(&shop).await?;
    Ok(())
}

fn main() {}

use dynamo_model::{Dynamo, DynamoItem, Error};

#[derive(DynamoItem)]
#[dynamo(table = "shop", type_attribute(name = "type", value = "customer"))]
struct Customer {
    #[partition_key]
    pk: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "shop", type_attribute(name = "type", value = "order"))]
struct Order {
    #[partition_key]
    pk: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "shop")]
struct Untold {
    #[partition_key]
    pk: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "shop")]
enum Shop {
    Customer(Customer),
    Order(Order),
}

async fn keys(db: Dynamo) -> Result<(), Error> {
    let shop = db.table::<Shop>();
    shop.get(OrderKey { pk: "o-1".into() }).await?;
    shop.get(42).await?;
    shop.get(UntoldKey { pk: "o-1".into() }).await?;
    shop.get(("c-1", 42)).await?;
    Ok(())
}

fn main() {}

//! Section 7 and the bulk write of section 8.

use dynamo_model::{Dynamo, DynamoItem, Error, ModifyError, Table};

#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "products")]
struct Product {
    #[partition_key]
    id: String,
    stock: u32,
    #[version]
    version: u64,
}

#[derive(Debug)]
struct OutOfStock;
impl std::fmt::Display for OutOfStock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("out of stock")
    }
}
impl std::error::Error for OutOfStock {}
type Refused = OutOfStock;

impl Product {
    fn take(&mut self, count: u32) -> Result<(), OutOfStock> {
        self.stock = self.stock.checked_sub(count).ok_or(OutOfStock)?;
        Ok(())
    }
}

async fn quote(_: &str) -> Result<u32, Refused> {
    tokio::task::yield_now().await;
    Ok(3)
}

type Sent = Result<(), Box<dyn std::error::Error + Send + Sync>>;

async fn products() -> Result<Table<Product>, Error> {
    let products = Dynamo::embedded().table::<Product>();
    products.create_table().await?;
    products.create(&mut Product { id: "PROD123".into(), stock: 6, version: 0 }).await?;
    Ok(products)
}

#[rustfmt::skip]
async fn looped(products: Table<Product>) -> Sent {
let name = String::from("x");
let product = products.modify("PROD123", |p| p.stock += 5).await?;                           // reads, applies, writes; on a conflict applies again to the item that came back
let product = products.try_modify("PROD123", |p| { p.take(2)?; Ok::<_, OutOfStock>(()) }).attempts(20).await?;
let product = products.try_modify_async("PROD123", async |p| { let n = quote(&name).await?; p.take(n)?; Ok::<_, Refused>(()) }).await?;   // usable in tokio::spawn
assert_eq!((product.stock, product.version), (6, 4));
match products.try_modify("PROD123", |p| p.take(7)).await { Err(ModifyError::Rejected(OutOfStock)) => {} other => { other?; } }
Ok(())
}

#[rustfmt::skip]
async fn written_each(notes: Table<Product>, mut many: Vec<Product>) -> Sent {
let outcome =
notes.put_each(&mut many).concurrency(16).await;                        // versioned bulk write: one conditional request an item, an outcome an item
assert!(outcome.all_ok() && many.iter().all(|one| one.version == 1));
Ok(())
}

#[tokio::test]
async fn loops_as_in_the_tour_and_spawned() -> Sent {
    looped(products().await?).await?;
    tokio::spawn(looped(products().await?)).await??;
    let many = (0..40).map(|n| Product { id: n.to_string(), ..Product::default() }).collect();
    tokio::spawn(written_each(products().await?, many)).await?
}

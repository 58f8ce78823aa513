//! Stock of a product, changed by several at once: nothing is oversold, nothing is lost.
//!
//! `cargo run --example stock`

use std::{error::Error, fmt, time::Duration};

use dynamo_model::{Cause, DynamoItem, Embedded, ModifyError, Table, WriteError};

#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "example-products")]
struct Product {
    #[partition_key]
    id: String,
    stock: u32,
    #[version]
    version: u64,
}

#[derive(Debug)]
struct OutOfStock;
impl fmt::Display for OutOfStock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("out of stock")
    }
}
impl Error for OutOfStock {}

impl Product {
    fn take(&mut self, count: u32) -> Result<(), OutOfStock> {
        self.stock = self.stock.checked_sub(count).ok_or(OutOfStock)?;
        Ok(())
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let engine = Embedded::new();
    let products = engine.dynamo().table::<Product>();
    products.create_table().await?;
    products.create(&mut Product { id: "PROD123".into(), stock: 100, version: 0 }).await?;

    two_at_once(&products).await?;
    sold_out(&engine, &products).await
}

/// Both read version 1. The second write is refused, and its change applied to what is stored.
async fn two_at_once(products: &Table<Product>) -> Result<(), Box<dyn Error + Send + Sync>> {
    let mut alice = products.get("PROD123").consistent().await?.ok_or("just created")?;
    let mut bob = alice.clone();
    println!("Alice and Bob both read: {} in stock, version {}.", alice.stock, alice.version);

    alice.stock += 5;
    products.update(&mut alice).await?;
    println!("Alice adds 5: {} in stock, version {}.", alice.stock, alice.version);

    bob.take(2)?;
    match products.update(&mut bob).await {
        Err(WriteError::Conflict(conflict)) if conflict.cause() == Cause::VersionMismatch => {
            bob = conflict.into_current().ok_or("it is stored")?;
            println!("Bob's write is refused, and brings back what is stored: {} in stock.", bob.stock);
        }
        other => return Err(format!("two writes started from version 1: {other:?}").into()),
    }
    bob.take(2)?;
    products.update(&mut bob).await?;
    println!("Bob takes 2 of that: {} in stock, version {}.\n", bob.stock, bob.version);
    assert_eq!((bob.stock, bob.version), (103, 3));
    Ok(())
}

/// `modify` and its like do what Bob did by themselves.
async fn sold_out(engine: &Embedded, products: &Table<Product>) -> Result<(), Box<dyn Error + Send + Sync>> {
    engine.clear_requests();
    engine.faults().delay(Duration::from_millis(2)); // a network, so that they get in each other's way
    let buyers: Vec<_> = (0..16).map(|_| tokio::spawn(buy_all(products.clone()))).collect();
    let (mut sold, mut refusals) = (0, 0);
    for buyer in buyers {
        sold += buyer.await??;
        refusals += 1;
    }
    engine.faults().reset();

    let sent = |operation: &str| engine.requests().iter().filter(|request| request.operation == operation).count();
    let (reads, writes) = (sent("GetItem"), sent("UpdateItem"));
    let left = products.get("PROD123").consistent().await?.ok_or("it is stored")?;
    println!("16 buyers took {sold} until it was sold out; {} are left, version {}.", left.stock, left.version);
    println!("{reads} reads and {writes} writes, {} of which met a conflict.", writes - 103);
    assert_eq!((sold, left.stock, left.version), (103, 0, 3 + 103), "nothing oversold, nothing lost");
    assert!(reads == 103 + refusals, "one read a purchase, and one for each buyer who came too late");
    assert!(writes > 103, "there were conflicts");
    Ok(())
}

/// Takes one after the other until there is no more, and says how many.
async fn buy_all(products: Table<Product>) -> Result<usize, Box<dyn Error + Send + Sync>> {
    let mut taken = 0;
    loop {
        match products.try_modify("PROD123", |p| p.take(1)).attempts(1000).await {
            Ok(_) => taken += 1,
            Err(ModifyError::Rejected(OutOfStock)) => return Ok(taken),
            Err(error) => return Err(error.into()),
        }
    }
}

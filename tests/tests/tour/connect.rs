//! Section 2: connect, and what is taken as a key.

use dynamo_model::{Dynamo, Embedded};

use crate::{
    Outcome,
    declare::{CustomerId, Event, Note, Order, OrderKey, OrderStatus},
};

// The type of the configuration, `aws_types::SdkConfig`, is inferred.
#[rustfmt::skip]
#[test]
fn every_way_in_compiles() {
let _ = |config: &_| {
let db = Dynamo::new(aws_sdk_dynamodb::Client::new(config));    // AWS, DynamoDB Local, ScyllaDB Alternator, ...
};
let client = Embedded::new().client();
let db = Dynamo::embedded();                                    // feature "embedded": an engine in this process, no network
let db = Dynamo::builder(client).table_name(|name| format!("dev-{name}")).build();
assert_eq!(db.table::<Note>().name(), "dev-notes");
}

fn send_sync_clone<T: Send + Sync + Clone + 'static>(_: &T) {}

#[rustfmt::skip]
#[allow(unused_must_use)]
#[tokio::test]
async fn tables_and_keys() -> Outcome {
let db = Dynamo::embedded();
let notes = db.table::<Note>();          // cheap to clone; Send + Sync
db.client();                             // the SDK client, the way out to whatever is not covered here
notes.create_table().await?;             // waits until ACTIVE; fine if the same table is there, an error that lists the
                                         // differences if another one is
notes.create_table().await?;
send_sync_clone(&notes);
send_sync_clone(&db);

let (orders, events) = (db.table::<Order>(), db.table::<Event>());
orders.create_table().await?;
events.create_table().await?;
events.create(&mut Event { id: 42, text: "x".into() }).await?;
assert!(events.get(42).await?.is_some());
assert!(events.get(&42).await?.is_some());
let id = String::from("x");
assert!(notes.get(&id).await?.is_none());
assert!(notes.get(id).await?.is_none());

let customer = CustomerId("c-1".into());
let mut order = Order {
    customer_id: customer.clone(), order_id: "42".into(), status: OrderStatus::Open, placed_at: jiff::Timestamp::UNIX_EPOCH,
    total: 1, country: "DE".into(), city: None, version: 0, created_at: None, updated_at: None,
};
orders.create(&mut order).await?;
assert_eq!(orders.get((&customer, "42")).await?.as_ref(), Some(&order));
assert_eq!(orders.get((customer.clone(), String::from("42"))).await?.as_ref(), Some(&order));
let key = OrderKey { customer_id: customer, order_id: "42".into() };
assert_eq!(orders.get(&key).await?.as_ref(), Some(&order));
assert_eq!(orders.get(key).await?.as_ref(), Some(&order));
Ok(())
}

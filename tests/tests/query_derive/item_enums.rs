//! Several types in one table, as section 6 of the tour has them.

use dynamo_model::{Dynamo, DynamoItem, Error, Expect, IndexKind};
use dynamo_tests::elsewhere;
use jiff::civil::date;

use crate::common::s;
use crate::templates::{ShopCustomer, ShopCustomerKey, ShopOrder, ShopOrderKey, shop};

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "shop")]
pub enum Shop {
    Customer(ShopCustomer),
    Order(ShopOrder),
}

#[tokio::test]
async fn they_are_read_together() -> Result<(), Error> {
    let (db, orders, _) = shop().await?;
    let everything: Vec<Shop> = db.table::<Shop>().query("c-1").collect().await?;
    assert_eq!(everything.len(), 5);
    // The sort key decides the order: ORDER# before PROFILE.
    assert!(matches!(&everything[4], Shop::Customer(customer) if customer.name == "Ada"));
    let Shop::Order(first) = &everything[0] else { panic!("an order") };
    assert_eq!(Some(first), orders.get(("c-1", (date(2024, 5, 1), 9))).await?.as_ref());

    let shop = db.table::<Shop>();
    let dear: Vec<Shop> = shop.query("c-1").filter(|s| s.customer.name.eq("Ada")).await?;
    assert_eq!(dear.len(), 1);
    assert!(matches!(shop.get("c-1").consistent().await?, Some(Shop::Customer(_))));
    assert_eq!(shop.scan().count().await?, 5);
    let refused = shop.query("c-1").filter(|s| s.order.version.ge(1)).exclude_expired().await.unwrap_err();
    assert!(refused.to_string().contains("`Shop` has no `#[dynamo(ttl)]`"));
    Ok(())
}

#[tokio::test]
async fn a_key_of_every_variant_is_taken() -> Result<(), Error> {
    let (db, orders, customers) = shop().await?;
    let shop = db.table::<Shop>();
    let key = ShopOrderKey { customer_id: "c-1".into(), placed_on: date(2024, 5, 2), number: 42 };
    let order = orders.get(&key).await?.unwrap();
    let key = ShopKey::Order(key);
    assert_eq!(shop.get(&key).await?, Some(Shop::Order(order.clone())));
    assert_eq!(format!("{key:?}"), "ShopKey(\"Order\")", "without its values");
    assert_eq!(shop.get(key).consistent().await?, Some(Shop::Order(order)));
    let key = ShopCustomerKey { customer_id: "c-1".into() };
    let customer = customers.get(&key).await?.map(Shop::Customer);
    assert!(customer.is_some());
    assert_eq!(shop.get(&key).await?, customer, "the key struct of a variant needs no word");
    assert_eq!(shop.get(ShopKey::Customer(key)).await?, customer);
    assert_eq!(shop.get("c-1".to_owned()).await?, customer, "what is no tuple and no enum is the first variant's");
    let id = "c-1".to_owned();
    assert_eq!(shop.get(&id).await?, customer);
    Ok(())
}

/// Variants of another crate.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "elsewhere")]
enum Elsewhere {
    Room(elsewhere::Room),
    Booking(elsewhere::Booking),
}

#[tokio::test]
async fn the_variants_may_be_of_another_crate() -> Result<(), Error> {
    let db = Dynamo::embedded();
    let (rooms, bookings) = (db.table::<elsewhere::Room>(), db.table::<elsewhere::Booking>());
    rooms.create_table().with::<elsewhere::Booking>().await?;
    let room = elsewhere::Room { hotel: "h-1".into(), number: 7, beds: 2 };
    let booking = elsewhere::Booking { hotel: "h-1".into(), number: 9, guest: "Ann".into() };
    rooms.batch_put(std::slice::from_ref(&room)).await?;
    bookings.batch_put(std::slice::from_ref(&booking)).await?;
    let all = db.table::<Elsewhere>();
    let (room, booking) = (Elsewhere::Room(room), Elsewhere::Booking(booking));
    assert_eq!(all.query("h-1").await?, [booking.clone(), room.clone()]);
    let booked = all.query("h-1").sort_key(|k| k.begins_with("BOOKING#"));
    assert_eq!(booked.await?, std::slice::from_ref(&booking));
    assert_eq!(all.get(("h-1", 7)).await?, Some(room.clone()), "a tuple is the first variant's");
    let key = ElsewhereKey::Booking(elsewhere::BookingKey { hotel: "h-1".into(), number: 9 });
    assert_eq!(all.get(&key).await?, Some(booking.clone()));
    assert_eq!(all.batch_get([key]).await?, [Some(booking.clone())]);
    let key = elsewhere::BookingKey { hotel: "h-1".into(), number: 9 };
    assert_eq!(all.get(&key).await?, Some(booking.clone()), "the key struct says which variant's it is");
    let key = elsewhere::RoomKey { hotel: "h-1".into(), number: 7 };
    assert_eq!(all.get(&key).await?, Some(room.clone()));
    assert_eq!(all.batch_get([&key]).await?, [Some(room.clone())]);
    assert_eq!(rooms.query("h-1").project::<Elsewhere>().await?, [booking, room]);
    Ok(())
}

#[tokio::test]
async fn conditions_are_on_the_stored_text() -> Result<(), Error> {
    let (db, ..) = shop().await?;
    let shop = || db.table::<Shop>().query("c-1");
    assert_eq!(shop().sort_key(|k| k.begins_with("ORDER#2024-05-01")).await?.len(), 2);
    assert_eq!(shop().sort_key(|k| k.ge("P")).await?.len(), 1);
    assert_eq!(shop().sort_key(|k| k.lt("PROFILE")).descending().limit(3).await?.len(), 3);
    assert_eq!(shop().sort_key(|k| k.between("ORDER#2024-05-02", "PROFILE")).await?.len(), 3);
    assert!(matches!(&shop().sort_key(|k| k.eq("PROFILE")).await?[..], [Shop::Customer(_)]));
    let refused = shop().sort_key(|k| k.eq("")).await.unwrap_err().to_string();
    assert!(refused.contains("`SK` is empty"), "{refused}");
    Ok(())
}

#[test]
fn the_schema_is_that_of_all() {
    let schema = Shop::SCHEMA;
    assert_eq!((schema.item, schema.partition_key.name, schema.sort_key.unwrap().name), ("Shop", "PK", "SK"));
    let indexes: Vec<_> = schema.indexes.iter().map(|index| (index.name, index.kind)).collect();
    assert_eq!(indexes, [("GSI1", IndexKind::Global)]);
}

#[test]
fn each_is_stored_as_itself() {
    let customer = ShopCustomer { customer_id: "c-2".into(), name: "Bo".into(), version: 3 };
    let item = Shop::encode(&Shop::Customer(customer.clone())).unwrap();
    assert_eq!(item, ShopCustomer::encode(&customer).unwrap());
    assert_eq!(Shop::decode(item.clone()).unwrap(), Shop::Customer(customer));
    let mut other = item.clone();
    other.insert("type".into(), s("invoice"));
    let message = Shop::decode(other).unwrap_err().to_string();
    assert!(message.contains("type") && message.contains("a variant of `Shop`"), "{message}");
    let mut without = item;
    without.remove("type");
    assert!(Shop::decode(without).unwrap_err().to_string().contains("type"));
    let _ = Expect::<u64>::Any;
}

#[tokio::test]
async fn their_table_is_made_as_one() -> Result<(), Error> {
    let db = dynamo_model::Dynamo::embedded();
    db.table::<Shop>().create_table().await?;
    // The indexes of all variants are there.
    db.table::<ShopOrder>().create_table().await?;
    assert_eq!(db.table::<ShopOrder>().index(|i| i.gsi1).scan().count().await?, 0);
    Ok(())
}

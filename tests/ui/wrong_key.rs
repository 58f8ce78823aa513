mod items;

use dynamo_model::{Expect, Table};
use items::{CustomerId, Note, Order, OrderKey};

fn notes(notes: Table<Note>, key: OrderKey, order: Order) {
    let _ = notes.get(5);
    let _ = notes.get(("n-1", "x"));
    let _ = notes.get(&key);
    let _ = notes.get(order);
    let _ = notes.delete_at(5, Expect::Any);
}

fn orders(orders: Table<Order>, customer: CustomerId) {
    let _ = orders.get(&customer);
    let _ = orders.get(("c-1", "o-1"));
    let _ = orders.get((&customer, 5));
}

fn main() {}

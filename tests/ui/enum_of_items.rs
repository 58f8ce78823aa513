#![allow(unused)]
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
    id: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "shop", type_attribute(name = "type", value = "customer"))]
struct Person {
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
#[dynamo(table = "other", type_attribute(name = "type", value = "else"))]
struct Elsewhere {
    #[partition_key]
    pk: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "shop")]
enum Shop {
    Customer(Customer),
    Order(Order),
    Person(Person),
    Untold(Untold),
    Elsewhere(Elsewhere),
}

fn main() {}

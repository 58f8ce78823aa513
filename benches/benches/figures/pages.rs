//! All pages of a query through the library and by hand, both through the SDK, on a connection that answers at once.

use std::{collections::HashMap, time::Duration};

use aws_sdk_dynamodb::types::KeysAndAttributes;
use dynamo_benches::{Error, measure::each};
use dynamo_model::Dynamo;
use futures_util::TryStreamExt as _;

use crate::{
    by_hand::text,
    order::{Order, sample},
    request::{STORED, client, runtime},
};

/// How many items there are, on how many pages.
pub(crate) const ITEMS: u32 = 10_000;
const PAGES: u32 = 10;

const ID: &str = "order-2024-000001";

/// Every page but the last says where the next one begins, which the SDK's paginator wants to differ from page to page.
fn pages() -> impl Iterator<Item = String> {
    let count = ITEMS / PAGES;
    let items = vec![STORED; count as usize].join(",");
    (1..=PAGES).map(move |page| {
        let next = if page < PAGES {
            format!(r#","LastEvaluatedKey":{{"id":{{"S":"order-{page:011}"}}}}"#)
        } else {
            String::new()
        };
        format!(r#"{{"Count":{count},"Items":[{items}]{next},"ScannedCount":{count}}}"#)
    })
}

/// What is compared must be the same items.
fn all(orders: &[Order]) -> Result<(), Error> {
    let sample = sample();
    let same = orders.len() == ITEMS as usize && orders.iter().all(|order| *order == sample);
    if same { Ok(()) } else { Err(format!("{} orders, or others than asked for", orders.len()).into()) }
}

pub(crate) fn stream(rounds: u32) -> Result<Duration, Error> {
    let (runtime, orders) = (runtime()?, Dynamo::new(client(pages())).table::<Order>());
    let read = || runtime.block_on(async { Ok::<Vec<_>, Error>(orders.query(ID).stream().try_collect().await?) });
    all(&read()?)?;
    each(rounds, || Ok(()), |()| read())
}

pub(crate) fn stream_by_hand(rounds: u32) -> Result<Duration, Error> {
    let (runtime, client) = (runtime()?, client(pages()));
    let read = || {
        runtime.block_on(async {
            let query = client.query().table_name("orders").key_condition_expression("#n0 = :v0");
            let query = query.expression_attribute_names("#n0", "id").expression_attribute_values(":v0", text(ID));
            let (mut items, mut orders) = (query.into_paginator().items().send(), Vec::new());
            while let Some(item) = items.try_next().await? {
                orders.push(Order::decode_by_hand(item)?);
            }
            Ok::<_, Error>(orders)
        })
    };
    all(&read()?)?;
    each(rounds, || Ok(()), |()| read())
}

/// How many keys a request takes.
const KEYS: u32 = 100;

fn id(number: u32) -> String {
    format!("order-{number:011}")
}

/// The answers to all requests, their items from the last to the first: the service promises no order.
fn batches() -> impl Iterator<Item = String> {
    (0..ITEMS / KEYS).map(|request| {
        let numbers = (request * KEYS..(request + 1) * KEYS).rev();
        let items: Vec<String> = numbers.map(|number| STORED.replacen(ID, &id(number), 1)).collect();
        format!(r#"{{"Responses":{{"orders":[{}]}},"UnprocessedKeys":{{}}}}"#, items.join(","))
    })
}

/// What is compared must be the same items, in the order of the keys.
fn in_order(orders: &[Option<Order>]) -> Result<(), Error> {
    let ids = (0..ITEMS).map(id);
    let same = orders.iter().map(|order| order.as_ref().map(|order| order.id.clone())).eq(ids.map(Some));
    if same { Ok(()) } else { Err("other orders than asked for".into()) }
}

pub(crate) fn batch_get(rounds: u32) -> Result<Duration, Error> {
    let (runtime, orders) = (runtime()?, Dynamo::new(client(batches())).table::<Order>());
    let read = || {
        let batch = orders.batch_get((0..ITEMS).map(id)).concurrency(1);
        runtime.block_on(async { Ok::<Vec<_>, Error>(batch.await?) })
    };
    in_order(&read()?)?;
    each(rounds, || Ok(()), |()| read())
}

pub(crate) fn batch_get_by_hand(rounds: u32) -> Result<Duration, Error> {
    let (runtime, client) = (runtime()?, client(batches()));
    let read = || {
        runtime.block_on(async {
            let mut found = Vec::with_capacity(ITEMS as usize);
            for request in 0..ITEMS / KEYS {
                let ids: Vec<String> = (request * KEYS..(request + 1) * KEYS).map(id).collect();
                let keys = ids.iter().map(|id| HashMap::from([("id".to_owned(), text(id))])).collect();
                let keys = KeysAndAttributes::builder().set_keys(Some(keys)).build()?;
                let output = client.batch_get_item().request_items("orders", keys).send().await?;
                let items = output.responses.and_then(|mut tables| tables.remove("orders")).unwrap_or_default();
                let mut by_id = HashMap::with_capacity(items.len());
                for item in items {
                    let order = Order::decode_by_hand(item)?;
                    by_id.insert(order.id.clone(), order);
                }
                found.extend(ids.iter().map(|id| by_id.remove(id)));
            }
            Ok::<_, Error>(found)
        })
    };
    in_order(&read()?)?;
    each(rounds, || Ok(()), |()| read())
}

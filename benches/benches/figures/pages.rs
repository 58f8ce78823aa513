//! Many items through the library and by hand, both through the SDK, on a connection that answers at once: all pages of
//! a query, batches, transactions.

use std::{
    collections::{HashMap, VecDeque, hash_map::Entry},
    time::Duration,
};

use aws_sdk_dynamodb::{
    Client,
    types::{AttributeValue, Get, KeysAndAttributes, TransactGetItem},
};
use dynamo_benches::{Error, measure::each};
use dynamo_model::Dynamo;
use futures_util::TryStreamExt as _;

use crate::{
    by_hand::{Item, text},
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

/// How many keys a request takes, of a batch or a transaction.
const KEYS: u32 = 100;

/// What a loop by hand waits before it asks again for what was not processed.
const PAUSE: Duration = Duration::from_millis(50);

fn id(number: u32) -> String {
    format!("order-{number:011}")
}

fn stored(number: u32) -> String {
    STORED.replacen(ID, &id(number), 1)
}

/// The answers to all requests, their items from the last to the first: the service promises no order.
fn batches() -> impl Iterator<Item = String> {
    (0..ITEMS / KEYS).map(|request| {
        let numbers = (request * KEYS..(request + 1) * KEYS).rev();
        let items: Vec<String> = numbers.map(stored).collect();
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
        let ids: Vec<String> = (0..ITEMS).map(id).collect();
        runtime.block_on(orders_of(&client, &ids))
    };
    in_order(&read()?)?;
    each(rounds, || Ok(()), |()| read())
}

/// The orders in the order of their ids, of which some may be given twice: the service refuses a key that is in a request
/// twice, and may leave some of them for another request.
async fn orders_of(client: &Client, ids: &[String]) -> Result<Vec<Option<Order>>, Error> {
    let mut waiting: VecDeque<Item> = VecDeque::with_capacity(ids.len());
    let (mut positions, mut again) = (HashMap::with_capacity(ids.len()), Vec::new());
    for (position, id) in ids.iter().enumerate() {
        match positions.entry(id.as_str()) {
            Entry::Vacant(entry) => {
                entry.insert(position);
                waiting.push_back(HashMap::from([("id".to_owned(), text(id))]));
            }
            Entry::Occupied(entry) => again.push((position, *entry.get())),
        }
    }
    let mut found: Vec<Option<Order>> = vec![None; ids.len()];
    while !waiting.is_empty() {
        let keys = waiting.drain(..waiting.len().min(KEYS as usize)).collect();
        let keys = KeysAndAttributes::builder().set_keys(Some(keys)).build()?;
        let output = client.batch_get_item().request_items("orders", keys).send().await?;
        for item in output.responses.and_then(|mut tables| tables.remove("orders")).unwrap_or_default() {
            let order = Order::decode_by_hand(item)?;
            if let Some(place) = positions.get(order.id.as_str()).and_then(|position| found.get_mut(*position)) {
                *place = Some(order);
            }
        }
        if let Some(left) = output.unprocessed_keys.and_then(|mut tables| tables.remove("orders")) {
            tokio::time::sleep(PAUSE).await;
            waiting.extend(left.keys);
        }
    }
    for (position, first) in again {
        let order = found.get(first).cloned().flatten();
        if let Some(place) = found.get_mut(position) {
            *place = order;
        }
    }
    Ok(found)
}

/// The answers to all transactions, in the order of what was asked for, as the service gives them.
fn transactions() -> impl Iterator<Item = String> {
    (0..ITEMS / KEYS).map(|request| {
        let numbers = request * KEYS..(request + 1) * KEYS;
        let items: Vec<String> = numbers.map(|number| format!(r#"{{"Item":{}}}"#, stored(number))).collect();
        format!(r#"{{"Responses":[{}]}}"#, items.join(","))
    })
}

pub(crate) fn transact_get(rounds: u32) -> Result<Duration, Error> {
    let (runtime, db) = (runtime()?, Dynamo::new(client(transactions())));
    let read = || {
        runtime.block_on(async {
            let mut found = Vec::with_capacity(ITEMS as usize);
            for request in 0..ITEMS / KEYS {
                let ids = (request * KEYS..(request + 1) * KEYS).map(id);
                found.extend(db.transact_get().get_all::<Order>(ids).await?);
            }
            Ok::<_, Error>(found)
        })
    };
    in_order(&read()?)?;
    each(rounds, || Ok(()), |()| read())
}

pub(crate) fn transact_get_by_hand(rounds: u32) -> Result<Duration, Error> {
    let (runtime, client) = (runtime()?, client(transactions()));
    let read = || {
        runtime.block_on(async {
            let mut found = Vec::with_capacity(ITEMS as usize);
            for request in 0..ITEMS / KEYS {
                let mut actions = Vec::with_capacity(KEYS as usize);
                for number in request * KEYS..(request + 1) * KEYS {
                    let get = Get::builder().table_name("orders").key("id", AttributeValue::S(id(number))).build()?;
                    actions.push(TransactGetItem::builder().get(get).build());
                }
                let output = client.transact_get_items().set_transact_items(Some(actions)).send().await?;
                for response in output.responses.unwrap_or_default() {
                    found.push(response.item.map(Order::decode_by_hand).transpose()?);
                }
            }
            Ok::<_, Error>(found)
        })
    };
    in_order(&read()?)?;
    each(rounds, || Ok(()), |()| read())
}

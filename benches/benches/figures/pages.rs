//! All pages of a query through the library and by hand, both through the SDK, on a connection that answers at once.

use std::time::Duration;

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

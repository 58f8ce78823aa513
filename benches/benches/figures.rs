//! Encoding, decoding and requests: what they cost through the library, by hand and through `serde_dynamo`.
//!
//! See the README of this package.

#[path = "figures/by_hand.rs"]
mod by_hand;
#[path = "figures/filter.rs"]
mod filter;
#[path = "figures/memory.rs"]
mod memory;
#[path = "figures/order.rs"]
mod order;
#[path = "figures/pages.rs"]
mod pages;
#[path = "figures/product.rs"]
mod product;
#[path = "figures/request.rs"]
mod request;

use std::{process::ExitCode, time::Duration};

use dynamo_benches::{
    Error,
    measure::{Case, Cost, each, measure, requested},
    table::{Row, print},
};
use dynamo_model::DynamoItem;

use self::{order::Order, product::Product};

/// The cases of one item: what, how, and what is measured.
macro_rules! conversions {
    ($encode:ident $decode:ident $item:ty, $sample:path) => {
        mod $encode {
            use super::*;
            pub(super) fn ours(rounds: u32) -> Result<Duration, Error> {
                let item = $sample();
                each(rounds, || Ok(&item), |item| Ok(<$item>::encode(item)?))
            }
            pub(super) fn by_hand(rounds: u32) -> Result<Duration, Error> {
                let item = $sample();
                each(rounds, || Ok(&item), |item| Ok(item.encode_by_hand()))
            }
            pub(super) fn serde(rounds: u32) -> Result<Duration, Error> {
                let item = $sample();
                each(rounds, || Ok(&item), |item| Ok(serde_dynamo::to_item::<_, by_hand::Item>(item)?))
            }
        }
        mod $decode {
            use super::*;
            pub(super) fn ours(rounds: u32) -> Result<Duration, Error> {
                let stored = $sample().encode_by_hand();
                each(rounds, || Ok(stored.clone()), |stored| Ok(<$item>::decode(stored)?))
            }
            pub(super) fn by_hand(rounds: u32) -> Result<Duration, Error> {
                let stored = $sample().encode_by_hand();
                each(rounds, || Ok(stored.clone()), |stored| Ok(<$item>::decode_by_hand(stored)?))
            }
            pub(super) fn serde(rounds: u32) -> Result<Duration, Error> {
                let stored = $sample().encode_by_hand();
                each(rounds, || Ok(stored.clone()), |stored| Ok(serde_dynamo::from_item::<_, $item>(stored)?))
            }
        }
    };
}
conversions! { encode_order decode_order Order, order::sample }
conversions! { encode_product decode_product Product, product::sample }

const CASES: [Case; 24] = [
    Case { name: "encode/order/ours", run: encode_order::ours, items: 1 },
    Case { name: "encode/order/by hand", run: encode_order::by_hand, items: 1 },
    Case { name: "encode/order/serde_dynamo", run: encode_order::serde, items: 1 },
    Case { name: "decode/order/ours", run: decode_order::ours, items: 1 },
    Case { name: "decode/order/by hand", run: decode_order::by_hand, items: 1 },
    Case { name: "decode/order/serde_dynamo", run: decode_order::serde, items: 1 },
    Case { name: "encode/product/ours", run: encode_product::ours, items: 1 },
    Case { name: "encode/product/by hand", run: encode_product::by_hand, items: 1 },
    Case { name: "encode/product/serde_dynamo", run: encode_product::serde, items: 1 },
    Case { name: "decode/product/ours", run: decode_product::ours, items: 1 },
    Case { name: "decode/product/by hand", run: decode_product::by_hand, items: 1 },
    Case { name: "decode/product/serde_dynamo", run: decode_product::serde, items: 1 },
    Case { name: "update/order/ours", run: request::update, items: 1 },
    Case { name: "update/order/by hand", run: request::update_by_hand, items: 1 },
    Case { name: "get/order/ours", run: request::get, items: 1 },
    Case { name: "get/order/by hand", run: request::get_by_hand, items: 1 },
    Case { name: "filter/query of 20 terms/ours", run: filter::ours, items: 1 },
    Case { name: "filter/query of 20 terms/by hand", run: filter::theirs, items: 1 },
    Case { name: "stream/orders/ours", run: pages::stream, items: pages::ITEMS },
    Case { name: "stream/orders/by hand", run: pages::stream_by_hand, items: pages::ITEMS },
    Case { name: "batch_get/orders/ours", run: pages::batch_get, items: pages::ITEMS },
    Case { name: "batch_get/orders/by hand", run: pages::batch_get_by_hand, items: pages::ITEMS },
    Case { name: "transact_get/orders/ours", run: pages::transact_get, items: pages::ITEMS },
    Case { name: "transact_get/orders/by hand", run: pages::transact_get_by_hand, items: pages::ITEMS },
];

/// The greatest ratio that is fine, of each operation against each other way. `None` for information.
fn target(operation: &str, other: &str) -> Option<f64> {
    match (operation, other) {
        ("encode", "by hand") => Some(1.0),
        ("encode", _) => Some(0.5),
        ("decode", "by hand") => Some(0.7),
        ("decode", _) => Some(0.33),
        ("update", _) => Some(1.03),
        ("stream" | "batch_get" | "transact_get", _) => Some(0.4),
        ("filter", _) => Some(1.5),
        _ => None,
    }
}

fn main() -> Result<ExitCode, Error> {
    same_items()?;
    if let Some(counted) = requested(&CASES) {
        return counted.map(|()| ExitCode::SUCCESS);
    }
    if let Some(streamed) = memory::requested() {
        return streamed.map(|()| ExitCode::SUCCESS);
    }
    let cases: Vec<Case> = CASES.into_iter().filter(|case| is_wanted(case.name)).collect();
    let costs = measure(&cases)?;
    let mut rows = Vec::new();
    let mut ours = None;
    for (case, cost) in cases.iter().zip(costs) {
        let (subject, how) = case.name.rsplit_once('/').ok_or("a case is called `what/item/how`")?;
        if how == "ours" {
            ours = Some(cost);
        } else if let Some(ours) = ours {
            rows.extend(compare(subject, how, ours, cost));
        }
    }
    if is_wanted("memory") {
        rows.extend(memory::row()?);
    }
    Ok(print("Ratios of one run: ours to the other way.", &rows))
}

/// Whether the command line asks for all, or for what begins so: `--only filter`.
fn is_wanted(name: &str) -> bool {
    let only = std::env::args().skip_while(|argument| argument != "--only").nth(1);
    only.is_none_or(|only| name.starts_with(&only))
}

/// One row of instructions and one of allocations, or one of time.
fn compare(subject: &str, other: &str, ours: Cost, cost: Cost) -> Vec<Row> {
    let (operation, _) = subject.split_once('/').unwrap_or((subject, ""));
    let target = target(operation, other);
    let row = |unit, ours, other_cost, target| Row {
        case: format!("{subject} / {other}, {unit}"),
        ours,
        other: other_cost,
        target,
    };
    match (ours, cost) {
        (
            Cost::Counted { instructions: ours, allocations: our_allocations },
            Cost::Counted { instructions, allocations },
        ) => {
            // Allocations have a target of their own in requests alone.
            let allocations_target = target.filter(|_| operation == "update");
            vec![
                row("instructions", ours, instructions, target),
                row("allocations", our_allocations, allocations, allocations_target),
            ]
        }
        (Cost::Timed(ours), Cost::Timed(time)) => {
            vec![row("ns", ours.as_secs_f64() * 1e9, time.as_secs_f64() * 1e9, target)]
        }
        _ => Vec::new(),
    }
}

/// What is compared must do the same.
fn same_items() -> Result<(), Error> {
    let (order, product) = (order::sample(), product::sample());
    let same = Order::encode(&order)? == order.encode_by_hand()
        && serde_dynamo::to_item::<_, by_hand::Item>(&order)? == order.encode_by_hand()
        && Order::decode(order.encode_by_hand())? == order
        && Order::decode_by_hand(order.encode_by_hand())? == order
        && Product::encode(&product)? == product.encode_by_hand()
        && serde_dynamo::to_item::<_, by_hand::Item>(&product)? == product.encode_by_hand()
        && Product::decode(product.encode_by_hand())? == product
        && Product::decode_by_hand(product.encode_by_hand())? == product;
    if same { Ok(()) } else { Err("the ways to encode or decode differ".into()) }
}

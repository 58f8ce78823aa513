//! A query with a filter of twenty terms: building and rendering it, and the same text and maps written by hand.

use std::time::Duration;

use aws_sdk_dynamodb::{
    operation::query::{QueryInput, builders::QueryInputBuilder},
    types::AttributeValue,
};
use dynamo_benches::{Error, measure::each};
use dynamo_model::{Dynamo, Table};

use crate::{
    by_hand::{number, text},
    order::Order,
    request::client,
};

const ID: &str = "order-2024-000001";

fn filtered(orders: &Table<Order>) -> Result<QueryInputBuilder, Error> {
    let query = orders.query(ID).filter(|o| {
        o.customer
            .eq("customer-4711")
            .and(o.customer.ne("customer-4712"))
            .and(o.customer.begins_with("customer-"))
            .and(o.status.eq("shipped"))
            .and(o.status.ne("lost"))
            .and(o.status.gt("a"))
            .and(o.placed_at.ge("2024-05-01T00:00:00Z"))
            .and(o.placed_at.lt("2024-06-01T00:00:00Z"))
            .and(o.total_cents.gt(100))
            .and(o.total_cents.le(100_000))
            .and(o.total_cents.ne(5_000))
            .and(o.paid.eq(true))
            .and(o.note.exists())
            .and(o.note.contains("door"))
            .and(o.note.begins_with("leave"))
            .and(o.tags.contains("gift"))
            .and(o.tags.contains("priority"))
            .and(o.lines.exists())
            .and(o.version.ge(1))
            .and(o.version.lt(1_000))
    });
    Ok(query.into_request()?)
}

const FILTER: &str = "#n1 = :v1 AND #n1 <> :v2 AND begins_with(#n1, :v3) AND #n2 = :v4 AND #n2 <> :v5 AND #n2 > :v6 \
                      AND #n3 >= :v7 AND #n3 < :v8 AND #n4 > :v9 AND #n4 <= :v10 AND #n4 <> :v11 AND #n5 = :v12 \
                      AND attribute_exists(#n6) AND contains(#n6, :v13) AND begins_with(#n6, :v14) \
                      AND contains(#n7, :v15) AND contains(#n7, :v16) AND attribute_exists(#n8) AND #n9 >= :v17 \
                      AND #n9 < :v18";

fn by_hand() -> QueryInputBuilder {
    QueryInput::builder()
        .table_name("orders")
        .key_condition_expression("#n0 = :v0")
        .filter_expression(FILTER)
        .expression_attribute_names("#n0", "id")
        .expression_attribute_names("#n1", "customer")
        .expression_attribute_names("#n2", "status")
        .expression_attribute_names("#n3", "placed_at")
        .expression_attribute_names("#n4", "total_cents")
        .expression_attribute_names("#n5", "paid")
        .expression_attribute_names("#n6", "note")
        .expression_attribute_names("#n7", "tags")
        .expression_attribute_names("#n8", "lines")
        .expression_attribute_names("#n9", "version")
        .expression_attribute_values(":v0", text(ID))
        .expression_attribute_values(":v1", text("customer-4711"))
        .expression_attribute_values(":v2", text("customer-4712"))
        .expression_attribute_values(":v3", text("customer-"))
        .expression_attribute_values(":v4", text("shipped"))
        .expression_attribute_values(":v5", text("lost"))
        .expression_attribute_values(":v6", text("a"))
        .expression_attribute_values(":v7", text("2024-05-01T00:00:00Z"))
        .expression_attribute_values(":v8", text("2024-06-01T00:00:00Z"))
        .expression_attribute_values(":v9", number(&100))
        .expression_attribute_values(":v10", number(&100_000))
        .expression_attribute_values(":v11", number(&5_000))
        .expression_attribute_values(":v12", AttributeValue::Bool(true))
        .expression_attribute_values(":v13", text("door"))
        .expression_attribute_values(":v14", text("leave"))
        .expression_attribute_values(":v15", text("gift"))
        .expression_attribute_values(":v16", text("priority"))
        .expression_attribute_values(":v17", number(&1))
        .expression_attribute_values(":v18", number(&1_000))
}

pub(crate) fn ours(rounds: u32) -> Result<Duration, Error> {
    let orders = Dynamo::new(client(["{}"])).table::<Order>();
    let (ours, theirs) = (filtered(&orders)?, by_hand());
    if ours != theirs {
        return Err(format!("the requests differ: {ours:?}\n{theirs:?}").into());
    }
    each(rounds, || Ok(()), |()| filtered(&orders))
}

pub(crate) fn theirs(rounds: u32) -> Result<Duration, Error> {
    each(rounds, || Ok(()), |()| Ok(by_hand()))
}

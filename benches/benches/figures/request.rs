//! Requests through the library and by hand, both through the SDK, on a connection that answers at once.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use aws_sdk_dynamodb::{
    Client, Config,
    config::{BehaviorVersion, Credentials, Region},
    types::{AttributeValue, ReturnValuesOnConditionCheckFailure},
};
use aws_smithy_runtime_api::{
    client::{
        http::{HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector},
        orchestrator::{HttpRequest, HttpResponse},
        runtime_components::RuntimeComponents,
    },
    http::StatusCode,
};
use aws_smithy_types::body::SdkBody;
use dynamo_benches::{Error, measure::each};
use dynamo_model::{Dynamo, Table};
use tokio::runtime::{Builder, Runtime};

use crate::{
    by_hand::{number, text},
    order::{Line, Order, sample},
};

/// Answers requests with these bodies in turn, over and over.
#[derive(Debug, Clone)]
struct Ready {
    bodies: Arc<[SdkBody]>,
    turn: Arc<AtomicUsize>,
}

impl HttpConnector for Ready {
    fn call(&self, _: HttpRequest) -> HttpConnectorFuture {
        let turn = self.turn.fetch_add(1, Ordering::Relaxed) % self.bodies.len();
        let body = self.bodies.get(turn).and_then(SdkBody::try_clone).unwrap_or_else(SdkBody::empty);
        let answer = StatusCode::try_from(200).map(|status| {
            let mut response = HttpResponse::new(status, body);
            response.headers_mut().insert("content-type", "application/x-amz-json-1.0");
            response
        });
        HttpConnectorFuture::ready(
            answer.map_err(|error| aws_smithy_runtime_api::client::result::ConnectorError::other(error.into(), None)),
        )
    }
}

impl HttpClient for Ready {
    fn http_connector(&self, _: &HttpConnectorSettings, _: &RuntimeComponents) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}

/// The order as it is answered.
macro_rules! stored {
    () => {
        r#"{"id":{"S":"order-2024-000001"},"customer":{"S":"customer-4711"},"status":{"S":"shipped"},"placed_at":{"S":"2024-05-01T12:30:00Z"},"total_cents":{"N":"12990"},"paid":{"BOOL":true},"note":{"S":"leave at the door"},"address":{"M":{"street":{"S":"1 Main Street"},"city":{"S":"Springfield"},"postal_code":{"S":"12345"},"country":{"S":"US"}}},"lines":{"L":[{"M":{"sku":{"S":"sku-0001"},"quantity":{"N":"1"},"price_cents":{"N":"4330"}}},{"M":{"sku":{"S":"sku-0002"},"quantity":{"N":"2"},"price_cents":{"N":"4330"}}},{"M":{"sku":{"S":"sku-0003"},"quantity":{"N":"3"},"price_cents":{"N":"4330"}}}]},"tags":{"SS":["gift","priority","tracked"]},"version":{"N":"7"}}"#
    };
}
pub(crate) const STORED: &str = stored!();
const UPDATED: &str = "{}";
const FOUND: &str = concat!(r#"{"Item":"#, stored!(), "}");

const UPDATE: &str = "SET #n0 = :v0, #n1 = :v1, #n2 = :v2, #n3 = :v3, #n4 = :v4, #n5 = :v5, #n6 = :v6, #n7 = :v7, \
                      #n8 = :v8, #n9 = :v9";
const CONDITION: &str = "#n9 = :v10";

pub(crate) fn client<B: Into<SdkBody>>(answers: impl IntoIterator<Item = B>) -> Client {
    let bodies = answers.into_iter().map(Into::into).collect();
    let config = Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::from_static("us-east-1"))
        .credentials_provider(Credentials::new("id", "secret", None, None, "benches"))
        .http_client(Ready { bodies, turn: Arc::default() });
    Client::from_conf(config.build())
}

pub(crate) fn runtime() -> Result<Runtime, Error> {
    Ok(Builder::new_current_thread().enable_time().build()?)
}

fn orders(answer: &'static str) -> Table<Order> {
    Dynamo::new(client([answer])).table()
}

pub(crate) fn update(rounds: u32) -> Result<Duration, Error> {
    let (runtime, orders) = (runtime()?, orders(UPDATED));
    same_request(&orders)?;
    each(
        rounds,
        || Ok(sample()),
        |mut order| {
            runtime.block_on(async { orders.update(&mut order).await })?;
            Ok(order)
        },
    )
}

pub(crate) fn update_by_hand(rounds: u32) -> Result<Duration, Error> {
    let (runtime, client) = (runtime()?, client([UPDATED]));
    each(
        rounds,
        || Ok(sample()),
        |mut order| {
            runtime.block_on(async {
                request(&client, &order).send().await?;
                order.version += 1;
                Ok::<_, Error>(order)
            })
        },
    )
}

type Request = aws_sdk_dynamodb::operation::update_item::builders::UpdateItemFluentBuilder;

fn request(client: &Client, order: &Order) -> Request {
    client
        .update_item()
        .table_name("orders")
        .key("id", text(&order.id))
        .update_expression(UPDATE)
        .condition_expression(CONDITION)
        .expression_attribute_names("#n0", "customer")
        .expression_attribute_names("#n1", "status")
        .expression_attribute_names("#n2", "placed_at")
        .expression_attribute_names("#n3", "total_cents")
        .expression_attribute_names("#n4", "paid")
        .expression_attribute_names("#n5", "note")
        .expression_attribute_names("#n6", "address")
        .expression_attribute_names("#n7", "lines")
        .expression_attribute_names("#n8", "tags")
        .expression_attribute_names("#n9", "version")
        .expression_attribute_values(":v0", text(&order.customer))
        .expression_attribute_values(":v1", text(&order.status))
        .expression_attribute_values(":v2", text(&order.placed_at))
        .expression_attribute_values(":v3", number(&order.total_cents))
        .expression_attribute_values(":v4", AttributeValue::Bool(order.paid))
        .expression_attribute_values(":v5", text(order.note.as_deref().unwrap_or_default()))
        .expression_attribute_values(":v6", order.address.encode_by_hand())
        .expression_attribute_values(":v7", AttributeValue::L(order.lines.iter().map(Line::encode_by_hand).collect()))
        .expression_attribute_values(":v8", AttributeValue::Ss(order.tags.iter().cloned().collect()))
        .expression_attribute_values(":v9", number(&(order.version + 1)))
        .expression_attribute_values(":v10", number(&order.version))
        .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
}

/// What is compared must be the same request.
fn same_request(orders: &Table<Order>) -> Result<(), Error> {
    let ours = orders.update(&mut sample()).into_request()?;
    let by_hand = request(orders.client(), &sample());
    if ours != *by_hand.as_input() {
        return Err(format!("the requests differ: {ours:?}\n{:?}", by_hand.as_input()).into());
    }
    Ok(())
}

pub(crate) fn get(rounds: u32) -> Result<Duration, Error> {
    let (runtime, orders) = (runtime()?, orders(FOUND));
    each(
        rounds,
        || Ok(()),
        |()| {
            let order = runtime.block_on(async { orders.get("order-2024-000001").await })?;
            Ok(order.ok_or("the order is missing")?)
        },
    )
}

pub(crate) fn get_by_hand(rounds: u32) -> Result<Duration, Error> {
    let (runtime, client) = (runtime()?, client([FOUND]));
    each(
        rounds,
        || Ok(()),
        |()| {
            runtime.block_on(async {
                let request = client.get_item().table_name("orders").key("id", text("order-2024-000001"));
                let item = request.send().await?.item.ok_or("the order is missing")?;
                Ok::<_, Error>(Order::decode_by_hand(item)?)
            })
        },
    )
}

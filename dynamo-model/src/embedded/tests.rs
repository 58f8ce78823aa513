//! Each fault as the real SDK client sees it, on a paused clock.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on has failed")]
#![expect(clippy::indexing_slicing, clippy::panic, reason = "a test that cannot go on has failed")]

mod batches;
mod engine;
mod transactions;

use std::error::Error as _;
use std::io;
use std::time::Duration;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::retry::RetryConfig;
use aws_sdk_dynamodb::config::timeout::TimeoutConfig;
use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodb::operation::put_item::builders::PutItemFluentBuilder;
use aws_sdk_dynamodb::types::{
    AttributeDefinition, AttributeValue, BillingMode, KeySchemaElement, KeyType, ScalarAttributeType,
};
use tokio::time::{Instant, timeout};

use super::Embedded;

const TABLE: &str = "notes";

fn text(value: &str) -> AttributeValue {
    AttributeValue::S(value.to_owned())
}

fn number(value: i64) -> AttributeValue {
    AttributeValue::N(value.to_string())
}

/// An engine with the table `notes`, no request recorded, and its client.
async fn start() -> (Embedded, Client) {
    let engine = Embedded::new();
    let client = engine.client();
    create_table(&client).await;
    engine.clear_requests();
    (engine, client)
}

async fn create_table(client: &Client) {
    client
        .create_table()
        .table_name(TABLE)
        .attribute_definitions(
            AttributeDefinition::builder().attribute_name("pk").attribute_type(ScalarAttributeType::S).build().unwrap(),
        )
        .key_schema(KeySchemaElement::builder().attribute_name("pk").key_type(KeyType::Hash).build().unwrap())
        .billing_mode(BillingMode::PayPerRequest)
        .send()
        .await
        .unwrap();
}

/// A client that sends every request once.
fn no_retries(engine: &Embedded) -> Client {
    Client::from_conf(engine.config().retry_config(RetryConfig::disabled()).build())
}

fn put(client: &Client, pk: &str, version: i64) -> PutItemFluentBuilder {
    client.put_item().table_name(TABLE).item("pk", text(pk)).item("version", number(version))
}

fn create(client: &Client, pk: &str) -> PutItemFluentBuilder {
    put(client, pk, 1).condition_expression("attribute_not_exists(pk)")
}

async fn exists(client: &Client, pk: &str) -> bool {
    let got = client.get_item().table_name(TABLE).key("pk", text(pk)).consistent_read(true).send().await.unwrap();
    got.item.is_some()
}

fn operations(engine: &Embedded) -> Vec<String> {
    engine.requests().into_iter().map(|request| request.operation).collect()
}

fn status<E>(error: &SdkError<E>) -> u16 {
    error.raw_response().expect("an answer").status().as_u16()
}

#[tokio::test(start_paused = true)]
async fn a_lost_response_was_applied_and_is_retried() {
    let (engine, client) = start().await;
    engine.faults().lose_response(1);
    let error = create(&client, "a").send().await.unwrap_err();
    assert!(error.as_service_error().unwrap().is_conditional_check_failed_exception());
    assert!(exists(&client, "a").await);
    assert_eq!(operations(&engine), ["PutItem", "PutItem", "GetItem"]);

    engine.faults().lose_response(1);
    let error = create(&no_retries(&engine), "b").send().await.unwrap_err();
    let SdkError::DispatchFailure(failure) = error else { panic!("not a dispatch failure: {error:?}") };
    assert!(failure.is_io());
    assert!(exists(&client, "b").await);
}

#[tokio::test(start_paused = true)]
async fn a_lost_request_was_not_applied_and_reads_pass() {
    let (engine, client) = start().await;
    engine.faults().lose_request(1);
    assert!(!exists(&client, "a").await);
    create(&client, "a").send().await.unwrap();
    assert_eq!(operations(&engine), ["GetItem", "PutItem", "PutItem"]);

    engine.faults().lose_request(1);
    let error = create(&no_retries(&engine), "b").send().await.unwrap_err();
    let SdkError::DispatchFailure(failure) = error else { panic!("not a dispatch failure: {error:?}") };
    assert!(failure.is_io());
    assert!(!exists(&client, "b").await);
}

#[tokio::test(start_paused = true)]
async fn server_errors_before_and_after_the_write() {
    let (engine, client) = start().await;
    let once = no_retries(&engine);

    engine.faults().internal_server_error(1);
    let error = create(&once, "a").send().await.unwrap_err();
    assert_eq!(status(&error), 500);
    assert!(error.as_service_error().unwrap().is_internal_server_error());
    assert!(!exists(&client, "a").await);

    engine.faults().internal_server_error_after(1);
    let error = create(&once, "a").send().await.unwrap_err();
    assert_eq!(status(&error), 500);
    assert!(error.into_service_error().is_internal_server_error());
    assert!(exists(&client, "a").await);

    engine.faults().service_unavailable(1);
    let error = create(&once, "b").send().await.unwrap_err();
    assert_eq!((status(&error), error.code()), (503, Some("ServiceUnavailable")));
    assert!(!exists(&client, "b").await);

    engine.faults().internal_server_error(1).service_unavailable(1);
    engine.clear_requests();
    create(&client, "b").send().await.unwrap();
    assert_eq!(operations(&engine), ["PutItem"; 3]);
}

#[tokio::test(start_paused = true)]
async fn throttling_meets_every_operation() {
    let (engine, client) = start().await;
    engine.faults().throttle(2);
    client.list_tables().send().await.unwrap();
    assert_eq!(operations(&engine), ["ListTables"; 3]);

    engine.faults().throttle(1);
    let error = create(&no_retries(&engine), "a").send().await.unwrap_err();
    assert_eq!(status(&error), 400);
    assert!(error.into_service_error().is_provisioned_throughput_exceeded_exception());

    engine.faults().throttle(5).throttle(0);
    create(&client, "a").send().await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn of_the_conflicts_of_single_writes_the_sdk_retries_only_the_replicated_one() {
    let (engine, client) = start().await;
    engine.faults().transaction_conflict(1).replicated_write_conflict(1);
    assert!(!exists(&client, "a").await);
    let error = create(&client, "a").send().await.unwrap_err();
    assert_eq!(status(&error), 400);
    assert!(error.into_service_error().is_transaction_conflict_exception());
    let error = create(&no_retries(&engine), "a").send().await.unwrap_err();
    assert_eq!(status(&error), 400);
    assert!(error.into_service_error().is_replicated_write_conflict_exception());

    engine.clear_requests();
    engine.faults().replicated_write_conflict(1);
    create(&client, "a").send().await.unwrap();
    assert_eq!(operations(&engine), ["PutItem"; 2]);
}

#[tokio::test(start_paused = true)]
async fn each_direction_takes_the_delay() {
    let (engine, client) = start().await;
    let second = Duration::from_secs(1);
    engine.faults().delay(second);
    let started = Instant::now();
    create(&client, "a").send().await.unwrap();
    assert_eq!(started.elapsed(), 2 * second);

    let abandoned = timeout(second / 2, create(&client, "b").send()).await;
    assert!(abandoned.is_err());
    let applied = timeout(second * 3 / 2, create(&client, "c").send()).await;
    assert!(applied.is_err());
    engine.faults().reset();
    assert!(!exists(&client, "b").await);
    assert!(exists(&client, "c").await);
}

#[tokio::test(start_paused = true)]
async fn the_sdk_s_own_timeouts_work() {
    let (engine, client) = start().await;
    engine.faults().delay(Duration::from_secs(2));
    let read = TimeoutConfig::builder().read_timeout(Duration::from_secs(3)).build();
    let attempt = TimeoutConfig::builder().operation_attempt_timeout(Duration::from_secs(3)).build();
    for (pk, limits) in [("a", read), ("b", attempt)] {
        let config = engine.config().timeout_config(limits).retry_config(RetryConfig::disabled());
        let error = create(&Client::from_conf(config.build()), pk).send().await.unwrap_err();
        match error {
            SdkError::DispatchFailure(failure) => assert!(failure.is_timeout()),
            other => assert!(matches!(other, SdkError::TimeoutError(_))),
        }
    }
    engine.faults().reset();
    assert!(exists(&client, "a").await && exists(&client, "b").await);
}

#[tokio::test(start_paused = true)]
async fn an_unreachable_engine_refuses_connections_until_reset() {
    let (engine, client) = start().await;
    engine.faults().unreachable();
    let error = client.list_tables().send().await.unwrap_err();
    let SdkError::DispatchFailure(failure) = error else { panic!("not a dispatch failure: {error:?}") };
    assert!(failure.is_io());
    let source = failure.as_connector_error().unwrap().source().unwrap();
    assert_eq!(source.downcast_ref::<io::Error>().unwrap().kind(), io::ErrorKind::ConnectionRefused);
    assert_eq!(operations(&engine), ["ListTables"; 3]);
    engine.faults().reset();
    client.list_tables().send().await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn expired_credentials_are_refused_until_reset() {
    let (engine, client) = start().await;
    engine.faults().expired_credentials();
    for _ in 0..2 {
        let error = client.list_tables().send().await.unwrap_err();
        assert_eq!((status(&error), error.code()), (400, Some("ExpiredTokenException")));
    }
    assert_eq!(operations(&engine), ["ListTables"; 2]);
    engine.faults().reset();
    client.list_tables().send().await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_request_takes_one_fault_in_the_documented_order() {
    let (engine, client) = start().await;
    let once = no_retries(&engine);
    engine
        .faults()
        .lose_response(1)
        .internal_server_error_after(1)
        .replicated_write_conflict(1)
        .transaction_conflict(1)
        .transaction_in_progress(1)
        .internal_server_error(1)
        .service_unavailable(1)
        .throttle(1)
        .lose_request(1);
    let mut codes = Vec::new();
    for n in 0..9 {
        let outcome = put(&once, "a", n).send().await;
        codes.push(outcome.map_or_else(|error| error.code().unwrap_or("lost").to_owned(), |_| "applied".to_owned()));
    }
    let expected = [
        "lost",
        "ProvisionedThroughputExceededException",
        "ServiceUnavailable",
        "InternalServerError",
        "TransactionConflictException",
        "ReplicatedWriteConflictException",
        "InternalServerError",
        "lost",
        "applied",
    ];
    assert_eq!(codes, expected);
    assert!(exists(&client, "a").await);
}

#[tokio::test(start_paused = true)]
async fn nothing_shows_data_in_debug() {
    let (engine, client) = start().await;
    create(&client, "hush").send().await.unwrap();
    let request = engine.requests().remove(0);
    assert!(request.body.contains("hush"));
    let shown = format!("{engine:?} {:?} {request:?} {:?}", engine.faults(), engine.config().build());
    assert!(!shown.contains("hush"), "{shown}");
    assert!(shown.contains("PutItem"));
}

//! Faults of transactions.

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::operation::transact_write_items::builders::TransactWriteItemsFluentBuilder;
use aws_sdk_dynamodb::types::{Get, Put, TransactGetItem, TransactWriteItem};

use super::{TABLE, exists, no_retries, operations, start, status, text};

fn write_two(client: &Client) -> TransactWriteItemsFluentBuilder {
    let write = |pk| {
        let put = Put::builder().table_name(TABLE).item("pk", text(pk));
        TransactWriteItem::builder().put(put.condition_expression("attribute_not_exists(pk)").build().unwrap()).build()
    };
    client.transact_write_items().transact_items(write("a")).transact_items(write("b"))
}

#[tokio::test(start_paused = true)]
async fn a_conflict_cancels_with_one_reason_per_action() {
    let (engine, client) = start().await;
    engine.faults().transaction_conflict(2);
    let error = write_two(&client).send().await.unwrap_err();
    assert_eq!(status(&error), 400);
    let error = error.into_service_error();
    assert!(error.is_transaction_canceled_exception());
    let aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError::TransactionCanceledException(error) =
        error
    else {
        panic!("not cancelled")
    };
    let codes: Vec<_> = error.cancellation_reasons().iter().filter_map(|reason| reason.code()).collect();
    assert_eq!(codes, ["TransactionConflict", "None"]);
    assert!(error.message().unwrap().contains("[TransactionConflict, None]"));

    let get = Get::builder().table_name(TABLE).key("pk", text("a")).build().unwrap();
    let error = client
        .transact_get_items()
        .transact_items(TransactGetItem::builder().get(get).build())
        .send()
        .await
        .unwrap_err();
    assert!(error.into_service_error().is_transaction_canceled_exception());
    assert!(!exists(&client, "a").await);
    write_two(&client).send().await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_transaction_in_progress_is_retried_by_the_sdk() {
    let (engine, client) = start().await;
    engine.faults().transaction_in_progress(1);
    let error = write_two(&no_retries(&engine)).send().await.unwrap_err();
    assert_eq!(status(&error), 400);
    assert!(error.into_service_error().is_transaction_in_progress_exception());

    engine.clear_requests();
    engine.faults().transaction_in_progress(1);
    write_two(&client).send().await.unwrap();
    assert_eq!(operations(&engine), ["TransactWriteItems"; 2]);
}

#[tokio::test(start_paused = true)]
async fn the_token_makes_a_lost_transaction_safe_to_retry() {
    let (engine, client) = start().await;
    engine.faults().lose_response(1);
    write_two(&client).send().await.unwrap();
    let requests = engine.requests();
    assert_eq!(requests.len(), 2);
    assert_eq!(requests[0], requests[1]);
    assert!(exists(&client, "b").await);
}

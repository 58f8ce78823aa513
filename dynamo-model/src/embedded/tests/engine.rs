//! What the engine itself must do as `DynamoDB` does, because the faults and the conflicts build on it.

use aws_sdk_dynamodb::error::ProvideErrorMetadata;
use aws_sdk_dynamodb::operation::RequestId;
use aws_sdk_dynamodb::operation::delete_item::DeleteItemError;
use aws_sdk_dynamodb::operation::put_item::PutItemError;
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::operation::update_item::UpdateItemError;
use aws_sdk_dynamodb::types::{
    AttributeValue, Put, ReturnValue, ReturnValuesOnConditionCheckFailure as OnFailure, TransactWriteItem, Update,
};

use super::{TABLE, create, exists, number, put, start, text};

#[tokio::test(start_paused = true)]
async fn a_failed_condition_returns_the_old_item() {
    let (_engine, client) = start().await;
    put(&client, "a", 7).send().await.unwrap();

    let error = create(&client, "a").return_values_on_condition_check_failure(OnFailure::AllOld).send().await;
    let PutItemError::ConditionalCheckFailedException(error) = error.unwrap_err().into_service_error() else {
        panic!("not a failed condition")
    };
    assert_eq!(error.item().unwrap()["version"], number(7));

    let update = client.update_item().table_name(TABLE).key("pk", text("a")).update_expression("SET x = :one");
    let update = update.condition_expression("version = :one").expression_attribute_values(":one", number(1));
    let error = update.return_values_on_condition_check_failure(OnFailure::AllOld).send().await;
    let UpdateItemError::ConditionalCheckFailedException(error) = error.unwrap_err().into_service_error() else {
        panic!("not a failed condition")
    };
    assert_eq!(error.item().unwrap()["version"], number(7));

    let delete = client.delete_item().table_name(TABLE).key("pk", text("a"));
    let delete = delete.condition_expression("version = :one").expression_attribute_values(":one", number(1));
    let error = delete.clone().return_values_on_condition_check_failure(OnFailure::AllOld).send().await;
    let DeleteItemError::ConditionalCheckFailedException(error) = error.unwrap_err().into_service_error() else {
        panic!("not a failed condition")
    };
    assert_eq!(error.item().unwrap()["version"], number(7));
    assert!(error.request_id().is_some());

    let error = delete.send().await.unwrap_err().into_service_error();
    let DeleteItemError::ConditionalCheckFailedException(error) = error else { panic!("not a failed condition") };
    assert!(error.item().is_none());
}

#[tokio::test(start_paused = true)]
async fn a_cancelled_transaction_returns_the_old_items() {
    let (_engine, client) = start().await;
    put(&client, "a", 7).send().await.unwrap();
    let write = |pk| {
        let put =
            Put::builder().table_name(TABLE).item("pk", text(pk)).condition_expression("attribute_not_exists(pk)");
        let put = put.return_values_on_condition_check_failure(OnFailure::AllOld).build().unwrap();
        TransactWriteItem::builder().put(put).build()
    };
    let error = client.transact_write_items().transact_items(write("b")).transact_items(write("a")).send().await;
    let TransactWriteItemsError::TransactionCanceledException(error) = error.unwrap_err().into_service_error() else {
        panic!("not cancelled")
    };
    let reasons = error.cancellation_reasons();
    assert_eq!(reasons[0].code(), Some("None"));
    assert!(reasons[0].item().is_none());
    assert_eq!(reasons[1].code(), Some("ConditionalCheckFailed"));
    assert_eq!(reasons[1].item().unwrap()["version"], number(7));
    assert!(!exists(&client, "b").await);
}

#[tokio::test(start_paused = true)]
async fn a_client_request_token_makes_a_transaction_idempotent() {
    let (_engine, client) = start().await;
    put(&client, "a", 1).send().await.unwrap();
    let add = |n| {
        let update = Update::builder().table_name(TABLE).key("pk", text("a")).update_expression("ADD version :n");
        let update = update.expression_attribute_values(":n", number(n)).build().unwrap();
        let action = TransactWriteItem::builder().update(update).build();
        client.transact_write_items().client_request_token("token").transact_items(action).send()
    };
    add(1).await.unwrap();
    add(1).await.unwrap();
    let got = client.get_item().table_name(TABLE).key("pk", text("a")).send().await.unwrap();
    assert_eq!(got.item.unwrap()["version"], number(2));
    let error = add(2).await.unwrap_err().into_service_error();
    assert!(error.is_idempotent_parameter_mismatch_exception());
}

#[tokio::test(start_paused = true)]
async fn return_values_are_honoured() {
    let (_engine, client) = start().await;
    put(&client, "a", 1).item("title", text("t")).send().await.unwrap();
    let update = |returned: ReturnValue| {
        let update = client.update_item().table_name(TABLE).key("pk", text("a"));
        let update = update.update_expression("SET version = version + :one").return_values(returned);
        update.expression_attribute_values(":one", number(1)).send()
    };
    let attributes = update(ReturnValue::UpdatedNew).await.unwrap().attributes.unwrap();
    assert_eq!(attributes.len(), 1);
    assert_eq!(attributes["version"], number(2));
    let attributes = update(ReturnValue::AllNew).await.unwrap().attributes.unwrap();
    assert_eq!((&attributes["version"], attributes.len()), (&number(3), 3));
    let attributes = update(ReturnValue::AllOld).await.unwrap().attributes.unwrap();
    assert_eq!((&attributes["version"], attributes.len()), (&number(3), 3));
    let attributes = update(ReturnValue::UpdatedOld).await.unwrap().attributes.unwrap();
    assert_eq!((&attributes["version"], attributes.len()), (&number(4), 1));

    let replaced = put(&client, "a", 9).return_values(ReturnValue::AllOld).send().await.unwrap();
    assert_eq!(replaced.attributes.unwrap()["version"], number(5));
    let delete = client.delete_item().table_name(TABLE).key("pk", text("a")).return_values(ReturnValue::AllOld);
    assert_eq!(delete.send().await.unwrap().attributes.unwrap()["version"], number(9));
}

#[tokio::test(start_paused = true)]
async fn refusals_have_the_service_s_codes() {
    let (_engine, client) = start().await;
    let error = client.get_item().table_name("absent").key("pk", text("a")).send().await.unwrap_err();
    assert!(error.into_service_error().is_resource_not_found_exception());
    let error = client.get_item().table_name(TABLE).key("sk", text("a")).send().await.unwrap_err();
    assert_eq!(error.code(), Some("ValidationException"));
    let bad_number = put(&client, "a", 1).item("n", AttributeValue::N("one".to_owned())).send().await.unwrap_err();
    assert_eq!(bad_number.code(), Some("ValidationException"));
    assert!(!bad_number.message().unwrap().contains("VALIDATION"), "{bad_number:?}");
    let error = client.describe_limits().send().await.unwrap_err();
    assert_eq!(error.code(), Some("UnknownOperationException"));
}

#[test]
fn many_tasks_on_many_threads_lose_no_write() {
    let runtime = || tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let (engine, client) = runtime().block_on(start());
    let add = || {
        let update = client.update_item().table_name(TABLE).key("pk", text("a"));
        let update = update.update_expression("ADD version :one").expression_attribute_values(":one", number(1));
        async move { update.send().await.unwrap() }
    };
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                runtime().block_on(async {
                    let tasks: Vec<_> = (0..50).map(|_| tokio::spawn(add())).collect();
                    for task in tasks {
                        task.await.unwrap();
                    }
                });
            });
        }
    });
    let got = runtime().block_on(client.get_item().table_name(TABLE).key("pk", text("a")).send()).unwrap();
    assert_eq!(got.item.unwrap()["version"], number(200));
    assert_eq!(engine.requests().len(), 201);
}

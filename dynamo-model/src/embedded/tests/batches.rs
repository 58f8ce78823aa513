//! Batches left partly unprocessed.

use std::collections::HashMap;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::{KeysAndAttributes, PutRequest, WriteRequest};

use super::super::Embedded;
use super::{TABLE, exists, start, text};

fn keys() -> Vec<String> {
    (0..20).map(|n| format!("k{n}")).collect()
}

fn writes() -> Vec<WriteRequest> {
    let put = |pk: String| PutRequest::builder().item("pk", text(&pk)).build().unwrap();
    keys().into_iter().map(|pk| WriteRequest::builder().put_request(put(pk)).build()).collect()
}

fn reads() -> KeysAndAttributes {
    let keys = keys().into_iter().map(|pk| HashMap::from([("pk".to_owned(), text(&pk))])).collect();
    KeysAndAttributes::builder().set_keys(Some(keys)).consistent_read(true).projection_expression("pk").build().unwrap()
}

async fn write(client: &Client, items: Vec<WriteRequest>) -> Vec<WriteRequest> {
    let output = client.batch_write_item().request_items(TABLE, items).send().await.unwrap();
    output.unprocessed_items.unwrap_or_default().remove(TABLE).unwrap_or_default()
}

#[tokio::test(start_paused = true)]
async fn unprocessed_writes_are_listed_and_not_applied() {
    let (engine, client) = start().await;
    engine.faults().unprocessed(0.5);
    let left_out = write(&client, writes()).await;
    assert!(!left_out.is_empty() && left_out.len() < 20);
    for request in writes() {
        let pk = request.put_request().unwrap().item()["pk"].as_s().unwrap();
        assert_eq!(exists(&client, pk).await, !left_out.contains(&request), "{pk}");
    }
    let mut items = left_out;
    while !items.is_empty() {
        items = write(&client, items).await;
    }
    assert_eq!(client.scan().table_name(TABLE).send().await.unwrap().count(), 20);
}

#[tokio::test(start_paused = true)]
async fn unprocessed_keys_keep_their_settings() {
    let (engine, client) = start().await;
    write(&client, writes()).await;
    engine.faults().unprocessed(0.5);
    let mut found = Vec::new();
    let mut next = Some(reads());
    let mut rounds = 0;
    while let Some(keys) = next {
        assert_eq!(keys.consistent_read(), Some(true));
        assert_eq!(keys.projection_expression(), Some("pk"));
        let output = client.batch_get_item().request_items(TABLE, keys).send().await.unwrap();
        found.extend(output.responses.unwrap_or_default().remove(TABLE).unwrap_or_default());
        next = output.unprocessed_keys.unwrap_or_default().remove(TABLE);
        rounds += 1;
    }
    assert!(rounds > 1);
    assert_eq!(found.len(), 20);
}

#[tokio::test(start_paused = true)]
async fn everything_may_be_unprocessed_and_nothing() {
    let (engine, client) = start().await;
    engine.faults().unprocessed(1.0);
    assert_eq!(write(&client, writes()).await.len(), 20);
    let output = client.batch_get_item().request_items(TABLE, reads()).send().await.unwrap();
    assert_eq!(output.unprocessed_keys.unwrap()[TABLE], reads());
    engine.faults().unprocessed(0.0);
    assert!(write(&client, writes()).await.is_empty());
    engine.faults().unprocessed(1.0).reset();
    assert!(write(&client, writes()).await.is_empty());
}

#[tokio::test(start_paused = true)]
async fn the_seed_decides() {
    let mut left_out = Vec::new();
    for seed in [1, 1, 2] {
        let engine = Embedded::seeded(seed);
        super::create_table(&engine.client()).await;
        engine.faults().unprocessed(0.5);
        left_out.push(write(&engine.client(), writes()).await);
    }
    assert_eq!(left_out[0], left_out[1]);
    assert_ne!(left_out[0], left_out[2]);
}

//! Queries and scans, page by page: what is asked for, what is given, and what is refused before anything is sent.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

mod limits;
mod reads;
mod tokens;
mod undecodable;

use dynamo_model::{DynamoItem, Embedded, Error, ErrorKind, Table};
use dynamo_tests::{assert_names, fixed_on};
use serde_json::Value;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "tickets",
    global_index(name = "by-assignee", partition_key = assignee, sort_key = number),
    local_index(name = "by-state", sort_key = state),
)]
struct Ticket {
    #[partition_key]
    queue: String,
    #[sort_key]
    #[dynamo(rename = "nr")]
    number: u64,
    state: String,
    assignee: Option<String>,
    #[dynamo(ttl)]
    expires: Option<u64>,
}

async fn ready() -> (Embedded, Table<Ticket>) {
    let engine = Embedded::new();
    let tickets = fixed_on(&engine).0.table::<Ticket>();
    tickets.create_table().await.unwrap();
    (engine, tickets)
}

/// Every fifth ticket is open, and every second one has somebody.
async fn put(tickets: &Table<Ticket>, queue: &str, numbers: impl IntoIterator<Item = u64>) {
    for number in numbers {
        let state = if number % 5 == 0 { "open" } else { "done" };
        let assignee = (number % 2 == 0).then(|| "ann".to_owned());
        let mut ticket = Ticket { queue: queue.into(), number, state: state.into(), assignee, expires: None };
        tickets.put_unchecked(&mut ticket).await.unwrap();
    }
}

/// Tickets 1 to `last` of the queue `q`, and nothing recorded.
async fn filled(last: u64) -> (Embedded, Table<Ticket>) {
    let (engine, tickets) = ready().await;
    put(&tickets, "q", 1..=last).await;
    engine.clear_requests();
    (engine, tickets)
}

fn numbers(tickets: &[Ticket]) -> Vec<u64> {
    tickets.iter().map(|ticket| ticket.number).collect()
}

fn sorted(tickets: &[Ticket]) -> Vec<u64> {
    let mut numbers = numbers(tickets);
    numbers.sort_unstable();
    numbers
}

/// The bodies of all requests.
fn bodies(engine: &Embedded) -> Vec<Value> {
    engine.requests().iter().map(|request| serde_json::from_str(&request.body).unwrap()).collect()
}

fn limits(engine: &Embedded) -> Vec<Option<u64>> {
    bodies(engine).iter().map(|body| body["Limit"].as_u64()).collect()
}

/// Refused before anything was sent, with these words.
#[track_caller]
fn refused<T>(engine: &Embedded, result: Result<T, Error>, parts: &[&str]) {
    refused_as(&[ErrorKind::InvalidRequest, ErrorKind::Encode], engine, result, parts);
}

/// The same of a page token.
#[track_caller]
fn refused_token<T>(engine: &Embedded, result: Result<T, Error>, parts: &[&str]) {
    refused_as(&[ErrorKind::InvalidPageToken], engine, result, parts);
}

#[track_caller]
fn refused_as<T>(kinds: &[ErrorKind], engine: &Embedded, result: Result<T, Error>, parts: &[&str]) {
    let Err(error) = result else { panic!("it was not refused") };
    assert!(kinds.contains(&error.kind()), "{error}");
    assert_names(&error, parts);
    assert!(engine.requests().is_empty(), "something was sent");
}

//! Queries and scans, page by page: what is asked for, what is given, and what is refused before anything is sent.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use std::{collections::BTreeSet, time::Duration};

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_model::{Dynamo, DynamoItem, Embedded, Error, ErrorKind, PageToken, Table};
use dynamo_tests::{NOW, assert_names, fixed_on};
use futures_util::StreamExt as _;
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
    let Err(error) = result else { panic!("it was not refused") };
    assert!(matches!(error.kind(), ErrorKind::InvalidRequest | ErrorKind::Encode), "{error}");
    assert_names(&error, parts);
    assert!(engine.requests().is_empty(), "something was sent");
}

#[tokio::test(start_paused = true)]
async fn a_limit_is_met_over_pages_that_the_filter_empties() {
    let (engine, tickets) = filled(60).await;
    let open = tickets.query("q").filter(|t| t.state.eq("open")).page_size(2).limit(10).await.unwrap();
    assert_eq!(numbers(&open), (1..=10).map(|n| n * 5).collect::<Vec<_>>());
    assert!(limits(&engine).iter().all(|limit| *limit == Some(2)), "the limit counts after the filter");
    assert!((25..=26).contains(&engine.requests().len()), "{} requests", engine.requests().len());

    assert_eq!(tickets.scan().filter(|t| t.state.eq("open")).page_size(2).limit(10).await.unwrap().len(), 10);
    assert_eq!(tickets.query("q").filter(|t| t.state.eq("open")).page_size(2).limit(100).await.unwrap().len(), 12);
    assert!(tickets.query("q").filter(|t| t.state.eq("lost")).page_size(7).await.unwrap().is_empty());
}

#[tokio::test(start_paused = true)]
async fn the_limit_and_the_page_size_are_two_things() {
    let (engine, tickets) = filled(20).await;
    let sent = async |query: dynamo_model::Query<Ticket, _, Ticket>, wanted: usize| {
        engine.clear_requests();
        assert_eq!(query.await.unwrap().len(), wanted);
        limits(&engine)
    };
    assert_eq!(sent(tickets.query("q"), 20).await, [None]);
    assert_eq!(sent(tickets.query("q").limit(5), 5).await, [Some(5)]);
    assert_eq!(sent(tickets.query("q").limit(5).page_size(50), 5).await, [Some(5)]);
    assert_eq!(sent(tickets.query("q").limit(5).page_size(2), 5).await, [Some(2), Some(2), Some(1)]);
    assert_eq!(sent(tickets.query("q").page_size(8), 20).await, [Some(8); 3]);
    assert_eq!(sent(tickets.query("q").limit(0), 0).await, []);
    assert_eq!(sent(tickets.query("q").filter(|t| t.state.eq("done")).limit(3), 3).await, [None]);
}

#[tokio::test(start_paused = true)]
async fn nothing_is_an_empty_answer() {
    let (_, tickets) = filled(0).await;
    assert!(tickets.query("q").collect().await.unwrap().is_empty());
    assert!(tickets.scan().collect().await.unwrap().is_empty());
    assert!(tickets.scan().segments(3).await.unwrap().is_empty());
    assert!(tickets.query("q").first().await.unwrap().is_none());
    assert_eq!(tickets.query("q").count().await.unwrap(), 0);
    assert!(tickets.query("q").page().await.unwrap().next.is_none());
    assert!(tickets.query("q").stream().next().await.is_none());
}

#[tokio::test(start_paused = true)]
async fn numbers_sort_as_numbers_both_ways() {
    let (_, tickets) = filled(0).await;
    put(&tickets, "q", [100, 9, 2, 11]).await;
    put(&tickets, "r", [1]).await;
    assert_eq!(numbers(&tickets.query("q").await.unwrap()), [2, 9, 11, 100]);
    assert_eq!(numbers(&tickets.query("q").descending().await.unwrap()), [100, 11, 9, 2]);
    assert_eq!(numbers(&tickets.query("q").descending().ascending().await.unwrap()), [2, 9, 11, 100]);
    assert_eq!(numbers(&tickets.query("q").sort_key(|k| k.gt(9)).await.unwrap()), [11, 100]);
    assert_eq!(numbers(&tickets.query("q").sort_key(|k| k.between(9, 11)).await.unwrap()), [9, 11]);
    assert_eq!(numbers(&tickets.query("q").descending().page_size(1).limit(3).await.unwrap()), [100, 11, 9]);
    assert_eq!(tickets.query("q").first().await.unwrap().unwrap().number, 2);
    assert_eq!(tickets.query("q").descending().first().await.unwrap().unwrap().number, 100);
    assert_eq!(tickets.query("q").filter(|t| t.state.eq("open")).first().await.unwrap().unwrap().number, 100);
    assert!(tickets.scan().first().await.unwrap().is_some());
}

#[tokio::test(start_paused = true)]
async fn counting_goes_over_all_pages_and_reads_no_item() {
    let (engine, tickets) = filled(11).await;
    assert_eq!(tickets.query("q").page_size(4).count().await.unwrap(), 11);
    let sent = bodies(&engine);
    assert!(sent.len() == 3 && sent.iter().all(|body| body["Select"] == "COUNT"), "{sent:?}");
    assert_eq!(tickets.query("q").filter(|t| t.state.eq("open")).page_size(2).count().await.unwrap(), 2);
    assert_eq!(tickets.query("q").page_size(4).limit(6).count().await.unwrap(), 6);
    assert_eq!(tickets.scan().segments(3).page_size(2).count().await.unwrap(), 11);
}

#[tokio::test(start_paused = true)]
async fn pages_go_on_through_text() {
    let (engine, tickets) = filled(23).await;
    for descending in [false, true] {
        let (mut text, mut read, mut pages) = (None::<String>, Vec::new(), 0);
        loop {
            let query = tickets.query("q").filter(|t| t.state.eq("done")).page_size(4);
            let query = if descending { query.descending() } else { query };
            let token = text.as_deref().map(|text| PageToken::parse(text).unwrap());
            engine.clear_requests();
            let page = query.start_after(token).page().await.unwrap();
            assert_eq!(engine.requests().len(), 1, "a page is one request");
            read.extend(numbers(&page.items));
            pages += 1;
            let Some(next) = page.next else { break };
            assert!(next.as_str().bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b)), "fit for a URL");
            text = Some(next.to_string());
        }
        if descending {
            read.reverse();
        }
        assert_eq!((read, pages), ((1..=23).filter(|n| n % 5 != 0).collect(), 6));
    }
    let token = tickets.query("q").page_size(20).page().await.unwrap().next;
    let rest = tickets.query("q").start_after(token).await.unwrap();
    assert_eq!(numbers(&rest), [21, 22, 23], "a token serves other ways to read, too");
    let page = tickets.query("q").filter(|t| t.state.eq("done")).limit(2).page().await.unwrap();
    assert_eq!(numbers(&page.items), [1, 2]);
    let rest = tickets.query("q").start_after(page.next).limit(1).await.unwrap();
    assert_eq!(numbers(&rest), [3]);
}

#[tokio::test(start_paused = true)]
async fn a_token_of_something_else_is_refused() {
    let (engine, tickets) = filled(8).await;
    let page = tickets.query("q").page_size(2).page().await.unwrap();
    let token = || page.next.clone();
    let scanned = tickets.scan().page_size(2).page().await.unwrap().next;
    let other = Dynamo::builder(engine.client()).table_name(|name| format!("other-{name}")).build().table::<Ticket>();
    engine.clear_requests();
    let words = ["query", "token", "table", "index", "partition", "direction", "key condition"];
    refused(&engine, other.query("q").start_after(token()).page().await, &words);
    refused(&engine, tickets.query("r").start_after(token()).page().await, &words);
    refused(&engine, tickets.query("q").descending().start_after(token()).await, &words);
    refused(&engine, tickets.query("q").descending().start_after(token()).count().await, &words);
    refused(&engine, tickets.query("q").sort_key(|k| k.gt(1)).start_after(token()).page().await, &words);
    refused(&engine, tickets.index(|i| i.by_state).query("q").start_after(token()).page().await, &words);
    refused(&engine, tickets.index(|i| i.by_assignee).query("q").start_after(token()).page().await, &words);
    refused(&engine, tickets.query("q").start_after(scanned.clone()).page().await, &words);
    refused(&engine, tickets.scan().start_after(token()).page().await, &["scan", "token"]);
    refused(&engine, other.scan().start_after(scanned).page().await, &["scan", "token"]);
    let first = tickets.query("q").sort_key(|k| k.ge(2)).page_size(2).page().await.unwrap().next;
    engine.clear_requests();
    refused(&engine, tickets.query("q").sort_key(|k| k.ge(3)).start_after(first.clone()).page().await, &words);
    refused(&engine, tickets.query("q").sort_key(|k| k.gt(2)).start_after(first).page().await, &words);
    let mut stream = tickets.query("r").start_after(token()).stream();
    refused(&engine, stream.next().await.unwrap(), &words);
    assert!(stream.next().await.is_none());
}

#[tokio::test(start_paused = true)]
async fn a_mangled_token_is_refused() {
    let (engine, tickets) = filled(8).await;
    let text = tickets.query("q").page_size(2).page().await.unwrap().next.unwrap().to_string();
    engine.clear_requests();
    for at in 0..text.len() {
        let mut mangled = text.clone().into_bytes();
        mangled[at] = if mangled[at] == b'A' { b'B' } else { b'A' };
        let mangled = String::from_utf8(mangled).unwrap();
        let Ok(token) = PageToken::parse(&mangled) else { continue };
        refused(&engine, tickets.query("q").start_after(token).page().await, &["token"]);
    }
    for cut in 0..text.len() {
        let Ok(token) = PageToken::parse(&text[..cut]) else { continue };
        refused(&engine, tickets.query("q").start_after(token).page().await, &["token"]);
    }
    for text in ["", "=", "💥", "AAAA", "not a token", &"A".repeat(10_000)] {
        refused(&engine, PageToken::parse(text), &["token"]);
    }
}

#[tokio::test(start_paused = true)]
async fn a_token_key_signs() {
    let (engine, tickets) = filled(8).await;
    let with = |key: &str| Dynamo::builder(engine.client()).token_key(key).build().table::<Ticket>();
    let signed = with("one").query("q").page_size(2).page().await.unwrap().next;
    let unsigned = tickets.query("q").page_size(2).page().await.unwrap().next;
    assert_eq!(numbers(&with("one").query("q").start_after(signed.clone()).limit(1).await.unwrap()), [3]);
    engine.clear_requests();
    refused(&engine, with("two").query("q").start_after(signed.clone()).page().await, &["token"]);
    refused(&engine, tickets.query("q").start_after(signed).page().await, &["token"]);
    refused(&engine, with("one").query("q").start_after(unsigned).page().await, &["token"]);
}

#[tokio::test(start_paused = true)]
async fn a_stream_reads_at_most_one_page_ahead() {
    let (engine, tickets) = filled(10).await;
    let mut stream = tickets.query("q").page_size(2).stream();
    assert!(engine.requests().is_empty(), "nothing is sent until it is polled");
    for number in 1..=10_usize {
        assert_eq!(stream.next().await.unwrap().unwrap().number, number as u64);
        let sent = engine.requests().len();
        assert!(sent <= number.div_ceil(2) + 1, "{sent} requests for {number} items");
    }
    assert!(stream.next().await.is_none());
    assert_eq!(engine.requests().len(), 6);

    engine.clear_requests();
    tickets.query("q").page_size(2).stream().next().await.unwrap().unwrap();
    tickets.query("q").count().await.unwrap();
    assert!(engine.requests().len() <= 3, "a dropped stream asks no more");

    engine.clear_requests();
    assert_eq!(tickets.query("q").page_size(2).limit(4).stream().count().await, 4);
    assert_eq!(limits(&engine), [Some(2); 2]);
}

#[tokio::test(start_paused = true)]
async fn a_stream_goes_on_after_an_item_that_does_not_decode() {
    let (_, tickets) = filled(6).await;
    let (queue, number) = (AttributeValue::S("q".into()), AttributeValue::N("2".into()));
    let put = tickets.client().put_item().table_name(tickets.name());
    put.item("queue", queue).item("nr", number).send().await.unwrap();

    let read: Vec<_> = tickets.query("q").page_size(3).stream().collect().await;
    let given: Vec<_> = read.iter().map(|item| item.as_ref().ok().map(|ticket| ticket.number)).collect();
    assert_eq!(given, [Some(1), None, Some(3), Some(4), Some(5), Some(6)]);
    let error = read[1].as_ref().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode);
    assert_names(error, &["query", "`queue`", "`nr`", "item 2 of its page", "state", "tickets"]);

    let scanned: Vec<_> = tickets.scan().page_size(4).stream().map(|item| item.is_ok()).collect().await;
    assert_eq!(scanned, [true, false, true, true, true, true]);
    assert_eq!(tickets.query("q").await.unwrap_err().kind(), ErrorKind::Decode);
    let wanted: Vec<_> = tickets.query("q").limit(3).stream().filter_map(async |item| item.ok()).collect().await;
    assert_eq!(numbers(&wanted), [1, 3, 4], "an error is none of the items wanted");
    assert_eq!(tickets.query("q").count().await.unwrap(), 6);
}

#[tokio::test(start_paused = true)]
async fn a_missing_table_is_one_error_and_the_end() {
    let tickets = Embedded::new().dynamo().table::<Ticket>();
    for mut stream in [tickets.query("q").stream(), tickets.scan().stream(), tickets.scan().segments(3).stream()] {
        let error = stream.next().await.unwrap().unwrap_err();
        assert_eq!((error.kind(), error.table()), (ErrorKind::TableNotFound, Some("tickets")));
        assert!(stream.next().await.is_none());
    }
    assert_eq!(tickets.query("q").count().await.unwrap_err().kind(), ErrorKind::TableNotFound);
    assert_eq!(tickets.query("q").page().await.unwrap_err().kind(), ErrorKind::TableNotFound);
}

#[tokio::test(start_paused = true)]
async fn what_was_read_is_given_before_a_later_page_fails() {
    let (engine, tickets) = filled(40).await;
    let mut stream = tickets.query("q").page_size(20).stream();
    stream.next().await.unwrap().unwrap();
    engine.faults().expired_credentials();
    for number in 2..=20 {
        assert_eq!(stream.next().await.unwrap().unwrap().number, number);
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    assert_eq!(stream.next().await.unwrap().unwrap_err().kind(), ErrorKind::Access);
    assert!(stream.next().await.is_none());
}

#[tokio::test(start_paused = true)]
async fn segments_read_everything_once() {
    let (engine, tickets) = filled(0).await;
    for queue in 0..30 {
        put(&tickets, &format!("q-{queue}"), [queue]).await;
    }
    engine.clear_requests();
    let all: Vec<u64> = (0..30).collect();
    assert_eq!(sorted(&tickets.scan().segments(4).page_size(3).await.unwrap()), all);
    let asked: BTreeSet<_> =
        bodies(&engine).iter().map(|b| (b["Segment"].as_u64(), b["TotalSegments"].as_u64())).collect();
    assert_eq!(asked, (0..4).map(|segment| (Some(segment), Some(4))).collect());
    assert_eq!(tickets.scan().segments(4).limit(5).await.unwrap().len(), 5);

    let (mut read, mut text) = (Vec::new(), None::<String>);
    for step in 0.. {
        let token = text.map(|text| text.parse::<PageToken>().unwrap());
        if step == 3 {
            let rest = tickets.scan().start_after(token.clone()).page_size(2).await.unwrap();
            assert_eq!(sorted(&[read.clone(), rest].concat()), all, "a token is taken by `collect`, too");
        }
        let segments = if step == 0 { 4 } else { 1 };
        engine.clear_requests();
        let page = tickets.scan().segments(segments).page_size(2).start_after(token).page().await.unwrap();
        assert_eq!(engine.requests().len(), 1, "a page is one request");
        read.extend(page.items);
        let Some(next) = page.next else { break };
        text = Some(next.to_string());
    }
    assert_eq!(sorted(&read), all);
    engine.clear_requests();
    refused(&engine, tickets.scan().segments(0).await, &["segments"]);
    refused(&engine, tickets.scan().segments(1_000_001).await, &["1,000,000"]);
}

#[tokio::test(start_paused = true)]
async fn filters_on_what_is_queried_and_empty_keys_are_refused() {
    let (engine, tickets) = filled(6).await;
    refused(&engine, tickets.query("q").filter(|t| t.number.gt(2)).await, &["filter", "`nr`"]);
    refused(&engine, tickets.query("q").filter(|t| t.state.eq("x").or(t.queue.eq("q"))).await, &["`queue`"]);
    let (by_assignee, by_state) = (tickets.index(|i| i.by_assignee), tickets.index(|i| i.by_state));
    refused(&engine, by_assignee.query("ann").filter(|t| t.assignee.exists()).count().await, &["`assignee`"]);
    refused(&engine, by_state.query("q").filter(|t| t.state.ne("x")).page().await, &["`state`"]);
    refused(&engine, tickets.query("").await, &["`queue`", "empty"]);
    refused(&engine, by_assignee.query("").await, &["`assignee`", "empty"]);
    refused(&engine, by_state.query("q").sort_key(|k| k.eq("")).await, &["`state`", "empty"]);
    refused(&engine, by_state.query("q").sort_key(|k| k.ge("")).await, &["`state`", "empty"]);
    refused(&engine, by_state.query("q").sort_key(|k| k.between("a", "")).await, &["`state`", "empty"]);
    assert_eq!(by_assignee.query("ann").filter(|t| t.queue.eq("q")).count().await.unwrap(), 3);
    assert_eq!(tickets.scan().filter(|t| t.number.gt(4).and(t.queue.eq("q"))).count().await.unwrap(), 2);
}

#[tokio::test(start_paused = true)]
async fn expired_consistent_sparse_and_throttled() {
    let (engine, tickets) = filled(6).await;
    for (number, expires) in [(1, NOW - 1), (2, NOW), (3, NOW + 1)] {
        let mut ticket = tickets.get(("q", number)).await.unwrap().unwrap();
        ticket.expires = Some(expires);
        tickets.put_unchecked(&mut ticket).await.unwrap();
    }
    engine.clear_requests();
    assert_eq!(numbers(&tickets.query("q").exclude_expired().await.unwrap()), [3, 4, 5, 6]);
    assert_eq!(tickets.scan().exclude_expired().count().await.unwrap(), 4);
    assert_eq!(tickets.query("q").exclude_expired().filter(|t| t.state.eq("open")).count().await.unwrap(), 1);
    assert_eq!(tickets.query("q").count().await.unwrap(), 6, "they are there until the service deletes them");
    assert_eq!(numbers(&tickets.index(|i| i.by_assignee).query("ann").await.unwrap()), [2, 4, 6]);
    assert_eq!(tickets.index(|i| i.by_assignee).scan().count().await.unwrap(), 3, "the others are not in the index");

    engine.clear_requests();
    tickets.query("q").consistent().await.unwrap();
    tickets.index(|i| i.by_state).query("q").consistent().await.unwrap();
    tickets.scan().consistent().await.unwrap();
    assert!(bodies(&engine).iter().all(|body| body["ConsistentRead"] == true));

    engine.clear_requests();
    engine.faults().throttle(2);
    assert_eq!(tickets.query("q").await.unwrap().len(), 6);
    engine.faults().throttle(2);
    assert_eq!(tickets.scan().await.unwrap().len(), 6);
    assert_eq!(engine.requests().len(), 6);
}

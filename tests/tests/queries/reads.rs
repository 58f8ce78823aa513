//! What is read, in which order, and what is refused.

use std::{collections::BTreeSet, time::Duration};

use dynamo_model::{DynamoItem, Embedded, Error, ErrorKind, PageToken};
use dynamo_tests::{NOW, fixed_on};
use futures_util::StreamExt as _;

use crate::{Ticket, bodies, filled, limits, numbers, put, refused, sorted};

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

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "letters")]
struct Letter {
    #[partition_key]
    from: String,
    #[sort_key]
    number: u64,
    text: String,
}

#[tokio::test(start_paused = true)]
async fn more_than_a_page_holds_comes_whole() {
    let engine = Embedded::new();
    let letters = engine.dynamo().table::<Letter>();
    letters.create_table().await.unwrap();
    for number in 0..40 {
        let mut letter = Letter { from: "ann".into(), number, text: "x".repeat(60_000) };
        letters.put(&mut letter).await.unwrap();
    }
    engine.clear_requests();
    let read = letters.query("ann").await.unwrap();
    assert_eq!(read.iter().map(|letter| letter.number).collect::<Vec<_>>(), (0..40).collect::<Vec<_>>());
    assert!(engine.requests().len() >= 3, "2.4 MB are three pages of 1 MB");
    assert_eq!(letters.query("ann").count().await.unwrap(), 40);
    let page = letters.query("ann").page().await.unwrap();
    let rest = letters.query("ann").start_after(page.next).await.unwrap();
    assert_eq!(page.items.len() + rest.len(), 40);
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "sessions",
    global_index(name = "by-user", partition_key = user, projection = keys_only),
    global_index(name = "by-place", partition_key = place, projection = [user]),
    global_index(name = "by-end", partition_key = user, sort_key = ends, projection = keys_only),
    type_attribute(name = "type", value = "session")
)]
struct Session {
    #[partition_key]
    id: u64,
    user: String,
    place: String,
    note: Option<String>,
    #[dynamo(ttl)]
    ends: u64,
}

#[tokio::test(start_paused = true)]
async fn a_filter_on_what_the_index_does_not_carry_is_refused() {
    let engine = Embedded::new();
    let sessions = fixed_on(&engine).0.table::<Session>();
    sessions.create_table().await.unwrap();
    for (id, ends) in [(1, NOW - 1), (2, NOW + 1)] {
        let mut session = Session { id, user: "ann".into(), place: "x".into(), note: None, ends };
        sessions.put_unchecked(&mut session).await.unwrap();
    }
    engine.clear_requests();
    let by_user = || sessions.index(|i| i.by_user).query("ann").project::<SessionKey>();
    let by_place = || sessions.index(|i| i.by_place).query("x").project::<SessionKey>();
    let scan = || sessions.index(|i| i.by_user).scan().project::<SessionKey>();
    let words = ["query", "`sessions`", "`by-user`", "`note`", "does not carry"];
    refused(&engine, by_user().filter(|s| s.note.not_exists()).await, &words);
    refused(&engine, by_user().filter(|s| s.id.gt(0).and(s.note.exists().not())).count().await, &words);
    refused(&engine, by_place().filter(|s| s.note.eq("n")).page().await, &["`by-place`", "`note`"]);
    refused(&engine, scan().filter(|s| s.place.eq("x")).await, &["scan", "`sessions`", "`by-user`", "`place`"]);
    refused(&engine, by_user().exclude_expired().await, &["query", "`by-user`", "`ends`", "`exclude_expired`"]);
    refused(&engine, scan().exclude_expired().count().await, &["scan", "`by-user`", "`ends`", "`exclude_expired`"]);

    // The keys of the table and of the index, and what is listed. The type is a filter of our own.
    assert_eq!(by_user().filter(|s| s.id.gt(1)).count().await.unwrap(), 1);
    assert_eq!(by_place().filter(|s| s.user.eq("ann")).count().await.unwrap(), 2);
    assert_eq!(scan().filter(|s| s.user.eq("ann")).count().await.unwrap(), 2);
    let by_end = sessions.index(|i| i.by_end);
    assert_eq!(by_end.scan().exclude_expired().project::<SessionKey>().await.unwrap().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_range_that_begins_above_its_end_is_refused() {
    let (engine, tickets) = filled(6).await;
    refused(&engine, tickets.query("q").sort_key(|k| k.between(9, 5)).await, &["query", "`nr`", "lower bound"]);
    refused(&engine, tickets.query("q").sort_key(|k| k.between(10, 9)).count().await, &["`nr`", "lower bound"]);
    let by_state = tickets.index(|i| i.by_state);
    refused(&engine, by_state.query("q").sort_key(|k| k.between("b", "a")).await, &["`state`", "lower bound"]);
    let filtered = tickets.query("q").filter(|t| t.state.between("b", "a"));
    refused(&engine, filtered.await, &["query", "`tickets`", "`state`", "lower bound"]);
    let mut ticket = Ticket { queue: "q".into(), number: 1, state: "s".into(), assignee: None, expires: None };
    let written = tickets.put(&mut ticket).condition(|t| t.expires.between(2, 1)).await.map_err(Error::from);
    refused(&engine, written, &["put", "`expires`", "lower bound"]);
    assert_eq!(tickets.query("q").sort_key(|k| k.between(5, 5)).count().await.unwrap(), 1);
    assert_eq!(tickets.query("q").sort_key(|k| k.between(5, 10)).count().await.unwrap(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_missing_index_is_named() {
    #[derive(Debug, Clone, PartialEq, DynamoItem)]
    #[dynamo(table = "tickets", global_index(name = "by-nobody", partition_key = assignee, sort_key = number))]
    struct Newer {
        #[partition_key]
        queue: String,
        #[sort_key]
        #[dynamo(rename = "nr")]
        number: u64,
        assignee: String,
    }
    let (engine, _) = filled(1).await;
    let newer = fixed_on(&engine).0.table::<Newer>().index(|i| i.by_nobody);
    for error in [
        newer.query("zoe").await.unwrap_err(),
        newer.query("zoe").count().await.unwrap_err(),
        newer.scan().page().await.map(|_| ()).unwrap_err(),
    ] {
        assert_eq!((error.kind(), error.is_retryable()), (ErrorKind::IndexNotFound, false));
        dynamo_tests::assert_names(&error, &["`tickets`", "`by-nobody`"]);
        assert!(!error.to_string().contains("zoe"));
    }
}

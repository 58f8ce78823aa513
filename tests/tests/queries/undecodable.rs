//! Items that do not decode: named, and no end of the others.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_model::{ErrorKind, Table};
use dynamo_tests::assert_names;
use futures_util::StreamExt as _;

use crate::{Ticket, filled, numbers, sorted};

/// Puts a second ticket that has its key alone.
async fn spoil(tickets: &Table<Ticket>) {
    let (queue, number) = (AttributeValue::S("q".into()), AttributeValue::N("2".into()));
    let put = tickets.client().put_item().table_name(tickets.name());
    put.item("queue", queue).item("nr", number).send().await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_stream_goes_on_after_an_item_that_does_not_decode() {
    let (_, tickets) = filled(6).await;
    spoil(&tickets).await;

    let read: Vec<_> = tickets.query("q").page_size(3).stream().collect().await;
    let given: Vec<_> = read.iter().map(|item| item.as_ref().ok().map(|ticket| ticket.number)).collect();
    assert_eq!(given, [Some(1), None, Some(3), Some(4), Some(5), Some(6)]);
    let error = read[1].as_ref().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode);
    assert_names(error, &["query", "`queue`", "`nr`", "item 2 of page 1,", "state", "tickets"]);

    let late: Vec<_> = tickets.query("q").descending().page_size(2).stream().collect().await;
    assert_names(late[4].as_ref().unwrap_err(), &["item 1 of page 3,"]);
    let whole = tickets.query("q").descending().page_size(2).await.unwrap_err();
    assert_names(&whole, &["item 1 of page 3,", "`nr`"]);
    let segments: Vec<_> = tickets.scan().segments(2).stream().collect().await;
    let error = segments.iter().find_map(|item| item.as_ref().err()).unwrap();
    assert_names(error, &["item 2 of page 1 of segment"]);

    let scanned: Vec<_> = tickets.scan().page_size(4).stream().map(|item| item.is_ok()).collect().await;
    assert_eq!(scanned, [true, false, true, true, true, true]);
    assert_eq!(tickets.query("q").await.unwrap_err().kind(), ErrorKind::Decode);
    let wanted: Vec<_> = tickets.query("q").limit(3).stream().filter_map(async |item| item.ok()).collect().await;
    assert_eq!(numbers(&wanted), [1, 3, 4], "an error is none of the items wanted");
    assert_eq!(tickets.query("q").count().await.unwrap(), 6);
}

#[tokio::test(start_paused = true)]
async fn a_page_goes_on_after_an_item_that_does_not_decode() {
    let (engine, tickets) = filled(6).await;
    spoil(&tickets).await;
    engine.clear_requests();

    let page = tickets.query("q").page_size(3).page_of_results().await.unwrap();
    let given: Vec<_> = page.items.iter().map(|item| item.as_ref().ok().map(|ticket| ticket.number)).collect();
    assert_eq!((given, engine.requests().len()), (vec![Some(1), None, Some(3)], 1));
    assert_names(page.items[1].as_ref().unwrap_err(), &["item 2 of page 1,"]);
    assert_eq!(numbers(&tickets.query("q").start_after(page.next).await.unwrap()), [4, 5, 6]);

    let error = tickets.query("q").page_size(3).page().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode);
    let scanned = tickets.scan().page_size(3).page_of_results().await.unwrap();
    assert_eq!(scanned.items.iter().filter(|item| item.is_err()).count(), 1);
    let rest = tickets.scan().start_after(scanned.next).page().await.unwrap();
    assert_eq!(sorted(&rest.items), [4, 5, 6]);
    assert_eq!(tickets.query("q").sort_key(|k| k.ge(2)).first().await.unwrap_err().kind(), ErrorKind::Decode);
}

//! How many items are wanted, read and counted.

use std::time::Duration;

use futures_util::{FutureExt as _, StreamExt as _};

use crate::{Ticket, bodies, filled, limits, numbers, put, refused, refused_token, sorted};

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
    assert_eq!(sent(tickets.query("q").filter(|t| t.state.eq("done")).limit(3), 3).await, [None]);
}

#[tokio::test(start_paused = true)]
async fn a_limit_of_nothing_sends_nothing() {
    let (engine, tickets) = filled(5).await;
    let token = tickets.query("q").page_size(2).page().await.unwrap().next;
    engine.clear_requests();
    let query = || tickets.query("q").limit(0);
    let scan = || tickets.scan().segments(3).limit(0);
    assert_eq!((query().await.unwrap().len(), scan().await.unwrap().len()), (0, 0));
    assert!(query().stream().next().await.is_none() && scan().stream().next().await.is_none());
    assert!(query().first().await.unwrap().is_none() && scan().first().await.unwrap().is_none());
    assert_eq!((query().count().await.unwrap(), scan().count().await.unwrap()), (0, 0));
    let (page, scanned) = (query().page().await.unwrap(), scan().page().await.unwrap());
    let later = query().start_after(token.clone()).page().await.unwrap();
    assert!(page.items.is_empty() && scanned.items.is_empty() && later.items.is_empty());
    refused_token(&engine, tickets.query("r").limit(0).start_after(token).await, &["token"]);

    // The next page begins where this one did.
    assert_eq!(numbers(&tickets.query("q").start_after(page.next).await.unwrap()), [1, 2, 3, 4, 5]);
    assert_eq!(sorted(&tickets.scan().start_after(scanned.next).await.unwrap()), [1, 2, 3, 4, 5]);
    assert_eq!(numbers(&tickets.query("q").start_after(later.next).await.unwrap()), [3, 4, 5]);
}

#[tokio::test(start_paused = true)]
async fn counting_goes_over_all_pages_and_reads_no_item() {
    let (engine, tickets) = filled(11).await;
    assert_eq!(tickets.query("q").page_size(4).count().await.unwrap(), 11);
    let sent = bodies(&engine);
    assert!(sent.len() == 3 && sent.iter().all(|body| body["Select"] == "COUNT"), "{sent:?}");
    assert_eq!(tickets.query("q").filter(|t| t.state.eq("open")).page_size(2).count().await.unwrap(), 2);
    assert_eq!(tickets.scan().segments(3).page_size(2).count().await.unwrap(), 11);
}

#[tokio::test(start_paused = true)]
async fn counting_stops_at_the_limit() {
    let (engine, tickets) = filled(11).await;
    assert_eq!(tickets.query("q").page_size(4).limit(6).count().await.unwrap(), 6);
    assert_eq!(limits(&engine), [Some(4), Some(2)]);
    engine.clear_requests();
    assert_eq!(tickets.query("q").filter(|t| t.state.eq("done")).page_size(2).limit(3).count().await.unwrap(), 3);
    assert_eq!(limits(&engine), [Some(2); 2]);
    assert_eq!(tickets.query("q").limit(100).count().await.unwrap(), 11);
    assert_eq!(tickets.scan().page_size(4).limit(6).count().await.unwrap(), 6);
}

#[tokio::test(start_paused = true)]
async fn segments_are_counted_side_by_side() {
    let (engine, tickets) = filled(0).await;
    for queue in 0..30 {
        put(&tickets, &format!("q-{queue}"), [queue]).await;
    }
    engine.faults().delay(Duration::from_secs(1));
    let start = tokio::time::Instant::now();
    assert_eq!(tickets.scan().segments(5).count().await.unwrap(), 30);
    assert!(start.elapsed().as_secs() < 5, "they were counted one after the other");
    assert_eq!(tickets.scan().segments(5).page_size(2).limit(7).count().await.unwrap(), 7);
}

#[tokio::test(start_paused = true)]
async fn a_page_of_nothing_is_refused() {
    let (engine, tickets) = filled(5).await;
    refused(&engine, tickets.query("q").page_size(0).await, &["query", "tickets", "`page_size`", "`limit(0)`"]);
    refused(&engine, tickets.query("q").page_size(0).count().await, &["`page_size`"]);
    refused(&engine, tickets.scan().page_size(0).page().await, &["scan", "tickets", "`page_size`"]);
}

#[tokio::test(start_paused = true)]
async fn many_segments_are_not_asked_for_all_at_once() {
    let (engine, tickets) = filled(0).await;
    for queue in 0..300 {
        put(&tickets, &format!("q-{queue}"), [queue]).await;
    }
    engine.faults().delay(Duration::from_millis(500));
    for (concurrency, most) in [(None, 16), (Some(3), 3), (Some(40), 40)] {
        let scan = || {
            let scan = tickets.scan().segments(200);
            if let Some(concurrency) = concurrency { scan.concurrency(concurrency) } else { scan }
        };
        // Each answer takes a second, half of it each way, so that is how many are sent in one.
        let sent = async |seconds: u64, read: futures_util::future::BoxFuture<'static, usize>| {
            engine.clear_requests();
            let _ = tokio::time::timeout(Duration::from_millis(1000 * seconds - 300), read).await;
            engine.requests().len()
        };
        assert_eq!(sent(1, Box::pin(scan().collect().map(|read| read.unwrap().len()))).await, most);
        assert_eq!(sent(3, Box::pin(scan().collect().map(|read| read.unwrap().len()))).await, 3 * most);
        let counting = scan();
        assert_eq!(sent(1, Box::pin(async move { counting.count().await }.map(|_| 0))).await, most);
        engine.clear_requests();
        assert!(scan().first().await.unwrap().is_some());
        assert!(engine.requests().len() <= 2 * most, "{} requests", engine.requests().len());
        assert_eq!(sorted(&scan().await.unwrap()), (0..300).collect::<Vec<_>>());
        assert_eq!(scan().count().await.unwrap(), 300);
    }
    engine.clear_requests();
    refused(&engine, tickets.scan().segments(2).concurrency(0).await, &["scan", "concurrency of at least 1"]);
}

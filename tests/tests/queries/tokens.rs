//! Pages one by one, each with the token of the last one.

use dynamo_model::{Dynamo, PageToken};
use futures_util::StreamExt as _;

use crate::{Ticket, filled, numbers, refused_token};

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
    refused_token(&engine, other.query("q").start_after(token()).page().await, &words);
    refused_token(&engine, tickets.query("r").start_after(token()).page().await, &words);
    refused_token(&engine, tickets.query("q").descending().start_after(token()).await, &words);
    refused_token(&engine, tickets.query("q").descending().start_after(token()).count().await, &words);
    refused_token(&engine, tickets.query("q").sort_key(|k| k.gt(1)).start_after(token()).page().await, &words);
    refused_token(&engine, tickets.index(|i| i.by_state).query("q").start_after(token()).page().await, &words);
    refused_token(&engine, tickets.index(|i| i.by_assignee).query("q").start_after(token()).page().await, &words);
    refused_token(&engine, tickets.query("q").start_after(scanned.clone()).page().await, &words);
    refused_token(&engine, tickets.scan().start_after(token()).page().await, &["scan", "token"]);
    refused_token(&engine, other.scan().start_after(scanned).page().await, &["scan", "token"]);
    let first = tickets.query("q").sort_key(|k| k.ge(2)).page_size(2).page().await.unwrap().next;
    engine.clear_requests();
    refused_token(&engine, tickets.query("q").sort_key(|k| k.ge(3)).start_after(first.clone()).page().await, &words);
    refused_token(&engine, tickets.query("q").sort_key(|k| k.gt(2)).start_after(first).page().await, &words);
    let mut stream = tickets.query("r").start_after(token()).stream();
    refused_token(&engine, stream.next().await.unwrap(), &words);
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
        refused_token(&engine, tickets.query("q").start_after(token).page().await, &["token"]);
    }
    for cut in 0..text.len() {
        let Ok(token) = PageToken::parse(&text[..cut]) else { continue };
        refused_token(&engine, tickets.query("q").start_after(token).page().await, &["token"]);
    }
    for text in ["", "=", "💥", "AAAA", "not a token", &"A".repeat(10_000)] {
        refused_token(&engine, PageToken::parse(text), &["token"]);
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
    refused_token(&engine, with("two").query("q").start_after(signed.clone()).page().await, &["token", "signature"]);
    refused_token(&engine, tickets.query("q").start_after(signed).page().await, &["token"]);
    refused_token(&engine, with("one").query("q").start_after(unsigned).page().await, &["token", "signature is wrong"]);
}

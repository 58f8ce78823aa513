//! A patch that makes an index key new from memory, where memory was edited and never stored.

use dynamo_model::{Cause, Dynamo, DynamoItem, Error, Expect, WriteError};
use dynamo_tests::{Sent, conflict};

use crate::common::{s, table};

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "tickets",
    global_index(
        name = "by-status",
        partition_key(name = "GSI1PK", template = "ST#{status}#{owner}"),
        sort_key(name = "GSI1SK", template = "{number}#{owner}")
    )
)]
struct Ticket {
    #[partition_key]
    number: String,
    status: String,
    #[dynamo(alias = "assignee")]
    owner: Option<String>,
    note: String,
    #[version]
    version: u64,
}

fn ticket(owner: Option<&str>) -> Ticket {
    let owner = owner.map(str::to_owned);
    Ticket { number: "1".into(), status: "open".into(), owner, note: String::new(), version: 0 }
}

#[tokio::test]
async fn an_edit_that_was_never_stored_makes_no_index_key() -> Result<(), Error> {
    for (stored, edited) in [(Some("ann"), Some("bob")), (Some("ann"), None), (None, Some("bob"))] {
        let tickets = table::<Ticket>(&Dynamo::embedded()).await;
        let mut read = ticket(stored);
        tickets.create(&mut read).await?;
        read.owner = edited.map(str::to_owned);
        let refused = conflict(tickets.patch(&mut read, |t| [t.status.set("closed")]).await);
        assert_eq!(refused.cause(), Cause::ConditionFailed);
        assert_eq!(refused.current().map(|current| current.owner.as_deref()), Some(stored));
        let idempotent = conflict(tickets.patch(&mut read, |t| [t.status.set("closed")]).idempotent().await);
        assert_eq!(idempotent.cause(), Cause::ConditionFailed);
        assert_eq!(tickets.index(|i| i.by_status).scan().count().await?, u64::from(stored.is_some()));
        // What the patch itself says needs not be stored, and what no key holds does not matter.
        tickets.patch(&mut read, |t| [t.note.set("n")]).await?;
        read.owner = edited.map(str::to_owned);
        tickets.patch(&mut read, |t| [t.status.set("closed"), t.owner.set("eve")]).await?;
        assert_eq!(tickets.index(|i| i.by_status).query(("closed", "eve")).await?, [read]);
    }
    Ok(())
}

#[tokio::test]
async fn memory_as_it_is_stored_makes_the_key() -> Result<(), Error> {
    let db = Dynamo::embedded();
    let tickets = table::<Ticket>(&db).await;
    let mut read = ticket(Some("ann"));
    tickets.create(&mut read).await?;
    tickets.patch(&mut read, |t| [t.status.set("closed")]).condition(|t| t.note.eq("")).await?;
    assert_eq!(tickets.index(|i| i.by_status).query(("closed", "ann")).await?, [read.clone()]);
    // Under its older name.
    let put = db.client().put_item().table_name("tickets").item("number", s("2")).item("assignee", s("ann"));
    let put = put
        .item("GSI1SK", s("2#ann"))
        .item("status", s("open"))
        .item("note", s(""))
        .item("version", dynamo_model::AttributeValue::N("1".into()));
    put.send().await.unwrap();
    let mut aliased = tickets.get("2").await?.unwrap();
    tickets.patch(&mut aliased, |t| [t.status.set("closed")]).await?;
    assert_eq!(tickets.index(|i| i.by_status).query(("closed", "ann")).count().await?, 2);
    aliased.owner = None;
    let refused = tickets.patch(&mut aliased, |t| [t.status.set("open")]).await;
    assert!(matches!(refused, Err(WriteError::Conflict(conflict)) if conflict.cause() == Cause::ConditionFailed));
    Ok(())
}

#[test]
fn the_condition_is_there_only_where_memory_is_asked() -> Result<(), Error> {
    let tickets = Dynamo::embedded().table::<Ticket>();
    let mut read = Ticket { version: 3, ..ticket(Some("ann")) };
    let condition = |request| Sent::from(request).condition.unwrap();
    let moved = condition(tickets.patch(&mut read, |t| [t.status.set("closed")]).into_request()?);
    let older = "attribute_not_exists(owner) AND assignee = 'ann'";
    assert_eq!(moved, format!("(owner = 'ann' OR ({older})) AND version = 3"));
    let both = condition(tickets.patch(&mut read, |t| [t.status.set("a"), t.owner.set("b")]).into_request()?);
    assert_eq!(both, "version = 3");
    let other = condition(tickets.patch(&mut read, |t| [t.note.set("a")]).into_request()?);
    assert_eq!(other, "version = 3");
    let by_key = tickets.patch_at("1", Expect::of(&read), |t| [t.status.set("a"), t.owner.set("b")]).into_request()?;
    assert_eq!(condition(by_key), "version = 3");
    read.owner = None;
    let absent = condition(tickets.patch(&mut read, |t| [t.status.set("closed")]).into_request()?);
    assert_eq!(absent, "(attribute_not_exists(owner) AND attribute_not_exists(assignee)) AND version = 3");
    Ok(())
}

//! Section 8: transactions.

use dynamo_model::{Dynamo, DynamoItem, Expect};

use crate::{Outcome, batches::User};

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, dynamo_model::DynamoValue)]
enum Status {
    #[default]
    Active,
}

#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "notes")]
struct Note {
    #[partition_key]
    id: String,
    status: Status,
    #[version]
    version: u64,
}

#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "audits")]
struct Audit {
    #[partition_key]
    id: String,
}

#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "accounts")]
struct Account {
    #[partition_key]
    id: String,
    balance: i64,
    #[version]
    version: u64,
}

#[rustfmt::skip]
#[tokio::test]
async fn transactions() -> Outcome {
let db = Dynamo::embedded();
let (notes, audits, accounts, users) = (db.table::<Note>(), db.table::<Audit>(), db.table::<Account>(), db.table::<User>());
notes.create_table().await?;
audits.create_table().await?;
accounts.create_table().await?;
users.create_table().await?;
let (mut note, mut draft) = (Note { id: "note-001".into(), ..Default::default() }, Note { id: "draft".into(), ..Default::default() });
notes.create(&mut note).await?;
notes.create(&mut draft).await?;
accounts.put(&mut Account { id: "a-1".into(), balance: 10, version: 6 }).await.unwrap_err();
accounts.put_unchecked(&mut Account { id: "a-1".into(), balance: 10, version: 6 }).await?;
users.put(&mut User { id: "u-1".into(), active: true }).await?;
let (mut audit, token) = (Audit { id: "1".into() }, "job-1");

db.transact_write()                                       // takes the very builders that can be awaited alone
    .add(notes.update(&mut note).condition(|n| n.status.eq(Status::Active)))
    .add(audits.create(&mut audit))
    .add(accounts.patch_at("a-1", Expect::Version(7), |a| [a.balance.add(-10)]))   // patch(&mut ..) does not compile here: a transaction returns no item
    .add(users.check("u-1", |u| u.active.eq(true)))
    .add(notes.delete(&draft))
    .client_request_token(token)
    .await?;                                              // version conditions as in section 3; memory changes only after the commit. TransactError: reasons by action, each with its typed conflict
assert_eq!(note.version, 2);
let (note, user) = db.transact_get().add(notes.get("note-001")).add(users.get("u-1")).await?;
assert_eq!((note.unwrap().version, user.unwrap().active), (2, true));
assert_eq!(accounts.get("a-1").consistent().await?.unwrap(), Account { id: "a-1".into(), balance: 0, version: 8 });
assert_eq!(notes.get("draft").consistent().await?, None);
Ok(())
}

/// The future can be spawned, and errors convert.
#[tokio::test]
async fn spawned() -> Outcome {
    let db = Dynamo::embedded();
    db.table::<Note>().create_table().await?;
    let mut note = Note { id: "a".into(), ..Default::default() };
    tokio::spawn(async move {
        db.transact_write().add(db.table::<Note>().create(&mut note)).await?;
        Ok::<_, dynamo_model::Error>(())
    })
    .await??;
    Ok(())
}

//! What an action demands of the stored version, and where it demands nothing.

use dynamo_model::{CancellationReason, Cause, DynamoItem, ErrorKind, Expect};
use dynamo_tests::{assert_names, conflict};

use crate::{Note, World, audit, cancelled, error, note, world};

#[tokio::test(start_paused = true)]
async fn a_stale_deletion_cancels() {
    let World { engine, db, notes, audits } = world().await;
    let mut stored = note("b");
    notes.create(&mut stored).await.unwrap();
    let stale = stored.clone();
    notes.update(&mut stored).await.unwrap();
    let absent = Note { version: 1, ..note("never") };
    engine.clear_requests();
    for (number, expected) in [Expect::of(&stale), Expect::Version(1), Expect::Unversioned].into_iter().enumerate() {
        let refused = cancelled(db.transact_write().add(notes.delete_at("b", expected)).await);
        assert_eq!(refused.reasons()[0].cause(), Some(Cause::VersionMismatch), "expectation {number}");
    }
    let refused = cancelled(db.transact_write().add(notes.delete(&stale)).await);
    assert_eq!(refused.conflict::<Note>(0).unwrap().current().unwrap().version, 2);
    let refused = cancelled(db.transact_write().add(notes.delete(&absent)).await);
    assert_eq!(refused.conflict::<Note>(0).unwrap().cause(), Cause::Missing);

    // A put before it is not to blame, and is not applied.
    let (mut fresh, mut log) = (note("a"), audit(1));
    let both = db.transact_write().add(notes.put(&mut fresh)).add(notes.delete(&stale)).add(audits.put(&mut log));
    let refused = cancelled(both.await);
    let causes: Vec<_> = refused.reasons().iter().map(CancellationReason::cause).collect();
    assert_eq!(causes, [None, Some(Cause::VersionMismatch), None]);
    assert_eq!((fresh, log), (note("a"), audit(1)));
    let left = db.transact_get().add(notes.get("a")).add(notes.get("b")).add(audits.get(1)).await.unwrap();
    assert_eq!(left, (None, Some(stored.clone()), None));

    db.transact_write().add(notes.delete(&stored)).await.unwrap();
    assert_eq!(notes.get("b").consistent().await.unwrap(), None);
}

#[tokio::test(start_paused = true)]
async fn one_action_demands_no_version_and_the_others_do() {
    let World { db, notes, .. } = world().await;
    let mut items = [note("a"), note("b"), note("c"), note("d")];
    for item in &mut items {
        notes.create(item).await.unwrap();
    }
    let [mut a, b, c, mut d] = items;
    // Others wrote all but `d` meanwhile.
    for id in ["a", "b", "c"] {
        notes.patch_at(id, Expect::Any, |n| [n.text.set("newer")]).await.unwrap();
    }
    let (holder_of_a, holder_of_b) = (Note { version: 2, ..a.clone() }, Note { version: 2, ..b });
    a.text = "mine".into();
    let unchecked = || notes.patch_at("b", Expect::Any, |n| [n.text.set("any")]);

    // The checks of the others hold all the same.
    let mut stale = c.clone();
    let refused = cancelled(db.transact_write().add(unchecked()).add(notes.update(&mut stale)).await);
    assert_eq!(refused.main_reason().unwrap().action(), 1);
    assert_eq!(notes.get("b").consistent().await.unwrap().unwrap().text, "newer");

    let transaction = db.transact_write().add(notes.put_unchecked(&mut a)).add(unchecked());
    let transaction = transaction.add(notes.delete_at("c", Expect::Any)).add(notes.delete_at("never", Expect::Any));
    transaction.add(notes.update(&mut d)).await.unwrap();
    let (a, b, c) = db.transact_get().add(notes.get("a")).add(notes.get("b")).add(notes.get("c")).await.unwrap();
    let (a, b) = (a.unwrap(), b.unwrap());
    assert_eq!((a.text.as_str(), a.version), ("mine", 2), "what memory held, and one more");
    assert_eq!((b.text.as_str(), b.version), ("any", 3), "what is stored advances");
    assert_eq!((c, d.version), (None, 2));
    // A version that was patched past a holder refuses it; one that was put back lets it pass, as the docs say.
    let refused = conflict(notes.update(&mut holder_of_b.clone()).await);
    assert_eq!(refused.cause(), Cause::VersionMismatch);
    notes.update(&mut holder_of_a.clone()).await.unwrap();
    let missing = cancelled(db.transact_write().add(notes.patch_at("never", Expect::Any, |n| [n.text.set("x")])).await);
    assert_eq!(missing.reasons()[0].cause(), Some(Cause::Missing), "a patch makes no item");
}

#[tokio::test(start_paused = true)]
async fn a_condition_of_an_unchecked_action_still_holds() {
    let World { db, notes, .. } = world().await;
    let mut stored = note("a");
    notes.create(&mut stored).await.unwrap();
    let put = db.transact_write().add(notes.put_unchecked(&mut stored).condition(|n| n.text.eq("other")));
    assert_eq!(cancelled(put.await).reasons()[0].cause(), Some(Cause::ConditionFailed));
    let delete = notes.delete_at("a", Expect::Any).condition(|n| n.text.eq("other"));
    assert_eq!(cancelled(db.transact_write().add(delete).await).reasons()[0].cause(), Some(Cause::ConditionFailed));
    assert_eq!((notes.get("a").consistent().await.unwrap(), stored.version), (Some(stored), 1));
}

#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "lives")]
struct Life {
    #[partition_key]
    id: String,
    #[version]
    version: u64,
    #[dynamo(generation)]
    begun: Option<String>,
}

#[tokio::test(start_paused = true)]
async fn another_life_of_the_same_version_cancels() {
    let World { db, .. } = world().await;
    let lives = db.table::<Life>();
    lives.create_table().await.unwrap();
    let (mut old, mut new) = (Life { id: "a".into(), ..Life::default() }, Life { id: "a".into(), ..Life::default() });
    lives.create(&mut old).await.unwrap();
    db.transact_write().add(lives.delete(&old)).await.unwrap();
    db.transact_write().add(lives.create(&mut new)).await.unwrap();
    assert_eq!((old.version, old.begun == new.begun), (new.version, false));
    let seen = Expect::of(&old);
    let refused = [
        cancelled(db.transact_write().add(lives.delete(&old)).await),
        cancelled(db.transact_write().add(lives.delete_at("a", seen)).await),
        cancelled(db.transact_write().add(lives.update(&mut old)).await),
        cancelled(db.transact_write().add(lives.put(&mut old)).await),
    ];
    for refused in refused {
        assert_eq!(refused.conflict::<Life>(0).unwrap().cause(), Cause::Recreated);
    }
    assert_eq!(lives.get("a").consistent().await.unwrap(), Some(new));
}

#[tokio::test(start_paused = true)]
async fn four_megabytes_are_counted_over_all_actions() {
    let World { engine, db, notes, audits } = world().await;
    let large_text = || "x".repeat(390 * 1024);
    let mut large: Vec<_> = (0..10).map(|n| Note { text: large_text(), ..note(&n.to_string()) }).collect();
    let mut transaction = db.transact_write();
    for one in &mut large {
        transaction = transaction.add(notes.create(one));
    }
    transaction.await.unwrap();
    engine.clear_requests();

    // What an update sets, what a patch sets and what a condition compares with count as what a put stores.
    let mut log = audit(1);
    let mut transaction = db.transact_write().add(audits.put(&mut log));
    for (number, one) in large.iter_mut().enumerate() {
        transaction = match number % 3 {
            0 => transaction.add(notes.update(one)),
            1 => transaction.add(notes.patch_at(number.to_string(), Expect::Any, |n| [n.text.set(large_text())])),
            _ => transaction.add(notes.check(number.to_string(), |n| n.text.eq(large_text()))),
        };
    }
    let error = error(transaction.add(notes.patch_at("10", Expect::Any, |n| [n.text.set(large_text())])).await);
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert_names(&error, &["transact_write on table `notes`", "action 11 (from 0), patch_at", "4194304"]);
    assert!(engine.requests().is_empty());
    assert!(large.iter().all(|note| note.version == 1));
}

#[tokio::test(start_paused = true)]
async fn a_token_of_the_caller_covers_one_content() {
    let World { engine, db, notes, .. } = world().await;
    let mut stored = note("a");
    notes.create(&mut stored).await.unwrap();
    let before = stored.clone();
    let send = async |text: &str| {
        let mut mine = Note { text: text.into(), ..before.clone() };
        let sent = db.transact_write().add(notes.update(&mut mine)).client_request_token("job-1").await;
        (sent, mine)
    };
    let (first, mine) = send("first").await;
    first.unwrap();
    let (again, repeated) = send("first").await;
    again.unwrap();
    assert_eq!((&repeated, repeated.version), (&mine, 2), "a repetition is a success, and memory follows");

    engine.clear_requests();
    let (changed, unchanged) = send("changed").await;
    let mismatch = error(changed);
    assert_eq!((mismatch.kind(), mismatch.is_retryable()), (ErrorKind::IdempotentParameterMismatch, false));
    assert_names(&mismatch, &["transact_write on table `notes`", "client request token"]);
    assert_eq!((unchanged.version, engine.requests().len()), (1, 1));
    assert_eq!(notes.get("a").consistent().await.unwrap().unwrap().text, "first");
}

//! What the engine in the process answers.

use std::time::Duration;

use dynamo_model::{AttributeValue, Cause, Embedded, ErrorKind, Expect, Outcome, TransactError};
use dynamo_tests::{assert_names, fixed_on};

use crate::{Audit, Note, World, audit, cancelled, error, note, world};

#[tokio::test(start_paused = true)]
async fn all_of_it_is_committed_and_memory_follows() {
    let World { db, notes, audits, .. } = world().await;
    let (mut first, mut second, mut third) = (note("a"), note("b"), note("c"));
    notes.create(&mut second).await.unwrap();
    notes.create(&mut third).await.unwrap();
    let stale = third.clone();
    second.text = "new".into();
    let mut log = audit(1);
    db.transact_write()
        .add(notes.create(&mut first))
        .add(notes.update(&mut second).condition(|n| n.text.eq("secret")))
        .add(notes.delete(&stale))
        .add(audits.put(&mut log))
        .await
        .unwrap();
    assert_eq!((first.version, second.version, second.writes), (1, 2, 2));
    assert!(!log.mark.is_empty());
    let (a, b, c, stored) =
        db.transact_get().add(notes.get("a")).add(notes.get("b")).add(notes.get("c")).add(audits.get(1)).await.unwrap();
    assert_eq!((a, b, c, stored), (Some(first), Some(second), None, Some(log)));
}

#[tokio::test(start_paused = true)]
async fn nothing_of_it_is_applied_and_the_reason_is_that_of_its_action() {
    let World { engine, db, notes, audits } = world().await;
    let mut stored = note("b");
    notes.create(&mut stored).await.unwrap();
    let stale = stored.clone();
    notes.patch_at("b", Expect::Any, |n| [n.text.set("newer")]).await.unwrap();
    engine.clear_requests();

    let (mut fresh, mut log) = (note("a"), audit(1));
    let result = db.transact_write().add(notes.put(&mut fresh)).add(notes.delete(&stale)).add(audits.create(&mut log));
    let cancelled = cancelled(result.await);
    assert_eq!(engine.requests().len(), 1);
    assert_eq!((fresh, log), (note("a"), audit(1)), "memory is as it was");
    assert_eq!(notes.get("a").await.unwrap(), None);
    let kinds: Vec<_> = cancelled.reasons().iter().map(dynamo_model::CancellationReason::kind).collect();
    assert_eq!(kinds, [None, Some(ErrorKind::Conflict), None]);
    let conflict = cancelled.conflict::<Note>(1).unwrap();
    assert_eq!((conflict.cause(), conflict.expected()), (Cause::VersionMismatch, Some(1)));
    assert_eq!(conflict.current().unwrap().text, "newer");
    assert!(cancelled.conflict::<Note>(0).is_none() && cancelled.conflict::<Audit>(1).is_none());
    assert_eq!(db.counters()["notes"].conflicts, 1);
    assert_eq!(db.counters()["audits"].conflicts, 0);
    let text = format!("{cancelled} {cancelled:?}");
    assert!(text.contains("action 1 (from 0), delete on table `notes`: another version is stored"), "{text}");
    assert!(!text.contains("secret") && !text.contains("newer"));
    let error = dynamo_model::Error::from(TransactError::from(cancelled));
    assert_eq!(
        (error.kind(), error.table(), error.operation()),
        (ErrorKind::Conflict, Some("notes"), Some("transact_write"))
    );
}

#[tokio::test(start_paused = true)]
async fn action_57_of_100_is_named() {
    let World { db, notes, .. } = world().await;
    notes.create(&mut note("n57")).await.unwrap();
    let mut many: Vec<_> = (0..100).map(|n| note(&format!("n{n}"))).collect();
    let mut transaction = db.transact_write();
    for one in &mut many {
        transaction = transaction.add(notes.create(one));
    }
    let cancelled = cancelled(transaction.await);
    let main = cancelled.main_reason().unwrap();
    assert_eq!((main.action(), main.operation(), main.cause()), (57, "create", Some(Cause::AlreadyExists)));
    assert!(many.iter().all(|note| note.version == 0));
}

#[tokio::test(start_paused = true)]
async fn what_dynamodb_would_refuse_is_not_sent() {
    let world = world().await;
    let World { db, notes, audits, .. } = &world;
    assert_names(&error(db.transact_write().await), &["transact_write", "needs an action"]);

    let mut many: Vec<_> = (0..101).map(audit).collect();
    let mut transaction = db.transact_write();
    for one in &mut many {
        transaction = transaction.add(audits.put(one));
    }
    assert_names(&error(transaction.await), &["101 actions", "action 100"]);

    let (mut one, mut other) = (note("a"), note("b"));
    let transaction = db.transact_write().add(notes.put(&mut one)).add(notes.put(&mut other));
    let twice = error(transaction.add(notes.check("a", |n| n.text.eq("x"))).await);
    assert_names(&twice, &["transact_write on table `notes`", "action 2", "check", "action 0"]);

    let mut large: Vec<_> = (0..11).map(|n| Note { text: "x".repeat(390 * 1024), ..note(&n.to_string()) }).collect();
    let mut transaction = db.transact_write();
    for one in &mut large {
        transaction = transaction.add(notes.put(one));
    }
    assert_names(&error(transaction.await), &["action 10", "4194304"]);

    for token in [String::new(), "x".repeat(37)] {
        let transaction = db.transact_write().add(notes.put(&mut one)).client_request_token(token);
        assert_names(&error(transaction.await), &["client request token", "1 to 36"]);
    }
    assert_names(&error(db.transact_write().add(notes.put(&mut note(""))).await), &["action 0", "put", "notes"]);
    assert!(world.sent().is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_check_says_what_it_found() {
    let World { db, notes, audits, .. } = world().await;
    let mut log = audit(1);
    let transaction = db.transact_write().add(notes.check("a", |n| n.text.eq("x"))).add(audits.put(&mut log));
    assert_eq!(cancelled(transaction.await).reasons()[0].cause(), Some(Cause::Missing));
    notes.create(&mut note("a")).await.unwrap();
    let transaction = db.transact_write().add(notes.check("a", |n| n.text.eq("x"))).add(audits.put(&mut log));
    let refused = cancelled(transaction.await);
    assert_eq!(refused.conflict::<Note>(0).unwrap().cause(), Cause::ConditionFailed);
    assert_eq!(refused.conflict::<Note>(0).unwrap().current().unwrap().version, 1);
    db.transact_write().add(notes.check("a", |n| n.text.eq("secret"))).add(audits.put(&mut log)).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn the_version_check_of_one_action_is_switched_off() {
    let World { db, notes, audits, .. } = world().await;
    notes.create(&mut note("a")).await.unwrap();
    notes.patch_at("a", Expect::Any, |n| [n.text.set("x")]).await.unwrap();
    let mut log = audit(1);
    let patch = notes.patch_at("a", Expect::Any, |n| [n.text.set("y")]);
    db.transact_write().add(patch).add(audits.create(&mut log)).await.unwrap();
    assert_eq!(notes.get("a").consistent().await.unwrap().unwrap().version, 3);
}

#[tokio::test(start_paused = true)]
async fn other_transactions_are_met_again_with_the_same_token_and_no_read() {
    let world = world().await;
    let World { engine, db, notes, audits } = &world;
    engine.faults().transaction_conflict(4);
    let (mut one, mut log) = (note("a"), audit(1));
    db.transact_write().add(notes.create(&mut one)).add(audits.create(&mut log)).await.unwrap();
    let requests = engine.requests();
    assert_eq!(requests.len(), 5);
    assert!(
        requests.iter().all(|request| request.operation == "TransactWriteItems" && request.body == requests[0].body)
    );

    engine.faults().transaction_conflict(1_000);
    let contended = cancelled(db.transact_write().add(notes.update(&mut one)).await);
    assert_eq!(contended.reasons()[0].kind(), Some(ErrorKind::TransactionConflict));
    assert!(contended.conflict::<Note>(0).is_none());
    assert!(dynamo_model::Error::from(TransactError::from(contended)).is_retryable());
    assert_eq!(one.version, 1);

    engine.faults().reset().transaction_conflict(2);
    assert!(db.transact_get().add(notes.get("a")).await.unwrap().0.is_some());
}

#[tokio::test(start_paused = true)]
async fn a_lost_answer_applies_nothing_twice() {
    let World { engine, db, notes, audits } = world().await;
    let mut one = note("a");
    notes.create(&mut one).await.unwrap();
    engine.faults().lose_response(2);
    let mut log = audit(1);
    db.transact_write().add(notes.update(&mut one)).add(audits.create(&mut log)).await.unwrap();
    assert_eq!(one.version, 2);
    assert_eq!(notes.get("a").consistent().await.unwrap().unwrap().version, 2);
}

#[tokio::test(start_paused = true)]
async fn an_unknown_outcome_has_one_answer() {
    let World { engine, db, notes, audits } = world().await;
    let (mut one, mut log) = (note("a"), audit(1));
    engine.faults().lose_response(1_000);
    let unknown = error(db.transact_write().add(notes.create(&mut one)).add(audits.create(&mut log)).await);
    assert_eq!((unknown.kind(), one.version), (ErrorKind::OutcomeUnknown, 0));
    engine.faults().reset();
    let outcome = unknown.unknown_outcome().unwrap();
    assert_eq!(outcome.keys().iter().map(|(table, _)| table.as_str()).collect::<Vec<_>>(), ["notes", "audits"]);
    assert_eq!(outcome.resolve().await.unwrap(), Outcome::Applied);
    assert_eq!(notes.get("a").consistent().await.unwrap().unwrap().version, 1);

    engine.faults().lose_request(1_000);
    let mut stale = note("a");
    let unknown = error(db.transact_write().add(notes.create(&mut stale)).await);
    engine.faults().reset();
    assert_eq!(unknown.unknown_outcome().unwrap().resolve().await.unwrap(), Outcome::NotApplied);
}

#[tokio::test(start_paused = true)]
async fn one_in_progress_is_waited_for() {
    let World { engine, db, notes, .. } = world().await;
    let mut one = note("a");
    engine.faults().transaction_in_progress(3);
    let begun = tokio::time::Instant::now();
    db.transact_write().add(notes.create(&mut one)).await.unwrap();
    assert!(begun.elapsed() >= Duration::from_secs(1));
    engine.faults().transaction_in_progress(1_000);
    let unknown = error(db.transact_write().add(notes.update(&mut one)).await);
    assert_eq!(unknown.kind(), ErrorKind::OutcomeUnknown);
}

#[tokio::test(start_paused = true)]
async fn a_token_covers_the_same_content() {
    let engine = Embedded::new();
    let time = std::time::SystemTime::UNIX_EPOCH + Duration::from_hours(500_000);
    let mut marks = Vec::new();
    for _ in 0..2 {
        let (db, _) = fixed_on(&engine);
        let audits = db.table::<Audit>();
        audits.create_table().await.unwrap();
        let mut log = audit(1);
        let transaction = db.transact_write().add(audits.create(&mut log)).client_request_token("job-1").at(time);
        transaction.await.unwrap();
        marks.push(log.mark);
    }
    assert_eq!(marks[0], marks[1], "ids follow from the token");
    let audits = engine.dynamo().table::<Audit>();
    let mut other = audit(2);
    let changed = engine.dynamo().transact_write().add(audits.create(&mut other)).client_request_token("job-1");
    assert_eq!(error(changed.await).kind(), ErrorKind::IdempotentParameterMismatch);
}

#[tokio::test(start_paused = true)]
async fn a_dropped_transaction_leaves_memory_as_it_was() {
    let World { engine, db, notes, .. } = world().await;
    engine.faults().delay(Duration::from_secs(1));
    let mut one = note("a");
    let transaction = db.transact_write().add(notes.create(&mut one)).into_future();
    tokio::time::timeout(Duration::from_millis(1_500), transaction).await.unwrap_err();
    assert_eq!(one, note("a"));
}

#[tokio::test(start_paused = true)]
async fn many_of_one_type_are_read_at_one_moment() {
    let world = world().await;
    let World { db, notes, .. } = &world;
    for number in [3, 7] {
        notes.create(&mut note(&format!("n{number}"))).await.unwrap();
    }
    world.engine.clear_requests();
    let keys: Vec<_> = (0..100).map(|n| format!("n{n}")).collect();
    let found = db.transact_get().get_all::<Note>(&keys).await.unwrap();
    let there: Vec<_> = found.iter().enumerate().filter(|(_, note)| note.is_some()).map(|(at, _)| at).collect();
    assert_eq!((found.len(), there), (100, vec![3, 7]));
    assert_eq!(world.sent(), ["TransactGetItems"]);
    assert!(db.transact_get().get_all::<Note>(Vec::<String>::new()).await.unwrap().is_empty());
    let many: Vec<_> = (0..101).map(|n| n.to_string()).collect();
    assert_names(&db.transact_get().get_all::<Note>(&many).await.unwrap_err(), &["transact_get", "101"]);
    let twice = db.transact_get().add(notes.get("a")).add(notes.get("a")).await.unwrap_err();
    assert_names(&twice, &["action 1", "action 0", "notes"]);
    assert_eq!(world.sent().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn an_item_that_does_not_decode_is_named_by_its_action() {
    let World { engine, db, notes, audits } = world().await;
    notes.create(&mut note("a")).await.unwrap();
    let put = engine.client().put_item().table_name("audits").item("number", AttributeValue::N("3".into()));
    put.item("text", AttributeValue::N("7".into())).send().await.unwrap();
    let read = db.transact_get().add(notes.get("a")).add(notes.get("b")).add(audits.get(3)).add(notes.get("c"));
    let error = read.await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode);
    assert_names(&error, &["action 2", "audits", "Audit", "`text`", "expected S, found N"]);
    let (one, none, two) = db.transact_get().add(notes.get("a")).add(notes.get("b")).add(notes.get("c")).await.unwrap();
    assert_eq!((one.unwrap().text, none, two), (note("a").text, None, None));
}

//! Section 7: what each answer of the service means. The answers are written down, because no engine gives all of them.

use std::time::Duration;

use dynamo_model::{Cancellation, CancellationReason, Cause, Dynamo, Error, ErrorKind, Expect, TransactError};
use dynamo_tests::assert_names;

use crate::{
    Audit, Note, audit, cancelled, error, note,
    played::{Answer, Played, cancellation, codes, condition_failed, reason, refusal, success},
};

const NEWER: &str = r#"{"id":{"S":"a"},"text":{"S":"newer"},"version":{"N":"7"},"writes":{"N":"3"}}"#;
/// Contention and throttling by all the names that they have as a reason.
const OTHERS: [&str; 3] = ["TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"];

/// Three actions: a deletion of version 1, a creation, and a check. The created item is given back as it is then.
async fn three(db: &Dynamo) -> (Result<(), TransactError>, Audit) {
    let (one, mut log) = (Note { version: 1, ..note("a") }, audit(1));
    let (notes, audits) = (db.table::<Note>(), db.table::<Audit>());
    let transaction = db.transact_write().add(notes.delete(&one)).add(audits.create(&mut log));
    let result = transaction.add(notes.check("c", |n| n.text.eq("secret"))).await;
    (result, log)
}

/// What becomes of the three actions where every answer is this one. There must be no second request.
async fn refused(answer: Answer) -> Cancellation {
    let service = Played::new([answer]);
    let (result, log) = three(&service.dynamo()).await;
    assert_eq!(service.operations(), ["TransactWriteItems"], "it was sent once");
    assert_eq!(log, audit(1), "memory is as it was");
    let cancelled = cancelled(result);
    let text = format!("{cancelled} {cancelled:?}");
    assert!(!text.contains("secret") && !text.contains("newer"), "{text}");
    cancelled
}

fn kinds(cancelled: &Cancellation) -> Vec<Option<ErrorKind>> {
    cancelled.reasons().iter().map(CancellationReason::kind).collect()
}

fn converted(cancelled: Cancellation) -> Error {
    Error::from(TransactError::from(cancelled))
}

#[tokio::test(start_paused = true)]
async fn a_conflict_beside_contention_is_reported() {
    for other in OTHERS {
        let first = refused(cancellation(&[condition_failed(NEWER), reason(other), reason("None")])).await;
        let conflict = first.conflict::<Note>(0).unwrap();
        assert_eq!((conflict.cause(), conflict.expected()), (Cause::VersionMismatch, Some(1)));
        assert_eq!(conflict.current().unwrap().text, "newer");
        assert!(kinds(&first)[1].is_some_and(|kind| kind != ErrorKind::Conflict), "{other} is no conflict");
        assert!(first.reasons()[1].cause().is_none() && first.conflict::<Audit>(1).is_none());

        let last = refused(cancellation(&[reason(other), reason(other), condition_failed(NEWER)])).await;
        assert_eq!(last.main_reason().map(CancellationReason::action), Some(2), "the conflict, not what comes first");
        assert_eq!(last.conflict::<Note>(2).unwrap().current().unwrap().version, 7);
        assert_eq!(last.conflict::<Note>(2).unwrap().cause(), Cause::ConditionFailed);
        let error = converted(last);
        assert_eq!((error.kind(), error.is_retryable()), (ErrorKind::Conflict, false));
    }
}

#[tokio::test(start_paused = true)]
async fn the_item_of_a_conflict_is_that_of_its_action() {
    let item = r#"{"number":{"N":"1"},"text":{"S":"newer"},"mark":{"S":"m"}}"#;
    let both = refused(cancellation(&[condition_failed(NEWER), condition_failed(item), reason("None")])).await;
    assert_eq!(both.conflict::<Audit>(1).unwrap().cause(), Cause::AlreadyExists);
    assert_eq!(both.conflict::<Audit>(1).unwrap().current().unwrap().mark, "m");
    assert_eq!(both.conflict::<Note>(0).unwrap().current().unwrap().version, 7);

    // An item that does not fit its type is a conflict all the same.
    let undecodable = refused(cancellation(&[condition_failed(r#"{"id":{"N":"1"}}"#), reason("None")])).await;
    let conflict = undecodable.conflict::<Note>(0).unwrap();
    assert!(conflict.current().is_none());
    assert_eq!(conflict.current_item().unwrap().len(), 1);

    let gone = reason("ConditionalCheckFailed");
    let gone = refused(cancellation(&[gone.clone(), reason("None"), gone])).await;
    assert_eq!(gone.conflict::<Note>(0).unwrap().cause(), Cause::Missing);
    assert_eq!(gone.conflict::<Note>(2).unwrap().cause(), Cause::Missing);
}

#[tokio::test(start_paused = true)]
async fn contention_alone_is_met_again_with_the_same_request() {
    for other in OTHERS {
        let mut answers = vec![codes(&["TransactionConflict", "None", other]); 4];
        answers.push(success("{}"));
        let service = Played::new(answers);
        let (result, log) = three(&service.dynamo()).await;
        result.unwrap();
        assert!(!log.mark.is_empty());
        service.assert_repeated("TransactWriteItems", 5);
        let token = serde_json::from_str::<serde_json::Value>(&service.attempts()[0].body).unwrap();
        assert!(token["ClientRequestToken"].as_str().is_some_and(|token| (1..=36).contains(&token.len())));
    }
}

#[tokio::test(start_paused = true)]
async fn contention_that_does_not_end_is_reported_as_what_it_is() {
    let service = Played::new([codes(&["None", "TransactionConflict", "ThrottlingError"])]);
    let (result, log) = three(&service.dynamo()).await;
    let cancelled = cancelled(result);
    assert_eq!(kinds(&cancelled), [None, Some(ErrorKind::TransactionConflict), Some(ErrorKind::Throttled)]);
    assert!(converted(cancelled).is_retryable());
    assert_eq!(log, audit(1));
    let attempts = service.attempts().len();
    assert!((5..=20).contains(&attempts), "{attempts}");
    service.assert_repeated("TransactWriteItems", attempts);
}

#[tokio::test(start_paused = true)]
async fn a_mistake_in_an_action_is_named_and_not_repeated() {
    let mistakes = [
        ("ValidationError", ErrorKind::Validation),
        ("ItemCollectionSizeLimitExceeded", ErrorKind::ItemCollectionSizeLimitExceeded),
        // A code that came after this library.
        ("TimeTravelForbidden", ErrorKind::Service),
    ];
    for (code, kind) in mistakes {
        for others in ["None", "TransactionConflict", "ThrottlingError"] {
            let cancelled = refused(codes(&[others, code, others])).await;
            assert_eq!(kinds(&cancelled)[1], Some(kind));
            let main = cancelled.main_reason().unwrap();
            assert_eq!((main.action(), main.operation(), main.table()), (1, "create", "audits"));
            assert!(main.cause().is_none());
            assert!(cancelled.to_string().contains("action 1 (from 0), create on table `audits`"), "{cancelled}");
            let error = converted(cancelled);
            assert_eq!((error.kind(), error.table(), error.is_retryable()), (kind, Some("audits"), false));
            assert_names(&error, &["transact_write on table `audits`", "action 1"]);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_path_through_an_absent_map_is_a_kind_of_its_own() {
    let reason = r#"{"Code":"ValidationError","Message":"The document path provided in the update expression is invalid for update"}"#;
    let cancelled = refused(cancellation(&[crate::played::reason("None"), reason.into()])).await;
    assert_eq!(kinds(&cancelled), [None, Some(ErrorKind::ParentMissing), None]);
}

#[tokio::test(start_paused = true)]
async fn reasons_that_do_not_fit_the_actions_break_nothing() {
    let fewer = refused(cancellation(&[condition_failed(NEWER)])).await;
    assert_eq!(kinds(&fewer), [Some(ErrorKind::Conflict), None, None]);
    let fewer = refused(cancellation(&[reason("None")])).await;
    assert_eq!(kinds(&fewer), [None; 3]);

    let service = Played::new([codes(&["TransactionConflict"])]);
    let (result, ..) = three(&service.dynamo()).await;
    assert_eq!(kinds(&cancelled(result)), [Some(ErrorKind::TransactionConflict), None, None]);

    let without = (400, r#"{"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException"}"#.to_owned());
    for none in [cancellation(&[]), without] {
        let none = refused(none).await;
        assert_eq!(kinds(&none), [None; 3]);
        assert!(none.main_reason().is_none() && none.conflict::<Note>(0).is_none());
        assert_eq!(converted(none).kind(), ErrorKind::Service);
    }

    let mut more = vec![reason("None"); 3];
    more.push(condition_failed(NEWER));
    assert_eq!(kinds(&refused(cancellation(&more)).await).len(), 3);
    assert!(refused(cancellation(&["{}".to_owned()])).await.conflict::<Note>(9).is_none());
}

/// One action with a token says what the operation itself would say.
#[tokio::test(start_paused = true)]
async fn one_write_that_goes_as_a_transaction() {
    let send = async |answers: Vec<Answer>| {
        let service = Played::new(answers);
        let result = service.dynamo().table::<Note>().delete_at("a", Expect::Version(1)).idempotent().await;
        (service, result)
    };
    let (service, result) = send(vec![cancellation(&[condition_failed(NEWER)])]).await;
    let conflict = dynamo_tests::conflict(result);
    assert_eq!((conflict.cause(), conflict.current().unwrap().version), (Cause::VersionMismatch, 7));
    service.assert_repeated("TransactWriteItems", 1);

    let (service, result) =
        send(vec![codes(&["TransactionConflict"]), codes(&["ThrottlingError"]), success("{}")]).await;
    result.unwrap();
    service.assert_repeated("TransactWriteItems", 3);

    for (code, kind) in [("ValidationError", ErrorKind::Validation), ("TimeTravelForbidden", ErrorKind::Service)] {
        let (service, result) = send(vec![codes(&[code])]).await;
        let error = dynamo_tests::error(result);
        assert_eq!((error.kind(), error.table(), error.operation()), (kind, Some("notes"), Some("delete_at")));
        service.assert_repeated("TransactWriteItems", 1);
    }
    for malformed in [codes(&[]), codes(&["None"])] {
        let (_, result) = send(vec![malformed]).await;
        assert_eq!(dynamo_tests::error(result).kind(), ErrorKind::Service);
    }
}

#[tokio::test(start_paused = true)]
async fn a_token_with_other_content_is_an_error_of_its_own() {
    // Also after an attempt that got no answer: the token stands for something else, so nothing of this one was applied.
    let mismatch = || refusal("IdempotentParameterMismatchException");
    let lost = (500, r#"{"__type":"com.amazonaws.dynamodb.v20120810#InternalServerError"}"#.to_owned());
    for answers in [vec![mismatch()], vec![lost, mismatch()]] {
        let attempts = answers.len();
        let service = Played::new(answers);
        let (result, log) = three(&service.dynamo()).await;
        let error = error(result);
        assert_eq!((error.kind(), error.is_retryable()), (ErrorKind::IdempotentParameterMismatch, false), "{error}");
        assert_names(&error, &["transact_write", "token"]);
        assert_eq!((service.attempts().len(), log), (attempts, audit(1)));
    }
}

#[tokio::test(start_paused = true)]
async fn one_in_progress_is_waited_for_in_seconds() {
    let in_progress = || refusal("TransactionInProgressException");
    let service = Played::new([in_progress(), in_progress(), success("{}")]);
    let (result, log) = three(&service.dynamo()).await;
    result.unwrap();
    assert!(!log.mark.is_empty());
    service.assert_repeated("TransactWriteItems", 3);
    for pair in service.attempts().windows(2) {
        let waited = pair[1].at - pair[0].at;
        assert!((Duration::from_secs(1)..Duration::from_secs(20)).contains(&waited), "{waited:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn one_in_progress_that_does_not_end_has_an_unknown_outcome() {
    let service = Played::new([refusal("TransactionInProgressException")]);
    let (result, log) = three(&service.dynamo()).await;
    let unknown = error(result);
    assert_eq!((unknown.kind(), unknown.is_retryable()), (ErrorKind::OutcomeUnknown, false));
    assert_eq!(log, audit(1));
    let attempts = service.attempts();
    service.assert_repeated("TransactWriteItems", attempts.len());
    let waited = attempts[attempts.len() - 1].at - attempts[0].at;
    assert!(waited >= Duration::from_secs(5), "the service takes one up again after 5 seconds: {waited:?}");
    let tables: Vec<_> = unknown.unknown_outcome().unwrap().keys().into_iter().map(|(table, _)| table).collect();
    assert_eq!(tables, ["notes", "audits", "notes"]);

    // What came before the end decides nothing: a cancellation for this token is an answer.
    let service = Played::new([refusal("TransactionInProgressException"), cancellation(&[condition_failed(NEWER)])]);
    let (result, ..) = three(&service.dynamo()).await;
    assert_eq!(cancelled(result).conflict::<Note>(0).unwrap().cause(), Cause::VersionMismatch);
}

//! `transact_get`: several items as they are at one moment.

use std::time::Duration;

use dynamo_model::{AttributeValue, DynamoItem, Embedded, Error, ErrorKind, Ttl};
use dynamo_tests::{assert_names, fixed_on};

use crate::{
    Audit, Note, World, audit, note,
    played::{Answer, Played, cancellation, codes, refusal, success},
    world,
};

const STORED: &str = r#"{"Responses":[{"Item":{"id":{"S":"a"},"text":{"S":"x"},"version":{"N":"7"},"writes":{"N":"3"}}},{},{"Item":{"id":{"S":"c"},"text":{"S":"x"},"version":{"N":"8"},"writes":{"N":"3"}}}]}"#;

type Three = (Option<Note>, Option<Audit>, Option<Note>);

async fn three(service: &Played) -> Result<Three, Error> {
    let db = service.dynamo();
    let (notes, audits) = (db.table::<Note>(), db.table::<Audit>());
    db.transact_get().add(notes.get("a")).add(audits.get(1)).add(notes.get("c")).await
}

/// What becomes of three reads where every answer is this one. There must be no second request.
async fn refused(answer: Answer) -> Error {
    let service = Played::new([answer]);
    let error = three(&service).await.unwrap_err();
    assert_eq!(service.operations(), ["TransactGetItems"], "it was sent once");
    assert!(!format!("{error} {error:?}").contains("secret"), "{error}");
    error
}

#[tokio::test(start_paused = true)]
async fn contention_alone_is_met_again_with_the_same_request() {
    for other in ["TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"] {
        let mut answers = vec![codes(&["TransactionConflict", "None", other]); 4];
        answers.push(success(STORED));
        let service = Played::new(answers);
        let (a, log, c) = three(&service).await.unwrap();
        assert_eq!((a.unwrap().version, log, c.unwrap().version), (7, None, 8));
        service.assert_repeated("TransactGetItems", 5);
    }
    for (code, kind) in
        [("TransactionConflict", ErrorKind::TransactionConflict), ("ThrottlingError", ErrorKind::Throttled)]
    {
        let service = Played::new([codes(&["None", code, "None"])]);
        let error = three(&service).await.unwrap_err();
        assert_eq!((error.kind(), error.is_retryable()), (kind, true));
        assert_names(&error, &["transact_get on table `audits`", "action 1 (from 0)"]);
        service.assert_repeated("TransactGetItems", service.attempts().len());
        assert!(service.attempts().len() > 4);
    }
}

#[tokio::test(start_paused = true)]
async fn a_mistake_in_an_action_is_named_and_not_repeated() {
    for (code, kind) in [("ValidationError", ErrorKind::Validation), ("TimeTravelForbidden", ErrorKind::Service)] {
        for others in ["None", "TransactionConflict", "ThrottlingError"] {
            let error = refused(codes(&[others, code, others])).await;
            assert_eq!((error.kind(), error.table(), error.is_retryable()), (kind, Some("audits"), false));
            assert_names(&error, &["transact_get on table `audits`", "action 1 (from 0)"]);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn answers_that_do_not_fit_the_question_break_nothing() {
    let without = (400, r#"{"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException"}"#.to_owned());
    for answer in [cancellation(&[]), codes(&["None"]), without, refusal("TimeTravelForbiddenException")] {
        assert_eq!(refused(answer).await.kind(), ErrorKind::Service);
    }
    let error = refused(codes(&["None", "None", "None", "ValidationError"])).await;
    assert_eq!(error.kind(), ErrorKind::Validation);
    let service = Played::new([codes(&["TransactionConflict"]), success(STORED)]);
    assert!(three(&service).await.is_ok());

    // An item that was not answered is not a missing one.
    let item = r#"{"Item":{"id":{"S":"a"},"text":{"S":"x"},"version":{"N":"7"},"writes":{"N":"3"}}}"#;
    for body in [
        "{}".to_owned(),
        r#"{"Responses":[]}"#.to_owned(),
        format!(r#"{{"Responses":[{item}]}}"#),
        format!(r#"{{"Responses":[{item},{{}},{{}},{{}}]}}"#),
    ] {
        let error = refused(success(&body)).await;
        assert_eq!(error.kind(), ErrorKind::Decode, "{body}");
        assert_names(&error, &["transact_get", "3"]);
    }
}

/// Where the SDK decodes the answer it is read by the same rules.
#[tokio::test(start_paused = true)]
async fn answers_that_the_sdk_decodes() {
    let service = Played::new([success(STORED)]).of_another_protocol();
    let (a, log, c) = three(&service).await.unwrap();
    assert_eq!((a.unwrap().version, log, c.unwrap().version), (7, None, 8));
    for body in [r#"{"Responses":[{}]}"#, "{}"] {
        let service = Played::new([success(body)]).of_another_protocol();
        assert_eq!(three(&service).await.unwrap_err().kind(), ErrorKind::Decode);
    }
    let spoilt = STORED.replace(r#""version":{"N":"8"}"#, r#""version":{"S":"secret"}"#);
    let service = Played::new([success(&spoilt)]).of_another_protocol();
    let error = three(&service).await.unwrap_err();
    assert_names(&error, &["transact_get on table `notes`", "action 2 (from 0)", "`version`"]);
    assert!(!error.to_string().contains("secret"));
}

#[tokio::test(start_paused = true)]
async fn an_item_that_does_not_decode_is_named() {
    let World { engine, db, notes, audits } = world().await;
    for number in 0..3 {
        notes.create(&mut note(&format!("n{number}"))).await.unwrap();
    }
    audits.create(&mut audit(1)).await.unwrap();
    let (s, n) = (|text: &str| AttributeValue::S(text.into()), |number: &str| AttributeValue::N(number.into()));
    let spoilt = engine.client().put_item().table_name("notes").item("id", s("n1")).item("text", s("secret"));
    spoilt.item("version", s("secret")).item("writes", n("1")).send().await.unwrap();

    let all = db.transact_get().add(audits.get(1)).add(notes.get("n0")).add(notes.get("n1")).add(notes.get("n2"));
    let error = all.await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode);
    assert_names(&error, &["transact_get on table `notes`", "action 2 (from 0)", "`version`", "Note"]);
    assert!(!error.to_string().contains("secret"));
    let error = db.transact_get().get_all::<Note>(["n0", "absent", "n1", "n2"]).await.unwrap_err();
    assert_names(&error, &["transact_get on table `notes`", "action 2 (from 0)", "`version`"]);
    let found = db.transact_get().get_all::<Note>(["n0", "absent", "n2"]).await.unwrap();
    assert_eq!(found.iter().map(Option::is_some).collect::<Vec<_>>(), [true, false, true]);
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "sessions")]
struct Session {
    #[partition_key]
    id: String,
    text: String,
    #[dynamo(ttl)]
    expires: Option<Ttl>,
}

fn session(id: &str, minutes: Option<u64>) -> Session {
    let expires = minutes.map(|minutes| Ttl::After(Duration::from_mins(minutes)));
    Session { id: id.into(), text: "secret".into(), expires }
}

#[tokio::test(start_paused = true)]
async fn expired_items_are_left_out_where_that_is_asked_for() {
    let engine = Embedded::new();
    let (db, hands) = fixed_on(&engine);
    let sessions = db.table::<Session>();
    sessions.create_table().await.unwrap();
    for (id, minutes) in [("one", Some(1)), ("two", Some(2)), ("ever", None)] {
        sessions.create(&mut session(id, minutes)).await.unwrap();
    }
    // What counts is the time at which it is asked, not the one at which the question was put together.
    let early = db.transact_get().add(sessions.get("one").exclude_expired()).add(sessions.get("two").exclude_expired());
    hands.forward(60);
    let (one, two) = early.await.unwrap();
    assert_eq!((one, two.map(|two| two.id)), (None, Some("two".to_owned())), "kept while t > now");
    let all = db.transact_get().add(sessions.get("one")).add(sessions.get("ever").exclude_expired());
    let (one, ever) = all.add(sessions.get("absent").exclude_expired()).await.map(|all| (all.0, all.1)).unwrap();
    assert!(one.is_some() && ever.is_some(), "still readable, and one that never expires");

    // An expired item that does not decode is expired all the same; one that lives is named.
    let spoil = async |expires: &str| {
        let put = engine.client().put_item().table_name("sessions").item("id", AttributeValue::S("two".into()));
        put.item("expires", AttributeValue::N(expires.into())).send().await.unwrap();
    };
    spoil("1").await;
    let read = || db.transact_get().add(sessions.get("ever")).add(sessions.get("two").exclude_expired());
    assert_eq!(read().await.unwrap().1, None);
    spoil("9999999999").await;
    assert_names(&read().await.unwrap_err(), &["action 1 (from 0)", "`text`", "sessions"]);

    let never = db.table::<Audit>();
    never.create_table().await.unwrap();
    let error = db.transact_get().add(sessions.get("ever")).add(never.get(1).exclude_expired()).await.unwrap_err();
    assert_names(&error, &["action 1 (from 0)", "Audit", "ttl"]);
}

#[tokio::test(start_paused = true)]
async fn a_batch_of_several_kinds_asks_for_the_time_when_it_is_read() {
    let (db, hands) = fixed_on(&Embedded::new());
    let sessions = db.table::<Session>();
    sessions.create_table().await.unwrap();
    sessions.create(&mut session("one", Some(1))).await.unwrap();
    let early = db.batch_get().add(sessions.get("one").exclude_expired());
    hands.forward(60);
    assert_eq!(early.await.unwrap().0, None);
}

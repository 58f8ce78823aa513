//! What happens around the wire: credentials, time-outs, answers that break off, and what reviews found.

#![expect(clippy::unwrap_used, reason = "a test fails by it")]

use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use aws_credential_types::provider::{error::CredentialsError, future};
use aws_sdk_dynamodb::{
    Client,
    config::{ProvideCredentials, timeout::TimeoutConfig},
};
use aws_smithy_runtime_api::client::{
    http::{HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector},
    orchestrator::{HttpRequest, HttpResponse},
    runtime_components::RuntimeComponents,
};
use aws_smithy_types::body::SdkBody;
use dynamo_model::{AttributeValue, Dynamo, DynamoItem, DynamoValue, Embedded, ErrorKind};
use dynamo_tests::error;
use futures_util::StreamExt as _;

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "notes")]
struct Note {
    #[partition_key]
    id: String,
    #[version]
    version: u64,
}

/// A machine without credentials.
#[derive(Debug)]
struct Nobody;
impl ProvideCredentials for Nobody {
    fn provide_credentials<'a>(&'a self) -> future::ProvideCredentials<'a>
    where
        Self: 'a,
    {
        future::ProvideCredentials::ready(Err(CredentialsError::not_loaded("none here")))
    }
}

fn note() -> Note {
    Note { id: "n-1".into(), version: 0 }
}

#[tokio::test(start_paused = true)]
async fn missing_credentials_are_no_access() {
    let engine = Embedded::new();
    let config = engine.config().credentials_provider(Nobody).build();
    let notes = Dynamo::new(Client::from_conf(config)).table::<Note>();
    let mut item = note();
    let error = error(notes.create(&mut item).await);
    assert_eq!(error.kind(), ErrorKind::Access, "{error} {:?}", std::error::Error::source(&error));
    assert_eq!(notes.get("n-1").await.unwrap_err().kind(), ErrorKind::Access);
    assert!(engine.requests().is_empty());
    assert_eq!(item, note());
}

#[tokio::test(start_paused = true)]
async fn a_time_out_of_a_write_is_an_unknown_outcome() {
    let engine = Embedded::new();
    engine.dynamo().table::<Note>().create_table().await.unwrap();
    let timeout = TimeoutConfig::builder().operation_timeout(Duration::from_secs(1)).build();
    let db = Dynamo::new(Client::from_conf(engine.config().timeout_config(timeout).build()));
    engine.faults().delay(Duration::from_secs(5));
    let mut item = note();
    let error = error(db.table::<Note>().create(&mut item).await);
    assert_eq!(error.kind(), ErrorKind::OutcomeUnknown, "{error}");
    assert_eq!(item, note());
    assert_eq!(db.table::<Note>().get("n-1").await.unwrap_err().kind(), ErrorKind::Timeout);
}

/// Answers of a service that breaks off in the middle of the first one.
#[derive(Debug, Clone, Default)]
struct BreaksOff(Arc<AtomicUsize>);

impl HttpConnector for BreaksOff {
    fn call(&self, _: HttpRequest) -> HttpConnectorFuture {
        let (status, body) = match self.0.fetch_add(1, Ordering::Relaxed) {
            0 => (200_u16, SdkBody::taken()),
            _ => (400, SdkBody::from(r#"{"__type":"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException"}"#)),
        };
        let mut response = HttpResponse::new(status.try_into().unwrap(), body);
        response.headers_mut().insert("content-type", "application/x-amz-json-1.0");
        HttpConnectorFuture::ready(Ok(response))
    }
}

impl HttpClient for BreaksOff {
    fn http_connector(&self, _: &HttpConnectorSettings, _: &RuntimeComponents) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}

/// What reads the first answer from its bytes must not read the error of the second attempt as "no item".
#[tokio::test(start_paused = true)]
async fn an_error_after_an_answer_that_broke_off_is_an_error() {
    let service = BreaksOff::default();
    let config = Embedded::new().config().http_client(service.clone()).build();
    let notes = Dynamo::new(Client::from_conf(config)).table::<Note>();
    assert_eq!(notes.get("n-1").await.unwrap_err().kind(), ErrorKind::TableNotFound);
    assert_eq!(service.0.load(Ordering::Relaxed), 2);
}

/// A service that refuses everything in these words.
#[derive(Debug, Clone)]
struct Refuses(&'static str);

impl HttpConnector for Refuses {
    fn call(&self, _: HttpRequest) -> HttpConnectorFuture {
        let body = format!(r#"{{"__type":"com.amazon.coral.validate#ValidationException","message":"{}"}}"#, self.0);
        let mut response = HttpResponse::new(400_u16.try_into().unwrap(), SdkBody::from(body));
        response.headers_mut().insert("content-type", "application/x-amz-json-1.0");
        HttpConnectorFuture::ready(Ok(response))
    }
}

impl HttpClient for Refuses {
    fn http_connector(&self, _: &HttpConnectorSettings, _: &RuntimeComponents) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "tasks", global_index(name = "by-owner", partition_key = owner))]
struct Task {
    #[partition_key]
    id: String,
    owner: String,
}

/// An index that is added to a table in use cannot be read until it is filled, and can be then.
#[tokio::test(start_paused = true)]
async fn an_index_that_is_still_being_filled_is_named() {
    let service = Refuses("Cannot read from backfilling global secondary index: by-owner");
    let config = Embedded::new().config().http_client(service).build();
    let by_owner = Dynamo::new(Client::from_conf(config)).table::<Task>().index(|i| i.by_owner);
    let mut stream = by_owner.query("secret").stream();
    let streamed = stream.next().await.unwrap().unwrap_err();
    assert!(stream.next().await.is_none());
    for error in [
        by_owner.query("secret").await.unwrap_err(),
        by_owner.query("secret").count().await.unwrap_err(),
        by_owner.query("secret").page().await.unwrap_err(),
        by_owner.scan().await.unwrap_err(),
        streamed,
    ] {
        assert_eq!((error.kind(), error.is_retryable()), (ErrorKind::IndexBackfilling, true), "{error}");
        dynamo_tests::assert_names(&error, &["`tasks`", "index `by-owner`", "still being filled"]);
        assert!(!error.to_string().contains("secret"));
    }
}

/// What else is refused of an index names it too.
#[tokio::test(start_paused = true)]
async fn another_refusal_of_an_index_names_it() {
    let config = Embedded::new().config().http_client(Refuses("One or more parameter values were invalid")).build();
    let by_owner = Dynamo::new(Client::from_conf(config)).table::<Task>().index(|i| i.by_owner);
    let error = by_owner.query("secret").await.unwrap_err();
    assert_eq!((error.kind(), error.is_retryable()), (ErrorKind::Validation, false));
    dynamo_tests::assert_names(&error, &["query", "`tasks`", "index `by-owner`", "ValidationException", "`source`"]);
}

/// A chain of any length is refused by its length, and neither rendering nor dropping it exhausts the stack.
#[test]
fn an_endless_condition_is_refused() {
    let notes = Embedded::new().dynamo().table::<Note>();
    let mut item = note();
    let request = notes
        .update(&mut item)
        .condition(|n| (0..200_000).fold(n.version.eq(0), |all, version| all.or(n.version.eq(version))));
    let error = request.into_request().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert!(error.to_string().contains("at most 4096 bytes"), "{error}");
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "notes")]
struct Cached {
    #[partition_key]
    id: String,
    #[dynamo(flatten)]
    extra: Option<Extra>,
    #[version]
    version: u64,
}

#[derive(Debug, Clone, PartialEq, DynamoValue)]
struct Extra {
    views: u64,
    #[dynamo(skip)]
    cache: String,
}

/// What is not stored stays in memory when the rest is read again, also below an `Option`.
#[tokio::test(start_paused = true)]
async fn a_skipped_field_survives_a_patch() {
    let table = Dynamo::embedded().table::<Cached>();
    table.create_table().await.unwrap();
    let extra = Extra { views: 1, cache: "warm".into() };
    let mut item = Cached { id: "c-1".into(), extra: Some(extra), version: 0 };
    table.create(&mut item).await.unwrap();
    table.patch(&mut item, |c| [c.extra.views.add(1)]).await.unwrap();
    assert_eq!(item.extra, Some(Extra { views: 2, cache: "warm".into() }));
}

/// A number that no `f32` can hold is not infinity.
#[test]
fn a_float_out_of_range_does_not_decode() {
    let stored = || AttributeValue::N("1E100".into());
    assert_eq!(f32::read(stored()).unwrap_err().to_string(), "expected a number that fits `f32`");
    assert!((f64::read(stored()).unwrap() - 1e100).abs() < 1e90);
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "notes")]
struct Renamed {
    #[partition_key]
    id: String,
    #[dynamo(alias = "old-note")]
    note: Option<String>,
    #[dynamo(flatten)]
    rest: HashMap<String, AttributeValue>,
    #[version]
    version: u64,
}

/// What was cleared under the new name does not come back under the old one.
#[tokio::test(start_paused = true)]
async fn an_update_replaces_an_older_name() {
    let db = Dynamo::embedded();
    let table = db.table::<Renamed>();
    table.create_table().await.unwrap();
    let stored = |text: &str| AttributeValue::S(text.into());
    let old = db.client().put_item().table_name("notes").item("id", stored("r-1")).item("old-note", stored("on"));
    old.send().await.unwrap();
    let mut item = table.get("r-1").await.unwrap().unwrap();
    assert_eq!((item.note.as_deref(), item.rest.len()), (Some("on"), 0));
    item.note = None;
    table.update(&mut item).await.unwrap();
    assert_eq!(table.get("r-1").await.unwrap(), Some(item));
}

/// A catch-all map cannot hold what the item models, whether that is absent now or has another name.
#[test]
fn a_catch_all_map_holds_nothing_modelled() {
    let table = Dynamo::embedded().table::<Renamed>();
    for name in ["note", "old-note", "id", "version"] {
        let rest = HashMap::from([(name.to_owned(), AttributeValue::N("1".into()))]);
        let mut item = Renamed { id: "r-1".into(), note: None, rest, version: 0 };
        let texts = [
            Renamed::encode(&item).unwrap_err().to_string(),
            table.create(&mut item).into_request().unwrap_err().to_string(),
            table.update(&mut item).into_request().unwrap_err().to_string(),
        ];
        for text in texts {
            assert!(text.contains(&format!("attribute `{name}`: this attribute is a field")), "{text}");
        }
    }
}

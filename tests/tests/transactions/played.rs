//! A service that gives the answers it was told to give, one after the other, and the last one again and again.

use std::sync::{Arc, Mutex};

use aws_sdk_dynamodb::Client;
use aws_smithy_runtime_api::client::{
    http::{HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector},
    orchestrator::{HttpRequest, HttpResponse},
    runtime_components::RuntimeComponents,
};
use aws_smithy_types::body::SdkBody;
use dynamo_model::{Dynamo, Embedded};
use tokio::time::Instant;

/// An answer of the service: status and body.
pub(crate) type Answer = (u16, String);

/// One attempt, as it arrived.
#[derive(Debug, Clone)]
pub(crate) struct Attempt {
    pub(crate) at: Instant,
    pub(crate) operation: String,
    pub(crate) body: String,
}

#[derive(Debug, Clone)]
pub(crate) struct Played {
    answers: Arc<Mutex<Vec<Answer>>>,
    attempts: Arc<Mutex<Vec<Attempt>>>,
    content_type: &'static str,
}

impl Played {
    pub(crate) fn new(answers: impl IntoIterator<Item = Answer>) -> Self {
        let mut answers: Vec<_> = answers.into_iter().collect();
        answers.reverse();
        Self {
            answers: Arc::new(Mutex::new(answers)),
            attempts: Arc::default(),
            content_type: "application/x-amz-json-1.0",
        }
    }

    /// The same by a protocol that the library leaves to the SDK.
    pub(crate) fn of_another_protocol(self) -> Self {
        Self { content_type: "application/json", ..self }
    }

    pub(crate) fn dynamo(&self) -> Dynamo {
        Dynamo::new(Client::from_conf(Embedded::new().config().http_client(self.clone()).build()))
    }

    /// What arrived so far.
    pub(crate) fn attempts(&self) -> Vec<Attempt> {
        self.attempts.lock().unwrap().clone()
    }

    /// The operation of each attempt.
    pub(crate) fn operations(&self) -> Vec<String> {
        self.attempts().into_iter().map(|attempt| attempt.operation).collect()
    }

    /// Every attempt was the same request, byte for byte.
    #[track_caller]
    pub(crate) fn assert_repeated(&self, operation: &str, times: usize) {
        let attempts = self.attempts();
        assert_eq!(self.operations(), vec![operation; times]);
        assert!(attempts.iter().all(|attempt| attempt.body == attempts[0].body));
    }
}

impl HttpConnector for Played {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let target = request.headers().get("x-amz-target").unwrap_or_default();
        self.attempts.lock().unwrap().push(Attempt {
            at: Instant::now(),
            operation: target.rsplit('.').next().unwrap_or_default().to_owned(),
            body: String::from_utf8(request.body().bytes().unwrap_or_default().to_vec()).unwrap(),
        });
        let mut answers = self.answers.lock().unwrap();
        let (status, body) = if answers.len() > 1 { answers.pop() } else { answers.last().cloned() }.unwrap();
        let mut response = HttpResponse::new(status.try_into().unwrap(), SdkBody::from(body));
        response.headers_mut().insert("content-type", self.content_type);
        HttpConnectorFuture::ready(Ok(response))
    }
}

impl HttpClient for Played {
    fn http_connector(&self, _: &HttpConnectorSettings, _: &RuntimeComponents) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}

pub(crate) fn success(body: &str) -> Answer {
    (200, body.to_owned())
}

/// The service's refusal under this name.
pub(crate) fn refusal(name: &str) -> Answer {
    (400, format!(r#"{{"__type":"com.amazonaws.dynamodb.v20120810#{name}","message":"about 'secret'"}}"#))
}

/// A cancellation for these reasons, each as JSON.
pub(crate) fn cancellation(reasons: &[String]) -> Answer {
    let reasons = reasons.join(",");
    (
        400,
        format!(
            r#"{{"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException","Message":"Transaction cancelled, please refer cancellation reasons for specific reasons","CancellationReasons":[{reasons}]}}"#
        ),
    )
}

/// A reason of this code, whose message tells a value, as those of the service do.
pub(crate) fn reason(code: &str) -> String {
    match code {
        "None" => r#"{"Code":"None"}"#.to_owned(),
        code => format!(r#"{{"Code":"{code}","Message":"about 'secret'"}}"#),
    }
}

/// A cancellation for reasons that have nothing but codes.
pub(crate) fn codes(codes: &[&str]) -> Answer {
    cancellation(&codes.iter().map(|code| reason(code)).collect::<Vec<_>>())
}

/// A condition that failed on this item, which is given as JSON.
pub(crate) fn condition_failed(item: &str) -> String {
    format!(r#"{{"Code":"ConditionalCheckFailed","Message":"The conditional request failed","Item":{item}}}"#)
}

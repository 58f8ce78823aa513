//! A service that is played: each request is answered from a list.

use std::{
    collections::VecDeque,
    fmt,
    sync::{Arc, Mutex},
};

use aws_sdk_dynamodb::Client;
use aws_smithy_runtime_api::{
    client::{
        http::{HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector},
        orchestrator::{HttpRequest, HttpResponse},
        runtime_components::RuntimeComponents,
    },
    http::StatusCode,
};
use aws_smithy_types::body::SdkBody;
use serde_json::{Value, json};

use crate::{Dynamo, Embedded};

/// Which operation is expected, and what it is answered with: an error where there is a `__type`.
type Line = (&'static str, Value);

#[derive(Clone)]
pub(super) struct Played(Arc<Mutex<VecDeque<Line>>>);

impl Played {
    pub(super) fn new(lines: impl IntoIterator<Item = Line>) -> Self {
        Self(Arc::new(Mutex::new(lines.into_iter().collect())))
    }

    pub(super) fn dynamo(&self) -> Dynamo {
        Dynamo::new(Client::from_conf(Embedded::new().config().http_client(self.clone()).build()))
    }

    /// Everything was asked for.
    pub(super) fn assert_over(&self) {
        let left = self.0.lock().unwrap();
        assert!(left.is_empty(), "not asked for: {left:?}");
    }
}

impl fmt::Debug for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Played")
    }
}

impl HttpClient for Played {
    fn http_connector(&self, _: &HttpConnectorSettings, _: &RuntimeComponents) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}

impl HttpConnector for Played {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let target = request.headers().get("x-amz-target").unwrap_or_default();
        let (operation, answer) = self.0.lock().unwrap().pop_front().unwrap();
        assert_eq!(target, format!("DynamoDB_20120810.{operation}"));
        let status = if answer.get("__type").is_some() { 400 } else { 200 };
        let mut response = HttpResponse::new(StatusCode::try_from(status).unwrap(), SdkBody::from(answer.to_string()));
        response.headers_mut().insert("content-type", "application/x-amz-json-1.0");
        HttpConnectorFuture::ready(Ok(response))
    }
}

pub(super) fn refused(code: &str) -> Value {
    json!({ "__type": format!("com.amazonaws.dynamodb.v20120810#{code}"), "message": "no" })
}

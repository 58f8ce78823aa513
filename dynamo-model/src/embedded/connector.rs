//! The engine as the SDK sees it: an HTTP client.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_runtime_api::http::StatusCode;
use aws_smithy_types::body::SdkBody;

use super::dispatch::Answer;
use super::exchange::{Exchange, NoAnswer};

/// Hands the SDK's requests to the engine.
#[derive(Clone)]
pub(super) struct Connector {
    exchange: Arc<Exchange>,
    read_timeout: Option<Duration>,
}

impl Connector {
    pub(super) fn new(exchange: Arc<Exchange>) -> Self {
        Self { exchange, read_timeout: None }
    }
}

impl fmt::Debug for Connector {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Connector").finish_non_exhaustive()
    }
}

impl HttpClient for Connector {
    fn http_connector(&self, settings: &HttpConnectorSettings, _: &RuntimeComponents) -> SharedHttpConnector {
        SharedHttpConnector::new(Self { exchange: Arc::clone(&self.exchange), read_timeout: settings.read_timeout() })
    }
}

impl HttpConnector for Connector {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let Self { exchange, read_timeout } = self.clone();
        HttpConnectorFuture::new(async move {
            let send = send(&exchange, &request);
            match read_timeout {
                None => send.await,
                Some(limit) => match tokio::time::timeout(limit, send).await {
                    Ok(answer) => answer,
                    Err(elapsed) => Err(ConnectorError::timeout(elapsed.into())),
                },
            }
        })
    }
}

async fn send(exchange: &Exchange, request: &HttpRequest) -> Result<HttpResponse, ConnectorError> {
    // The target is `DynamoDB_20120810.PutItem`, or begins with `DynamoDBStreams_20120810`.
    let target = request.headers().get("x-amz-target").unwrap_or_default();
    let operation = target.rsplit_once('.').map_or(target, |(_, operation)| operation);
    let Some(body) = request.body().bytes() else {
        return Err(ConnectorError::user("the embedded engine takes no streamed request body".into()));
    };

    let sent = exchange.record(operation, body);
    pause(sent.delay).await;
    let outcome = exchange.run(operation, body);
    pause(sent.delay).await;

    match outcome {
        Ok(answer) => response(answer, sent.request_id),
        Err(NoAnswer(error)) => Err(ConnectorError::io(error.into())),
    }
}

/// Waits for a delay, and does not touch tokio's timer where there is none: the engine then needs no runtime.
async fn pause(delay: Duration) {
    if !delay.is_zero() {
        tokio::time::sleep(delay).await;
    }
}

fn response(answer: Answer, request_id: String) -> Result<HttpResponse, ConnectorError> {
    let status = StatusCode::try_from(answer.status).map_err(|error| ConnectorError::other(error.into(), None))?;
    let mut response = HttpResponse::new(status, SdkBody::from(answer.body));
    response.headers_mut().insert("content-type", "application/x-amz-json-1.0");
    response.headers_mut().insert("x-amzn-requestid", request_id);
    Ok(response)
}

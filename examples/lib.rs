//! What the examples share: where they connect to.

use aws_sdk_dynamodb::config::{BehaviorVersion, Credentials, Region};
use aws_smithy_http_client::{Builder, tls};
use dynamo_model::Dynamo;

/// The embedded engine; with `DYNAMODB_ENDPOINT` set that endpoint (DynamoDB Local and the like); with `--aws` the account
/// of the environment.
pub async fn connect() -> Dynamo {
    let http =
        || Builder::new().tls_provider(tls::Provider::Rustls(tls::rustls_provider::CryptoMode::Ring)).build_https();
    if std::env::args().any(|argument| argument == "--aws") {
        println!("Connecting to DynamoDB in the account of the environment.");
        let config = aws_config::defaults(BehaviorVersion::latest()).http_client(http()).load().await;
        return Dynamo::new(aws_sdk_dynamodb::Client::new(&config));
    }
    if let Ok(endpoint) = std::env::var("DYNAMODB_ENDPOINT") {
        println!("Connecting to {endpoint}.");
        let config = aws_config::defaults(BehaviorVersion::latest())
            .http_client(http())
            .endpoint_url(endpoint)
            .region(Region::new("us-east-1"))
            .credentials_provider(Credentials::new("local", "local", None, None, "examples"))
            .load()
            .await;
        return Dynamo::new(aws_sdk_dynamodb::Client::new(&config));
    }
    println!("Using the embedded engine: no account, no network.");
    Dynamo::embedded()
}

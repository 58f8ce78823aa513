//! What happens before and around the wire: credentials, time-outs, a client without them.

#![expect(clippy::unwrap_used, reason = "a test fails by it")]

use std::time::Duration;

use aws_credential_types::provider::{error::CredentialsError, future};
use aws_sdk_dynamodb::{
    Client,
    config::{ProvideCredentials, timeout::TimeoutConfig},
};
use dynamo_model::{Dynamo, DynamoItem, Embedded, ErrorKind};
use dynamo_tests::error;

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

//! A `DynamoDB` engine in this process, behind the real SDK client.
//!
//! The SDK serialises, signs, retries and parses as it does against AWS; only the last step, the HTTP exchange, is
//! answered here, so no socket is opened and no other process runs. [`Faults`] makes that exchange go wrong in the ways
//! a network and a busy service do, and [`Embedded::requests`] shows what was sent.
//!
//! The engine runs to completion inside the exchange and the only waiting is an injected [`Faults::delay`], on tokio's
//! clock. Tests may therefore pause that clock: `#[tokio::test(start_paused = true)]`.

mod batch;
mod connector;
mod dispatch;
mod exchange;
mod faults;

#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::retry::RetryPartition;
use aws_sdk_dynamodb::config::{BehaviorVersion, Builder, Credentials, Region};
use aws_smithy_async::rt::sleep::TokioSleep;

use self::connector::Connector;
use self::exchange::Exchange;
pub use self::faults::Faults;

/// Tells the clients' retry partitions apart, across all engines of this process.
static NEXT_PARTITION: AtomicU64 = AtomicU64::new(0);

/// A `DynamoDB` engine in this process, empty when made and gone with its last clone and client.
///
/// Clones share the engine, its faults and its recorded requests.
///
/// # Examples
///
/// A test of one's own: what does the code do when the answer of a write is lost?
///
/// ```
/// use dynamo_model::{Dynamo, DynamoItem, Embedded, ErrorKind, WriteError};
///
/// #[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
/// #[dynamo(table = "notes")]
/// struct Note {
///     #[partition_key]
///     id: String,
///     text: String,
///     #[version]
///     version: u64,
/// }
///
/// /// What is to be tested: says whether somebody else was first, and reads again where nobody knows.
/// async fn revise(db: &Dynamo, note: &mut Note, text: &str) -> Result<&'static str, dynamo_model::Error> {
///     note.text = text.to_owned();
///     let notes = db.table::<Note>();
///     match notes.update(note).await {
///         Ok(()) => Ok("saved"),
///         Err(WriteError::Conflict(_)) => Ok("somebody was first"),
///         Err(WriteError::Error(error)) if error.kind() == ErrorKind::OutcomeUnknown => {
///             notes.refresh(note).await?;
///             Ok("look again")
///         }
///         Err(error) => Err(error.into()),
///     }
/// }
///
/// #[tokio::main(flavor = "current_thread", start_paused = true)]
/// async fn main() -> Result<(), dynamo_model::Error> {
///     let engine = Embedded::new();
///     let db = engine.dynamo();
///     db.table::<Note>().create_table().await?;
///     let mut note = Note { id: "n-1".into(), ..Note::default() };
///     db.table::<Note>().create(&mut note).await?;
///     let mut stale = note.clone();
///
///     engine.faults().lose_response(1); // the write is applied, the answer is lost
///     assert_eq!(revise(&db, &mut note, "a").await?, "look again");
///     assert_eq!((note.text.as_str(), note.version), ("a", 2));
///     assert_eq!(revise(&db, &mut stale, "b").await?, "somebody was first");
///     Ok(())
/// }
/// ```
///
/// ```
/// use dynamo_model::Embedded;
///
/// #[tokio::main(flavor = "current_thread")]
/// async fn main() -> Result<(), aws_sdk_dynamodb::Error> {
///     let engine = Embedded::new();
///     let tables = engine.client().list_tables().send().await?;
///     assert!(tables.table_names().is_empty());
///     Ok(())
/// }
/// ```
#[derive(Clone)]
pub struct Embedded {
    exchange: Arc<Exchange>,
    client: Client,
}

impl Embedded {
    /// Starts an empty engine whose fault injector uses the seed 0.
    ///
    /// An engine that cannot start answers every request with HTTP 500 and the reason.
    ///
    /// # Examples
    ///
    /// ```
    /// use dynamo_model::Embedded;
    ///
    /// assert!(Embedded::new().requests().is_empty());
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::seeded(0)
    }

    /// Starts an empty engine; `seed` decides which items [`Faults::unprocessed`] leaves out.
    ///
    /// The same seed and the same requests in the same order leave out the same items.
    ///
    /// # Examples
    ///
    /// ```
    /// use dynamo_model::Embedded;
    ///
    /// let engine = Embedded::seeded(7);
    /// engine.faults().unprocessed(0.5);
    /// ```
    #[must_use]
    pub fn seeded(seed: u64) -> Self {
        let exchange = Arc::new(Exchange::new(seed));
        let client = Client::from_conf(config(&exchange).build());
        Self { exchange, client }
    }

    /// Returns an SDK configuration whose requests this engine answers, to alter before a client is built from it.
    ///
    /// Each call has a retry quota of its own. The SDK otherwise shares one among all clients of a process, and a test
    /// that exhausts it would change what the tests beside it see.
    ///
    /// # Examples
    ///
    /// ```
    /// use aws_sdk_dynamodb::{Client, config::retry::RetryConfig};
    /// use dynamo_model::Embedded;
    ///
    /// let config = Embedded::new().config().retry_config(RetryConfig::disabled()).build();
    /// let client = Client::from_conf(config);
    /// ```
    #[must_use]
    pub fn config(&self) -> Builder {
        config(&self.exchange)
    }

    /// A connection to this engine.
    #[must_use]
    pub fn dynamo(&self) -> crate::Dynamo {
        crate::Dynamo::new(self.client())
    }

    /// Returns an SDK client of this engine, made from [`config`](Self::config) as it is.
    ///
    /// # Examples
    ///
    /// ```
    /// use dynamo_model::Embedded;
    ///
    /// let client = Embedded::new().client();
    /// let statement = client.get_item().table_name("notes");
    /// ```
    #[must_use]
    pub fn client(&self) -> Client {
        self.client.clone()
    }

    /// Returns the switchboard of what goes wrong from here on.
    ///
    /// # Examples
    ///
    /// ```
    /// use dynamo_model::Embedded;
    ///
    /// let engine = Embedded::new();
    /// engine.faults().throttle(3).lose_response(1);
    /// ```
    #[must_use]
    pub fn faults(&self) -> Faults<'_> {
        Faults::new(&self.exchange)
    }

    /// Returns everything sent so far, in order, the SDK's retries included.
    ///
    /// A request that never arrived is among them. They are kept until [`clear_requests`](Self::clear_requests).
    ///
    /// # Examples
    ///
    /// ```
    /// use dynamo_model::Embedded;
    ///
    /// #[tokio::main(flavor = "current_thread")]
    /// async fn main() -> Result<(), aws_sdk_dynamodb::Error> {
    ///     let engine = Embedded::new();
    ///     engine.client().list_tables().limit(5).send().await?;
    ///     let requests = engine.requests();
    ///     assert_eq!(requests[0].operation, "ListTables");
    ///     assert_eq!(requests[0].body, r#"{"Limit":5}"#);
    ///     Ok(())
    /// }
    /// ```
    #[must_use]
    pub fn requests(&self) -> Vec<Request> {
        self.exchange.state().requests.clone()
    }

    /// Forgets the requests recorded so far.
    ///
    /// # Examples
    ///
    /// ```
    /// use dynamo_model::Embedded;
    ///
    /// let engine = Embedded::new();
    /// engine.clear_requests();
    /// assert!(engine.requests().is_empty());
    /// ```
    pub fn clear_requests(&self) {
        self.exchange.state().requests.clear();
    }
}

impl Default for Embedded {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Embedded {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Embedded").finish_non_exhaustive()
    }
}

/// One request as it was sent to the engine.
///
/// `Debug` shows the operation and the body's length, never the body.
///
/// # Examples
///
/// ```
/// use dynamo_model::Embedded;
///
/// let writes = Embedded::new().requests().iter().filter(|request| request.operation == "PutItem").count();
/// assert_eq!(writes, 0);
/// ```
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Request {
    /// The API operation, such as `PutItem`.
    pub operation: String,
    /// The JSON body, as the SDK wrote it.
    pub body: String,
}

impl fmt::Debug for Request {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Request")
            .field("operation", &self.operation)
            .field("body", &format_args!("{} bytes", self.body.len()))
            .finish()
    }
}

fn config(exchange: &Arc<Exchange>) -> Builder {
    let partition = NEXT_PARTITION.fetch_add(1, Ordering::Relaxed);
    aws_sdk_dynamodb::Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::from_static("us-east-1"))
        .credentials_provider(Credentials::new("embedded", "embedded", None, None, "embedded"))
        .retry_partition(RetryPartition::new(format!("embedded-{partition}")))
        .sleep_impl(TokioSleep::new())
        .http_client(Connector::new(Arc::clone(exchange)))
}

//! The connection: a client whose attempts are watched, a clock, random ids and the names of tables.

mod backoff;
mod batch;
mod capacity;
mod counters;
mod source;
mod transact;

use std::{
    fmt,
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

use aws_sdk_dynamodb::Client;

pub use self::backoff::Backoff;
pub use self::capacity::{ConsumedCapacity, ReturnConsumedCapacity, TableCapacity};
pub use self::counters::TableCounters;
pub(crate) use self::counters::{Cells, Counters};
pub(crate) use self::source::uuid_text;
pub use self::source::{Clock, IdSource, SystemClock, SystemIds};
use crate::{item::DynamoItem, operation::TokenKey, request::watched, table::Table};

/// A connection to DynamoDB, cheap to clone.
///
/// # Examples
///
/// ```
/// # #[cfg(feature = "embedded")]
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), dynamo_model::Error> {
/// use dynamo_model::{Dynamo, DynamoItem};
///
/// #[derive(DynamoItem)]
/// #[dynamo(table = "notes")]
/// struct Note {
///     #[partition_key]
///     id: String,
/// }
///
/// let db = Dynamo::embedded();
/// let notes = db.table::<Note>();
/// notes.create_table().await?;
/// assert!(notes.get("n-1").await?.is_none());
/// # Ok(())
/// # }
/// # #[cfg(not(feature = "embedded"))]
/// # fn main() {}
/// ```
#[derive(Clone)]
pub struct Dynamo {
    shared: Arc<Shared>,
}

struct Shared {
    client: Client,
    table_name: Box<dyn Fn(&str) -> String + Send + Sync>,
    clock: Box<dyn Clock>,
    ids: Box<dyn IdSource>,
    token_key: TokenKey,
    counters: Arc<Counters>,
}

impl Dynamo {
    /// Uses a client of the SDK: AWS, DynamoDB Local, ScyllaDB Alternator and so on.
    ///
    /// The client is copied with an interceptor that watches each attempt, retries included.
    #[must_use]
    pub fn new(client: Client) -> Self {
        Self::builder(client).build()
    }

    /// Options beside the client.
    pub fn builder(client: Client) -> DynamoBuilder {
        DynamoBuilder {
            client,
            table_name: Box::new(str::to_owned),
            clock: Box::new(SystemClock),
            ids: Box::new(SystemIds),
            token_key: TokenKey::default(),
            capacity: None,
        }
    }

    /// An engine in this process: no account, no network. See [`Embedded`](crate::Embedded).
    #[cfg(feature = "embedded")]
    #[must_use]
    pub fn embedded() -> Self {
        crate::Embedded::new().dynamo()
    }

    /// The table that the items of type `T` are in.
    #[must_use]
    pub fn table<T: DynamoItem>(&self) -> Table<T> {
        Table::new(self.clone(), (self.shared.table_name)(T::SCHEMA.table))
    }

    /// The SDK's client, the way out to whatever is not covered here.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.shared.client
    }

    pub(crate) fn now(&self) -> SystemTime {
        self.shared.clock.now()
    }

    /// Seconds since 1970, as a time to live counts.
    pub(crate) fn now_in_seconds(&self) -> u64 {
        self.now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
    }

    pub(crate) fn token_key(&self) -> &TokenKey {
        &self.shared.token_key
    }

    pub(crate) fn id(&self) -> String {
        source::uuid_text(self.shared.ids.bytes())
    }
}

impl fmt::Debug for Dynamo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Dynamo").finish_non_exhaustive()
    }
}

/// Options of a [`Dynamo`].
///
/// # Examples
///
/// ```
/// # fn connect(client: aws_sdk_dynamodb::Client) {
/// use dynamo_model::Dynamo;
///
/// let db = Dynamo::builder(client).table_name(|name| format!("dev-{name}")).build();
/// # }
/// ```
#[must_use = "a builder does nothing until it is built"]
pub struct DynamoBuilder {
    client: Client,
    table_name: Box<dyn Fn(&str) -> String + Send + Sync>,
    clock: Box<dyn Clock>,
    ids: Box<dyn IdSource>,
    token_key: TokenKey,
    capacity: Option<ReturnConsumedCapacity>,
}

impl DynamoBuilder {
    /// Makes the physical name of each table from the name in the model.
    pub fn table_name(mut self, name: impl Fn(&str) -> String + Send + Sync + 'static) -> Self {
        self.table_name = Box::new(name);
        self
    }

    /// Where the time of a write comes from: tests fix it.
    pub fn clock(mut self, clock: impl Clock) -> Self {
        self.clock = Box::new(clock);
        self
    }

    /// Where random ids come from: tests fix them.
    pub fn ids(mut self, ids: impl IdSource) -> Self {
        self.ids = Box::new(ids);
        self
    }

    /// Signs page tokens with this key, of any length: without it whoever holds a token can make up others.
    pub fn token_key(mut self, key: impl Into<Vec<u8>>) -> Self {
        self.token_key = TokenKey(key.into());
        self
    }

    /// Asks with every request for the capacity that it consumes: for [`Dynamo::counters`], and for the spans of the
    /// feature `tracing`. One operation alone asks with its own `return_consumed_capacity`.
    pub fn return_consumed_capacity(mut self, level: ReturnConsumedCapacity) -> Self {
        self.capacity = Some(level);
        self
    }

    /// The connection.
    #[must_use]
    pub fn build(self) -> Dynamo {
        let Self { client, table_name, clock, ids, token_key, capacity } = self;
        let counters = Arc::<Counters>::default();
        let client = watched(&client, Arc::clone(&counters), capacity);
        Dynamo { shared: Arc::new(Shared { client, table_name, clock, ids, token_key, counters }) }
    }
}

impl fmt::Debug for DynamoBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DynamoBuilder").finish_non_exhaustive()
    }
}

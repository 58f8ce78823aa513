//! `CreateTable` of a model's keys and indexes, waiting until all of them are `ACTIVE`, and its time to live.

use std::{fmt, sync::Arc, time::Duration};

use aws_sdk_dynamodb::{
    operation::create_table::builders::CreateTableInputBuilder,
    types::{TableDescription, TableStatus},
};

use super::{
    awaited,
    table::{
        LONGEST_WAIT, Options, Sent, StreamViewType, TableClass, TableProgress, Throughput, TimeToLive, Wait, Watcher,
        describe, differences, enable, input, is_held_back, time_to_live,
    },
};
use crate::{
    error::{Error, ErrorKind},
    item::DynamoItem,
    request::{failed, sent, service_code},
    schema::{ItemSchema, TableSchema},
    table::Place,
};

/// Makes a table and waits until it is `ACTIVE`. Made by [`Table::create_table`](crate::Table::create_table).
#[must_use = "nothing is sent until this is awaited"]
pub struct CreateTable {
    place: Arc<Place>,
    items: Vec<&'static ItemSchema>,
    options: Options,
    watcher: Watcher,
    longest: Duration,
}

awaited!([] CreateTable, 'static => Result<(), Error>, run);

impl fmt::Debug for CreateTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CreateTable").field("table", &self.place.name).finish_non_exhaustive()
    }
}

impl CreateTable {
    pub(crate) fn new(place: Arc<Place>, schema: &'static ItemSchema) -> Self {
        let (options, watcher) = (Options::default(), Watcher::default());
        Self { place, items: vec![schema], options, watcher, longest: LONGEST_WAIT }
    }

    /// Another item type that is in the same table: its indexes and its time to live are made too.
    ///
    /// Both must have the same table and keys, and say the same of an index that both have.
    pub fn with<Other: DynamoItem>(self) -> Self {
        self.with_schema(Other::SCHEMA)
    }

    pub(super) fn with_schema(mut self, schema: &'static ItemSchema) -> Self {
        self.items.push(schema);
        self
    }

    /// Provisioned throughput in capacity units a second, for the table and for each global index, in the place of
    /// on demand.
    pub fn provisioned(mut self, read: u64, write: u64) -> Self {
        self.options.throughput = Some(Throughput { read, write });
        self
    }

    /// Turns on a stream of the table's changes.
    pub fn stream(mut self, view: StreamViewType) -> Self {
        self.options.stream = Some(view);
        self
    }

    /// What storage and requests cost.
    pub fn table_class(mut self, class: TableClass) -> Self {
        self.options.table_class = Some(class);
        self
    }

    /// Encrypts with this key of the Key Management Service: its id, ARN or alias.
    pub fn encryption(mut self, kms_key_id: impl Into<String>) -> Self {
        self.options.kms_key_id = Some(kms_key_id.into());
        self
    }

    /// Adds a tag to the table.
    pub fn tag(mut self, key: impl Into<String>, value: impl Into<String>) -> Self {
        self.options.tags.push((key.into(), value.into()));
        self
    }

    /// The table cannot be deleted before this is turned off again.
    pub fn deletion_protection(mut self) -> Self {
        self.options.deletion_protection = Some(true);
        self
    }

    /// Is called with each state of the table that is seen while waiting, the last one included.
    pub fn on_progress(mut self, watcher: impl FnMut(&TableProgress) + Send + 'static) -> Self {
        self.watcher = Watcher::new(watcher);
        self
    }

    /// How long to wait at most, ten minutes if nothing is said. The time of the requests is not counted.
    pub fn wait_at_most(mut self, longest: Duration) -> Self {
        self.longest = longest;
        self
    }

    /// The request as the SDK's own input builder. Time to live is no part of it: DynamoDB turns it on with another
    /// request, when the table is there.
    ///
    /// # Errors
    ///
    /// Several item types do not describe one table.
    pub fn into_request(self) -> Result<CreateTableInputBuilder, Error> {
        let place = Arc::clone(&self.place);
        let request = self.model().and_then(|model| input(&model, self.options));
        request.map_err(|error| error.at(&place.name, "create_table"))
    }

    fn model(&self) -> Result<TableSchema, Error> {
        Ok(TableSchema::of(&self.items)?.named(self.place.name.clone()))
    }

    async fn run(self) -> Result<(), Error> {
        let place = Arc::clone(&self.place);
        self.make(&place).await.map_err(|error| error.at(&place.name, "create_table"))
    }

    async fn make(self, place: &Place) -> Result<(), Error> {
        let model = self.model()?;
        let input = input(&model, self.options)?;
        let mut wait = Wait::new(place, self.longest, self.watcher);
        let table = until_active(place, &input, &mut wait).await?;
        let mut differences = differences(&model, &table);
        if let Some(attribute) = &model.time_to_live {
            match time_to_live(place).await? {
                TimeToLive::Off if differences.is_empty() => return expire(place, attribute, &table, &mut wait).await,
                TimeToLive::Off => {}
                there => differences.extend(there.difference(Some(attribute))),
            }
        }
        if differences.is_empty() {
            return Ok(());
        }
        Err(Error::new(ErrorKind::TableMismatch).because(differences.join("; ")))
    }
}

/// Asks for the table, and asks again where it is gone meanwhile, until the table and its indexes are there.
async fn until_active(
    place: &Place,
    input: &CreateTableInputBuilder,
    wait: &mut Wait<'_>,
) -> Result<TableDescription, Error> {
    wait.sent(send(place, input).await?);
    loop {
        let table = describe(place).await?;
        let progress = wait.see(table.as_ref());
        let gone = table.is_none();
        if let Some(table) = table {
            if table.table_status == Some(TableStatus::Active) && progress.building.is_empty() {
                return Ok(table);
            }
            usable(&table)?;
        }
        wait.pause(&progress).await?;
        if gone {
            wait.sent(send(place, input).await?);
        }
    }
}

async fn send(place: &Place, input: &CreateTableInputBuilder) -> Result<Sent, Error> {
    match sent(input.clone().send_with(place.db.client())).await {
        Ok(_) => Ok(Sent::Accepted),
        // It is there, or on its way, or on its way out: what it looks like is decided from what is seen of it.
        Err(error) if service_code(&error) == Some("ResourceInUseException") => Ok(Sent::Accepted),
        // It is not there then, and asked for again.
        Err(error) if is_held_back(&error) => Ok(Sent::HeldBack),
        Err(error) => Err(failed(error)),
    }
}

/// Whether the table can still become `ACTIVE` by itself.
fn usable(table: &TableDescription) -> Result<(), Error> {
    match &table.table_status {
        Some(
            status @ (TableStatus::Archived
            | TableStatus::Archiving
            | TableStatus::InaccessibleEncryptionCredentials
            | TableStatus::ReplicationNotAuthorized),
        ) => Err(Error::new(ErrorKind::Service).because(format!("the table is {status}"))),
        _ => Ok(()),
    }
}

/// Turns the time to live on, unless somebody else did so at the same moment.
async fn expire(place: &Place, attribute: &str, table: &TableDescription, wait: &mut Wait<'_>) -> Result<(), Error> {
    let error = loop {
        match enable(place, attribute).await {
            Ok(Sent::Accepted) => return Ok(()),
            Ok(sent) => {
                wait.sent(sent);
                let progress = wait.see(Some(table));
                wait.pause(&progress).await?;
            }
            Err(error) => break error,
        }
    };
    match time_to_live(place).await {
        Ok(TimeToLive::On(there)) if there == attribute => Ok(()),
        _ => Err(error),
    }
}

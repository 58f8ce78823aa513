//! `CreateTable` of the model's keys, on demand, waiting until the table is `ACTIVE`.

use std::{sync::Arc, time::Duration};

use aws_sdk_dynamodb::{
    config::AsyncSleep as _,
    types::{
        AttributeDefinition, BillingMode, KeySchemaElement, KeyType, ScalarAttributeType, TableDescription, TableStatus,
    },
};

use super::awaited;
use crate::{
    error::{Error, ErrorKind},
    request::{failed, service_code},
    schema::{ItemSchema, KeyDef, ScalarType},
    table::Place,
};

/// Makes a table and waits until it is `ACTIVE`. Made by [`Table::create_table`](crate::Table::create_table).
#[must_use = "nothing is sent until this is awaited"]
pub struct CreateTable {
    place: Arc<Place>,
    schema: &'static ItemSchema,
}

awaited!([] CreateTable, 'static => Result<(), Error>, run);

impl std::fmt::Debug for CreateTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CreateTable").field("table", &self.place.name).finish_non_exhaustive()
    }
}

impl CreateTable {
    pub(crate) fn new(place: Arc<Place>, schema: &'static ItemSchema) -> Self {
        Self { place, schema }
    }

    async fn run(self) -> Result<(), Error> {
        let at = |error: Error| error.at(&self.place.name, "create_table");
        self.create().await.map_err(at)?;
        let table = self.wait().await.map_err(at)?;
        let differences = differences(self.schema, &table);
        if differences.is_empty() {
            return Ok(());
        }
        Err(at(Error::new(ErrorKind::TableMismatch).because(differences.join("; "))))
    }

    async fn create(&self) -> Result<(), Error> {
        let mut request =
            self.place.db.client().create_table().table_name(&self.place.name).billing_mode(BillingMode::PayPerRequest);
        let keys = [(Some(self.schema.partition_key), KeyType::Hash), (self.schema.sort_key, KeyType::Range)];
        for (def, key_type) in keys {
            let Some(def) = def else { continue };
            let (attribute, element) = key(def, key_type)?;
            request = request.attribute_definitions(attribute).key_schema(element);
        }
        match request.send().await {
            Ok(_) => Ok(()),
            // It is there, or on its way: what it looks like is decided below.
            Err(error) if service_code(&error) == Some("ResourceInUseException") => Ok(()),
            Err(error) => Err(failed(error)),
        }
    }

    /// Asks until the table is `ACTIVE`, less and less often.
    async fn wait(&self) -> Result<TableDescription, Error> {
        let client = self.place.db.client();
        let mut pause = Duration::from_millis(100);
        loop {
            let answer = client.describe_table().table_name(&self.place.name).send().await.map_err(failed)?;
            match answer.table {
                Some(table) if table.table_status == Some(TableStatus::Active) => return Ok(table),
                Some(table) if table.table_status == Some(TableStatus::Deleting) => {
                    return Err(Error::new(ErrorKind::TableNotFound).because("the table is being deleted"));
                }
                _ => {}
            }
            let Some(sleep) = client.config().sleep_impl() else {
                return Err(Error::invalid("waiting for a table needs a client with a sleep implementation"));
            };
            sleep.sleep(pause).await;
            pause = (pause * 2).min(Duration::from_secs(5));
        }
    }
}

fn key(def: KeyDef, key_type: KeyType) -> Result<(AttributeDefinition, KeySchemaElement), Error> {
    let incomplete = |error| Error::invalid("a key definition lacks a part").caused_by(error);
    let attribute = AttributeDefinition::builder().attribute_name(def.name).attribute_type(scalar(def.scalar));
    let element = KeySchemaElement::builder().attribute_name(def.name).key_type(key_type);
    Ok((attribute.build().map_err(incomplete)?, element.build().map_err(incomplete)?))
}

fn scalar(scalar: ScalarType) -> ScalarAttributeType {
    match scalar {
        ScalarType::S => ScalarAttributeType::S,
        ScalarType::N => ScalarAttributeType::N,
        ScalarType::B => ScalarAttributeType::B,
    }
}

/// What differs between the keys of the model and of the table, in words.
fn differences(schema: &ItemSchema, table: &TableDescription) -> Vec<String> {
    let keys =
        [("partition key", Some(schema.partition_key), KeyType::Hash), ("sort key", schema.sort_key, KeyType::Range)];
    let mut differences = Vec::new();
    for (word, def, key_type) in keys {
        let stored = table.key_schema().iter().find(|element| element.key_type == key_type);
        let stored_type = stored.and_then(|stored| {
            let definitions = table.attribute_definitions();
            definitions.iter().find(|definition| definition.attribute_name == stored.attribute_name)
        });
        let stored = stored_type.map(|stored| format!("`{}` ({})", stored.attribute_name, stored.attribute_type));
        let wanted = def.map(|def| format!("`{}` ({})", def.name, scalar(def.scalar)));
        if stored != wanted {
            let none = || "none".to_owned();
            let (wanted, stored) = (wanted.unwrap_or_else(none), stored.unwrap_or_else(none));
            differences.push(format!("the {word} is {stored} in the table and {wanted} in the model"));
        }
    }
    differences
}

//! A table that is there, compared with its model.

use std::{fmt, sync::Arc};

use aws_sdk_dynamodb::types::{MultiRegionConsistency, TableDescription, TableStatus};

use super::{
    awaited,
    table::{describe, differences, time_to_live, unfinished},
};
use crate::{
    error::{Error, ErrorKind},
    item::DynamoItem,
    schema::{ItemSchema, TableSchema},
    table::Place,
};

/// Compares a table with its model. Made by [`Table::verify`](crate::Table::verify).
#[must_use = "nothing is sent until this is awaited"]
pub struct Verify {
    place: Arc<Place>,
    items: Vec<&'static ItemSchema>,
}

awaited!([] Verify, 'static => Result<TableReport, Error>, run);

impl fmt::Debug for Verify {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Verify").field("table", &self.place.name).finish_non_exhaustive()
    }
}

impl Verify {
    pub(crate) fn new(place: Arc<Place>, schema: &'static ItemSchema) -> Self {
        Self { place, items: vec![schema] }
    }

    /// Another item type that is in the same table: what it says is part of the model too.
    pub fn with<Other: DynamoItem>(self) -> Self {
        self.with_schema(Other::SCHEMA)
    }

    pub(super) fn with_schema(mut self, schema: &'static ItemSchema) -> Self {
        self.items.push(schema);
        self
    }

    async fn run(self) -> Result<TableReport, Error> {
        self.compare().await.map_err(|error| error.at(&self.place.name, "verify"))
    }

    async fn compare(&self) -> Result<TableReport, Error> {
        let model = TableSchema::of(&self.items)?;
        let table = describe(&self.place).await?.ok_or_else(|| Error::new(ErrorKind::TableNotFound))?;
        let mut differences = differences(&model, &table);
        let there = time_to_live(&self.place).await?;
        differences.extend(there.difference(model.time_to_live.as_deref()));
        let mut warnings = states(&table);
        warnings.extend(self.items.iter().filter_map(|item| many_writers(item, &table)));
        Ok(TableReport { table: self.place.name.clone(), differences, warnings })
    }
}

/// What is not ready to be used.
fn states(table: &TableDescription) -> Vec<String> {
    let status = table.table_status.as_ref().filter(|status| **status != TableStatus::Active);
    let table_state = status.map(|status| format!("the table is {status}"));
    let indexes = unfinished(table).into_iter().map(|name| format!("the index `{name}` is not ACTIVE"));
    table_state.into_iter().chain(indexes).collect()
}

/// A version that two Regions can both advance at once.
fn many_writers(item: &ItemSchema, table: &TableDescription) -> Option<String> {
    let strong = table.multi_region_consistency == Some(MultiRegionConsistency::Strong);
    if !item.is_versioned() || table.replicas().is_empty() || strong {
        return None;
    }
    let regions: Vec<_> = table.replicas().iter().filter_map(|replica| replica.region_name()).collect();
    Some(format!(
        "`{}` has a version, and the table is replicated ({}) with eventual consistency: two Regions can both accept a \
         write of the same version, so write from one Region only",
        item.item,
        regions.join(", "),
    ))
}

/// How a table compares with its model, in words. `Display` writes one line for each difference and warning.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use = "a report is to be looked at"]
pub struct TableReport {
    table: String,
    differences: Vec<String>,
    warnings: Vec<String>,
}

impl TableReport {
    /// Whether there is no difference. There may be warnings.
    #[must_use]
    pub fn is_match(&self) -> bool {
        self.differences.is_empty()
    }

    /// What differs between the table and the model: keys, indexes, projections and time to live.
    #[must_use]
    pub fn differences(&self) -> &[String] {
        &self.differences
    }

    /// What is no difference, and yet to be known: indexes that are still being built, versions in a table that several
    /// Regions can write.
    #[must_use]
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }
}

impl fmt::Display for TableReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_match() {
            write!(f, "table `{}` is as its model says", self.table)?;
        } else {
            write!(f, "table `{}` differs from its model:", self.table)?;
        }
        for difference in &self.differences {
            write!(f, "\n- {difference}")?;
        }
        for warning in &self.warnings {
            write!(f, "\n- warning: {warning}")?;
        }
        Ok(())
    }
}

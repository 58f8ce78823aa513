//! The capacity that requests consume, as the service tells it.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

pub use aws_sdk_dynamodb::types::ReturnConsumedCapacity;

/// Adds up the capacity units of the operations it is given to, page by page and retry by retry. Clones share the sums.
///
/// Given to an operation by its `return_consumed_capacity`: DynamoDB's
/// [`ReturnConsumedCapacity`](https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ConsumedCapacity.html).
///
/// # Examples
///
/// ```
/// # #[cfg(feature = "embedded")]
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), dynamo_model::Error> {
/// use dynamo_model::{ConsumedCapacity, Dynamo, DynamoItem};
///
/// #[derive(DynamoItem)]
/// #[dynamo(table = "notes")]
/// struct Note {
///     #[partition_key]
///     id: String,
/// }
///
/// let notes = Dynamo::embedded().table::<Note>();
/// notes.create_table().await?;
/// let capacity = ConsumedCapacity::total();
/// notes.put(&mut Note { id: "n-1".into() }).return_consumed_capacity(&capacity).await?;
/// notes.get("n-1").return_consumed_capacity(&capacity).await?;
/// assert_eq!((capacity.write_units(), capacity.read_units()), (1.0, 0.5));
/// # Ok(())
/// # }
/// # #[cfg(not(feature = "embedded"))]
/// # fn main() {}
/// ```
#[derive(Debug, Clone)]
pub struct ConsumedCapacity {
    level: ReturnConsumedCapacity,
    tables: Arc<Mutex<BTreeMap<String, TableCapacity>>>,
}

/// The capacity units of one table.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct TableCapacity {
    /// Consumed by `GetItem`, `Query`, `Scan`, `BatchGetItem` and `TransactGetItems`.
    pub read_units: f64,
    /// Consumed by writes.
    pub write_units: f64,
    /// What of both was consumed by each index; empty unless made by [`ConsumedCapacity::indexes`].
    pub indexes: BTreeMap<String, f64>,
}

impl ConsumedCapacity {
    /// Asks for the sum of each table.
    #[must_use]
    pub fn total() -> Self {
        Self::at(ReturnConsumedCapacity::Total)
    }

    /// Asks for the part of each index too.
    #[must_use]
    pub fn indexes() -> Self {
        Self::at(ReturnConsumedCapacity::Indexes)
    }

    fn at(level: ReturnConsumedCapacity) -> Self {
        Self { level, tables: Arc::default() }
    }

    pub(crate) fn level(&self) -> &ReturnConsumedCapacity {
        &self.level
    }

    pub(crate) fn add(&self, table: &str, consumed: &TableCapacity) {
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        let sum = tables.entry(table.to_owned()).or_default();
        sum.read_units += consumed.read_units;
        sum.write_units += consumed.write_units;
        for (index, units) in &consumed.indexes {
            *sum.indexes.entry(index.clone()).or_default() += units;
        }
    }

    /// What was read, in read capacity units.
    #[must_use]
    pub fn read_units(&self) -> f64 {
        self.tables().values().map(|table| table.read_units).sum()
    }

    /// What was written, in write capacity units.
    #[must_use]
    pub fn write_units(&self) -> f64 {
        self.tables().values().map(|table| table.write_units).sum()
    }

    /// The units of each table, by its physical name.
    #[must_use]
    pub fn tables(&self) -> BTreeMap<String, TableCapacity> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

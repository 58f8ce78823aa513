//! `ConditionCheck`: a condition on an item that a transaction does not change.

use super::{
    prepared::Prepared,
    transact_write::{Step, TransactWriteAction},
};
use crate::{
    error::{EncodeError, Error},
    expression::{Clauses, Renderer, Tree},
    item::{DynamoItem, KeyValues},
    request::Repeat,
    schema::ItemSchema,
    table::Table,
    write_plan::{Guard, Verb, Written},
};

/// Demands something of an item that a transaction does not change. Made by [`Table::check`]; only a transaction takes it.
#[must_use = "a check does nothing until it is added to a transaction"]
pub struct Check<T: DynamoItem> {
    table: Table<T>,
    key: Result<KeyValues, EncodeError>,
    condition: Option<Tree>,
}

impl<T: DynamoItem> std::fmt::Debug for Check<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Check").field("table", &self.table).finish_non_exhaustive()
    }
}

impl<T: DynamoItem> Check<T> {
    pub(crate) fn new(table: Table<T>, key: Result<KeyValues, EncodeError>, condition: Tree) -> Self {
        Self { table, key, condition: Some(condition) }
    }
}

impl<'a, T: DynamoItem> TransactWriteAction<'a> for Check<T> {
    fn into_step(self) -> Step<'a> {
        let Self { table, key, condition } = self;
        Step::new(&table, Verb::Check, move |_| Ok((prepare(T::SCHEMA, key?, condition)?, None)))
    }
}

/// An update that sets nothing is a check.
fn prepare(schema: &'static ItemSchema, key: KeyValues, condition: Option<Tree>) -> Result<Prepared, Error> {
    let guard = Guard::new(Verb::Check, schema.partition_key.name);
    let terms = super::prepared::Terms { condition, guard, written: Written::default(), repeat: Repeat::Safe };
    Prepared::update(schema, key, Clauses::default(), terms, Renderer::default())
}

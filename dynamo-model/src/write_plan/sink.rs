//! The attributes of an item as an update: `SET` for what is present, `REMOVE` for what is absent.

use std::{borrow::Cow, time::SystemTime};

use crate::{
    attribute::{Name, Path, Prefix},
    error::{EncodeError, Error},
    expression::{Change, Clauses, Operand, Renderer},
    item::{ManagedAttribute, Stamp, WriteAttributes, caught_name, caught_twice, check_index_key},
    schema::{ItemSchema, Managed},
    value::{AttributeValue, value_size},
};

/// Renders each attribute as it comes: there is no map in between.
#[derive(Default)]
pub(crate) struct Updated {
    pub(crate) renderer: Renderer,
    pub(crate) clauses: Clauses,
    pub(crate) managed: Vec<ManagedAttribute>,
    pub(crate) stamps: Vec<Stamp>,
    pub(crate) now: Option<SystemTime>,
    /// A lower bound of the item's size in bytes.
    pub(crate) size: usize,
    caught: Vec<String>,
    /// The schema of an item with indexes, whose keys are checked.
    schema: Option<&'static ItemSchema>,
    refused: Option<Error>,
}

impl Updated {
    /// An update at this instant, with room for this many attributes.
    pub(crate) fn at(now: SystemTime, schema: &'static ItemSchema, attributes: usize) -> Self {
        Self {
            schema: Some(schema).filter(|schema| !schema.indexes.is_empty()),
            renderer: Renderer::with_room(attributes),
            clauses: Clauses::with_room(attributes),
            now: Some(now),
            ..Self::default()
        }
    }

    /// Refuses what no index could hold.
    pub(crate) fn check_indexes(&mut self) -> Result<(), Error> {
        self.refused.take().map_or(Ok(()), Err)
    }

    /// The same of what an action sets.
    pub(crate) fn check_set(&self, path: &Path, change: &Change) -> Result<(), Error> {
        match (self.schema, change) {
            (Some(schema), Change::Set(Operand::Value(Ok(value))) | Change::SetIfAbsent(Operand::Value(Ok(value)))) => {
                check_index_key(schema, |key| path.is_top(key), value)
            }
            _ => Ok(()),
        }
    }

    /// Refuses a catch-all map that holds what the item models.
    pub(crate) fn check_caught(&self, schema: &ItemSchema) -> Result<(), EncodeError> {
        match self.caught.iter().find(|name| schema.models(name)) {
            Some(name) => Err(caught_twice(name)),
            None => Ok(()),
        }
    }
}

impl WriteAttributes for Updated {
    fn attribute(&mut self, name: Name, value: Option<AttributeValue>) {
        match value {
            Some(value) => {
                self.size += name.name.len() + value_size(&value);
                if let Some(schema) = self.schema {
                    self.refused = self.refused.take().or(check_index_key(schema, |key| name.is(key), &value).err());
                }
                self.clauses.set_attribute(&mut self.renderer, name, value);
            }
            None => self.clauses.remove(&mut self.renderer, &Path::top(name)),
        }
    }

    fn absent(&mut self, name: String) {
        self.clauses.remove_name(&mut self.renderer, Cow::Owned(name));
    }

    fn caught(&mut self, prefix: Option<&'static Prefix>, name: &str, value: AttributeValue) {
        let name = caught_name(prefix, name);
        self.size += name.len() + value_size(&value);
        self.clauses.set_name(&mut self.renderer, Cow::Owned(name.clone()), value);
        self.caught.push(name);
    }

    fn managed(&mut self, name: Name, role: &'static Managed, value: Option<AttributeValue>) {
        self.managed.push(ManagedAttribute { name, role: *role, value });
    }

    fn now(&self) -> Option<SystemTime> {
        self.now
    }

    fn time_to_live(&mut self, _: Name) {}

    fn follow(&mut self, stamp: Stamp) {
        self.stamps.push(stamp);
    }
}

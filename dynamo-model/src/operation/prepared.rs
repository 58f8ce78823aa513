//! A write that is ready to be sent, without types: what it says, what it demands, and what memory takes over after it.

use aws_sdk_dynamodb::{
    operation::{
        delete_item::builders::DeleteItemInputBuilder, put_item::builders::PutItemInputBuilder,
        update_item::builders::UpdateItemInputBuilder,
    },
    types::{
        ConditionCheck, Delete, Put, ReturnValue, ReturnValuesOnConditionCheckFailure as OnFailure, TransactWriteItem,
        Update,
    },
};

use crate::{
    error::Error,
    expression::{Clauses, Rendered, Renderer, Tree},
    item::{Collected, KeyValues, check_index_key, check_key},
    request::Repeat,
    schema::ItemSchema,
    value::{AttributeValue, Item, item_size},
    write_plan::{Guard, Written},
};

/// The largest item that DynamoDB takes, in bytes of names and values.
const LARGEST_ITEM: usize = 400 * 1024;

/// A write that is ready to be sent.
pub(crate) struct Prepared {
    pub(crate) schema: &'static ItemSchema,
    pub(crate) key: KeyValues,
    pub(crate) guard: Guard,
    pub(crate) written: Written,
    pub(crate) repeat: Repeat,
    pub(super) body: Body,
    pub(super) condition: Option<String>,
    pub(super) rendered: Rendered,
}

/// What the write does.
pub(super) enum Body {
    Put(Item),
    Update { key: Item, expression: String },
    Delete { key: Item },
}

/// What a write demands and leaves behind, beside what it does.
pub(super) struct Terms {
    /// What the caller demands.
    pub(super) condition: Option<Tree>,
    pub(super) guard: Guard,
    pub(super) written: Written,
    pub(super) repeat: Repeat,
}

impl Prepared {
    /// A write of the whole item.
    pub(super) fn put(schema: &'static ItemSchema, to: Collected, terms: Terms) -> Result<Self, Error> {
        let item = to.plain.finish(schema.attributes)?;
        let key = key_of(schema, &item)?;
        check_size(item_size(&item))?;
        if !schema.indexes.is_empty() {
            for (name, value) in &item {
                check_index_key(schema, |key| key == name, value)?;
            }
        }
        Self::new(schema, key, Body::Put(item), terms, Renderer::default())
    }

    /// A write of some attributes.
    pub(super) fn update(
        schema: &'static ItemSchema,
        key: KeyValues,
        clauses: Clauses,
        terms: Terms,
        renderer: Renderer,
    ) -> Result<Self, Error> {
        let body = Body::Update { key: key.clone().into_item(schema)?, expression: clauses.finish()? };
        Self::new(schema, key, body, terms, renderer)
    }

    /// A deletion.
    pub(super) fn delete(schema: &'static ItemSchema, key: KeyValues, terms: Terms) -> Result<Self, Error> {
        let body = Body::Delete { key: key.clone().into_item(schema)? };
        Self::new(schema, key, body, terms, Renderer::default())
    }

    fn new(
        schema: &'static ItemSchema,
        key: KeyValues,
        body: Body,
        terms: Terms,
        mut renderer: Renderer,
    ) -> Result<Self, Error> {
        let Terms { condition, guard, written, repeat } = terms;
        // `(caller) AND (version)`: what the caller adds can never weaken the version check.
        let condition = Tree::join(condition, guard.tree()).map(|tree| renderer.condition(tree)).transpose()?;
        Ok(Self { schema, key, guard, written, repeat, body, condition, rendered: renderer.finish() })
    }
}

/// The three requests a write can be, as the SDK's input builders.
pub(super) enum Input {
    Put(PutItemInputBuilder),
    Update(UpdateItemInputBuilder),
    Delete(DeleteItemInputBuilder),
}

/// The setters that all builders of a write have, by names and not by a trait.
macro_rules! conditioned {
    ($builder:expr, $table:expr, $prepared:ident) => {{
        // The old item is asked for only where there is a condition to fail.
        let on_failure = $prepared.condition.is_some().then_some(OnFailure::AllOld);
        $builder
            .table_name($table)
            .set_condition_expression($prepared.condition)
            .set_expression_attribute_names($prepared.rendered.names)
            .set_expression_attribute_values($prepared.rendered.values)
            .set_return_values_on_condition_check_failure(on_failure)
    }};
}

impl Prepared {
    /// A lower bound of its bytes, as a transaction counts them.
    pub(super) fn size(&self) -> usize {
        let values = self.rendered.values.as_ref().map(item_size).unwrap_or_default();
        values
            + match &self.body {
                Body::Put(item) => item_size(item),
                Body::Update { key, .. } | Body::Delete { key } => item_size(key),
            }
    }

    /// The request of a single write, and what is needed once it was answered.
    pub(super) fn into_input(self, table: &str, returns: Option<ReturnValue>) -> (Input, Rest) {
        let rest = Rest { schema: self.schema, key: self.key, guard: self.guard, written: self.written };
        let input = match self.body {
            Body::Put(item) => {
                let put = conditioned!(PutItemInputBuilder::default(), table, self);
                Input::Put(put.set_item(Some(item)).set_return_values(returns))
            }
            Body::Update { key, expression } => {
                let update = conditioned!(UpdateItemInputBuilder::default(), table, self);
                let expression = Some(expression).filter(|expression| !expression.is_empty());
                Input::Update(update.set_key(Some(key)).set_update_expression(expression).set_return_values(returns))
            }
            Body::Delete { key } => {
                let delete = conditioned!(DeleteItemInputBuilder::default(), table, self);
                Input::Delete(delete.set_key(Some(key)).set_return_values(returns))
            }
        };
        (input, rest)
    }

    /// The same as an action of a transaction.
    pub(super) fn into_action(self, table: &str) -> Result<(TransactWriteItem, Rest), Error> {
        let rest = Rest { schema: self.schema, key: self.key, guard: self.guard, written: self.written };
        let incomplete = |error| Error::invalid("the action lacks a part").caused_by(error);
        let action = TransactWriteItem::builder();
        let action = match self.body {
            Body::Put(item) => {
                let put = conditioned!(Put::builder(), table, self).set_item(Some(item));
                action.put(put.build().map_err(incomplete)?)
            }
            // An item that is only its key has nothing to set, and an update in a transaction has to set something.
            Body::Update { key, expression } if expression.is_empty() => {
                let check = conditioned!(ConditionCheck::builder(), table, self).set_key(Some(key));
                action.condition_check(check.build().map_err(incomplete)?)
            }
            Body::Update { key, expression } => {
                let update = conditioned!(Update::builder(), table, self).set_key(Some(key));
                action.update(update.update_expression(expression).build().map_err(incomplete)?)
            }
            Body::Delete { key } => {
                let delete = conditioned!(Delete::builder(), table, self).set_key(Some(key));
                action.delete(delete.build().map_err(incomplete)?)
            }
        };
        Ok((action.build(), rest))
    }
}

/// What is left of a write once its request is on its way.
pub(crate) struct Rest {
    pub(crate) schema: &'static ItemSchema,
    pub(crate) key: KeyValues,
    pub(crate) guard: Guard,
    pub(crate) written: Written,
}

/// The key attributes of an item, checked.
fn key_of(schema: &ItemSchema, item: &Item) -> Result<KeyValues, Error> {
    let part = |name: &str, limit: usize| -> Result<AttributeValue, Error> {
        let value = item.get(name).ok_or_else(|| Error::invalid(format!("the key attribute `{name}` is absent")))?;
        check_key(name, value, limit)?;
        Ok(value.clone())
    };
    let partition = part(schema.partition_key.name, 2048)?;
    let sort = schema.sort_key.map(|def| part(def.name, 1024)).transpose()?;
    Ok(KeyValues { partition, sort })
}

pub(super) fn check_size(bytes: usize) -> Result<(), Error> {
    if bytes > LARGEST_ITEM {
        return Err(Error::invalid(format!(
            "the item has at least {bytes} bytes, and DynamoDB takes at most {LARGEST_ITEM}"
        )));
    }
    Ok(())
}

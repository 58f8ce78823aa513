//! `UpdateItem` of a whole item: every modelled attribute, `SET` where it is present and `REMOVE` where it is absent.

use aws_sdk_dynamodb::{operation::update_item::builders::UpdateItemInputBuilder, types::ReturnValue};

use super::{
    awaited, conditional, origin,
    patch::{Asked, prepare_update, read_back},
    prepared::{Input, Prepared, check_size},
    send::{Delivery, Done, Known, assign, refused, send, undecodable},
    transact_write::{Step, TransactWriteAction, after},
};
use crate::{
    error::{Error, WriteError},
    expression::Tree,
    item::{DynamoItem, NoPrefix, key_of},
    request::Repeat,
    table::Table,
    write_plan::{Expected, Origin, Updated, Verb},
};

/// Writes every modelled attribute of a stored item. Made by [`Table::update`].
#[must_use = "nothing is sent until this is awaited"]
pub struct Update<'a, T: DynamoItem> {
    table: Table<T>,
    item: &'a mut T,
    condition: Option<Tree>,
    delivery: Delivery,
}

conditional!(['a, T: DynamoItem] Update<'a, T>);
awaited!(['a, T: DynamoItem] Update<'a, T>, 'a => Result<(), WriteError<T>>, run);

impl<'a, T: DynamoItem> Update<'a, T> {
    pub(crate) fn new(table: Table<T>, item: &'a mut T) -> Self {
        Self { table, item, condition: None, delivery: Delivery::Single }
    }

    /// The request as the SDK's own input builder.
    ///
    /// # Errors
    ///
    /// As awaiting, where nothing would be sent.
    pub fn into_request(self) -> Result<UpdateItemInputBuilder, Error> {
        let place = self.table.place();
        let prepared =
            prepare(&origin!(place.db), self.item, self.condition).map_err(|error| error.at(&place.name, "update"))?;
        let returns = returns(&prepared);
        match prepared.into_input(&place.name, returns) {
            (Input::Update(input), _) => Ok(input),
            _ => Err(Error::invalid("this is no update")),
        }
    }

    async fn run(self) -> Result<(), WriteError<T>> {
        let place = self.table.place();
        let at = |error: Error| error.at(&place.name, "update");
        let prepared = prepare(&origin!(place.db), self.item, self.condition).map_err(at)?;
        let returns = returns(&prepared);
        let done =
            send(place, prepared, returns, self.delivery).await.map_err(|error| refused(place, "update", error))?;
        let Done { rest, known } = done;
        let attributes = match known {
            Known::Answered(attributes) => attributes,
            Known::Found(item) => Some(item),
        };
        assign(self.item, &rest.written, attributes.as_ref()).map_err(undecodable).map_err(at)?;
        if attributes.is_none() && !rest.written.refreshed.is_empty() {
            // A transaction returns no item.
            let stored = read_back(place, rest.key, T::SCHEMA).await.map_err(at)?;
            assign(self.item, &rest.written, Some(&stored)).map_err(undecodable).map_err(at)?;
        }
        Ok(())
    }
}

impl<'a, T: DynamoItem> TransactWriteAction<'a> for Update<'a, T> {
    fn into_step(self) -> Step<'a> {
        let Self { table, item, condition, .. } = self;
        Step::new(&table, Verb::Update, move |origin| {
            let prepared = prepare(origin, &*item, condition)?;
            Ok((prepared, Some(after(item))))
        })
    }
}

/// The service is asked for new values only where it alone knows them.
fn returns(prepared: &Prepared) -> Option<ReturnValue> {
    (!prepared.written.refreshed.is_empty()).then_some(ReturnValue::UpdatedNew)
}

fn prepare<T: DynamoItem>(origin: &Origin<'_>, item: &T, condition: Option<Tree>) -> Result<Prepared, Error> {
    let mut to = Updated::at(origin.now, T::SCHEMA, T::SCHEMA.attributes.len());
    T::write::<NoPrefix, _>(item, &mut to)?;
    T::write_managed::<NoPrefix, _>(Some(item), &mut to)?;
    check_size(to.size)?;
    to.check_caught(T::SCHEMA)?;
    to.check_indexes()?;
    let asked = Asked { verb: Verb::Update, expected: Expected::InMemory, condition, repeat: Repeat::Safe };
    prepare_update(T::SCHEMA, key_of(item)?, to, asked, origin)
}

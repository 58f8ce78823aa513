//! A builder of a write as one action of a transaction, its item type gone.

use std::{any::Any, sync::Arc};

use super::super::{
    prepared::Prepared,
    send::{Refusal, assign},
};
use crate::{
    error::{DecodeError, Error},
    item::DynamoItem,
    table::{Place, Table},
    value::Item,
    write_plan::{Origin, Verb, Written},
};

/// What a transaction takes: the builders of writes that give nothing back, and `check`. Implemented by the library only.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an action of a transaction",
    label = "a transaction takes writes that give nothing back",
    note = "a transaction returns no item: write `patch_at(key, Expect::of(&item), ..)` instead of `patch(&mut item, ..)`, and leave `.return_old()` out",
    note = "items are read together by `db.transact_get()`"
)]
pub trait TransactWriteAction<'a> {
    #[doc(hidden)]
    fn into_step(self) -> Step<'a>;
}

/// What memory takes over after the commit, given what was written and, where only the service knows it, what is stored.
pub(in crate::operation) type After<'a> =
    Box<dyn FnOnce(&Written, Option<&Item>) -> Result<(), DecodeError> + Send + 'a>;
type Prepare<'a> = Box<dyn FnOnce(&Origin<'_>) -> Result<(Prepared, Option<After<'a>>), Error> + Send + 'a>;
pub(super) type MakeConflict = fn(Refusal, &Place, &'static str) -> Box<dyn Any + Send + Sync>;

/// One action. It is prepared when the transaction is awaited, and holds the item in memory until the commit.
#[doc(hidden)]
pub struct Step<'a> {
    pub(super) place: Arc<Place>,
    pub(super) verb: Verb,
    pub(super) conflict: MakeConflict,
    pub(super) prepare: Prepare<'a>,
}

impl<'a> Step<'a> {
    pub(in crate::operation) fn new<T: DynamoItem>(
        table: &Table<T>,
        verb: Verb,
        prepare: impl FnOnce(&Origin<'_>) -> Result<(Prepared, Option<After<'a>>), Error> + Send + 'a,
    ) -> Self {
        Self { place: Arc::clone(table.place()), verb, conflict: conflict::<T>, prepare: Box::new(prepare) }
    }
}

fn conflict<T: DynamoItem>(refusal: Refusal, place: &Place, operation: &'static str) -> Box<dyn Any + Send + Sync> {
    Box::new(refusal.of::<T>(place, operation))
}

/// The item in memory takes over what was stored.
pub(in crate::operation) fn after<T: DynamoItem>(item: &mut T) -> After<'_> {
    Box::new(move |written, stored| assign(item, written, stored))
}

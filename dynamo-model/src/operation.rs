//! One operation of DynamoDB a file: its builder, its request, its answer.

mod batch;
mod batch_get;
mod batch_write;
mod check;
mod create_table;
mod delete;
mod delete_table;
mod get;
mod metered;
mod parts;
mod patch;
mod pause;
mod prepared;
mod put;
mod query;
mod read;
mod scan;
mod send;
mod table;
mod transact_get;
mod transact_write;
mod update;
mod verify;

pub use self::send::{ReturnNothing, ReturnOld, Returned};
pub use self::{
    batch::{BatchFailure, BatchProgress},
    batch_get::{BatchGet, BatchGetError, BatchGetPart, BatchGetParts, GetAll},
    batch_write::{BatchReport, BatchWrite, BatchWriteError, BatchWritePart},
    check::Check,
    create_table::CreateTable,
    delete::{Delete, DeleteAt},
    delete_table::DeleteTable,
    get::{Get, Refresh},
    metered::{Metered, MeteredFuture},
    patch::{Patch, PatchAt},
    put::{Create, Put},
    query::Query,
    read::{ItemStream, Page, PageToken},
    scan::Scan,
    table::{StreamViewType, TableClass, TableProgress},
    transact_get::{TransactGet, TransactGetAll, TransactGetPart},
    transact_write::{TransactWrite, TransactWriteAction},
    update::Update,
    verify::{TableReport, Verify},
};
pub(crate) use self::{read::TokenKey, send::Unresolved};
use crate::{
    expression::{Action, Condition, IntoActions as _, PatchFn, Tree},
    item::{Attributes, DynamoItem},
    table::handles,
};

/// The actions that a closure gives.
pub(crate) fn actions<T: DynamoItem>(patch: impl PatchFn<T>) -> Vec<Action<T>> {
    patch(&handles::<T>()).into_actions()
}

/// The condition that a closure gives, joined to the one that is there.
fn join<T: DynamoItem>(condition: Option<Tree>, more: impl FnOnce(&Attributes<T>) -> Condition<T>) -> Option<Tree> {
    Tree::join(condition, Some(more(&handles::<T>()).into_tree()))
}

/// Begins the text of a builder by its name alone, without generics.
fn plain_name<'f, 'w>(f: &'f mut std::fmt::Formatter<'w>, builder: &str) -> std::fmt::DebugStruct<'f, 'w> {
    f.debug_struct(builder.split('<').next().unwrap_or(builder).trim_end())
}

/// Awaiting a builder: one boxed, `Send` future.
macro_rules! awaitable {
    ([$($generics:tt)*] $builder:ty, $life:lifetime => $output:ty, $run:ident) => {
        impl<$($generics)*> std::future::IntoFuture for $builder {
            type Output = $output;
            type IntoFuture = futures_util::future::BoxFuture<$life, $output>;
            fn into_future(self) -> Self::IntoFuture {
                Box::pin(self.$run())
            }
        }
    };
}
/// The same of a builder whose requests are counted while it is awaited.
macro_rules! awaited {
    ([$($generics:tt)*] $builder:ty, $life:lifetime => $output:ty, $run:ident) => {
        $crate::operation::awaitable!([$($generics)*] $builder, $life => $output, $run);
        impl<$($generics)*> $builder {
            /// Adds up here the capacity units that the requests consume, retries included. The last call before awaiting.
            pub fn return_consumed_capacity(
                self,
                capacity: &$crate::dynamo::ConsumedCapacity,
            ) -> $crate::operation::Metered<Self> {
                $crate::operation::Metered::new(self, capacity)
            }
        }
    };
}
/// What every builder of a write has.
macro_rules! conditional {
    ([$($generics:tt)*] $builder:ty) => {
        impl<$($generics)*> $builder {
            /// A further condition on the stored item. It can never weaken the version check.
            pub fn condition(
                mut self,
                condition: impl FnOnce(&$crate::item::Attributes<T>) -> $crate::expression::Condition<T>,
            ) -> Self {
                self.condition = $crate::operation::join::<T>(self.condition.take(), condition);
                self
            }

            /// Sends the write as a transaction of one action with a client request token: applied exactly once within
            /// ten minutes, at twice the capacity.
            pub fn idempotent(mut self) -> Self {
                self.delivery = $crate::operation::send::Delivery::ExactlyOnce;
                self
            }
        }
        impl<$($generics)*> std::fmt::Debug for $builder {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                $crate::operation::plain_name(f, stringify!($builder)).field("table", &self.table).finish_non_exhaustive()
            }
        }
    };
}
/// The clock and the ids of a connection, for one write.
macro_rules! origin {
    ($db:expr) => {
        $crate::write_plan::Origin { now: $db.now(), id: &|| $db.id() }
    };
}
use {awaitable, awaited, conditional, origin};

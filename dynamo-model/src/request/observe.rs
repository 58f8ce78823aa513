//! What is seen of a call from outside: counters, capacity, and with the feature `tracing` a span.

use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
};

use aws_sdk_dynamodb::{
    operation::{
        batch_get_item::BatchGetItemInput, batch_write_item::BatchWriteItemInput, create_table::CreateTableInput,
        delete_item::DeleteItemInput, delete_table::DeleteTableInput, describe_table::DescribeTableInput,
        describe_time_to_live::DescribeTimeToLiveInput, get_item::GetItemInput, put_item::PutItemInput,
        query::QueryInput, scan::ScanInput, transact_get_items::TransactGetItemsInput,
        transact_write_items::TransactWriteItemsInput, update_item::UpdateItemInput,
        update_time_to_live::UpdateTimeToLiveInput,
    },
    types::{ReturnConsumedCapacity, TransactGetItem, TransactWriteItem},
};
use aws_smithy_runtime_api::client::{interceptors::context::Input, orchestrator::HttpResponse};

use super::{
    capacity::consumed,
    span::{Span, Summary},
};
use crate::dynamo::{Cells, ConsumedCapacity, Counters};

/// Whether a request reads or writes, for its capacity units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    Read,
    Write,
}

/// Whether a call is the repetition of one that failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Turn {
    First,
    Again,
}

impl Turn {
    /// That of a round, which are counted from 0.
    pub(crate) fn of_round(round: u32) -> Self {
        if round == 0 { Self::First } else { Self::Again }
    }
}

/// A call under way.
pub(super) struct Observed {
    access: Access,
    tables: Tables,
    attempts: AtomicU32,
    conflicted: AtomicBool,
    meter: Option<ConsumedCapacity>,
    asked: Asked,
    span: Span,
}

/// Whether the answer tells the capacity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asked {
    Yes,
    No,
}

impl Observed {
    /// Looks at the input of a call before it is serialized, and asks for its capacity where somebody wants to know.
    pub(super) fn new(
        input: &mut Input,
        operation: &str,
        counters: &Counters,
        capacity: Option<&ReturnConsumedCapacity>,
        meter: Option<ConsumedCapacity>,
    ) -> Self {
        let level = meter.as_ref().map(ConsumedCapacity::level).or(capacity);
        let Described { access, tables, asked } = describe(input, counters, level);
        let span = Span::new(operation, tables.as_slice().iter().map(|cells| cells.table()));
        let (attempts, conflicted) = (AtomicU32::new(0), AtomicBool::new(false));
        Self { access, tables, attempts, conflicted, meter, asked, span }
    }

    pub(super) fn span(&self) -> &Span {
        &self.span
    }

    /// An attempt goes out.
    pub(super) fn attempt(&self, turn: Turn) {
        let before = self.attempts.fetch_add(1, Ordering::Relaxed);
        for cells in self.tables.as_slice() {
            cells.request();
            if before > 0 || turn == Turn::Again {
                cells.retry();
            }
        }
    }

    /// An attempt was answered.
    pub(super) fn answered(&self, response: Option<&HttpResponse>) {
        let body = response.filter(|_| self.asked == Asked::Yes).and_then(|response| response.body().bytes());
        for (table, capacity, text) in body.map(|body| consumed(body, self.access)).unwrap_or_default() {
            if let Some(cells) = self.tables.of(&table) {
                cells.consume(&capacity);
            }
            if let Some(meter) = &self.meter {
                meter.add(&table, &capacity);
            }
            self.span.consumed(&text);
        }
    }

    /// A write of this call was refused because of what is stored in a table.
    pub(super) fn conflict(&self, table: &str) {
        self.conflicted.store(true, Ordering::Relaxed);
        if let Some(cells) = self.tables.of(table) {
            cells.conflict();
        }
    }
}

impl Drop for Observed {
    fn drop(&mut self) {
        let attempts = self.attempts.load(Ordering::Relaxed);
        self.span.end(Summary { attempts, conflicted: self.conflicted.load(Ordering::Relaxed) });
    }
}

/// The tables of a request. Nearly always it is one, which then costs no allocation.
enum Tables {
    One(Arc<Cells>),
    Many(Vec<Arc<Cells>>),
}

impl Tables {
    fn as_slice(&self) -> &[Arc<Cells>] {
        match self {
            Self::One(table) => std::slice::from_ref(table),
            Self::Many(tables) => tables,
        }
    }

    fn of(&self, table: &str) -> Option<&Arc<Cells>> {
        self.as_slice().iter().find(|cells| cells.table() == table)
    }
}

/// What an input says of itself.
struct Described {
    access: Access,
    tables: Tables,
    asked: Asked,
}

/// One `if let` for each input that the library sends. The last word is where it asks for its capacity, if it consumes any.
macro_rules! describe {
    ($input:ident, $counters:ident, $level:ident; $($kind:ident $access:ident |$it:ident| $tables:expr $(, $capacity:ident)?;)*) => {
        $(
            if let Some($it) = $input.downcast_mut::<$kind>() {
                let asked = Asked::No;
                $( let asked = ask(&mut $it.$capacity, $level).unwrap_or(asked); )?
                return Described { access: Access::$access, tables: tables($counters, $tables), asked };
            }
        )*
    };
}

fn ask(slot: &mut Option<ReturnConsumedCapacity>, level: Option<&ReturnConsumedCapacity>) -> Option<Asked> {
    *slot = Some(level?.clone());
    Some(Asked::Yes)
}

fn describe(input: &mut Input, counters: &Counters, level: Option<&ReturnConsumedCapacity>) -> Described {
    describe! { input, counters, level;
        GetItemInput Read |it| it.table_name.as_deref(), return_consumed_capacity;
        UpdateItemInput Write |it| it.table_name.as_deref(), return_consumed_capacity;
        PutItemInput Write |it| it.table_name.as_deref(), return_consumed_capacity;
        DeleteItemInput Write |it| it.table_name.as_deref(), return_consumed_capacity;
        QueryInput Read |it| it.table_name.as_deref(), return_consumed_capacity;
        ScanInput Read |it| it.table_name.as_deref(), return_consumed_capacity;
        TransactWriteItemsInput Write |it| it.transact_items().iter().filter_map(written), return_consumed_capacity;
        TransactGetItemsInput Read |it| it.transact_items().iter().filter_map(read), return_consumed_capacity;
        BatchGetItemInput Read |it| keys(it.request_items.as_ref()), return_consumed_capacity;
        BatchWriteItemInput Write |it| keys(it.request_items.as_ref()), return_consumed_capacity;
        DescribeTableInput Read |it| it.table_name.as_deref();
        CreateTableInput Write |it| it.table_name.as_deref();
        DeleteTableInput Write |it| it.table_name.as_deref();
        DescribeTimeToLiveInput Read |it| it.table_name.as_deref();
        UpdateTimeToLiveInput Write |it| it.table_name.as_deref();
    }
    Described { access: Access::Read, tables: Tables::Many(Vec::new()), asked: Asked::No }
}

/// Each table once.
fn tables<'t>(counters: &Counters, names: impl IntoIterator<Item = &'t str>) -> Tables {
    let mut tables = Tables::Many(Vec::new());
    for name in names {
        if tables.of(name).is_some() {
            continue;
        }
        let cells = counters.of(name);
        tables = match tables {
            Tables::Many(none) if none.is_empty() => Tables::One(cells),
            Tables::One(first) => Tables::Many(vec![first, cells]),
            Tables::Many(mut all) => {
                all.push(cells);
                Tables::Many(all)
            }
        };
    }
    tables
}

fn keys<V>(items: Option<&HashMap<String, V>>) -> impl Iterator<Item = &str> {
    items.into_iter().flat_map(HashMap::keys).map(String::as_str)
}

fn read(action: &TransactGetItem) -> Option<&str> {
    Some(action.get()?.table_name())
}

fn written(action: &TransactWriteItem) -> Option<&str> {
    None.or_else(|| Some(action.put()?.table_name()))
        .or_else(|| Some(action.update()?.table_name()))
        .or_else(|| Some(action.delete()?.table_name()))
        .or_else(|| Some(action.condition_check()?.table_name()))
}

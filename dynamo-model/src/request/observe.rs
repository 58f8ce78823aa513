//! What is seen of a call from outside: counters, capacity, and with the feature `tracing` a span.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU32, Ordering},
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
    types::{ReturnConsumedCapacity, TransactWriteItem},
};
use aws_smithy_runtime_api::client::{interceptors::context::Input, orchestrator::HttpResponse};

use super::{
    capacity::consumed,
    span::{Span, Summary},
};
use crate::dynamo::{Cells, ConsumedCapacity, Counters, Units};

/// Whether a request reads or writes, for its capacity units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    Read,
    Write,
}

/// A call under way.
pub(super) struct Observed {
    access: Access,
    tables: Vec<(String, Arc<Cells>)>,
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
        let Described { access, tables, asked } = describe(input, level);
        let cells = |table: String| {
            let cells = counters.of(&table);
            (table, cells)
        };
        let tables: Vec<_> = tables.into_iter().map(cells).collect();
        let span = Span::new(operation, tables.iter().map(|(table, _)| table.as_str()));
        let (attempts, conflicted) = (AtomicU32::new(0), AtomicBool::new(false));
        Self { access, tables, attempts, conflicted, meter, asked, span }
    }

    pub(super) fn span(&self) -> &Span {
        &self.span
    }

    /// An attempt goes out.
    pub(super) fn attempt(&self) {
        let before = self.attempts.fetch_add(1, Ordering::Relaxed);
        for (_, cells) in &self.tables {
            cells.request();
            if before > 0 {
                cells.retry();
            }
        }
    }

    /// An attempt was answered.
    pub(super) fn answered(&self, response: Option<&HttpResponse>) {
        let body = response.filter(|_| self.asked == Asked::Yes).and_then(|response| response.body().bytes());
        for (table, capacity, text) in body.map(|body| consumed(body, self.access)).unwrap_or_default() {
            if let Some((_, cells)) = self.tables.iter().find(|(known, _)| *known == table) {
                cells.consume(Units { read: capacity.read_units, write: capacity.write_units });
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
        if let Some((_, cells)) = self.tables.iter().find(|(known, _)| known == table) {
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

/// What an input says of itself.
struct Described {
    access: Access,
    tables: Vec<String>,
    asked: Asked,
}

/// One `if let` for each input that the library sends. The last word is where it asks for its capacity, if it consumes any.
macro_rules! describe {
    ($input:ident, $level:ident; $($kind:ident $access:ident |$it:ident| $tables:expr $(, $capacity:ident)?;)*) => {
        $(
            if let Some($it) = $input.downcast_mut::<$kind>() {
                let asked = Asked::No;
                $( let asked = ask(&mut $it.$capacity, $level).unwrap_or(asked); )?
                return Described { access: Access::$access, tables: $tables, asked };
            }
        )*
    };
}

fn ask(slot: &mut Option<ReturnConsumedCapacity>, level: Option<&ReturnConsumedCapacity>) -> Option<Asked> {
    *slot = Some(level?.clone());
    Some(Asked::Yes)
}

fn describe(input: &mut Input, level: Option<&ReturnConsumedCapacity>) -> Described {
    describe! { input, level;
        GetItemInput Read |it| one(it.table_name.as_ref()), return_consumed_capacity;
        UpdateItemInput Write |it| one(it.table_name.as_ref()), return_consumed_capacity;
        PutItemInput Write |it| one(it.table_name.as_ref()), return_consumed_capacity;
        DeleteItemInput Write |it| one(it.table_name.as_ref()), return_consumed_capacity;
        QueryInput Read |it| one(it.table_name.as_ref()), return_consumed_capacity;
        ScanInput Read |it| one(it.table_name.as_ref()), return_consumed_capacity;
        TransactWriteItemsInput Write |it| distinct(it.transact_items().iter().filter_map(written)), return_consumed_capacity;
        TransactGetItemsInput Read |it| distinct(it.transact_items().iter().filter_map(|item| Some(item.get()?.table_name()))), return_consumed_capacity;
        BatchGetItemInput Read |it| distinct(it.request_items.iter().flatten().map(|(table, _)| table.as_str())), return_consumed_capacity;
        BatchWriteItemInput Write |it| distinct(it.request_items.iter().flatten().map(|(table, _)| table.as_str())), return_consumed_capacity;
        DescribeTableInput Read |it| one(it.table_name.as_ref());
        CreateTableInput Write |it| one(it.table_name.as_ref());
        DeleteTableInput Write |it| one(it.table_name.as_ref());
        DescribeTimeToLiveInput Read |it| one(it.table_name.as_ref());
        UpdateTimeToLiveInput Write |it| one(it.table_name.as_ref());
    }
    Described { access: Access::Read, tables: Vec::new(), asked: Asked::No }
}

fn one(table: Option<&String>) -> Vec<String> {
    table.into_iter().cloned().collect()
}

fn distinct<'t>(tables: impl Iterator<Item = &'t str>) -> Vec<String> {
    let mut distinct: Vec<String> = Vec::new();
    for table in tables {
        if !distinct.iter().any(|known| known == table) {
            distinct.push(table.to_owned());
        }
    }
    distinct
}

fn written(action: &TransactWriteItem) -> Option<&str> {
    None.or_else(|| Some(action.put()?.table_name()))
        .or_else(|| Some(action.update()?.table_name()))
        .or_else(|| Some(action.delete()?.table_name()))
        .or_else(|| Some(action.condition_check()?.table_name()))
}

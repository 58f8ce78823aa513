//! An ORM layer for Amazon DynamoDB: one derive, and every write checks the version it started from.
//!
//! ```
//! # #[cfg(feature = "embedded")]
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), dynamo_model::Error> {
//! use dynamo_model::{Dynamo, DynamoItem, WriteError};
//!
//! #[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
//! #[dynamo(table = "notes")]
//! struct Note {
//!     #[partition_key]
//!     id: String,
//!     text: String,
//!     #[version]
//!     version: u64,
//! }
//!
//! let db = Dynamo::embedded();
//! let notes = db.table::<Note>();
//! notes.create_table().await?;
//!
//! let mut note = Note { id: "note-001".into(), text: "Sample".into(), ..Default::default() };
//! notes.create(&mut note).await?;
//! let mut stale = note.clone();
//!
//! note.text = "Revised".into();
//! notes.update(&mut note).await?;
//! assert_eq!(note.version, 2);
//!
//! stale.text = "Too late".into();
//! match notes.update(&mut stale).await {
//!     Err(WriteError::Conflict(conflict)) => assert_eq!(conflict.into_current(), Some(note)),
//!     other => other?,
//! }
//! # Ok(())
//! # }
//! # #[cfg(not(feature = "embedded"))]
//! # fn main() {}
//! ```
//!
//! # Map
//!
//! - [`DynamoItem`] and [`DynamoValue`] are derived: keys, version, attributes, values.
//! - [`Dynamo`] connects, [`Table`] has the operations, each of which is a builder that is awaited.
//! - [`Attr`] is what closures of conditions and patches receive, one for each field.
//! - [`WriteError`], [`Conflict`], [`Error`] and [`OutcomeUnknown`] are what can come of a write.
//! - [`Embedded`](https://docs.rs/dynamo-model/latest/dynamo_model/struct.Embedded.html), with the feature of this name, is
//!   an engine in the process, with faults to inject.

mod attribute;
mod checks;
mod dynamo;
#[cfg(feature = "embedded")]
mod embedded;
mod error;
mod expression;
mod item;
mod operation;
mod pattern;
#[doc(hidden)]
pub mod private;
mod request;
mod role;
mod schema;
mod table;
mod value;
mod write_plan;

pub use dynamo_derive::{DynamoItem, DynamoProjection, DynamoValue};

#[cfg(feature = "embedded")]
pub use self::embedded::{Embedded, Faults, Request};
pub use self::{
    attribute::Attr,
    dynamo::{
        Backoff, Clock, ConsumedCapacity, Dynamo, DynamoBuilder, IdSource, ReturnConsumedCapacity, SystemClock,
        SystemIds, TableCapacity, TableCounters,
    },
    error::{
        Cancellation, CancellationReason, Cause, Conflict, DecodeError, EncodeError, Error, ErrorKind, ModifyError,
        Outcome, OutcomeUnknown, TransactError, WriteError,
    },
    expression::{Action, Condition, IntoActions, IntoValue, PatchFn},
    item::{
        Attributes, ConsistentRead, DynamoItem, Expect, HasSortKey, Index, IntoKey, Kept, KeyFrom, KeySpec,
        NeedsProject, PartitionFrom, ReadAs, SortCondition, SortFrom, SortKey, SortPartFrom, SortParts, SortPrefixFrom,
        Unversioned, Versioned, Writable,
    },
    operation::{
        BatchFailure, BatchGet, BatchGetError, BatchGetPart, BatchGetParts, BatchProgress, BatchReport, BatchWrite,
        BatchWriteError, BatchWritePart, Check, GetAll, Metered, MeteredFuture, TransactGet, TransactGetAll,
        TransactGetPart, TransactWrite, TransactWriteAction,
    },
    operation::{
        Create, CreateTable, Delete, DeleteAt, DeleteTable, Get, ItemStream, Page, PageToken, Patch, PatchAt, Put,
        Query, Refresh, ReturnNothing, ReturnOld, Returned, Scan, StreamViewType, TableClass, TableProgress,
        TableReport, Update, Verify,
    },
    pattern::{Each, EachOutcome, Modify, SendAsyncFn},
    schema::{
        AttributeDef, AttributeRole, IndexDef, IndexKind, ItemSchema, KeyDef, Projected, ScalarType, TableSchema,
        Template, TemplatePart, TypeAttribute,
    },
    table::{IndexTable, Table},
    value::{
        Attribute as DynamoValue, AttributeType, AttributeValue, Item, Json, NoVersion, ReadValue, Ttl, VersionNumber,
        VisitList, VisitMap,
    },
};

/// Codecs for `#[dynamo(with = ..)]`.
pub mod codec {
    pub use crate::value::{Codec, Encoded, IntoEncoded, epoch_millis, epoch_seconds};
}

/// What conditions and updates are made of, for code that is generic over them. The methods are on [`Attr`].
pub mod expressions {
    #[doc(hidden)]
    pub use crate::attribute::{Name, Path, PathLike, Prefix, Segment};
    #[doc(hidden)]
    pub use crate::expression::{Operand, Sign};
    pub use crate::{
        expression::{
            Added, Assigned, Compared, Contains, Elements, IfNotExists, Indexed, IntoOperand, IntoPrefix, Keyed,
            ListOf, NumberOf, SetOf, Size, SumOfTwo,
        },
        role::{
            Assignable, Inside, Managed, Optional, PartitionKey, Removable, Required, Role, SortKey, TopLevel, Version,
        },
    };
}

/// The rules that a value's type can satisfy, one trait each.
pub mod values {
    pub use crate::{
        item::Fields,
        value::{
            CountedVersion, CounterAttribute, CreatedAtAttribute, EpochSeconds, IdAttribute, KeyAttribute, ListElement,
            MapKey, Numeric, Ordered, Prefixed, Present, SetElement, Sizeable, TemplateNumber, TemplateText, Timestamp,
            TimestampAttribute, TtlAttribute, VersionAttribute,
        },
    };
}

#[doc = include_str!("../../README.md")]
#[cfg(all(doctest, feature = "embedded"))]
struct Readme;

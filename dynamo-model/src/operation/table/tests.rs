//! Tables on the embedded engine, and on a service that is played.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod engine;
mod played;
mod waiting;

use std::sync::Arc;

use crate::{
    Dynamo,
    schema::{
        AttributeDef, AttributeRole, Generated, IndexDef, IndexKind, ItemSchema, KeyDef, Projected, ScalarType,
        Template, TemplatePart,
    },
    table::Place,
};

const fn key(name: &'static str, scalar: ScalarType) -> KeyDef {
    KeyDef::new(name, scalar, Generated::No)
}

const PK: KeyDef = key("PK", ScalarType::S);
const SK: KeyDef = key("SK", ScalarType::S);
const TOTAL: KeyDef = key("total", ScalarType::N);
static STATUS: Template = Template::new("GSI1PK", &[TemplatePart::Literal("STATUS#")]);
static ATTRIBUTES: [AttributeDef; 2] = [
    AttributeDef::new("expires", AttributeRole::TimeToLive, &[]),
    AttributeDef::new("version", AttributeRole::Version, &[]),
];

/// Every kind of index, a version and a time to live.
static ORDER: ItemSchema = ItemSchema::new("Order", "shop", PK, Some(SK), &ATTRIBUTES).with_indexes(&[
    IndexDef::new("GSI1", IndexKind::Global, &[KeyDef::templated(&STATUS)], &[SK], Projected::Include(&["b", "a"])),
    IndexDef::new(
        "by-place",
        IndexKind::Global,
        &[key("country", ScalarType::S), key("city", ScalarType::S)],
        &[TOTAL, SK],
        Projected::KeysOnly,
    ),
    IndexDef::new("by-total", IndexKind::Local, &[PK], &[TOTAL], Projected::All),
]);
/// Another item of the same table.
static CUSTOMER: ItemSchema = ItemSchema::new("Customer", "shop", PK, Some(SK), &[]).with_indexes(BY_MAIL);
const BY_MAIL: &[IndexDef] =
    &[IndexDef::new("by-mail", IndexKind::Global, &[key("mail", ScalarType::B)], &[], Projected::All)];
/// One index.
static NOTE: ItemSchema = ItemSchema::new("Note", "shop", PK, None, &[]).with_indexes(BY_MAIL);
/// The same with a time to live.
static SESSION: ItemSchema = ItemSchema::new("Session", "shop", PK, None, &ATTRIBUTES).with_indexes(BY_MAIL);

fn place(db: Dynamo) -> Arc<Place> {
    Arc::new(Place { db, name: "shop".to_owned() })
}

//! What the derive makes of indexes, templates, item enums and projections, on the embedded engine.
#![allow(
    missing_docs,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::struct_field_names,
    unused_crate_dependencies
)]

#[path = "query_derive/common.rs"]
mod common;
#[path = "query_derive/edited.rs"]
mod edited;
#[path = "query_derive/indexes.rs"]
mod indexes;
#[path = "query_derive/item_enums.rs"]
mod item_enums;
#[path = "query_derive/nested_keys.rs"]
mod nested_keys;
#[path = "query_derive/projections.rs"]
mod projections;
#[path = "query_derive/shared_indexes.rs"]
mod shared_indexes;
#[path = "query_derive/stored_otherwise.rs"]
mod stored_otherwise;
#[path = "query_derive/templates.rs"]
mod templates;

//! Section 1: declare an item.

use std::collections::BTreeSet;

#[rustfmt::skip]
mod as_written {
use super::BTreeSet;
use dynamo_model::{DynamoItem, DynamoValue};

#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "notes")]
pub struct Note {
    #[partition_key]
    #[dynamo(rename = "note-id")]
    pub id: String,
    pub text: String,
    pub status: Status,
    pub tags: BTreeSet<String>,          // SS; an empty set is stored by leaving the attribute out
    pub attachment: Option<Attachment>,  // None is stored by leaving the attribute out, at every depth
    #[version]
    pub version: u64,                    // 0 = not stored yet; the first stored version is 1
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, DynamoValue)]
#[dynamo(rename_all = "lowercase")]
pub enum Status { #[default] Active, Archived }     // S

#[derive(Debug, Clone, PartialEq, DynamoValue)]
pub struct Attachment { pub file: String, pub bytes: Vec<u8>, pub pages: Option<u32> }   // M; Vec<u8> is B

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "orders",
    rename_all = "camelCase",
)]
pub struct Order {
    #[partition_key] pub customer_id: CustomerId,
    #[sort_key]      pub order_id: String,               // a ULID: text order is time order
    pub status: OrderStatus,
    pub placed_at: jiff::Timestamp,      // or chrono's, time's, or std::time::SystemTime: a feature each
    pub total: u64,
    pub country: String,
    pub city: Option<String>,            // an optional index key: a sparse index
    #[version] pub version: u64,
    #[dynamo(created_at)] pub created_at: Option<jiff::Timestamp>,
    #[dynamo(updated_at)] pub updated_at: Option<jiff::Timestamp>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, DynamoValue)]
pub struct CustomerId(pub String);           // a newtype is transparent, and may be a key where its inner type may

#[derive(Debug, Clone, Copy, PartialEq, Eq, DynamoValue)]
pub enum OrderStatus { Open, Closed }
}
pub(crate) use as_written::*;
use dynamo_model::{AttributeValue, DynamoItem, DynamoValue, Error};

use crate::Outcome;

/// Every word of an item that may also stand in `#[dynamo(..)]`.
#[derive(DynamoItem)]
#[dynamo(table = "events")]
pub(crate) struct Event {
    #[dynamo(partition_key)]
    pub(crate) id: u64,
    pub(crate) text: String,
}

#[test]
fn empty_and_absent_values_are_left_out() -> Outcome {
    let note = Note { id: "n-1".into(), ..Note::default() };
    let stored = Note::encode(&note)?;
    let mut names: Vec<_> = stored.keys().map(String::as_str).collect();
    names.sort_unstable();
    assert_eq!(names, ["note-id", "status", "text", "version"]);
    assert_eq!(stored.get("status"), Some(&AttributeValue::S("active".into())));
    assert_eq!(Note::decode(stored)?, note);
    Ok(())
}

#[test]
fn absence_holds_at_every_depth() -> Outcome {
    let attachment = Attachment { file: "a.pdf".into(), bytes: b"%PDF".to_vec(), pages: None };
    let Some(AttributeValue::M(stored)) = Attachment::encode(&attachment)? else { return Err("M is expected".into()) };
    assert_eq!(stored.len(), 2);
    assert!(matches!(stored.get("bytes"), Some(AttributeValue::B(_))));
    assert_eq!(Attachment::read(AttributeValue::M(stored))?, attachment);
    Ok(())
}

#[test]
fn a_newtype_is_transparent() -> Result<(), Error> {
    let stored = CustomerId::encode(&CustomerId("c-1".into()))?;
    assert_eq!(stored, Some(AttributeValue::S("c-1".into())));
    Ok(())
}

#[test]
fn names_follow_the_case() {
    let names: Vec<_> = Order::SCHEMA.attributes.iter().map(|attribute| attribute.name).collect();
    assert_eq!(
        names,
        [
            "customerId",
            "orderId",
            "status",
            "placedAt",
            "total",
            "country",
            "city",
            "version",
            "createdAt",
            "updatedAt"
        ]
    );
    assert_eq!(Order::SCHEMA.partition_key.name, "customerId");
    assert_eq!(Order::SCHEMA.sort_key.map(|key| key.name), Some("orderId"));
}

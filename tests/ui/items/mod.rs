//! The items that the mistakes are made with.
#![allow(dead_code)]

use std::collections::{BTreeSet, HashMap};

use dynamo_model::{DynamoItem, DynamoValue};

#[derive(Debug, Clone, DynamoItem)]
#[dynamo(table = "notes")]
pub struct Note {
    #[partition_key]
    pub id: String,
    pub text: String,
    pub status: Status,
    pub tags: BTreeSet<String>,
    pub attachment: Option<Attachment>,
    pub views: u64,
    pub draft: Option<String>,
    pub total: u64,
    pub limit: u64,
    pub lines: Vec<Line>,
    pub prices: HashMap<String, u32>,
    pub log: Vec<String>,
    pub pages: Option<u32>,
    pub public: bool,
    pub ratio: f64,
    #[version]
    pub version: u64,
    #[dynamo(created_at)]
    pub created_at: Option<std::time::SystemTime>,
}

#[derive(Debug, Clone, Copy, DynamoValue)]
pub enum Status {
    Active,
    Archived,
}

#[derive(Debug, Clone, DynamoValue)]
pub struct Attachment {
    pub file: String,
    pub bytes: Vec<u8>,
    pub pages: Option<u32>,
}

#[derive(Debug, Clone, DynamoValue)]
pub struct Line {
    pub sku: String,
    pub count: u32,
}

#[derive(Debug, Clone, DynamoItem)]
#[dynamo(table = "orders")]
pub struct Order {
    #[partition_key]
    pub customer_id: CustomerId,
    #[sort_key]
    pub order_id: String,
    pub total: u64,
    #[version]
    pub version: u64,
}

#[derive(Debug, Clone, DynamoValue)]
pub struct CustomerId(pub String);

/// An item without a version.
#[derive(Debug, Clone, DynamoItem)]
#[dynamo(table = "events")]
pub struct Event {
    #[partition_key]
    pub id: u64,
    pub text: String,
}

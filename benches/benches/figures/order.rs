//! An order of eleven attributes, with a nested document, a list and a set.

use std::collections::BTreeSet;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_model::{DynamoItem, DynamoValue};
use serde::{Deserialize, Serialize};

use crate::by_hand::{
    Item, Wrong, number, take_bool, take_list, take_map, take_number, take_optional_text, take_text, take_texts, text,
};

#[derive(Debug, Clone, PartialEq, DynamoItem, Serialize, Deserialize)]
#[dynamo(table = "orders")]
pub(crate) struct Order {
    #[partition_key]
    pub(crate) id: String,
    pub(crate) customer: String,
    pub(crate) status: String,
    pub(crate) placed_at: String,
    pub(crate) total_cents: u64,
    pub(crate) paid: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) note: Option<String>,
    pub(crate) address: Address,
    pub(crate) lines: Vec<Line>,
    #[serde(with = "serde_dynamo::string_set")]
    pub(crate) tags: BTreeSet<String>,
    #[version]
    pub(crate) version: u64,
}

#[derive(Debug, Clone, PartialEq, DynamoValue, Serialize, Deserialize)]
pub(crate) struct Address {
    street: String,
    city: String,
    postal_code: String,
    country: String,
}

#[derive(Debug, Clone, PartialEq, DynamoValue, Serialize, Deserialize)]
pub(crate) struct Line {
    sku: String,
    quantity: u32,
    price_cents: u64,
}

pub(crate) fn sample() -> Order {
    Order {
        id: "order-2024-000001".into(),
        customer: "customer-4711".into(),
        status: "shipped".into(),
        placed_at: "2024-05-01T12:30:00Z".into(),
        total_cents: 12_990,
        paid: true,
        note: Some("leave at the door".into()),
        address: Address {
            street: "1 Main Street".into(),
            city: "Springfield".into(),
            postal_code: "12345".into(),
            country: "US".into(),
        },
        lines: (1..=3).map(|line| Line { sku: format!("sku-{line:04}"), quantity: line, price_cents: 4_330 }).collect(),
        tags: ["gift", "priority", "tracked"].map(String::from).into(),
        version: 7,
    }
}

impl Order {
    pub(crate) fn encode_by_hand(&self) -> Item {
        let mut item = Item::new();
        item.insert("id".to_string(), text(&self.id));
        item.insert("customer".to_string(), text(&self.customer));
        item.insert("status".to_string(), text(&self.status));
        item.insert("placed_at".to_string(), text(&self.placed_at));
        item.insert("total_cents".to_string(), number(&self.total_cents));
        item.insert("paid".to_string(), AttributeValue::Bool(self.paid));
        if let Some(note) = &self.note {
            item.insert("note".to_string(), text(note));
        }
        item.insert("address".to_string(), self.address.encode_by_hand());
        item.insert("lines".to_string(), AttributeValue::L(self.lines.iter().map(Line::encode_by_hand).collect()));
        if !self.tags.is_empty() {
            item.insert("tags".to_string(), AttributeValue::Ss(self.tags.iter().cloned().collect()));
        }
        item.insert("version".to_string(), number(&self.version));
        item
    }

    pub(crate) fn decode_by_hand(mut item: Item) -> Result<Self, Wrong> {
        Ok(Self {
            id: take_text(&mut item, "id")?,
            customer: take_text(&mut item, "customer")?,
            status: take_text(&mut item, "status")?,
            placed_at: take_text(&mut item, "placed_at")?,
            total_cents: take_number(&mut item, "total_cents")?,
            paid: take_bool(&mut item, "paid")?,
            note: take_optional_text(&mut item, "note")?,
            address: Address::decode_by_hand(take_map(&mut item, "address")?)?,
            lines: take_list(&mut item, "lines")?.into_iter().map(Line::decode_by_hand).collect::<Result<_, _>>()?,
            tags: take_texts(&mut item, "tags")?.into_iter().collect(),
            version: take_number(&mut item, "version")?,
        })
    }
}

impl Address {
    pub(crate) fn encode_by_hand(&self) -> AttributeValue {
        let mut map = Item::new();
        map.insert("street".to_string(), text(&self.street));
        map.insert("city".to_string(), text(&self.city));
        map.insert("postal_code".to_string(), text(&self.postal_code));
        map.insert("country".to_string(), text(&self.country));
        AttributeValue::M(map)
    }

    fn decode_by_hand(mut map: Item) -> Result<Self, Wrong> {
        Ok(Self {
            street: take_text(&mut map, "street")?,
            city: take_text(&mut map, "city")?,
            postal_code: take_text(&mut map, "postal_code")?,
            country: take_text(&mut map, "country")?,
        })
    }
}

impl Line {
    pub(crate) fn encode_by_hand(&self) -> AttributeValue {
        let mut map = Item::new();
        map.insert("sku".to_string(), text(&self.sku));
        map.insert("quantity".to_string(), number(&self.quantity));
        map.insert("price_cents".to_string(), number(&self.price_cents));
        AttributeValue::M(map)
    }

    fn decode_by_hand(value: AttributeValue) -> Result<Self, Wrong> {
        let AttributeValue::M(mut map) = value else { return Err(Wrong("lines")) };
        Ok(Self {
            sku: take_text(&mut map, "sku")?,
            quantity: take_number(&mut map, "quantity")?,
            price_cents: take_number(&mut map, "price_cents")?,
        })
    }
}

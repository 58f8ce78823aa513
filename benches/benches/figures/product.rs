//! A flat item of thirty attributes.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_model::DynamoItem;
use serde::{Deserialize, Serialize};

use crate::by_hand::{Item, Wrong, number, take_bool, take_number, take_optional_text, take_text, text};

#[expect(clippy::struct_excessive_bools, reason = "a flat item has what it has")]
#[derive(Debug, Clone, PartialEq, DynamoItem, Serialize, Deserialize)]
#[dynamo(table = "products")]
pub(crate) struct Product {
    #[partition_key]
    id: String,
    owner: String,
    title: String,
    category: String,
    brand: String,
    model: String,
    color: String,
    size_label: String,
    country: String,
    city: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    subtitle: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    supplier: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    barcode: Option<String>,
    stock: u32,
    reserved: u32,
    price_cents: u64,
    weight_grams: u64,
    views: u64,
    likes: u64,
    rank: i64,
    offset: i64,
    rating: f64,
    latitude: f64,
    longitude: f64,
    active: bool,
    featured: bool,
    taxable: bool,
    fragile: bool,
    #[version]
    version: u64,
}

pub(crate) fn sample() -> Product {
    Product {
        id: "the id of it".into(),
        owner: "the owner of it".into(),
        title: "the title of it".into(),
        category: "the category of it".into(),
        brand: "the brand of it".into(),
        model: "the model of it".into(),
        color: "the color of it".into(),
        size_label: "the size_label of it".into(),
        country: "the country of it".into(),
        city: "the city of it".into(),
        subtitle: Some("the subtitle of it".into()),
        description: Some("the description of it".into()),
        supplier: Some("the supplier of it".into()),
        barcode: None,
        stock: 120,
        reserved: 4,
        price_cents: 12_990,
        weight_grams: 1_250,
        views: 1_048_576,
        likes: 512,
        rank: -17,
        offset: 3_600,
        rating: 4.5,
        latitude: 52.520_008,
        longitude: 13.404_954,
        active: true,
        featured: false,
        taxable: true,
        fragile: false,
        version: 7,
    }
}

impl Product {
    pub(crate) fn encode_by_hand(&self) -> Item {
        let mut item = Item::new();
        item.insert("id".to_string(), text(&self.id));
        item.insert("owner".to_string(), text(&self.owner));
        item.insert("title".to_string(), text(&self.title));
        item.insert("category".to_string(), text(&self.category));
        item.insert("brand".to_string(), text(&self.brand));
        item.insert("model".to_string(), text(&self.model));
        item.insert("color".to_string(), text(&self.color));
        item.insert("size_label".to_string(), text(&self.size_label));
        item.insert("country".to_string(), text(&self.country));
        item.insert("city".to_string(), text(&self.city));
        if let Some(subtitle) = &self.subtitle {
            item.insert("subtitle".to_string(), text(subtitle));
        }
        if let Some(description) = &self.description {
            item.insert("description".to_string(), text(description));
        }
        if let Some(supplier) = &self.supplier {
            item.insert("supplier".to_string(), text(supplier));
        }
        if let Some(barcode) = &self.barcode {
            item.insert("barcode".to_string(), text(barcode));
        }
        item.insert("stock".to_string(), number(&self.stock));
        item.insert("reserved".to_string(), number(&self.reserved));
        item.insert("price_cents".to_string(), number(&self.price_cents));
        item.insert("weight_grams".to_string(), number(&self.weight_grams));
        item.insert("views".to_string(), number(&self.views));
        item.insert("likes".to_string(), number(&self.likes));
        item.insert("rank".to_string(), number(&self.rank));
        item.insert("offset".to_string(), number(&self.offset));
        item.insert("rating".to_string(), number(&self.rating));
        item.insert("latitude".to_string(), number(&self.latitude));
        item.insert("longitude".to_string(), number(&self.longitude));
        item.insert("active".to_string(), AttributeValue::Bool(self.active));
        item.insert("featured".to_string(), AttributeValue::Bool(self.featured));
        item.insert("taxable".to_string(), AttributeValue::Bool(self.taxable));
        item.insert("fragile".to_string(), AttributeValue::Bool(self.fragile));
        item.insert("version".to_string(), number(&self.version));
        item
    }

    pub(crate) fn decode_by_hand(mut item: Item) -> Result<Self, Wrong> {
        Ok(Self {
            id: take_text(&mut item, "id")?,
            owner: take_text(&mut item, "owner")?,
            title: take_text(&mut item, "title")?,
            category: take_text(&mut item, "category")?,
            brand: take_text(&mut item, "brand")?,
            model: take_text(&mut item, "model")?,
            color: take_text(&mut item, "color")?,
            size_label: take_text(&mut item, "size_label")?,
            country: take_text(&mut item, "country")?,
            city: take_text(&mut item, "city")?,
            subtitle: take_optional_text(&mut item, "subtitle")?,
            description: take_optional_text(&mut item, "description")?,
            supplier: take_optional_text(&mut item, "supplier")?,
            barcode: take_optional_text(&mut item, "barcode")?,
            stock: take_number(&mut item, "stock")?,
            reserved: take_number(&mut item, "reserved")?,
            price_cents: take_number(&mut item, "price_cents")?,
            weight_grams: take_number(&mut item, "weight_grams")?,
            views: take_number(&mut item, "views")?,
            likes: take_number(&mut item, "likes")?,
            rank: take_number(&mut item, "rank")?,
            offset: take_number(&mut item, "offset")?,
            rating: take_number(&mut item, "rating")?,
            latitude: take_number(&mut item, "latitude")?,
            longitude: take_number(&mut item, "longitude")?,
            active: take_bool(&mut item, "active")?,
            featured: take_bool(&mut item, "featured")?,
            taxable: take_bool(&mut item, "taxable")?,
            fragile: take_bool(&mut item, "fragile")?,
            version: take_number(&mut item, "version")?,
        })
    }
}

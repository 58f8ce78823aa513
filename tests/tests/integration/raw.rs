//! Items as they are stored, past the library.

use dynamo_model::{AttributeValue, DynamoItem, Item, Table};

/// Text.
pub(crate) fn s(text: &str) -> AttributeValue {
    AttributeValue::S(text.into())
}

/// A number.
#[expect(clippy::needless_pass_by_value, reason = "it takes literals")]
pub(crate) fn n(number: impl ToString) -> AttributeValue {
    AttributeValue::N(number.to_string())
}

/// An item of these attributes.
pub(crate) fn item<const N: usize>(attributes: [(&str, AttributeValue); N]) -> Item {
    attributes.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Stores attributes as another program would.
pub(crate) async fn store<T: DynamoItem, const N: usize>(table: &Table<T>, attributes: [(&str, AttributeValue); N]) {
    let put = table.client().put_item().table_name(table.name()).set_item(Some(item(attributes)));
    put.send().await.unwrap();
}

/// What is stored under a partition key named `id`.
pub(crate) async fn stored<T: DynamoItem>(table: &Table<T>, id: &str) -> Option<Item> {
    let get = table.client().get_item().table_name(table.name()).key("id", s(id)).consistent_read(true);
    get.send().await.unwrap().item
}

//! Tables as the schemas of their items say.

use dynamo_model::{AttributeValue, Dynamo, DynamoItem, Table};

/// Makes the table of `T` with all of its indexes.
pub async fn table<T: DynamoItem>(db: &Dynamo) -> Table<T> {
    let table = db.table::<T>();
    table.create_table().await.unwrap();
    table
}

pub fn s(text: &str) -> AttributeValue {
    AttributeValue::S(text.into())
}

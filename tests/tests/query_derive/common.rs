//! Tables as the schemas of their items say.

use aws_sdk_dynamodb::types::{
    AttributeDefinition, BillingMode, GlobalSecondaryIndex, KeySchemaElement, KeyType, LocalSecondaryIndex, Projection,
    ProjectionType, ScalarAttributeType,
};
use dynamo_model::{AttributeValue, Dynamo, DynamoItem, IndexKind, KeyDef, Projected, ScalarType, Table};

fn keys(partition: &[KeyDef], sort: &[KeyDef]) -> Vec<KeySchemaElement> {
    let element = |def: &KeyDef, of| KeySchemaElement::builder().attribute_name(def.name).key_type(of).build().unwrap();
    partition
        .iter()
        .map(|def| element(def, KeyType::Hash))
        .chain(sort.iter().map(|def| element(def, KeyType::Range)))
        .collect()
}

fn projection(projected: Projected) -> Projection {
    match projected {
        Projected::KeysOnly => Projection::builder().projection_type(ProjectionType::KeysOnly).build(),
        Projected::Include(names) => Projection::builder()
            .projection_type(ProjectionType::Include)
            .set_non_key_attributes(Some(names.iter().map(|&name| name.to_owned()).collect()))
            .build(),
        _ => Projection::builder().projection_type(ProjectionType::All).build(),
    }
}

/// Makes the table of `T` with all of its indexes.
pub async fn table<T: DynamoItem>(db: &Dynamo) -> Table<T> {
    let (table, schema) = (db.table::<T>(), T::SCHEMA);
    let sort: Vec<_> = schema.sort_key.into_iter().collect();
    let mut request = db.client().create_table().table_name(table.name()).billing_mode(BillingMode::PayPerRequest);
    request = request.set_key_schema(Some(keys(&[schema.partition_key], &sort)));
    let mut defs = vec![schema.partition_key];
    defs.extend(&sort);
    for index in schema.indexes {
        defs.extend(index.partition_key.iter().chain(index.sort_key));
        let (keys, projection) = (keys(index.partition_key, index.sort_key), projection(index.projection));
        request = match index.kind {
            IndexKind::Global => request.global_secondary_indexes(
                GlobalSecondaryIndex::builder()
                    .index_name(index.name)
                    .set_key_schema(Some(keys))
                    .projection(projection)
                    .build()
                    .unwrap(),
            ),
            IndexKind::Local => request.local_secondary_indexes(
                LocalSecondaryIndex::builder()
                    .index_name(index.name)
                    .set_key_schema(Some(keys))
                    .projection(projection)
                    .build()
                    .unwrap(),
            ),
        };
    }
    defs.sort_by_key(|def| def.name);
    defs.dedup_by_key(|def| def.name);
    for def in defs {
        let of = match def.scalar {
            ScalarType::S => ScalarAttributeType::S,
            ScalarType::N => ScalarAttributeType::N,
            ScalarType::B => ScalarAttributeType::B,
        };
        let def = AttributeDefinition::builder().attribute_name(def.name).attribute_type(of).build().unwrap();
        request = request.attribute_definitions(def);
    }
    request.send().await.unwrap();
    table
}

pub fn s(text: &str) -> AttributeValue {
    AttributeValue::S(text.into())
}

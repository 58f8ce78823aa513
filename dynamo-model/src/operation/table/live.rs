//! A table that is there, against its model.

use std::collections::BTreeSet;

use aws_sdk_dynamodb::types::{
    AttributeDefinition, IndexStatus, KeySchemaElement, KeyType, Projection, ProjectionType, TableDescription,
};

use crate::schema::{TableSchema, in_words, index_in_words, keys_in_words, projection_in_words};

/// An index that is there, in the words of the model.
struct LiveIndex<'a> {
    name: &'a str,
    aspects: [String; 4],
}

/// What differs between the keys and indexes of the table and of the model, in words.
pub(crate) fn differences(model: &TableSchema, table: &TableDescription) -> Vec<String> {
    let [partition_key, sort_key] = keys(table, table.key_schema());
    let mut found = Vec::new();
    let mut compare = |what: &str, there: &str, modelled: &str| {
        if there != modelled {
            found.push(format!("the {what} is {there} in the table and {modelled} in the model"));
        }
    };
    compare("partition key", &partition_key, &keys_in_words([&model.partition_key]));
    compare("sort key", &sort_key, &keys_in_words(&model.sort_key));
    let indexes = indexes(table);
    for index in &model.indexes {
        let Some(there) = indexes.iter().find(|there| there.name == index.name) else {
            found.push(format!("the index `{}` is in the model only", index.name));
            continue;
        };
        for ((what, modelled), there) in index_in_words(model, index).iter().zip(&there.aspects) {
            if there != modelled {
                let name = index.name;
                found.push(format!(
                    "the {what} of the index `{name}` is {there} in the table and {modelled} in the model"
                ));
            }
        }
    }
    let unknown = indexes.iter().filter(|there| !model.indexes.iter().any(|index| index.name == there.name));
    found.extend(unknown.map(|there| format!("the index `{}` is in the table only", there.name)));
    found
}

/// The indexes that are not `ACTIVE`. Local ones are made with the table and have no state of their own.
pub(crate) fn unfinished(table: &TableDescription) -> Vec<String> {
    let indexes = table.global_secondary_indexes().iter();
    let unfinished = indexes.filter(|index| !matches!(index.index_status, None | Some(IndexStatus::Active)));
    unfinished.map(|index| index.index_name.clone().unwrap_or_default()).collect()
}

fn indexes(table: &TableDescription) -> Vec<LiveIndex<'_>> {
    let global = table.global_secondary_indexes().iter();
    let global = global.map(|index| ("global", index.index_name(), index.key_schema(), index.projection()));
    let local = table.local_secondary_indexes().iter();
    let local = local.map(|index| ("local", index.index_name(), index.key_schema(), index.projection()));
    let indexes = global.chain(local).map(|(kind, name, key_schema, projection)| {
        let [partition_key, sort_key] = keys(table, key_schema);
        let projection = projection_in_words(carried(table, key_schema, projection));
        LiveIndex { name: name.unwrap_or_default(), aspects: [kind.to_owned(), partition_key, sort_key, projection] }
    });
    indexes.collect()
}

/// The partition key and the sort key, in words.
fn keys(table: &TableDescription, key_schema: &[KeySchemaElement]) -> [String; 2] {
    [KeyType::Hash, KeyType::Range].map(|key_type| {
        let names = key_schema.iter().filter(|element| element.key_type == key_type);
        in_words(names.map(|element| {
            let name = element.attribute_name.as_str();
            (name, scalar(table.attribute_definitions(), name))
        }))
    })
}

fn scalar<'a>(definitions: &'a [AttributeDefinition], name: &str) -> &'a str {
    let definition = definitions.iter().find(|definition| definition.attribute_name == name);
    definition.map_or("undefined", |definition| definition.attribute_type.as_str())
}

/// The attributes that an index carries beside the keys, sorted; `None` for all of them.
fn carried<'a>(
    table: &TableDescription,
    key_schema: &[KeySchemaElement],
    projection: Option<&'a Projection>,
) -> Option<Vec<&'a str>> {
    let projection = projection?;
    if projection.projection_type == Some(ProjectionType::All) {
        return None;
    }
    let is_key = |name: &str| table.key_schema().iter().chain(key_schema).any(|key| key.attribute_name == name);
    let names = projection.non_key_attributes().iter().map(String::as_str);
    let names: BTreeSet<_> = names.filter(|name| !is_key(name)).collect();
    Some(names.into_iter().collect())
}

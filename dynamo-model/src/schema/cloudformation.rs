//! A table as a resource of `CloudFormation`.

use serde_json::{Map, Value, json};

use super::{IndexDef, IndexKind, ItemSchema, KeyDef, TableSchema};

impl ItemSchema {
    /// The table of this item type as a resource of [CloudFormation], in JSON.
    ///
    /// For several item types that share a table see [`TableSchema::to_cloudformation`].
    ///
    /// [CloudFormation]: https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-dynamodb-table.html
    ///
    /// # Examples
    ///
    /// ```
    /// use dynamo_model::DynamoItem;
    ///
    /// #[derive(DynamoItem)]
    /// #[dynamo(table = "notes")]
    /// struct Note {
    ///     #[partition_key]
    ///     id: String,
    /// }
    ///
    /// let resource = Note::SCHEMA.to_cloudformation();
    /// assert!(resource.contains(r#""Type": "AWS::DynamoDB::Table""#));
    /// assert!(resource.contains(r#""TableName": "notes""#));
    /// ```
    #[must_use]
    pub fn to_cloudformation(&self) -> String {
        TableSchema::one(self).to_cloudformation()
    }
}

impl TableSchema {
    /// The table as a resource of `CloudFormation`, in JSON: on demand, with its keys, indexes and time to live.
    ///
    /// # Examples
    ///
    /// ```
    /// use dynamo_model::{DynamoItem, TableSchema};
    ///
    /// #[derive(DynamoItem)]
    /// #[dynamo(table = "notes")]
    /// struct Note {
    ///     #[partition_key]
    ///     id: String,
    /// }
    ///
    /// let resource = TableSchema::of(&[Note::SCHEMA])?.named("prod-notes").to_cloudformation();
    /// assert!(resource.contains(r#""TableName": "prod-notes""#));
    /// # Ok::<(), dynamo_model::Error>(())
    /// ```
    #[must_use]
    pub fn to_cloudformation(&self) -> String {
        let definition = |(name, scalar): &(&str, super::ScalarType)| json!({ "AttributeName": name, "AttributeType": scalar.name() });
        let mut properties = Map::new();
        let mut set = |name: &str, value: Value| properties.insert(name.to_owned(), value);
        set("TableName", json!(self.name));
        set("BillingMode", json!("PAY_PER_REQUEST"));
        set("AttributeDefinitions", self.attributes.iter().map(definition).collect());
        set("KeySchema", key_schema([&self.partition_key], &self.sort_key));
        for (property, kind) in
            [("GlobalSecondaryIndexes", IndexKind::Global), ("LocalSecondaryIndexes", IndexKind::Local)]
        {
            let indexes = self.indexes.iter().filter(|index| index.kind == kind);
            let indexes: Vec<_> = indexes.map(|index| self.index(index)).collect();
            if !indexes.is_empty() {
                set(property, Value::Array(indexes));
            }
        }
        if let Some(attribute) = &self.time_to_live {
            set("TimeToLiveSpecification", json!({ "AttributeName": attribute, "Enabled": true }));
        }
        format!("{:#}", json!({ "Type": "AWS::DynamoDB::Table", "Properties": properties }))
    }

    fn index(&self, index: &IndexDef) -> Value {
        let projection = match self.carried(index) {
            None => json!({ "ProjectionType": "ALL" }),
            Some(names) if names.is_empty() => json!({ "ProjectionType": "KEYS_ONLY" }),
            Some(names) => json!({ "ProjectionType": "INCLUDE", "NonKeyAttributes": names }),
        };
        json!({
            "IndexName": index.name,
            "KeySchema": key_schema(index.partition_key, index.sort_key),
            "Projection": projection,
        })
    }
}

/// The partition key attributes, then the sort key attributes.
fn key_schema<'a>(
    partition_key: impl IntoIterator<Item = &'a KeyDef>,
    sort_key: impl IntoIterator<Item = &'a KeyDef>,
) -> Value {
    let partition_key = partition_key.into_iter().map(|key| (key, "HASH"));
    let keys = partition_key.chain(sort_key.into_iter().map(|key| (key, "RANGE")));
    keys.map(|(key, key_type)| json!({ "AttributeName": key.name, "KeyType": key_type })).collect()
}

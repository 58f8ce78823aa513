//! From a model to `CreateTable`.

use aws_sdk_dynamodb::{
    error::BuildError,
    operation::create_table::{CreateTableInput, builders::CreateTableInputBuilder},
    types::{
        AttributeDefinition, BillingMode, GlobalSecondaryIndex, KeySchemaElement, KeyType, LocalSecondaryIndex,
        Projection, ProjectionType, ProvisionedThroughput, ScalarAttributeType, SseSpecification, SseType,
        StreamSpecification, Tag,
    },
};

use super::options::{Options, Throughput};
use crate::{
    error::Error,
    schema::{IndexDef, IndexKind, KeyDef, ScalarType, TableSchema},
};

/// The request that makes this table.
pub(crate) fn input(table: &TableSchema, options: Options) -> Result<CreateTableInputBuilder, Error> {
    let throughput = options.throughput.map(provisioned).transpose()?;
    let input = of_model(table, throughput.as_ref()).map_err(incomplete)?;
    with_options(input, options).map_err(incomplete)
}

fn incomplete(error: BuildError) -> Error {
    Error::invalid("a definition lacks a part").caused_by(error)
}

fn of_model(
    table: &TableSchema,
    throughput: Option<&ProvisionedThroughput>,
) -> Result<CreateTableInputBuilder, BuildError> {
    let billing = if throughput.is_some() { BillingMode::Provisioned } else { BillingMode::PayPerRequest };
    let mut input = CreateTableInput::builder()
        .table_name(table.name.as_ref())
        .billing_mode(billing)
        .set_provisioned_throughput(throughput.cloned())
        .set_key_schema(Some(key_schema([&table.partition_key], &table.sort_key)?));
    for (name, scalar) in &table.attributes {
        let definition = AttributeDefinition::builder().attribute_name(*name).attribute_type(scalar_type(*scalar));
        input = input.attribute_definitions(definition.build()?);
    }
    for index in &table.indexes {
        let keys = key_schema(index.partition_key, index.sort_key)?;
        let projection = projection(table, index);
        input = match index.kind {
            IndexKind::Global => {
                let global = GlobalSecondaryIndex::builder().index_name(index.name).set_key_schema(Some(keys));
                let global = global.projection(projection).set_provisioned_throughput(throughput.cloned());
                input.global_secondary_indexes(global.build()?)
            }
            IndexKind::Local => {
                let local = LocalSecondaryIndex::builder().index_name(index.name).set_key_schema(Some(keys));
                input.local_secondary_indexes(local.projection(projection).build()?)
            }
        };
    }
    Ok(input)
}

fn with_options(mut input: CreateTableInputBuilder, options: Options) -> Result<CreateTableInputBuilder, BuildError> {
    if let Some(view) = options.stream {
        let stream = StreamSpecification::builder().stream_enabled(true).stream_view_type(view.into());
        input = input.stream_specification(stream.build()?);
    }
    if let Some(key) = options.kms_key_id {
        let encryption = SseSpecification::builder().enabled(true).sse_type(SseType::Kms).kms_master_key_id(key);
        input = input.sse_specification(encryption.build());
    }
    for (key, value) in options.tags {
        input = input.tags(Tag::builder().key(key).value(value).build()?);
    }
    let input = input.set_table_class(options.table_class.map(Into::into));
    Ok(input.set_deletion_protection_enabled(options.deletion_protection))
}

fn provisioned(Throughput { read, write }: Throughput) -> Result<ProvisionedThroughput, Error> {
    let units = |units: u64| i64::try_from(units).map_err(|_| Error::invalid("a throughput is less than 2^63 units"));
    let throughput = ProvisionedThroughput::builder().read_capacity_units(units(read)?);
    throughput.write_capacity_units(units(write)?).build().map_err(incomplete)
}

/// The partition key attributes, then the sort key attributes.
fn key_schema<'a>(
    partition_key: impl IntoIterator<Item = &'a KeyDef>,
    sort_key: impl IntoIterator<Item = &'a KeyDef>,
) -> Result<Vec<KeySchemaElement>, BuildError> {
    let partition_key = partition_key.into_iter().map(|key| (key, KeyType::Hash));
    let keys = partition_key.chain(sort_key.into_iter().map(|key| (key, KeyType::Range)));
    keys.map(|(key, key_type)| KeySchemaElement::builder().attribute_name(key.name).key_type(key_type).build())
        .collect()
}

fn projection(table: &TableSchema, index: &IndexDef) -> Projection {
    let projection = Projection::builder();
    match table.carried(index) {
        None => projection.projection_type(ProjectionType::All).build(),
        Some(names) if names.is_empty() => projection.projection_type(ProjectionType::KeysOnly).build(),
        Some(names) => {
            let names = names.into_iter().map(str::to_owned).collect();
            projection.projection_type(ProjectionType::Include).set_non_key_attributes(Some(names)).build()
        }
    }
}

fn scalar_type(scalar: ScalarType) -> ScalarAttributeType {
    match scalar {
        ScalarType::S => ScalarAttributeType::S,
        ScalarType::N => ScalarAttributeType::N,
        ScalarType::B => ScalarAttributeType::B,
    }
}

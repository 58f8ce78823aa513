//! What a table is made with beside its model.

use aws_sdk_dynamodb::types;

/// What of a changed item a stream carries.
///
/// DynamoDB's term is [`StreamViewType`](https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_StreamSpecification.html).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StreamViewType {
    /// Its key.
    KeysOnly,
    /// The item after the change.
    NewImage,
    /// The item before the change.
    OldImage,
    /// Both.
    NewAndOldImages,
}

impl From<StreamViewType> for types::StreamViewType {
    fn from(view: StreamViewType) -> Self {
        match view {
            StreamViewType::KeysOnly => Self::KeysOnly,
            StreamViewType::NewImage => Self::NewImage,
            StreamViewType::OldImage => Self::OldImage,
            StreamViewType::NewAndOldImages => Self::NewAndOldImages,
        }
    }
}

/// What storage and requests cost.
///
/// DynamoDB's term is [table class](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.TableClasses.html).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TableClass {
    /// The default.
    Standard,
    /// Cheaper storage and dearer requests.
    StandardInfrequentAccess,
}

impl From<TableClass> for types::TableClass {
    fn from(class: TableClass) -> Self {
        match class {
            TableClass::Standard => Self::Standard,
            TableClass::StandardInfrequentAccess => Self::StandardInfrequentAccess,
        }
    }
}

/// Everything that the builder of a table was told.
#[derive(Default)]
pub(crate) struct Options {
    pub(crate) throughput: Option<Throughput>,
    pub(crate) stream: Option<StreamViewType>,
    pub(crate) table_class: Option<TableClass>,
    pub(crate) kms_key_id: Option<String>,
    pub(crate) tags: Vec<(String, String)>,
    pub(crate) deletion_protection: Option<bool>,
}

/// Capacity units a second.
#[derive(Clone, Copy)]
pub(crate) struct Throughput {
    pub(crate) read: u64,
    pub(crate) write: u64,
}

//! Item types of another crate than the tests that use them.

use dynamo_model::DynamoItem;

/// A room of a hotel.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "elsewhere",
    partition_key(name = "PK", template = "HOTEL#{hotel}"),
    sort_key(name = "SK", template = "ROOM#{number:04}"),
    type_attribute(name = "type", value = "room")
)]
#[expect(missing_docs, reason = "data of a test")]
pub struct Room {
    pub hotel: String,
    pub number: u64,
    pub beds: u8,
}

/// Who stays there.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "elsewhere",
    partition_key(name = "PK", template = "HOTEL#{hotel}"),
    sort_key(name = "SK", template = "BOOKING#{number:04}"),
    type_attribute(name = "type", value = "booking")
)]
#[expect(missing_docs, reason = "data of a test")]
pub struct Booking {
    pub hotel: String,
    pub number: u64,
    pub guest: String,
}

//! From an operation's name and JSON body to the engine's method, and back to a status and a JSON body.

use dynoxide::{Database, DynoxideError};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;

/// An HTTP answer of the service.
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) body: Vec<u8>,
}

impl Answer {
    /// An error of the service's model, such as `InternalServerError`.
    pub(super) fn error(status: u16, code: &str, message: &str) -> Self {
        let error_type = format!("com.amazonaws.dynamodb.v20120810#{code}");
        Self::json(status, &json!({ "__type": error_type, "message": message }))
    }

    pub(super) fn json(status: u16, body: &serde_json::Value) -> Self {
        Self { status, body: body.to_string().into_bytes() }
    }
}

/// Runs one operation to its end on this thread.
pub(super) fn answer(engine: &Database, operation: &str, body: &[u8]) -> Answer {
    match operation {
        "PutItem" => run(operation, body, |request| engine.put_item(request)),
        "GetItem" => run(operation, body, |request| engine.get_item(request)),
        "UpdateItem" => run(operation, body, |request| engine.update_item(request)),
        "DeleteItem" => run(operation, body, |request| engine.delete_item(request)),
        "Query" => run(operation, body, |request| engine.query(request)),
        "Scan" => run(operation, body, |request| engine.scan(request)),
        "BatchGetItem" => run(operation, body, |request| engine.batch_get_item(request)),
        "BatchWriteItem" => run(operation, body, |request| engine.batch_write_item(request)),
        "TransactGetItems" => run(operation, body, |request| engine.transact_get_items(request)),
        "TransactWriteItems" => run(operation, body, |request| engine.transact_write_items(request)),
        "ExecuteStatement" => run(operation, body, |request| engine.execute_statement(request)),
        "ExecuteTransaction" => run(operation, body, |request| engine.execute_transaction(request)),
        "BatchExecuteStatement" => run(operation, body, |request| engine.batch_execute_statement(request)),
        "SearchVectors" => run(operation, body, |request| engine.search_vectors(request)),
        _ => answer_on_tables(engine, operation, body),
    }
}

fn answer_on_tables(engine: &Database, operation: &str, body: &[u8]) -> Answer {
    match operation {
        "CreateTable" => run(operation, body, |request| engine.create_table(request)),
        "DeleteTable" => run(operation, body, |request| engine.delete_table(request)),
        "DescribeTable" => run(operation, body, |request| engine.describe_table(request)),
        "ListTables" => run(operation, body, |request| engine.list_tables(request)),
        "UpdateTable" => run(operation, body, |request| engine.update_table(request)),
        "UpdateTimeToLive" => run(operation, body, |request| engine.update_time_to_live(request)),
        "DescribeTimeToLive" => run(operation, body, |request| engine.describe_time_to_live(request)),
        "TagResource" => run(operation, body, |request| engine.tag_resource(request)),
        "UntagResource" => run(operation, body, |request| engine.untag_resource(request)),
        "ListTagsOfResource" => run(operation, body, |request| engine.list_tags_of_resource(request)),
        "ListStreams" => run(operation, body, |request| engine.list_streams(request)),
        "DescribeStream" => run(operation, body, |request| engine.describe_stream(request)),
        "GetShardIterator" => run(operation, body, |request| engine.get_shard_iterator(request)),
        "GetRecords" => run(operation, body, |request| engine.get_records(request)),
        _ => {
            let message = format!("the embedded engine has no operation {operation}");
            Answer::json(
                400,
                &json!({ "__type": "com.amazon.coral.service#UnknownOperationException", "message": message }),
            )
        }
    }
}

fn run<Q: DeserializeOwned, A: Serialize>(
    operation: &str,
    body: &[u8],
    call: impl FnOnce(Q) -> Result<A, DynoxideError>,
) -> Answer {
    let outcome = serde_json::from_slice(body)
        .map_err(|error| unreadable(operation, &error.to_string()))
        .and_then(call)
        .and_then(|answer| {
            serde_json::to_vec(&answer).map_err(|error| DynoxideError::InternalServerError(error.to_string()))
        });
    match outcome {
        Ok(body) => Answer { status: 200, body },
        Err(error) => Answer { status: error.status_code(), body: error.to_json().into_bytes() },
    }
}

/// Turns the engine's refusal to read a request into the error `DynamoDB` answers with.
///
/// The engine checks values as it reads them, and marks in serde's message which exception each refusal is.
fn unreadable(operation: &str, message: &str) -> DynoxideError {
    if let Some(message) = message.strip_prefix("SERIALIZATION_AS_READ:") {
        return DynoxideError::SerializationException(message.to_owned());
    }
    if let Some(message) = message.strip_prefix("VALIDATION_AS_READ:") {
        return DynoxideError::ValidationException(message.to_owned());
    }
    let message = message.rsplit_once(" at line ").map_or(message, |(message, _)| message);
    if let Some(message) = message.strip_prefix("VALIDATION_REQUEST:") {
        let message = match operation {
            "PutItem" | "UpdateItem" | "DeleteItem" => format!("1 validation error detected: {message}"),
            _ => message.to_owned(),
        };
        return DynoxideError::ValidationException(message);
    }
    if let Some(message) = message.strip_prefix("VALIDATION:") {
        return DynoxideError::ValidationException(message.to_owned());
    }
    if let Some(message) = message.strip_prefix("SERIALIZATION:") {
        return DynoxideError::SerializationException(message.to_owned());
    }
    // DynamoDB calls a missing or unknown value invalid, and only a value of the wrong JSON type unreadable.
    let invalid = ["missing field", "unknown variant", "invalid type: null", "AttributeValue"];
    if invalid.iter().any(|part| message.contains(part)) {
        DynoxideError::ValidationException(message.to_owned())
    } else {
        DynoxideError::SerializationException(message.to_owned())
    }
}

//! Answers that are decoded straight from their bytes, inside the SDK's own client.

use std::{
    any::Any,
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

use aws_sdk_dynamodb::operation::{
    batch_get_item::{BatchGetItem, BatchGetItemOutput},
    get_item::{GetItem, GetItemOutput},
    query::{Query, QueryOutput},
    scan::{Scan, ScanOutput},
    transact_get_items::{TransactGetItems, TransactGetItemsOutput},
};
use aws_smithy_runtime_api::client::{
    interceptors::context::{Error, Output},
    orchestrator::{HttpResponse, OrchestratorError},
    runtime_plugin::RuntimePlugin as _,
    ser_de::{DeserializeResponse, SharedResponseDeserializer},
};
use aws_smithy_types::config_bag::{ConfigBag, FrozenLayer};

use super::Call;

/// An operation whose answers can be read from their bytes.
pub(crate) struct Operation {
    /// The SDK's output without anything in it.
    empty: fn() -> Output,
    /// Where the SDK keeps the deserializer that we take over from.
    layer: fn() -> Option<FrozenLayer>,
}

pub(crate) const GET_ITEM: &Operation =
    &Operation { empty: || Output::erase(GetItemOutput::builder().build()), layer: || GetItem::new().config() };

pub(crate) const QUERY: &Operation =
    &Operation { empty: || Output::erase(QueryOutput::builder().build()), layer: || Query::new().config() };

pub(crate) const SCAN: &Operation =
    &Operation { empty: || Output::erase(ScanOutput::builder().build()), layer: || Scan::new().config() };

pub(crate) const BATCH_GET_ITEM: &Operation = &Operation {
    empty: || Output::erase(BatchGetItemOutput::builder().build()),
    layer: || BatchGetItem::new().config(),
};

pub(crate) const TRANSACT_GET_ITEMS: &Operation = &Operation {
    empty: || Output::erase(TransactGetItemsOutput::builder().build()),
    layer: || TransactGetItems::new().config(),
};

/// Reads the bytes of an answer; what it makes of them waits here until the call returns.
pub(crate) struct Answer {
    operation: &'static Operation,
    read: fn(&[u8]) -> Box<dyn Any + Send>,
    result: Mutex<Option<Box<dyn Any + Send>>>,
}

impl Answer {
    pub(crate) fn new(operation: &'static Operation, read: fn(&[u8]) -> Box<dyn Any + Send>) -> Self {
        Self { operation, read, result: Mutex::new(None) }
    }

    /// What was read, where the answer came this way.
    fn take(&self) -> Option<Box<dyn Any + Send>> {
        self.result.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Call {
    /// What was read from the bytes of the answer; `None` where the SDK read them.
    pub(crate) fn take_answer<R: 'static>(&self) -> Option<R> {
        self.answer.as_ref()?.take()?.downcast().ok().map(|result| *result)
    }
}

/// Takes over from the SDK's deserializer for this one answer, if it is a success in the protocol that we know.
///
/// Errors, other protocols and future SDKs keep the deserializer that is there.
pub(super) fn replace_deserializer(call: &Arc<Call>, response: &HttpResponse, config: &mut ConfigBag) {
    if call.answer.is_some() && is_known(response) {
        config.interceptor_state().store_put(SharedResponseDeserializer::new(Direct(Arc::clone(call))));
    }
}

fn is_known(response: &HttpResponse) -> bool {
    response.status().as_u16() == 200 && response.headers().get("content-type") == Some("application/x-amz-json-1.0")
}

struct Direct(Arc<Call>);

impl fmt::Debug for Direct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Direct").finish_non_exhaustive()
    }
}

impl DeserializeResponse for Direct {
    fn deserialize_nonstreaming_with_config(
        &self,
        response: &HttpResponse,
        config: &ConfigBag,
    ) -> Result<Output, OrchestratorError<Error>> {
        let Some(answer) = &self.0.answer else {
            return Err(OrchestratorError::other("there is nothing to read this answer with"));
        };
        // What takes over stays there for the next attempt, whose answer may be an error.
        if !is_known(response) {
            let layer = (answer.operation.layer)();
            let sdk = layer.as_ref().and_then(|layer| layer.load::<SharedResponseDeserializer>());
            return sdk.map_or_else(
                || Err(OrchestratorError::other("the SDK has no deserializer for this operation")),
                |sdk| sdk.deserialize_nonstreaming_with_config(response, config),
            );
        }
        let result = (answer.read)(response.body().bytes().unwrap_or_default());
        *answer.result.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        Ok((answer.operation.empty)())
    }
}

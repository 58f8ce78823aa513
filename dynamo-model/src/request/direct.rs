//! Answers that are decoded straight from their bytes, inside the SDK's own client.

use std::{
    any::Any,
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

pub(crate) use aws_smithy_runtime_api::client::interceptors::context::Output;
use aws_smithy_runtime_api::client::{
    interceptors::context::Error,
    orchestrator::{HttpResponse, OrchestratorError},
    ser_de::{DeserializeResponse, SharedResponseDeserializer},
};
use aws_smithy_types::config_bag::ConfigBag;

use super::Call;

/// Reads the bytes of an answer; what it makes of them waits here until the call returns.
pub(crate) struct Answer {
    read: fn(&[u8]) -> Box<dyn Any + Send>,
    /// The SDK's output type of the operation, without anything in it.
    empty: fn() -> Output,
    result: Mutex<Option<Box<dyn Any + Send>>>,
}

impl Answer {
    pub(crate) fn new(read: fn(&[u8]) -> Box<dyn Any + Send>, empty: fn() -> Output) -> Self {
        Self { read, empty, result: Mutex::new(None) }
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
    if call.answer.is_some()
        && response.status().as_u16() == 200
        && response.headers().get("content-type") == Some("application/x-amz-json-1.0")
    {
        config.interceptor_state().store_put(SharedResponseDeserializer::new(Direct(Arc::clone(call))));
    }
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
        _: &ConfigBag,
    ) -> Result<Output, OrchestratorError<Error>> {
        let Some(answer) = &self.0.answer else {
            return Err(OrchestratorError::other("no reader for this answer"));
        };
        let result = (answer.read)(response.body().bytes().unwrap_or_default());
        *answer.result.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        Ok((answer.empty)())
    }
}

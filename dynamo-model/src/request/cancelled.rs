//! Why an attempt was refused, as the SDK's orchestrator sees it.

use aws_sdk_dynamodb::{
    operation::{transact_get_items::TransactGetItemsError, transact_write_items::TransactWriteItemsError},
    types::CancellationReason,
};
use aws_smithy_runtime_api::client::{interceptors::context::Error, orchestrator::OrchestratorError};

use super::{attempt::service_code, failure::of_reason};

/// Whether a condition failed, of a single write or of an action.
pub(super) fn is_refusal(error: &OrchestratorError<Error>) -> bool {
    service_code(error) == Some("ConditionalCheckFailedException")
        || reasons(error).iter().any(|reason| reason.code() == Some("ConditionalCheckFailed"))
}

/// Whether a transaction was cancelled for nothing but contention and throttling.
pub(super) fn contended(error: &OrchestratorError<Error>) -> bool {
    let mut codes = reasons(error).iter().filter_map(|reason| reason.code()).filter(|code| *code != "None").peekable();
    codes.peek().is_some() && codes.all(|code| of_reason(code, "").is_contention())
}

/// The reasons of a cancelled transaction.
fn reasons(error: &OrchestratorError<Error>) -> &[CancellationReason] {
    let reasons = error.as_operation_error().and_then(|error| {
        match (error.downcast_ref::<TransactWriteItemsError>(), error.downcast_ref::<TransactGetItemsError>()) {
            (Some(TransactWriteItemsError::TransactionCanceledException(cancelled)), _)
            | (_, Some(TransactGetItemsError::TransactionCanceledException(cancelled))) => {
                Some(cancelled.cancellation_reasons())
            }
            _ => None,
        }
    });
    reasons.unwrap_or_default()
}

//! What the SDK's errors mean.

use aws_credential_types::provider::error::CredentialsError;
use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_smithy_runtime_api::client::orchestrator::HttpResponse;

use crate::error::{Error, ErrorKind};

/// The name of the service's error.
pub(crate) fn service_code<E: ProvideErrorMetadata>(error: &SdkError<E, HttpResponse>) -> Option<&str> {
    error.as_service_error().and_then(ProvideErrorMetadata::code)
}

/// What a mistake in the request is. DynamoDB has one code for all of them; the texts are the same in every Region.
fn mistake(message: &str) -> ErrorKind {
    let texts = [
        ("document path provided in the update expression is invalid", ErrorKind::ParentMissing),
        ("does not have the specified index", ErrorKind::IndexNotFound),
        ("backfilling global secondary index", ErrorKind::IndexBackfilling),
    ];
    let known = texts.into_iter().find(|(text, _)| message.contains(text));
    known.map_or(ErrorKind::Validation, |(_, kind)| kind)
}

/// Where the reason is, which is never repeated: the service likes to quote values.
const WORDS: &str = " (the service's words are in the `source` of this error, and may hold values)";

/// The error of a call that failed, source and all.
pub(crate) fn failed<E>(error: SdkError<E, HttpResponse>) -> Error
where
    E: std::error::Error + ProvideErrorMetadata + Send + Sync + 'static,
{
    let message = error.as_service_error().and_then(ProvideErrorMetadata::message).unwrap_or_default();
    let kind = kind(&error, message);
    let failed = Error::new(kind);
    let failed = match (kind, service_code(&error)) {
        (ErrorKind::Validation, Some(code)) => failed.because(format!("{code}{WORDS}")),
        (ErrorKind::Service, Some(code)) => failed.because(code.to_owned()),
        _ => failed,
    };
    failed.caused_by(error)
}

fn kind<E: ProvideErrorMetadata>(error: &SdkError<E, HttpResponse>, message: &str) -> ErrorKind {
    match error {
        SdkError::ConstructionFailure(_) => ErrorKind::Validation,
        SdkError::TimeoutError(_) => ErrorKind::Timeout,
        SdkError::DispatchFailure(failure) => {
            let connector = failure.as_connector_error();
            match connector {
                Some(connector) if connector.is_timeout() => ErrorKind::Timeout,
                Some(connector) if lacks_credentials(connector) => ErrorKind::Access,
                _ => ErrorKind::Connection,
            }
        }
        SdkError::ServiceError(service) if matches!(service.raw().status().as_u16(), 500 | 503) => {
            ErrorKind::Unavailable
        }
        SdkError::ServiceError(_) => service_code(error).map_or(ErrorKind::Service, |code| of_code(code, message)),
        _ => ErrorKind::Service,
    }
}

/// The SDK reports that it found no credentials as a failure to dispatch the request.
fn lacks_credentials(error: &(dyn std::error::Error + 'static)) -> bool {
    let mut next = Some(error);
    while let Some(error) = next {
        if error.is::<CredentialsError>() {
            return true;
        }
        next = error.source();
    }
    false
}

/// What the reason of an action says that cancelled its transaction.
pub(crate) fn of_reason(code: &str, message: &str) -> ErrorKind {
    match code {
        "TransactionConflict" => ErrorKind::TransactionConflict,
        "ThrottlingError" | "ProvisionedThroughputExceeded" => ErrorKind::Throttled,
        "ValidationError" => mistake(message),
        "ItemCollectionSizeLimitExceeded" => ErrorKind::ItemCollectionSizeLimitExceeded,
        _ => ErrorKind::Service,
    }
}

fn of_code(code: &str, message: &str) -> ErrorKind {
    match code {
        "ResourceNotFoundException" => ErrorKind::TableNotFound,
        "ProvisionedThroughputExceededException" | "ThrottlingException" | "RequestLimitExceeded" => {
            ErrorKind::Throttled
        }
        "TransactionConflictException" | "ReplicatedWriteConflictException" => ErrorKind::TransactionConflict,
        "ExpiredTokenException"
        | "UnrecognizedClientException"
        | "InvalidSignatureException"
        | "MissingAuthenticationTokenException"
        | "MissingAuthenticationToken"
        | "IncompleteSignatureException"
        | "AccessDeniedException" => ErrorKind::Access,
        "ValidationException" => mistake(message),
        "ItemCollectionSizeLimitExceededException" => ErrorKind::ItemCollectionSizeLimitExceeded,
        "IdempotentParameterMismatchException" => ErrorKind::IdempotentParameterMismatch,
        _ => ErrorKind::Service,
    }
}

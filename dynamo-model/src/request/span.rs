//! The span of a call, by OpenTelemetry's names for DynamoDB. Without the feature `tracing` it is nothing.

#[cfg(feature = "tracing")]
pub(super) use self::traced::Span;
#[cfg(not(feature = "tracing"))]
pub(super) use self::untraced::Span;

/// What is known of a call at its end.
#[cfg_attr(not(feature = "tracing"), expect(dead_code, reason = "read by the span"))]
pub(super) struct Summary {
    pub(super) attempts: u32,
    pub(super) conflicted: bool,
}

#[cfg(feature = "tracing")]
mod traced {
    use std::sync::{Mutex, PoisonError};

    use tracing::{field::Empty, span::Entered};

    use super::Summary;

    pub(in super::super) struct Span {
        span: tracing::Span,
        consumed: Mutex<Vec<String>>,
    }

    impl Span {
        pub(in super::super) fn new<'t>(operation: &str, tables: impl Iterator<Item = &'t str>) -> Self {
            let span = tracing::info_span!(
                target: "dynamo_model",
                "dynamodb",
                "otel.name" = %format_args!("DynamoDB.{operation}"),
                "otel.kind" = "client",
                "otel.status_code" = Empty,
                "db.system.name" = "aws.dynamodb",
                "db.operation.name" = operation,
                "rpc.system" = "aws-api",
                "rpc.method" = operation,
                "aws.dynamodb.table_names" = Empty,
                "aws.dynamodb.consumed_capacity" = Empty,
                "http.request.resend_count" = Empty,
                "error.type" = Empty,
                "dynamo_model.attempts" = Empty,
                "dynamo_model.conflict" = Empty,
            );
            if !span.is_disabled() {
                span.record("aws.dynamodb.table_names", tracing::field::debug(tables.collect::<Vec<_>>()));
            }
            Self { span, consumed: Mutex::new(Vec::new()) }
        }

        pub(in super::super) fn enter(&self) -> Entered<'_> {
            self.span.enter()
        }

        pub(in super::super) fn consumed(&self, text: &str) {
            if !self.span.is_disabled() {
                self.consumed.lock().unwrap_or_else(PoisonError::into_inner).push(text.to_owned());
            }
        }

        /// The service's word for the failure.
        pub(in super::super) fn failed(&self, kind: &str) {
            self.refused(kind);
            self.span.record("otel.status_code", "ERROR");
        }

        /// A failed condition is an answer, not an error: the status stays unset.
        pub(in super::super) fn refused(&self, kind: &str) {
            self.span.record("error.type", kind);
        }

        pub(in super::super) fn end(&self, Summary { attempts, conflicted }: Summary) {
            self.span.record("dynamo_model.attempts", attempts);
            self.span.record("dynamo_model.conflict", conflicted);
            if let Some(resent @ 1..) = attempts.checked_sub(1) {
                self.span.record("http.request.resend_count", resent);
            }
            let consumed = self.consumed.lock().unwrap_or_else(PoisonError::into_inner);
            if !consumed.is_empty() {
                self.span.record("aws.dynamodb.consumed_capacity", tracing::field::debug(&*consumed));
            }
        }
    }
}

#[cfg(not(feature = "tracing"))]
mod untraced {
    use super::Summary;

    pub(in super::super) struct Span;

    /// Nothing was entered.
    pub(in super::super) struct Entered;

    #[expect(clippy::unused_self, reason = "as with the feature `tracing`")]
    impl Span {
        pub(in super::super) fn new<'t>(_: &str, _: impl Iterator<Item = &'t str>) -> Self {
            Self
        }

        pub(in super::super) fn enter(&self) -> Entered {
            Entered
        }

        pub(in super::super) fn consumed(&self, _: &str) {}

        pub(in super::super) fn failed(&self, _: &str) {}

        pub(in super::super) fn refused(&self, _: &str) {}

        pub(in super::super) fn end(&self, _: Summary) {}
    }
}

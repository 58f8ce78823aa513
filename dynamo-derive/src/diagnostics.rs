//! The mistakes found so far. Every rule reports here and goes on, so that one compilation shows all of them.

use std::fmt::Display;

use proc_macro2::Span;
use syn::Error;

/// Collects errors in the order in which they were found.
#[derive(Default)]
#[must_use = "mistakes are lost unless `finish` is called"]
pub(crate) struct Diagnostics {
    errors: Option<Error>,
}

impl Diagnostics {
    /// Reports a broken rule at the token that breaks it.
    pub(crate) fn error(&mut self, span: Span, message: impl Display) {
        self.push(Error::new(span, message));
    }

    /// Reports an error that a parser made.
    pub(crate) fn push(&mut self, error: Error) {
        match &mut self.errors {
            Some(errors) => errors.combine(error),
            None => self.errors = Some(error),
        }
    }

    /// Gives the result out if nothing was reported, and everything that was reported otherwise.
    ///
    /// A rule that has no result must have reported why. If it has not, the user still gets an error and not a panic.
    pub(crate) fn finish<T>(self, result: Option<T>) -> syn::Result<T> {
        match (self.errors, result) {
            (None, Some(result)) => Ok(result),
            (Some(errors), _) => Err(errors),
            (None, None) => Err(Error::new(
                Span::call_site(),
                "dynamo-derive gave up without a reason: please report this type as a bug",
            )),
        }
    }
}

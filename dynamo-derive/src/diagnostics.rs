//! The mistakes found so far. Every rule reports here and goes on, so that one compilation shows all of them.

use std::fmt::Display;

use proc_macro2::Span;
use syn::Error;

/// What was decided, in spite of mistakes as far as that goes: what uses the type is then not in error too.
pub(crate) struct Lowered<T> {
    pub(crate) result: Option<T>,
    pub(crate) errors: Option<Error>,
}

#[cfg(test)]
impl<T> Lowered<T> {
    /// What was decided, if nothing is wrong with it.
    pub(crate) fn accepted(self) -> syn::Result<T> {
        match (self.result, self.errors) {
            (Some(result), None) => Ok(result),
            (_, errors) => Err(errors.unwrap_or_else(|| Error::new(Span::call_site(), "nothing was decided"))),
        }
    }
}

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

    /// Whether nothing was reported so far.
    pub(crate) fn is_empty(&self) -> bool {
        self.errors.is_none()
    }

    /// The result, with everything that was reported.
    ///
    /// A rule that has no result must have reported why. If it has not, the user still gets an error and not a panic.
    pub(crate) fn finish<T>(self, result: Option<T>) -> Lowered<T> {
        let errors = self.errors.or_else(|| {
            let bug = "dynamo-derive gave up without a reason: please report this type as a bug";
            result.is_none().then(|| Error::new(Span::call_site(), bug))
        });
        Lowered { result, errors }
    }
}

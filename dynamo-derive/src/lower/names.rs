//! Rules about stored names: not empty, not too long, not taken.

use std::collections::BTreeMap;

use proc_macro2::Span;

use crate::diagnostics::Diagnostics;

/// The longest attribute name, in bytes of UTF-8.
const LONGEST: usize = 65_535;
/// The longest name of an attribute that is part of a key.
const LONGEST_KEY: usize = 255;

/// The names that are taken in one struct or one enum, each with what took it.
#[derive(Clone)]
pub(super) struct Names {
    what: &'static str,
    taken: BTreeMap<String, String>,
}

impl Names {
    /// The attributes of one map.
    pub(super) fn attributes() -> Self {
        Self { what: "an attribute name", taken: BTreeMap::new() }
    }

    /// The variants of one enum.
    pub(super) fn variants() -> Self {
        Self { what: "a variant name", taken: BTreeMap::new() }
    }

    /// Takes a name for a field or variant, or reports at `span` why it cannot have it.
    pub(super) fn claim(&mut self, name: &str, owner: &str, span: Span, diagnostics: &mut Diagnostics) {
        let what = self.what;
        if name.is_empty() {
            return diagnostics.error(span, format!("{what} cannot be empty: write at least one character"));
        }
        if name.len() > LONGEST {
            let message = format!("{what} has at most {LONGEST} bytes, this one has {}", name.len());
            return diagnostics.error(span, message);
        }
        if let Some(first) = self.taken.get(name) {
            let message = format!("{what} is used once, and `{first}` already has \"{name}\": choose another name");
            return diagnostics.error(span, message);
        }
        self.taken.insert(name.to_owned(), owner.to_owned());
    }
}

/// The name of a key attribute is shorter than others may be.
pub(super) fn fits_a_key(name: &str, span: Span, diagnostics: &mut Diagnostics) {
    if name.len() > LONGEST_KEY {
        let message =
            format!("the name of a key attribute has at most {LONGEST_KEY} bytes, this one has {}", name.len());
        diagnostics.error(span, message);
    }
}

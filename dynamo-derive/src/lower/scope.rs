//! The fields that words on the type can name.

use proc_macro2::Span;
use syn::Ident;
use syn::ext::IdentExt;

use crate::attr::{Text, nearest};
use crate::diagnostics::Diagnostics;

/// The names of a struct's fields, in order.
pub(super) struct Scope {
    owner: String,
    names: Vec<String>,
}

impl Scope {
    pub(super) fn new<'f>(owner: &Ident, fields: impl Iterator<Item = &'f Ident>) -> Self {
        Self { owner: owner.unraw().to_string(), names: fields.map(|ident| ident.unraw().to_string()).collect() }
    }

    /// The position of a field. One that is not there is reported where it is named, and taken for the one that was meant.
    pub(super) fn field(&self, name: &str, span: Span, diagnostics: &mut Diagnostics) -> Option<usize> {
        let position = |name: &str| self.names.iter().position(|known| known == name);
        position(name).or_else(|| {
            let meant = nearest(name, self.names.iter().map(String::as_str));
            let instead = match meant {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => format!("write the name of a field of `{}`", self.owner),
            };
            diagnostics.error(span, format!("unknown field `{name}`: {instead}"));
            meant.and_then(position)
        })
    }

    /// The name of the field at this position.
    pub(super) fn name(&self, position: usize) -> &str {
        self.names.get(position).map_or("", String::as_str)
    }

    /// The positions of fields, each with where it is named.
    pub(super) fn fields(&self, names: &[Text], diagnostics: &mut Diagnostics) -> Vec<(usize, Span)> {
        let field = |name: &Text| Some((self.field(&name.value, name.span, diagnostics)?, name.span));
        names.iter().filter_map(field).collect()
    }
}

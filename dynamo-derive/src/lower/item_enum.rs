//! Enums of items: the types that share one table.

use std::collections::BTreeSet;

use proc_macro2::Span;
use quote::ToTokens;
use syn::Type;
use syn::ext::IdentExt;
use syn::spanned::Spanned;

use super::container::{self, ItemWords};
use super::handles::{Handles, handle};
use super::not_generic;
use crate::ast::{self, ItemVariant};
use crate::attr::ItemWord;
use crate::diagnostics::Diagnostics;
use crate::model;

/// What an enum of items has beside its variants.
pub(super) type Rest = ast::Container<ItemWord, ()>;

pub(super) fn lower(rest: Rest, variants: Vec<ItemVariant>, diagnostics: &mut Diagnostics) -> Option<model::ItemEnum> {
    let span = rest.ident.span();
    not_generic("an enum of items", &rest.generics, diagnostics)?;
    let table = container::table(&rest.words, span, diagnostics);
    has_variants(&variants, span, diagnostics)?;
    let mut handles = Handles::of("the variant");
    let mut types = BTreeSet::new();
    let lower = |variant: ItemVariant| {
        let ItemVariant { ident, types: wrapped } = variant;
        let name = ident.unraw().to_string();
        let handle = handle(&name, ident.span());
        handles.claim(&handle, &format!("`{name}`"), ident.span(), diagnostics)?;
        let ty = wraps_one_item(wrapped, &name, ident.span(), diagnostics)?;
        wraps_another_item(&ty, &mut types, diagnostics)?;
        Some(model::ItemVariant { ident, ty, handle })
    };
    // Each is looked at, and without one of them no code for the others would be exhaustive.
    let variants: Vec<_> = variants.into_iter().map(lower).collect();
    let variants = variants.into_iter().collect::<Option<_>>()?;
    let krate = ItemWords::new(&rest.words).krate;
    Some(model::ItemEnum { ident: rest.ident, vis: rest.vis, krate, table: table.unwrap_or_default(), variants })
}

/// Without a variant nothing could be read.
fn has_variants(variants: &[ItemVariant], ident: Span, diagnostics: &mut Diagnostics) -> Option<()> {
    if variants.is_empty() {
        diagnostics.error(ident, "an enum of items needs a variant: write `Name(Item)` for each item of the table");
        return None;
    }
    Some(())
}

/// A variant is an item that derives `DynamoItem` itself.
fn wraps_one_item(types: Vec<Type>, name: &str, ident: Span, diagnostics: &mut Diagnostics) -> Option<Type> {
    let mut types = types.into_iter();
    if let (Some(only), None) = (types.next(), types.next()) {
        return Some(only);
    }
    let message = format!("a variant of an enum of items wraps one struct that is an item: write `{name}(Item)`");
    diagnostics.error(ident, message);
    None
}

/// What is read as one type cannot be two variants.
fn wraps_another_item(ty: &Type, types: &mut BTreeSet<String>, diagnostics: &mut Diagnostics) -> Option<()> {
    let text = ty.to_token_stream().to_string();
    if types.contains(&text) {
        diagnostics.error(ty.span(), format!("`{text}` is in another variant already: remove one of the two"));
        return None;
    }
    types.insert(text);
    Some(())
}

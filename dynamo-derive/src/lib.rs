//! The derive macros of `dynamo-model`, which re-exports and documents them.
//!
//! A type passes through these modules in this order:
//!
//! ```text
//! DeriveInput -> ast + attr   what is written, each token with its span
//!             -> lower        one function per rule; every mistake is reported, not only the first
//!             -> model        what was asked for, nothing left undecided
//!             -> expand       the generated code, which cannot fail
//! ```

mod ast;
mod attr;
mod case;
mod diagnostics;
mod expand;
mod lower;
mod model;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Makes a struct an item of a table, or an enum the items of one. See `dynamo_model::DynamoItem`.
#[proc_macro_derive(DynamoItem, attributes(dynamo, partition_key, sort_key, version))]
pub fn derive_item(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    let expanded = match lower::item(&input) {
        Ok(item) => expand::item(&item),
        Err(error) => {
            let stub = expand::fallback(&input.ident, &input.generics, expand::Derive::Item);
            [error.into_compile_error(), stub].into_iter().collect()
        }
    };
    expanded.into()
}

/// Makes a struct a choice of an item's attributes. See `dynamo_model::DynamoProjection`.
#[proc_macro_derive(DynamoProjection, attributes(dynamo, partition_key, sort_key, version))]
pub fn derive_projection(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    let expanded = match lower::projection(&input) {
        Ok(projection) => expand::projection(&projection),
        Err(error) => {
            let stub = expand::fallback(&input.ident, &input.generics, expand::Derive::Projection);
            [error.into_compile_error(), stub].into_iter().collect()
        }
    };
    expanded.into()
}

/// Makes a type the value of an attribute. See `dynamo_model::DynamoValue`.
#[proc_macro_derive(DynamoValue, attributes(dynamo, partition_key, sort_key, version))]
pub fn derive_value(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    let expanded = match lower::value(&input) {
        Ok(value) => expand::value(&value),
        Err(error) => {
            let stub = expand::fallback(&input.ident, &input.generics, expand::Derive::Value);
            [error.into_compile_error(), stub].into_iter().collect()
        }
    };
    expanded.into()
}

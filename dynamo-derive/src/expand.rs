//! Writes the generated code. Cannot fail: whatever could be wrong has been refused by `lower`, or is for rustc to say.
//!
//! Everything but the key struct stands in `const _: () = { .. };`, where `__private` is the library. A name of ours
//! begins with two underscores wherever a type of the user could have it too.

/// `quote!`, with local variables that no name of the user's code can be, and lints that see generated code.
macro_rules! code {
    ($($tokens:tt)*) => {
        ::quote::quote_spanned! { ::proc_macro2::Span::mixed_site() => $($tokens)* }
    };
}

mod attributes;
mod checks;
mod codecs;
mod context;
mod convert;
mod enums;
mod fallback;
mod fields;
mod indexes;
mod item_enum_keys;
mod item_enums;
mod items;
mod key_from;
mod key_side;
mod keys;
mod newtype;
mod projections;
mod schema;
mod slots;
mod templates;
mod tuple;
mod values;

use proc_macro2::TokenStream;
use syn::Path;

pub(crate) use self::fallback::{Derive, fallback};
use crate::model::{Item, ItemType, Projection, Value};

/// What `#[derive(DynamoItem)]` stands for.
pub(crate) fn item(item: &ItemType) -> TokenStream {
    match item {
        ItemType::Struct(item) => item_struct(item),
        ItemType::Enum(items) => {
            let key = item_enum_keys::structure(items);
            let hidden = hidden(&items.krate, &item_enums::expand(items));
            code! { #key #hidden }
        }
    }
}

/// What `#[derive(DynamoProjection)]` stands for.
pub(crate) fn projection(projection: &Projection) -> TokenStream {
    hidden(&projection.krate, &projections::expand(projection))
}

fn item_struct(item: &Item) -> TokenStream {
    let key = keys::structure(item);
    let hidden = hidden(&item.krate, &items::expand(item));
    code! { #key #hidden }
}

/// What `#[derive(DynamoValue)]` stands for.
pub(crate) fn value(value: &Value) -> TokenStream {
    hidden(&value.krate, &values::expand(value))
}

/// What `call?` gives, without the traits behind `?`: `cargo check` of many items takes a seventh less.
/// The comments above the generators write it as `?`.
///
/// ```text
/// match call {
///     __private::Ok(value) => value,
///     __private::Err(error) => return __private::Err(error),
/// }
/// ```
fn attempt(call: &TokenStream) -> TokenStream {
    code! {
        match #call {
            __private::Ok(value) => value,
            __private::Err(error) => return __private::Err(error),
        }
    }
}

/// Where nobody can name what is generated, and it can name the library.
///
/// ```text
/// const _: () = {
///     use ::dynamo_model::private as __private;
///     ..
/// };
/// ```
fn hidden(krate: &Path, tokens: &TokenStream) -> TokenStream {
    // Types are as public as the traits that name them, and some are made for the type checker alone.
    code! {
        const _: () = {
            use #krate::private as __private;
            #tokens
        };
    }
}

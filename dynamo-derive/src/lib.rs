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

use self::{diagnostics::Lowered, expand::Derive};

/// Makes a struct with named fields an item of a table, or an enum of such structs the items of one.
///
/// ```ignore
/// #[derive(DynamoItem)]
/// #[dynamo(table = "orders", rename_all = "camelCase")]
/// struct Order {
///     #[partition_key]
///     customer: CustomerId,
///     #[sort_key]
///     order_id: String,
///     #[dynamo(alias = "labels")]
///     tags: BTreeSet<String>,
///     #[version]
///     version: u64,
/// }
/// ```
///
/// It implements `dynamo_model::DynamoItem`, and makes a struct of the key attributes, here `OrderKey`, as visible as
/// the item, and one attribute handle for each field. The struct has no generic parameters.
///
/// # Words on the struct, in `#[dynamo(..)]`
///
/// | word | meaning |
/// |---|---|
/// | `table = "name"` | required: the table, 3 to 255 of `a-zA-Z0-9_.-` |
/// | `rename_all = "camelCase"` | the case of attribute names: also `lowercase`, `UPPERCASE`, `PascalCase`, `snake_case`, `SCREAMING_SNAKE_CASE`, `kebab-case`, `SCREAMING-KEBAB-CASE` |
/// | `crate = path` | where the library is, if it was renamed |
/// | `global_index(name = "by-status", partition_key = status, sort_key = placed_at)` | an index; up to four attributes a side as a list, `projection = all`, `keys_only` or a list of fields; `orders.index(\|i\| i.by_status)` |
/// | `local_index(name = "by-total", sort_key = total)` | an index of the table's partitions |
/// | `partition_key(name = "PK", template = "CUSTOMER#{id}")`, `sort_key(name = "SK", template = "ORDER#{number:010}")` | a key that is put together from fields, on the table or in a `global_index`; a number in a sort key has a width |
/// | `type_attribute(name = "type", value = "order")` | tells the types of one table apart |
///
/// An enum whose variants hold one item type each, with `table` alone, reads all types of a table.
///
/// ## Keys made of templates
///
/// The key is stored as one text and is compared as one, in the order of its bytes. That is the order of the values where a
/// value has a fixed width, as a number with a width, a timestamp and a `Uuid` have, or where no character of the values
/// sorts before the text that follows them: with `{name}#{number:03}`, `"Ann Lee#001"` is less than `"Ann#001"`, because a
/// space sorts before `#`, so `k.lt(("Ann",))` finds it. Choose a separator that sorts before all characters of the values,
/// such as a tab, or values of one width.
///
/// A stored key that the template would write otherwise does not decode: `TICKET#5` for `TICKET#{number:08}`, or a timestamp
/// with fewer digits than ours. A write would go to another key. The same holds of a timestamp that is a key by itself,
/// which is not checked: it must be stored as we write it. For keys that others write, such as Java's mappers, use a newtype
/// with a codec of its own, or a `String`: `with` is not for keys.
///
/// ## Types that share a table
///
/// `type_attribute` is what tells them apart. Every write stores it, queries and scans filter by it, and an item that has it
/// with another value does not decode, though it was read by its key; one that does not have it decodes. Types that share a
/// table without it count each other's items in a scan, and read those that happen to decode. An index that carries keys
/// alone has no such attribute: there the beginnings of the keys tell the types apart, so they should differ.
///
/// # Words on fields
///
/// `partition_key`, `sort_key` and `version` may stand bare (`#[version]`) or in `#[dynamo(..)]`.
///
/// | word | meaning | field types |
/// |---|---|---|
/// | `partition_key`, `sort_key` | the table's key | text, integers, binary, `Uuid`, timestamps, unit enums, newtypes of them |
/// | `version`, `version(start_at = 0, increment_by = 1)` | checked and advanced by every write | integers up to 64 bits, an `Option` or a newtype of one; `start_at` other than 0 needs an `Option` |
/// | `rename = "name"` | the attribute's name | |
/// | `alias = "name"` | an older name that reading accepts; `update` moves the value to the new name, while patches and conditions see the new name only | |
/// | `skip` | not stored; `Default` or `default = path` fills it in | |
/// | `default`, `default = path` | what an absent attribute is read as: `Default::default()`, or the function at the path | |
/// | `flatten`, `flatten(prefix = "home_")` | the attributes of a struct stand in this one | a `DynamoValue` struct, an `Option` of one, or a map of `AttributeValue` for all that is not modelled |
/// | `with = module` | stored by the module's `fn encode(&T) -> Result<AttributeValue, EncodeError>` (or an `Option` of the value) and `fn decode(AttributeValue) -> Result<T, DecodeError>` | |
/// | `serde` | stored as `serde_dynamo` writes it (feature `serde`) | |
/// | `created_at` | set by the first write | an `Option` of a timestamp |
/// | `updated_at` | set by every write | a timestamp or an `Option` of one |
/// | `ttl` | DynamoDB's time to live: N, seconds since 1970 | a timestamp, `u32`, `u64`, `i64`, `Ttl`, or an `Option` |
/// | `uuid` | a random id where there is none; also on a key | `String`, `Uuid`, or an `Option` |
/// | `counter`, `counter(start_at = 0, increment_by = 1)` | counts the writes of the item | integers or an `Option` |
/// | `generation` | a random id of one life of the item, checked as the version is | `String`, `Uuid`, or an `Option` |
/// | `write_id` | a random id of the last write: tells whether a write whose answer was lost was applied | `String`, `Uuid`, or an `Option` |
///
/// A catch-all map writes what it holds; an entry that was taken out of it stays stored until a `put` replaces the item.
#[proc_macro_derive(DynamoItem, attributes(dynamo, partition_key, sort_key, version))]
pub fn derive_item(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    finish(lower::item(&input), expand::item, &input, Derive::Item)
}

/// Makes a struct with named fields a choice of an item's attributes, for `.project::<P>()`.
///
/// ```ignore
/// #[derive(DynamoProjection)]
/// #[dynamo(item = Order)]
/// struct Summary {
///     number: u64,
///     #[dynamo(path = "shipping.city")]
///     city: String,
/// }
/// ```
///
/// The names are those of DynamoDB, and are checked against the item's; those of a `path` as far as it leads through structs
/// that derive `DynamoValue` and have no parameters. An index must carry all of them. Fields take `rename`, `path`,
/// `flatten`, `default`, `with` and `serde`.
///
/// A field that lives in a template of the table's key is no attribute, and so has no place in a projection. The key struct
/// is a projection that has it: `.project::<OrderKey>()`.
#[proc_macro_derive(DynamoProjection, attributes(dynamo, partition_key, sort_key, version))]
pub fn derive_projection(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    finish(lower::projection(&input), expand::projection, &input, Derive::Projection)
}

/// Makes a type the value of an attribute.
///
/// | type | stored as |
/// |---|---|
/// | struct with named fields | M; it can also be flattened into an item, with its `version` and generated attributes |
/// | struct with one unnamed field | what the field is stored as; it may be a key or a version where that may |
/// | struct with several unnamed fields | L |
/// | enum of unit variants | S of the variant's name, or N of its discriminant with `#[dynamo(repr = number)]` |
/// | enum with data | M with the variant's name in the attribute that `#[dynamo(tag = "kind")]` names; a variant has named fields, or one unnamed field that is such a struct |
///
/// ```ignore
/// #[derive(DynamoValue)]
/// #[dynamo(tag = "kind", rename_all = "lowercase")]
/// enum Payment {
///     Cash,
///     Card { digits: String },
/// }
/// ```
///
/// Fields take the words of `DynamoItem` but for the keys; variants take `rename` and `alias`; the type takes
/// `rename_all`, `rename_all_fields`, `tag`, `repr` and `crate`. Generic parameters are allowed.
#[proc_macro_derive(DynamoValue, attributes(dynamo, partition_key, sort_key, version))]
pub fn derive_value(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    finish(lower::value(&input), expand::value, &input, Derive::Value)
}

/// The generated code with what was refused. What is wrong is left out of it, so that one mistake is one error.
fn finish<T>(
    lowered: Lowered<T>,
    expand: fn(&T) -> proc_macro2::TokenStream,
    input: &DeriveInput,
    derive: Derive,
) -> TokenStream {
    let expanded = match lowered.result {
        Some(decided) => expand(&decided),
        None => expand::fallback(&input.ident, &input.generics, derive),
    };
    let errors = lowered.errors.map(syn::Error::into_compile_error);
    errors.into_iter().chain([expanded]).collect::<proc_macro2::TokenStream>().into()
}

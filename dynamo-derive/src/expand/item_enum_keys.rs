//! The key of an enum of items: that of any variant, the first one's as text or as a tuple, and the sort key's text.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use syn::{Ident, ext::IdentExt};

use super::context::place;
use super::item_enums::of_item;
use super::key_from::named;
use crate::model::ItemEnum;

pub(super) fn expand(items: &ItemEnum) -> TokenStream {
    [debug(items), spec(items), key_from(items), sort_from(items)].into_iter().collect()
}

fn first(items: &ItemEnum) -> Option<TokenStream> {
    items.variants.first().map(|variant| of_item(variant, "Key"))
}

/// ```text
/// /// The primary key of a [`Shop`], as that of one of its variants.
/// pub enum ShopKey {
///     /// The key of a `Customer`.
///     Customer(<ShopCustomer as ::dynamo_model::private::DynamoItem>::Key),
///     ..
/// }
/// ```
pub(super) fn structure(items: &ItemEnum) -> TokenStream {
    let (name, vis, ident, krate) = (named(&items.ident, "Key"), &items.vis, &items.ident, &items.krate);
    let doc = format!(" The primary key of a [`{ident}`], as that of one of its variants.");
    let variants = items.variants.iter().map(|variant| {
        let (ident, ty) = (&variant.ident, &variant.ty);
        let doc = format!(" The key of a `{}`.", ident.unraw());
        let key = quote_spanned! { place(ty).resolved_at(Span::mixed_site()) =>
            <#ty as #krate::private::DynamoItem>::Key
        };
        code! { #[doc = #doc] #ident(#key), }
    });
    // Most programs name the first variant's key as it is.
    code! {
        #[doc = #doc]
        #[allow(dead_code)]
        #vis enum #name { #(#variants)* }
    }
}

/// ```text
/// impl __private::fmt::Debug for ShopKey { .. }
/// ```
fn debug(items: &ItemEnum) -> TokenStream {
    let name = named(&items.ident, "Key");
    let text = name.unraw().to_string();
    let texts = items.variants.iter().map(|variant| {
        let (ident, text) = (&variant.ident, variant.ident.unraw().to_string());
        code! { #name::#ident(_) => #text, }
    });
    code! {
        #[automatically_derived]
        impl __private::fmt::Debug for #name {
            fn fmt(&self, f: &mut __private::fmt::Formatter<'_>) -> __private::fmt::Result {
                f.debug_tuple(#text).field(&match self { #(#texts)* }).finish()
            }
        }
    }
}

/// ```text
/// impl __private::KeySpec for ShopKey { .. }
/// impl __private::ConsistentRead for ShopKey {}
/// ```
fn spec(items: &ItemEnum) -> TokenStream {
    let (name, ident) = (named(&items.ident, "Key"), &items.ident);
    let spec = first(items).map(|first| code! { <#first as __private::KeySpec> });
    code! {
        #[automatically_derived]
        impl __private::KeySpec for #name {
            type Item = #ident;
            type Output = #ident;
            const INDEX: __private::Option<&'static str> = __private::None;
            const PARTITION: &'static [&'static str] = #spec::PARTITION;
            const SORT: &'static [&'static str] = #spec::SORT;
        }
        #[automatically_derived]
        impl __private::ConsistentRead for #name {}
    }
}

/// The enum of the variants' key structs, and the first variant's key as it is given there.
///
/// ```text
/// impl<__K> __private::PartitionFrom<__K> for ShopKey
/// where
///     <ShopCustomer as __private::DynamoItem>::Key: __private::PartitionFrom<__K>,
/// { .. }
/// impl __private::KeyFrom<ShopKey> for ShopKey { .. }
/// impl __private::KeyFrom<&ShopKey> for ShopKey { .. }
/// ```
fn key_from(items: &ItemEnum) -> TokenStream {
    let (name, first) = (named(&items.ident, "Key"), first(items));
    let values = values();
    let variants: Vec<_> = items
        .variants
        .iter()
        .map(|variant| {
            let (ident, key) = (&variant.ident, of_item(variant, "Key"));
            code! { #name::#ident(key) => __private::key_of_variant::<#key>(key), }
        })
        .collect();
    let reference = code! { &#name };
    let own = [(code! { #name }, code! { &given }), (reference, code! { given })].map(|(given, value)| {
        code! {
            #[automatically_derived]
            impl __private::KeyFrom<#given> for #name {
                fn values(given: #given) -> #values {
                    match #value { #(#variants)* }
                }
            }
        }
    });
    let of_first = of_first(items);
    code! {
        #[automatically_derived]
        impl<__K> __private::PartitionFrom<__K> for #name
        where
            #first: __private::PartitionFrom<__K>,
        {
            fn values(
                given: __K,
            ) -> __private::Result<__private::Vec<__private::AttributeValue>, __private::EncodeError> {
                <#first as __private::PartitionFrom<__K>>::values(given)
            }
        }
        #(#own)*
        #of_first
    }
}

fn values() -> TokenStream {
    code! { __private::Result<__private::KeyValues, __private::EncodeError> }
}

/// The first variant's key, as text or as a tuple. Not as whatever it is given there: where the variant is of another crate,
/// rustc cannot tell that this is never the enum itself.
///
/// ```text
/// impl<__A, __B> __private::KeyFrom<(__A, __B)> for ShopKey
/// where
///     for<'t> <ShopCustomer as __private::DynamoItem>::Key: __private::KeyFrom<(__A, __B)>,
/// { .. }
/// ```
fn of_first(items: &ItemEnum) -> TokenStream {
    let (name, first, values) = (named(&items.ident, "Key"), first(items), values());
    let lifetime = code! { 'k };
    let texts = [
        (lifetime.clone(), code! { &'k str }),
        (lifetime, code! { &'k __private::String }),
        (TokenStream::new(), code! { __private::String }),
    ];
    let tuples = [&["__A", "__B"][..], &["__A", "__B", "__C"], &["__A", "__B", "__C", "__D"]].map(|names| {
        let parts = names.iter().map(|name| Ident::new(name, Span::mixed_site()));
        let parts = code! { #(#parts),* };
        (parts.clone(), code! { (#parts) })
    });
    let impls = texts.into_iter().chain(tuples).map(|(parameters, given)| {
        code! {
            #[automatically_derived]
            impl<#parameters> __private::KeyFrom<#given> for #name
            where
                for<'t> #first: __private::KeyFrom<#given>,
            {
                fn values(given: #given) -> #values {
                    <#first as __private::KeyFrom<#given>>::values(given)
                }
            }
        }
    });
    impls.collect()
}

/// The variants make their sort keys in different ways, so what they have in common is the text that is stored.
///
/// ```text
/// impl __private::HasSortKey for ShopKey {
///     type Handle = __private::SortKey<ShopKey>;
/// }
/// impl<__Sort: __private::IntoValue<__private::String>> __private::SortFrom<__Sort> for ShopKey { .. }
/// impl<__Prefix: __private::IntoPrefix<__private::String>> __private::SortPrefixFrom<0usize, __Prefix> for ShopKey { .. }
/// ```
fn sort_from(items: &ItemEnum) -> TokenStream {
    let (name, ident) = (named(&items.ident, "Key"), &items.ident);
    code! {
        #[automatically_derived]
        impl __private::HasSortKey for #name {
            type Handle = __private::SortKey<#name>;
        }
        #[automatically_derived]
        impl<__Sort: __private::IntoValue<__private::String>> __private::SortFrom<__Sort> for #name {
            fn values(
                given: __Sort,
            ) -> __private::Result<__private::Vec<__private::AttributeValue>, __private::EncodeError> {
                __private::sort_text::<#ident, __Sort>(given)
            }
        }
        #[automatically_derived]
        impl<__Prefix: __private::IntoPrefix<__private::String>> __private::SortPrefixFrom<0usize, __Prefix> for #name {
            fn value(given: __Prefix) -> __private::AttributeValue {
                __private::sort_prefix::<#ident, __Prefix>(given)
            }
        }
    }
}

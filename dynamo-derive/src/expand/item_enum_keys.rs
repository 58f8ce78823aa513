//! The key of an enum of items: that of any variant, the first one's as text or as a tuple, and the sort key's text.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use syn::ext::IdentExt;

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

/// What the keys are given as is for the library to tell: where a variant is of another crate, rustc does not look up what its
/// key is, so that an impl for it would conflict with all others.
///
/// ```text
/// impl<__K> __private::PartitionFrom<__K> for ShopKey
/// where
///     <ShopCustomer as __private::DynamoItem>::Key: __private::PartitionFrom<__K>,
/// { .. }
/// impl<__K> __private::KeyFrom<__K> for ShopKey
/// where
///     __K: __private::KeyIn<Shop, <ShopCustomer as __private::DynamoItem>::Key>,
/// { .. }
/// impl<__F> __private::KeyIn<Shop, __F> for ShopKey { .. }
/// ```
fn key_from(items: &ItemEnum) -> TokenStream {
    let (name, ident, first) = (named(&items.ident, "Key"), &items.ident, first(items));
    let values = values();
    let variants = variants(items);
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
        #[automatically_derived]
        impl<__K> __private::KeyFrom<__K> for #name
        where
            __K: __private::KeyIn<#ident, #first>,
        {
            fn values(given: __K) -> #values {
                <__K as __private::KeyIn<#ident, #first>>::values(given)
            }
        }
        #[automatically_derived]
        impl<__F> __private::KeyIn<#ident, __F> for #name {
            fn values(self) -> #values {
                <#ident as __private::VariantOf<#ident>>::values(&self)
            }
        }
        #variants
    }
}

fn values() -> TokenStream {
    code! { __private::Result<__private::KeyValues, __private::EncodeError> }
}

/// ```text
/// impl __private::VariantOf<Shop> for ShopCustomer {
///     fn values(key: &<ShopCustomer as __private::DynamoItem>::Key) -> .. {
///         __private::key_of_variant::<<ShopCustomer as __private::DynamoItem>::Key>(key)
///     }
/// }
/// impl __private::VariantOf<Shop> for Shop {
///     fn values(key: &ShopKey) -> .. {
///         match key { ShopKey::Customer(key) => __private::key_of_variant::<..>(key), .. }
///     }
/// }
/// ```
fn variants(items: &ItemEnum) -> TokenStream {
    let (name, ident, values) = (named(&items.ident, "Key"), &items.ident, values());
    let impls = items.variants.iter().map(|variant| {
        let (ty, key) = (&variant.ty, of_item(variant, "Key"));
        code! {
            #[automatically_derived]
            impl __private::VariantOf<#ident> for #ty {
                fn values(key: &#key) -> #values {
                    __private::key_of_variant::<#key>(key)
                }
            }
        }
    });
    let arms = items.variants.iter().map(|variant| {
        let (variant, key) = (&variant.ident, of_item(variant, "Key"));
        code! { #name::#variant(key) => __private::key_of_variant::<#key>(key), }
    });
    code! {
        #(#impls)*
        #[automatically_derived]
        impl __private::VariantOf<#ident> for #ident {
            fn values(key: &#name) -> #values {
                match key { #(#arms)* }
            }
        }
    }
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

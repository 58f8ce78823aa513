//! What converts into a key, into one side of it, and into a part of its sort key.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote_spanned};
use syn::Ident;

use super::key_side::{Given, Part, Side, given, parameter, tuple};

/// What a query of a table or of an index takes.
pub(super) fn queried(name: &Ident, partition: &Side<'_>, sort: &Side<'_>) -> TokenStream {
    let partition = partition_from(name, partition);
    let sort = sort_from(name, sort);
    code! { #partition #sort }
}

/// ```text
/// impl<__Partition: __private::IntoValue<CustomerId>> __private::PartitionFrom<__Partition> for OrderKey {
///     fn values(given: __Partition) -> .. {
///         __private::Ok(__private::key_parts([__private::key_part::<CustomerId, _>("customerId", given)?]))
///     }
/// }
/// ```
fn partition_from(name: &Ident, side: &Side<'_>) -> TokenStream {
    let given = given(&side.parts(), "__Partition", &code! { given }, name.span());
    let values = side.values(&given.values);
    values_of(name, "PartitionFrom", &given, &code! { __private::Ok(__private::key_parts([#(#values),*])) })
}

/// An impl with a function `values`.
fn values_of(name: &Ident, what: &str, given: &Given, body: &TokenStream) -> TokenStream {
    let Given { bounds, ty, .. } = given;
    let (what, span) = (Ident::new(what, name.span()), name.span());
    // Located outside of the derive: for a key that does not fit, rustc would advise to write the impl by hand.
    let what = quote_spanned! { span => __private::#what<#ty> };
    let argument = argument(given);
    code! {
        #[automatically_derived]
        impl<#(#bounds),*> #what for #name {
            fn values(
                #argument: #ty,
            ) -> __private::Result<__private::Vec<__private::AttributeValue>, __private::EncodeError> {
                #body
            }
        }
    }
}

/// Literals take nothing from the caller.
fn argument(given: &Given) -> TokenStream {
    if given.values.is_empty() {
        code! { () }
    } else {
        code! { given }
    }
}

/// What conditions on the sort key take; nothing where there is none, or only text.
///
/// ```text
/// impl __private::HasSortKey for OrderKey {
///     type Handle = __private::SortKey<OrderKey>;
/// }
/// impl<__Sort: __private::IntoValue<String>> __private::SortFrom<__Sort> for OrderKey { .. }
/// impl<__Sort> __private::SortPrefixFrom<0usize, __Sort> for OrderKey { .. }
/// ```
fn sort_from(name: &Ident, side: &Side<'_>) -> TokenStream {
    let parts = side.parts();
    if parts.is_empty() {
        return TokenStream::new();
    }
    let whole: TokenStream = match parts.as_slice() {
        [_] => sort_values(name, &parts, &given(&parts, "__Sort", &code! { given }, name.span())),
        _ => (1..=parts.len())
            .filter_map(|count| parts.get(..count))
            .map(|first| sort_values(name, first, &tuple(first, "__Sort", &code! { given }, name.span())))
            .collect(),
    };
    let several = parts.len() > 1;
    let each: TokenStream = parts
        .iter()
        .enumerate()
        .map(|(place, part)| {
            let value = if several { part_from(name, place, part) } else { TokenStream::new() };
            let prefix = prefix_from(name, place, part);
            code! { #value #prefix }
        })
        .collect();
    code! {
        #[automatically_derived]
        impl __private::HasSortKey for #name {
            type Handle = __private::SortKey<#name>;
        }
        #whole
        #each
    }
}

/// The values of the parts, one by one: what a template makes of them depends on how they are compared.
///
/// ```text
/// impl<__Sort: .., __Sort1: ..> __private::SortFrom<(__Sort, __Sort1)> for __OrderByPlace {
///     fn values(given: (__Sort, __Sort1)) -> .. {
///         __private::Ok(__private::key_parts([__private::key_part::<Timestamp, _>("placedAt", given.0)?, ..]))
///     }
/// }
/// ```
fn sort_values(name: &Ident, parts: &[Part<'_>], given: &Given) -> TokenStream {
    let values = parts.iter().zip(&given.values).map(|(part, value)| part.value(value));
    values_of(name, "SortFrom", given, &code! { __private::Ok(__private::key_parts([#(#values),*])) })
}

/// ```text
/// impl<__Sort: __private::IntoValue<String>> __private::SortPartFrom<1usize, __Sort> for __OrderByPlace {
///     fn value(given: __Sort) -> .. {
///         let value = __private::key_part::<String, _>("orderId", given)?;
///         __private::Ok(value)
///     }
/// }
/// ```
fn part_from(name: &Ident, place: usize, part: &Part<'_>) -> TokenStream {
    let (operand, value, span) = (part.operand(), part.value(&code! { given }), name.span());
    let parameter = parameter("__Sort", 0);
    let what = quote_spanned! { span => __private::SortPartFrom<#place, #parameter> };
    code! {
        #[automatically_derived]
        impl<#parameter: __private::IntoValue<#operand>> #what for #name {
            fn value(given: #parameter) -> __private::Result<__private::AttributeValue, __private::EncodeError> {
                let value = #value;
                __private::Ok(value)
            }
        }
    }
}

/// The unused lifetime keeps a bound that does not hold from being an error.
///
/// ```text
/// impl<__Prefix: __private::IntoPrefix<String>> __private::SortPrefixFrom<0usize, __Prefix> for OrderKey
/// where
///     for<'t> String: __private::Prefixed,
/// {
///     fn value(given: __Prefix) -> __private::AttributeValue {
///         __private::prefix::<String, __Prefix>(given)
///     }
/// }
/// ```
fn prefix_from(name: &Ident, place: usize, part: &Part<'_>) -> TokenStream {
    let (operand, span) = (part.operand(), name.span());
    let parameter = Ident::new("__Prefix", Span::mixed_site());
    let what = quote_spanned! { span => __private::SortPrefixFrom<#place, #parameter> };
    code! {
        #[automatically_derived]
        impl<#parameter> #what for #name
        where
            for<'t> #operand: __private::Prefixed,
            #parameter: __private::IntoPrefix<#operand>,
        {
            fn value(given: #parameter) -> __private::AttributeValue {
                __private::prefix::<#operand, #parameter>(given)
            }
        }
    }
}

/// Both sides, or the one that takes something from the caller.
///
/// ```text
/// impl<__Partition: __private::IntoValue<String>> __private::KeyFrom<__Partition> for NoteKey {
///     fn values(given: __Partition) -> __private::Result<__private::KeyValues, __private::EncodeError> {
///         __private::Ok(__private::KeyValues {
///             partition: __private::key_part::<String, _>("note-id", given)?,
///             sort: __private::None,
///         })
///     }
/// }
/// ```
pub(super) fn key_from(name: &Ident, partition: &Side<'_>, sort: &Side<'_>) -> TokenStream {
    let (partition_parts, sort_parts) = (partition.parts(), sort.parts());
    let both = !partition_parts.is_empty() && !sort_parts.is_empty();
    let at = |place: usize| {
        let place = syn::Index::from(place);
        if both {
            code! { given.#place }
        } else {
            code! { given }
        }
    };
    let first = given(&partition_parts, "__Partition", &at(0), name.span());
    let second = given(&sort_parts, "__Sort", &at(1), name.span());
    let values = key_values(partition, sort, &first.values, &second.values);
    let ty = match (partition_parts.is_empty(), sort_parts.is_empty()) {
        (false, false) => {
            let (first, second) = (&first.ty, &second.ty);
            code! { (#first, #second) }
        }
        (true, false) => second.ty,
        (_, true) => first.ty,
    };
    let bounds = first.bounds.iter().chain(&second.bounds);
    let argument = if partition_parts.is_empty() && sort_parts.is_empty() {
        code! { () }
    } else {
        code! { given }
    };
    let span = name.span();
    // Located outside of the derive, as above.
    let what = quote_spanned! { span => __private::KeyFrom<#ty> };
    code! {
        #[automatically_derived]
        impl<#(#bounds),*> #what for #name {
            fn values(#argument: #ty) -> __private::Result<__private::KeyValues, __private::EncodeError> {
                #values
            }
        }
    }
}

/// The same for the key struct and a reference to it.
pub(super) fn key_from_struct(name: &Ident, partition: &Side<'_>, sort: &Side<'_>) -> TokenStream {
    let fields = |side: &Side<'_>| -> Vec<TokenStream> {
        side.parts()
            .iter()
            .map(|part| {
                let ident = &part.member.field.ident;
                code! { &given.#ident }
            })
            .collect()
    };
    let values = key_values(partition, sort, &fields(partition), &fields(sort));
    let argument = if partition.parts().is_empty() && sort.parts().is_empty() {
        code! { _ }
    } else {
        code! { given }
    };
    code! {
        #[automatically_derived]
        impl __private::KeyFrom<&#name> for #name {
            fn values(#argument: &#name) -> __private::Result<__private::KeyValues, __private::EncodeError> {
                #values
            }
        }
        #[automatically_derived]
        impl __private::KeyFrom<#name> for #name {
            fn values(given: #name) -> __private::Result<__private::KeyValues, __private::EncodeError> {
                <#name as __private::KeyFrom<&#name>>::values(&given)
            }
        }
    }
}

/// The stored key, from expressions for its parts.
fn key_values(
    partition: &Side<'_>,
    sort: &Side<'_>,
    partition_given: &[TokenStream],
    sort_given: &[TokenStream],
) -> TokenStream {
    let partition = partition.values(partition_given);
    let sort = sort.values(sort_given);
    let sort = match sort.first() {
        None => code! { __private::None },
        Some(sort) => code! { __private::Some(#sort) },
    };
    code! { __private::Ok(__private::KeyValues { partition: #(#partition)*, sort: #sort }) }
}

/// ```text
/// impl __private::KeySpec for __OrderByStatus {
///     type Item = Order;
///     type Output = Order;
///     const INDEX: __private::Option<&'static str> = __private::Some("by-status");
///     const PARTITION: &'static [&'static str] = &["status"];
///     const SORT: &'static [&'static str] = &["placedAt"];
///     const SORT_TEMPLATE: __private::Option<&'static __private::Template> = __private::None;
/// }
/// ```
pub(super) fn spec(
    name: &Ident,
    item: &Ident,
    output: &TokenStream,
    index: &TokenStream,
    [partition, sort]: [&Side<'_>; 2],
) -> TokenStream {
    let (partition_names, sort_names) = (partition.names(), sort.names());
    let template = sort.template().map(|template| {
        code! {
            const SORT_TEMPLATE: __private::Option<&'static __private::Template> = __private::Some(#template);
        }
    });
    code! {
        #[automatically_derived]
        impl __private::KeySpec for #name {
            type Item = #item;
            type Output = #output;
            const INDEX: __private::Option<&'static str> = #index;
            const PARTITION: &'static [&'static str] = &[#(#partition_names),*];
            const SORT: &'static [&'static str] = &[#(#sort_names),*];
            #template
        }
    }
}

/// The name of a type of our own for an item.
pub(super) fn named(item: &Ident, what: &str) -> Ident {
    format_ident!("{item}{what}", span = item.span())
}

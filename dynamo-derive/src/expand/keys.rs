//! The struct of the table's key attributes.

use proc_macro2::{Span, TokenStream};
use quote::format_ident;
use syn::Ident;

use super::context::place;
use crate::model::{Field, Item, KeyModel};

/// Its name.
pub(super) fn name(item: &Item) -> Ident {
    format_ident!("{}Key", item.ident, span = item.ident.span())
}

fn keys(item: &Item) -> impl Iterator<Item = &Field> + Clone {
    let positions = std::iter::once(item.partition).chain(item.sort).filter_map(KeyModel::field);
    positions.filter_map(|position| item.fields.get(position))
}

/// ```text
/// /// The primary key of a [`Note`].
/// pub struct NoteKey {
///     /// The attribute `note-id`.
///     pub id: String,
/// }
/// ```
pub(super) fn structure(item: &Item) -> TokenStream {
    let (name, vis) = (name(item), &item.vis);
    let doc = format!(" The primary key of a [`{}`].", item.ident);
    let fields = keys(item).map(|key| {
        let (vis, ident, ty) = (&key.vis, &key.ident, &key.ty);
        let doc = format!(" The attribute `{}`.", key.name);
        code! { #[doc = #doc] #vis #ident: #ty, }
    });
    code! {
        #[doc = #doc]
        #vis struct #name { #(#fields)* }
    }
}

/// Everything that the key struct implements.
pub(super) fn implement(item: &Item) -> TokenStream {
    let (name, ident) = (name(item), &item.ident);
    let standard = [debug(&name), clone(item, &name), equal(item, &name), hash(item, &name), from_item(item, &name)];
    let standard: TokenStream = standard.into_iter().collect();
    let from = from_parts(item, &name);
    let borrowed = from_struct(item, &name);
    code! {
        #standard
        #[automatically_derived]
        impl __private::KeySpec for #name {
            type Item = #ident;
        }
        #from
        #borrowed
    }
}

/// Keys are values, and values are not printed.
///
/// ```text
/// impl __private::fmt::Debug for NoteKey {
///     fn fmt(&self, f: &mut __private::fmt::Formatter<'_>) -> __private::fmt::Result {
///         f.debug_struct("NoteKey").finish_non_exhaustive()
///     }
/// }
/// ```
fn debug(name: &Ident) -> TokenStream {
    let text = name.to_string();
    code! {
        #[automatically_derived]
        impl __private::fmt::Debug for #name {
            fn fmt(&self, f: &mut __private::fmt::Formatter<'_>) -> __private::fmt::Result {
                f.debug_struct(#text).finish_non_exhaustive()
            }
        }
    }
}

/// `where for<'t> String: Bound, ..`. The unused lifetime keeps a bound that does not hold from being an error.
fn bounded(item: &Item, bound: &TokenStream) -> TokenStream {
    let bounds = keys(item).map(|key| {
        let ty = &key.ty;
        code! { for<'t> #ty: #bound, }
    });
    code! { where #(#bounds)* }
}

/// ```text
/// impl __private::Clone for NoteKey where for<'t> String: __private::Clone {
///     fn clone(&self) -> Self {
///         Self { id: __private::Clone::clone(&self.id) }
///     }
/// }
/// ```
fn clone(item: &Item, name: &Ident) -> TokenStream {
    let (bounds, fields) = (bounded(item, &code! { __private::Clone }), cloned(item, &code! { self }));
    code! {
        #[automatically_derived]
        impl __private::Clone for #name #bounds {
            fn clone(&self) -> Self {
                Self { #fields }
            }
        }
    }
}

fn cloned(item: &Item, from: &TokenStream) -> TokenStream {
    keys(item)
        .map(|key| {
            let ident = &key.ident;
            code! { #ident: __private::Clone::clone(&#from.#ident), }
        })
        .collect()
}

/// ```text
/// impl __private::From<&Note> for NoteKey where for<'t> String: __private::Clone {
///     fn from(item: &Note) -> Self {
///         Self { id: __private::Clone::clone(&item.id) }
///     }
/// }
/// ```
fn from_item(item: &Item, name: &Ident) -> TokenStream {
    let ident = &item.ident;
    let (bounds, fields) = (bounded(item, &code! { __private::Clone }), cloned(item, &code! { item }));
    code! {
        #[automatically_derived]
        impl __private::From<&#ident> for #name #bounds {
            fn from(item: &#ident) -> Self {
                Self { #fields }
            }
        }
    }
}

/// ```text
/// impl __private::PartialEq for NoteKey where for<'t> String: __private::PartialEq {
///     fn eq(&self, other: &Self) -> bool {
///         __private::PartialEq::eq(&self.id, &other.id)
///     }
/// }
/// impl __private::Eq for NoteKey where for<'t> String: __private::Eq {}
/// ```
fn equal(item: &Item, name: &Ident) -> TokenStream {
    let (partial, total) = (bounded(item, &code! { __private::PartialEq }), bounded(item, &code! { __private::Eq }));
    let equal = keys(item).map(|key| {
        let ident = &key.ident;
        code! { && __private::PartialEq::eq(&self.#ident, &other.#ident) }
    });
    code! {
        #[automatically_derived]
        impl __private::PartialEq for #name #partial {
            fn eq(&self, other: &Self) -> bool {
                true #(#equal)*
            }
        }
        #[automatically_derived]
        impl __private::Eq for #name #total {}
    }
}

/// ```text
/// impl __private::Hash for NoteKey where for<'t> String: __private::Hash {
///     fn hash<__H: __private::Hasher>(&self, state: &mut __H) {
///         __private::Hash::hash(&self.id, state);
///     }
/// }
/// ```
fn hash(item: &Item, name: &Ident) -> TokenStream {
    let bounds = bounded(item, &code! { __private::Hash });
    let fields = keys(item).map(|key| &key.ident);
    code! {
        #[automatically_derived]
        impl __private::Hash for #name #bounds {
            fn hash<__H: __private::Hasher>(&self, state: &mut __H) {
                #(__private::Hash::hash(&self.#fields, state);)*
            }
        }
    }
}

/// ```text
/// impl<__Partition: __private::IntoValue<String>> __private::KeyFrom<__Partition> for NoteKey {
///     fn values(key: __Partition) -> __private::Result<__private::KeyValues, __private::EncodeError> {
///         __private::Ok(__private::KeyValues {
///             partition: __private::key_part::<String, __Partition>("note-id", key)?,
///             sort: __private::None,
///         })
///     }
/// }
/// ```
fn from_parts(item: &Item, name: &Ident) -> TokenStream {
    let bounds = keys(item).zip(["__Partition", "__Sort"]).map(|(key, parameter)| {
        let (ty, parameter) = (&key.ty, Ident::new(parameter, Span::mixed_site()));
        quote::quote_spanned! { name.span() => #parameter: __private::IntoValue<#ty> }
    });
    let (given, parts) = match item.sort {
        None => (code! { __Partition }, [code! { key }, TokenStream::new()]),
        Some(_) => (code! { (__Partition, __Sort) }, [code! { key.0 }, code! { key.1 }]),
    };
    let values = values(item, &parts);
    // Located outside of the derive: for a key that does not fit, rustc would advise to write the impl by hand.
    let what = quote::quote_spanned! { name.span() => __private::KeyFrom<#given> };
    code! {
        #[automatically_derived]
        impl<#(#bounds),*> #what for #name {
            fn values(key: #given) -> __private::Result<__private::KeyValues, __private::EncodeError> {
                #values
            }
        }
    }
}

/// The same for the key struct and a reference to it.
fn from_struct(item: &Item, name: &Ident) -> TokenStream {
    let part = |key: Option<&Field>| {
        key.map(|key| {
            let ident = &key.ident;
            code! { &key.#ident }
        })
    };
    let mut fields = keys(item);
    let parts = [part(fields.next()).unwrap_or_default(), part(fields.next()).unwrap_or_default()];
    let values = values(item, &parts);
    code! {
        #[automatically_derived]
        impl __private::KeyFrom<&#name> for #name {
            fn values(key: &#name) -> __private::Result<__private::KeyValues, __private::EncodeError> {
                #values
            }
        }
        #[automatically_derived]
        impl __private::KeyFrom<#name> for #name {
            fn values(key: #name) -> __private::Result<__private::KeyValues, __private::EncodeError> {
                <#name as __private::KeyFrom<&#name>>::values(&key)
            }
        }
    }
}

/// The stored key, from expressions for its parts.
fn values(item: &Item, parts: &[TokenStream; 2]) -> TokenStream {
    let mut parts = keys(item).zip(parts).map(|(key, part)| {
        let (name, ty, place) = (&key.name, &key.ty, place(&key.ty));
        let convert = quote::quote_spanned! { place => __private::key_part::<#ty, _> };
        code! { #convert(#name, #part)? }
    });
    let partition = parts.next();
    let sort = parts.next().map_or_else(|| code! { __private::None }, |sort| code! { __private::Some(#sort) });
    code! { __private::Ok(__private::KeyValues { partition: #partition, sort: #sort }) }
}

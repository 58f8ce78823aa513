//! The struct of the table's key.

use std::collections::BTreeSet;

use proc_macro2::{Span, TokenStream};
use syn::Ident;

use super::context::Member;
use super::key_from::{self, named};
use super::key_side::{Operands, Side, placeholders};
use crate::model::{Field, FieldKind, Item, KeyModel};

/// Its name.
pub(super) fn name(item: &Item) -> Ident {
    named(&item.ident, "Key")
}

/// The positions of the fields that are the key, or that its templates hold.
fn positions(item: &Item) -> Vec<usize> {
    let mut seen = BTreeSet::new();
    let fields = std::iter::once(item.partition).chain(item.sort).flat_map(|key| match key {
        KeyModel::Field(field) => vec![field],
        KeyModel::Template(position) => {
            item.templates.get(position).map(|template| placeholders(template).collect()).unwrap_or_default()
        }
    });
    fields.filter(|field| seen.insert(*field)).collect()
}

fn keys(item: &Item) -> impl Iterator<Item = &Field> + Clone {
    let positions = positions(item);
    item.fields.iter().enumerate().filter(move |(position, _)| positions.contains(position)).map(|(_, field)| field)
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
        let doc = match key.kind {
            FieldKind::KeyPart => " A part of the key's text.".to_owned(),
            _ => format!(" The attribute `{}`.", key.name),
        };
        code! { #[doc = #doc] #vis #ident: #ty, }
    });
    code! {
        #[doc = #doc]
        #vis struct #name { #(#fields)* }
    }
}

/// The two sides of the table's key.
fn sides<'m>(item: &'m Item, members: &'m [Member<'m>]) -> [Side<'m>; 2] {
    [Some(item.partition), item.sort].map(|key| Side::new(item, members, key.as_slice(), Operands::Whole))
}

/// The key attributes as plain data.
pub(super) fn definitions(item: &Item, members: &[Member<'_>]) -> [Option<TokenStream>; 2] {
    sides(item, members).map(|side| side.definitions().into_iter().next())
}

/// Everything that the key struct implements.
pub(super) fn implement(item: &Item, members: &[Member<'_>]) -> TokenStream {
    let (name, ident) = (name(item), &item.ident);
    let standard = [debug(&name), clone(item, &name), equal(item, &name), hash(item, &name), from_item(item, &name)];
    let standard: TokenStream = standard.into_iter().collect();
    let [partition, sort] = sides(item, members);
    let spec = key_from::spec(&name, ident, &code! { #ident }, &code! { __private::None }, [&partition, &sort]);
    let queried = key_from::queried(&name, &partition, &sort);
    let from = key_from::key_from(&name, &partition, &sort);
    let from_struct = key_from::key_from_struct(&name, &partition, &sort);
    let read = read(item, &name, [&partition, &sort]);
    code! {
        #standard
        #spec
        #queried
        #from
        #from_struct
        #read
        #[automatically_derived]
        impl __private::ConsistentRead for #name {}
    }
}

/// The key struct as what is read of an item.
///
/// ```text
/// impl __private::ReadKey for NoteKey {
///     fn read(stored: &mut __private::KeySlots<Self>) -> __private::Result<Self, __private::DecodeError> {
///         let id = stored.take("note-id", <String as __private::Attribute>::read)?;
///         let id = __private::required(id, <String as __private::Attribute>::absent, "note-id")?;
///         __private::Ok(NoteKey { id })
///     }
/// }
/// impl __private::ReadAs<Note> for NoteKey {
///     type Slots = __private::KeySlots<NoteKey>;
///     type SlotsByKey = __private::OwnType<Note, __private::KeySlots<NoteKey>>;
///     const PROJECTION: __private::Option<&'static [__private::AttributeDef]> =
///         __private::Some(&[__private::AttributeDef::new("note-id", __private::AttributeRole::PartitionKey, &[])]);
/// }
/// ```
fn read(item: &Item, name: &Ident, sides: [&Side<'_>; 2]) -> TokenStream {
    let ident = &item.ident;
    let reads: TokenStream = sides.iter().map(|side| side.read()).collect();
    let fields = keys(item).map(|key| &key.ident);
    let roles = ["PartitionKey", "SortKey"].map(|role| Ident::new(role, Span::mixed_site()));
    let definitions = sides.into_iter().zip(roles).flat_map(|(side, role)| {
        let names = side.names().into_iter();
        names.map(move |name| code! { __private::AttributeDef::new(#name, __private::AttributeRole::#role, &[]) })
    });
    code! {
        #[automatically_derived]
        impl __private::ReadKey for #name {
            fn read(stored: &mut __private::KeySlots<Self>) -> __private::Result<Self, __private::DecodeError> {
                #reads
                __private::Ok(#name { #(#fields,)* })
            }
        }
        #[automatically_derived]
        impl __private::ReadAs<#ident> for #name {
            type Slots = __private::KeySlots<#name>;
            type SlotsByKey = __private::OwnType<#ident, __private::KeySlots<#name>>;
            const PROJECTION: __private::Option<&'static [__private::AttributeDef]> =
                __private::Some(&[#(#definitions),*]);
        }
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

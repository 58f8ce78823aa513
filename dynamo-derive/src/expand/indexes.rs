//! Secondary indexes: a type that stands for each, a handle for each, and their definitions.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use syn::Ident;

use super::context::Member;
use super::key_from::{self, named};
use super::key_side::{Operands, Side};
use super::keys;
use crate::model::{Index, IndexKind, IndexProjection, Item};

/// The name of the struct of handles.
pub(super) fn name(item: &Item) -> Ident {
    named(&item.ident, "Indexes")
}

/// ```text
/// pub struct OrderIndexes {
///     pub by_status: __private::Index<__OrderByStatus>,
/// }
/// pub struct __OrderByStatus;
/// ..
/// ```
pub(super) fn expand(item: &Item, members: &[Member<'_>]) -> TokenStream {
    let (name, vis) = (name(item), &item.vis);
    let handles = item.indexes.iter().map(|index| {
        let (handle, marker) = (&index.handle, &index.marker);
        code! { pub #handle: __private::Index<#marker>, }
    });
    let markers = item.indexes.iter().map(|index| marker(item, index, members));
    // Few programs query all of them.
    code! {
        #[doc(hidden)]
        #[allow(dead_code, clippy::struct_field_names)]
        #vis struct #name { #(#handles)* }
        #(#markers)*
    }
}

/// ```text
/// pub struct __OrderByStatus;
/// impl __private::KeySpec for __OrderByStatus { .. }
/// impl<..> __private::PartitionFrom<..> for __OrderByStatus { .. }
/// impl<..> __private::SortFrom<..> for __OrderByStatus { .. }
/// ```
fn marker(item: &Item, index: &Index, members: &[Member<'_>]) -> TokenStream {
    let (vis, name, ident) = (&item.vis, &index.name, &item.ident);
    // Located outside of the derive, as the key struct is: where it does not fit, rustc would advise to write an impl.
    let marker = &Ident::new(&index.marker.to_string(), ident.span());
    let [partition, sort] = sides(item, index, members);
    // What is not the whole item is not read as one.
    let output = match &index.projection {
        IndexProjection::All => code! { #ident },
        IndexProjection::KeysOnly => {
            let key = keys::name(item);
            code! { #key }
        }
        IndexProjection::Include(_) => code! { __private::NeedsProject },
    };
    let spec = key_from::spec(marker, ident, &output, &code! { __private::Some(#name) }, [&partition, &sort]);
    let queried = key_from::queried(marker, &partition, &sort);
    let consistent = (index.kind == IndexKind::Local).then(|| {
        code! {
            #[automatically_derived]
            impl __private::ConsistentRead for #marker {}
        }
    });
    code! {
        #[doc(hidden)]
        #vis struct #marker;
        #spec
        #queried
        #consistent
    }
}

fn sides<'m>(item: &'m Item, index: &Index, members: &'m [Member<'m>]) -> [Side<'m>; 2] {
    [&index.partition, &index.sort].map(|keys| Side::new(item, members, keys, Operands::Inner))
}

/// ```text
/// fn indexes() -> OrderIndexes {
///     OrderIndexes { by_status: __private::Index::new() }
/// }
/// ```
pub(super) fn function(item: &Item) -> TokenStream {
    let name = name(item);
    let handles = item.indexes.iter().map(|index| &index.handle);
    code! {
        fn indexes() -> #name {
            #name { #(#handles: __private::Index::new(),)* }
        }
    }
}

/// ```text
/// .with_indexes(&[__private::IndexDef::new(
///     "by-status",
///     __private::IndexKind::Global,
///     &[__private::KeyDef::new("status", <.. as __private::KeyAttribute>::SCALAR, __private::Generated::No)],
///     &[..],
///     __private::Projected::All,
/// )])
/// ```
pub(super) fn definitions(item: &Item, members: &[Member<'_>]) -> TokenStream {
    if item.indexes.is_empty() {
        return TokenStream::new();
    }
    let definitions = item.indexes.iter().map(|index| {
        let span = index.span.resolved_at(Span::mixed_site());
        let (name, kind) = (
            &index.name,
            match index.kind {
                IndexKind::Global => code! { Global },
                IndexKind::Local => code! { Local },
            },
        );
        let [partition, sort] = sides(item, index, members).map(|side| side.definitions());
        let projection = projection(item, index, members);
        quote_spanned! { span => __private::IndexDef::new(
            #name,
            __private::IndexKind::#kind,
            &[#(#partition),*],
            &[#(#sort),*],
            #projection,
        ) }
    });
    code! { .with_indexes(&[#(#definitions),*]) }
}

/// What is told apart by its type is so in an index too.
fn projection(item: &Item, index: &Index, members: &[Member<'_>]) -> TokenStream {
    match &index.projection {
        IndexProjection::All => code! { __private::Projected::All },
        IndexProjection::KeysOnly => code! { __private::Projected::KeysOnly },
        IndexProjection::Include(fields) => {
            let names = fields.iter().filter_map(|field| Some(members.get(*field)?.field.name.as_str()));
            let names = names.chain(item.type_attribute.as_ref().map(|ty| ty.name.as_str()));
            code! { __private::Projected::Include(&[#(#names),*]) }
        }
    }
}

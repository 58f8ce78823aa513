//! `DynamoItem`: the table, its key, and the type of its version.

use proc_macro2::TokenStream;
use syn::ext::IdentExt;

use super::context::{Context, Member, members};
use super::schema::Depth;
use super::templates::{self, Beside};
use super::{convert, fields, indexes, keys};
use crate::model::{Item, KeyModel};

/// Everything that an item implements, and its key struct with it.
pub(super) fn expand(item: &Item) -> TokenStream {
    let context = Context::plain(&item.ident);
    let members = members(&item.fields, "");
    let beside = Beside::of(item, &members);
    let keys = keys::implement(item, &members);
    let templates = templates::constants(item, &members);
    let indexes = indexes::expand(item, &members);
    let fields = fields::implement(&context, &members, &beside, Depth::FarInside);
    let item = implement(item, &context, &members, &beside);
    code! { #templates #keys #indexes #fields #item }
}

/// ```text
/// impl __private::DynamoItem for Note {
///     type Key = NoteKey;
///     type Indexes = NoteIndexes;
///     type Version = <__private::Coded<{ <Note as __private::Fields>::VERSION }> as __private::Number>::Number;
///     const SCHEMA: &'static __private::ItemSchema = &__private::ItemSchema::new("Note", "notes", ..);
///     fn write_key<__W: __private::WriteAttributes>(item: &Self, to: &mut __W) -> .. {
///         __private::attribute(to, __private::None, "id", <String as __private::Attribute>::encode(&item.id))?;
///         __private::Ok(())
///     }
/// }
/// ```
fn implement(item: &Item, context: &Context<'_>, members: &[Member<'_>], beside: &Beside<'_>) -> TokenStream {
    let (ident, key, indexes_name) = (&item.ident, keys::name(item), indexes::name(item));
    let (schema, indexes) = (schema(item, members), indexes::function(item));
    let keys = [Some(item.partition), item.sort].into_iter().flatten();
    let fields = keys.filter_map(KeyModel::field).filter_map(|position| members.get(position)).map(|member| {
        let ident = &member.field.ident;
        convert::write_attribute(member, &code! { __private::None }, &code! { &item.#ident })
    });
    let made = beside.keys.iter().map(|made| made.write(&code! { __private::None }, &code! { item }));
    let body = code! {
        type Key = #key;
        type Indexes = #indexes_name;
        // By number, because an associated type of a public item may not name a private type, not even on the way.
        type Version = <__private::Coded<{ <#ident as __private::Fields>::VERSION }> as __private::Number>::Number;
        const SCHEMA: &'static __private::ItemSchema = #schema;
        #indexes
        fn write_key<__W: __private::WriteAttributes>(
            item: &Self,
            to: &mut __W,
        ) -> __private::Result<(), __private::EncodeError> {
            #(#fields)*
            #(#made)*
            __private::Ok(())
        }
    };
    let item = context.implement(&code! { __private::DynamoItem }, &body);
    let writable = context.implement(&code! { __private::Writable }, &TokenStream::new());
    code! { #item #writable }
}

/// ```text
/// &__private::ItemSchema::new(
///     "Note",
///     "notes",
///     __private::KeyDef::new("id", <String as __private::KeyAttribute>::SCALAR, __private::Generated::No),
///     __private::None,
///     <Note as __private::Fields>::DEFS,
/// ).with_indexes(..).with_type(__private::TypeAttribute::new("type", "note"))
/// ```
fn schema(item: &Item, members: &[Member<'_>]) -> TokenStream {
    let (ident, table, text) = (&item.ident, &item.table, item.ident.unraw().to_string());
    let [partition, sort] = keys::definitions(item, members);
    let sort = sort.map_or_else(|| code! { __private::None }, |sort| code! { __private::Some(#sort) });
    let indexes = indexes::definitions(item, members);
    let ty = item.type_attribute.as_ref().map(|ty| {
        let (name, value) = (&ty.name, &ty.value);
        code! { .with_type(__private::TypeAttribute::new(#name, #value)) }
    });
    code! {
        &__private::ItemSchema::new(#text, #table, #partition, #sort, <#ident as __private::Fields>::DEFS) #indexes #ty
    }
}

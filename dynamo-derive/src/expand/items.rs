//! `DynamoItem`: the table, its key, and the type of its version.

use proc_macro2::TokenStream;
use syn::ext::IdentExt;

use super::context::{Context, Member, members};
use super::{convert, fields, keys};
use crate::model::{Item, KeyModel, KeySource, Role};

/// Everything that an item implements, and its key struct with it.
pub(super) fn expand(item: &Item) -> TokenStream {
    let context = Context::plain(&item.ident);
    let members = members(&item.fields, "");
    let keys = keys::implement(item);
    let fields = fields::implement(&context, &members);
    let item = implement(item, &context, &members);
    code! { #keys #fields #item }
}

/// ```text
/// impl __private::DynamoItem for Note {
///     type Key = NoteKey;
///     type Version = <__private::Coded<{ <Note as __private::Fields>::VERSION }> as __private::Number>::Number;
///     const SCHEMA: &'static __private::ItemSchema = &__private::ItemSchema::new("Note", "notes", ..);
///     fn write_key<__W: __private::WriteAttributes>(item: &Self, to: &mut __W) -> .. {
///         __private::attribute(to, __private::None, "id", <String as __private::Attribute>::encode(&item.id))?;
///         __private::Ok(())
///     }
/// }
/// ```
fn implement(item: &Item, context: &Context<'_>, members: &[Member<'_>]) -> TokenStream {
    let (ident, key) = (&item.ident, keys::name(item));
    let (schema, keys) = (schema(item, members), [Some(item.partition), item.sort]);
    let written = keys.into_iter().flatten().filter_map(|key| members.get(key.field()?)).map(|member| {
        let ident = &member.field.ident;
        convert::write_attribute(member, &code! { __private::None }, &code! { &item.#ident })
    });
    let body = code! {
        type Key = #key;
        // By number, because an associated type of a public item may not name a private type, not even on the way.
        type Version = <__private::Coded<{ <#ident as __private::Fields>::VERSION }> as __private::Number>::Number;
        const SCHEMA: &'static __private::ItemSchema = #schema;
        fn write_key<__W: __private::WriteAttributes>(
            item: &Self,
            to: &mut __W,
        ) -> __private::Result<(), __private::EncodeError> {
            #(#written)*
            __private::Ok(())
        }
    };
    context.implement(&code! { __private::DynamoItem }, &body)
}

/// ```text
/// &__private::ItemSchema::new(
///     "Note",
///     "notes",
///     __private::KeyDef::new("id", <String as __private::KeyAttribute>::SCALAR, __private::Generated::No),
///     __private::None,
///     <Note as __private::Fields>::DEFS,
/// )
/// ```
fn schema(item: &Item, members: &[Member<'_>]) -> TokenStream {
    let (ident, table, text) = (&item.ident, &item.table, item.ident.unraw().to_string());
    let partition = item.partition.field().and_then(|position| members.get(position)).map(key);
    let sort = item.sort.and_then(KeyModel::field).and_then(|position| members.get(position)).map(key);
    let sort = sort.map_or_else(|| code! { __private::None }, |sort| code! { __private::Some(#sort) });
    code! {
        &__private::ItemSchema::new(#text, #table, #partition, #sort, <#ident as __private::Fields>::DEFS)
    }
}

fn key(member: &Member<'_>) -> TokenStream {
    let (name, scalar) = (&member.field.name, member.of("KeyAttribute", "SCALAR"));
    let generated = match &member.field.role {
        Role::PartitionKey(KeySource::Uuid) | Role::SortKey(KeySource::Uuid) => code! { Uuid },
        _ => code! { No },
    };
    code! { __private::KeyDef::new(#name, #scalar, __private::Generated::#generated) }
}

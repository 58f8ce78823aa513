//! The attributes as plain data.

use proc_macro2::TokenStream;

use super::context::Member;
use crate::model::Role;

/// ```text
/// const DEFS: &'static [__private::AttributeDef] = &[
///     __private::AttributeDef::new("text", __private::AttributeRole::Plain, &["body"]),
///     __private::AttributeDef::flatten("home_", <Home as __private::Fields>::DEFS),
/// ];
/// ```
pub(super) fn definitions(members: &[Member<'_>]) -> TokenStream {
    let definitions = members.iter().filter_map(|member| {
        if member.is_flattened() {
            let (prefix, attributes) = (member.prefix_text(), member.of("Fields", "DEFS"));
            return Some(code! { __private::AttributeDef::flatten(#prefix, #attributes) });
        }
        let (name, aliases, role) = (&member.field.name, &member.field.aliases, role(&member.field.role));
        let define =
            || code! { __private::AttributeDef::new(#name, __private::AttributeRole::#role, &[#(#aliases),*]) };
        member.is_stored().then(define)
    });
    code! { const DEFS: &'static [__private::AttributeDef] = &[#(#definitions),*]; }
}

fn role(role: &Role) -> TokenStream {
    match role {
        Role::Plain | Role::KeyPart => code! { Plain },
        Role::PartitionKey(_) => code! { PartitionKey },
        Role::SortKey(_) => code! { SortKey },
        Role::Version { .. } => code! { Version },
        Role::Ttl => code! { TimeToLive },
        Role::CreatedAt | Role::UpdatedAt | Role::Uuid | Role::Counter { .. } | Role::Generation | Role::WriteId => {
            code! { Managed }
        }
    }
}

/// ```text
/// const VERSION: u8 = __private::pick_version(&[<u64 as __private::VersionAttribute>::CODE, ..]);
/// ```
pub(super) fn version(members: &[Member<'_>]) -> TokenStream {
    let codes: Vec<_> = members
        .iter()
        .filter_map(|member| match member.field.role {
            _ if member.is_flattened() => Some(member.of("Fields", "VERSION")),
            Role::Version { .. } => Some(member.of("VersionAttribute", "CODE")),
            _ => None,
        })
        .collect();
    match codes.as_slice() {
        [] => TokenStream::new(),
        [code] => code! { const VERSION: u8 = #code; },
        codes => code! { const VERSION: u8 = __private::pick_version(&[#(#codes),*]); },
    }
}

/// ```text
/// const CATCHES: __private::CatchAll = __private::pick_catch_all(&[<Home as __private::Fields>::CATCHES]);
/// ```
pub(super) fn catch_all(members: &[Member<'_>]) -> TokenStream {
    let flattened: Vec<_> =
        members.iter().filter(|member| member.is_flattened()).map(|member| member.of("Fields", "CATCHES")).collect();
    match flattened.as_slice() {
        [] => TokenStream::new(),
        flattened => code! {
            const CATCHES: __private::CatchAll = __private::pick_catch_all(&[#(#flattened),*]);
        },
    }
}

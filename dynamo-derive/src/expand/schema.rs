//! The attributes as plain data.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use syn::Ident;

use super::context::{Member, located};
use crate::model::{Codec, Role};

/// How much a definition says of what an attribute holds.
#[derive(Clone, Copy)]
pub(super) enum Depth {
    /// Nothing.
    Names,
    /// The names inside of it.
    Inside,
    /// And those inside of these.
    FarInside,
}

/// ```text
/// const DEFS: &'static [__private::AttributeDef] = &[
///     __private::AttributeDef::text("text", __private::AttributeRole::Plain, &["body"]),
///     __private::AttributeDef::elements("tags", __private::AttributeRole::Plain, &[]),
///     __private::AttributeDef::holding(
///         "place",
///         __private::AttributeRole::Plain,
///         &[],
///         <Place as __private::Attribute>::FAR_INSIDE,
///     ),
///     __private::AttributeDef::flatten("home_", <Home as __private::Fields>::DEFS),
/// ];
/// ```
pub(super) fn definitions(members: &[Member<'_>], depth: Depth) -> TokenStream {
    let list = list(members, depth);
    code! { const DEFS: &'static [__private::AttributeDef] = #list; }
}

fn list(members: &[Member<'_>], depth: Depth) -> TokenStream {
    let definitions = members.iter().filter_map(|member| {
        if member.is_flattened() {
            let (prefix, attributes) = (member.prefix_text(), member.of("Fields", "DEFS"));
            return Some(code! { __private::AttributeDef::flatten(#prefix, #attributes) });
        }
        let (name, aliases, role) = (&member.field.name, &member.field.aliases, role(&member.field.role));
        let inside = match depth {
            _ if !holds_attributes(member) => None,
            Depth::Names => None,
            Depth::Inside => Some(member.of("Attribute", "INSIDE")),
            Depth::FarInside => Some(member.of("Attribute", "FAR_INSIDE")),
        };
        // One call and not two: each costs compile time.
        let function = Ident::new(if inside.is_some() { "holding" } else { stored_as(member) }, Span::mixed_site());
        let inside = inside.into_iter();
        let define = || {
            code! {
                __private::AttributeDef::#function(#name, __private::AttributeRole::#role, &[#(#aliases),*] #(, #inside)*)
            }
        };
        member.is_stored().then(define)
    });
    code! { &[#(#definitions),*] }
}

/// What a path of a projection may lead through.
///
/// ```text
/// const INSIDE: __private::Option<&'static __private::Below> = __private::Some(&__private::Below::new(
///     <Self as __private::Fields>::DEFS,
///     <Self as __private::Fields>::CATCHES,
/// ));
/// const FAR_INSIDE: __private::Option<&'static __private::Below> = __private::Some(&__private::Below::new(
///     &[__private::AttributeDef::holding(.., <Place as __private::Attribute>::INSIDE)],
///     <Self as __private::Fields>::CATCHES,
/// ));
/// ```
pub(super) fn inside(members: &[Member<'_>]) -> TokenStream {
    let fields = code! { <Self as __private::Fields> };
    let constant = |name: TokenStream, list: TokenStream| {
        code! {
            const #name: __private::Option<&'static __private::Below> =
                __private::Some(&__private::Below::new(#list, #fields::CATCHES));
        }
    };
    let near = constant(code! { INSIDE }, code! { #fields::DEFS });
    let far = members.iter().any(holds_attributes);
    let far = far.then(|| constant(code! { FAR_INSIDE }, list(members, Depth::Inside)));
    code! { #near #far }
}

/// Whether a path of a projection may lead on from here, so that its names are checked.
///
/// A type that is named like one of the standard library's leads nowhere that is known: to say so of each costs compile
/// time, and of a type of one's own by such a name no more is lost than the check.
fn holds_attributes(member: &Member<'_>) -> bool {
    const LEAD_NOWHERE: [&str; 22] = [
        "String", "bool", "char", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128",
        "isize", "f32", "f64", "Option", "Vec", "VecDeque", "BTreeSet", "HashSet",
    ];
    let leads = |token: TokenTree| match token {
        TokenTree::Ident(ident) => !LEAD_NOWHERE.iter().any(|name| ident == name),
        TokenTree::Group(_) => true,
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    };
    let is_plain = matches!((&member.field.codec, &member.field.role), (Codec::Plain, Role::Plain));
    is_plain && member.is_stored() && member.field.ty.to_token_stream().into_iter().any(leads)
}

/// The function that defines it: by the name of its type as far as that tells, for the sake of the types that share a
/// table. To ask the type itself costs compile time.
fn stored_as(member: &Member<'_>) -> &'static str {
    match (&member.field.codec, &member.field.role) {
        (Codec::Ttl, _) | (Codec::Plain, Role::Version { .. } | Role::Counter { .. }) => return "number",
        (Codec::Plain, Role::Uuid | Role::Generation | Role::WriteId) => return "text",
        (Codec::Plain, _) => {}
        (Codec::Serde | Codec::With(_), _) => return "new",
    }
    let mut names = member.field.ty.to_token_stream().into_iter();
    let name = names.find_map(|token| match token {
        TokenTree::Ident(ident) if ident != "Option" => Some(ident.to_string()),
        _ => None,
    });
    match name.as_deref() {
        Some("String" | "char") => "text",
        Some("bool") => "boolean",
        Some(
            "u8" | "u16" | "u32" | "u64" | "u128" | "usize" | "i8" | "i16" | "i32" | "i64" | "i128" | "isize" | "f32"
            | "f64",
        ) => "number",
        Some("Vec" | "VecDeque" | "BTreeSet" | "HashSet") => "elements",
        // Keys and what writes fill in are scalars, whatever their types are called.
        _ if !matches!(member.field.role, Role::Plain) => "elements",
        _ => "new",
    }
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
/// const VERSION: u8 =
///     __private::one_version(<u64 as __private::VersionAttribute>::CODE, <Home as __private::Fields>::VERSION);
/// ```
pub(super) fn version(members: &[Member<'_>]) -> TokenStream {
    let picked = members.iter().fold(None, |picked: Option<TokenStream>, member| match member.field.role {
        _ if member.is_flattened() => {
            let picked = picked.unwrap_or_else(|| code! { 0u8 });
            Some(second(member, "one_version", &picked, &member.of("Fields", "VERSION")))
        }
        Role::Version { .. } => {
            let code = member.of("VersionAttribute", "CODE");
            Some(picked.map_or_else(|| code.clone(), |picked| second(member, "one_version", &picked, &code)))
        }
        _ => picked,
    });
    picked.map_or_else(TokenStream::new, |picked| code! { const VERSION: u8 = #picked; })
}

/// ```text
/// const CATCHES: __private::CatchAll = <Home as __private::Fields>::CATCHES;
/// ```
pub(super) fn catch_all(members: &[Member<'_>]) -> TokenStream {
    let flattened = members.iter().filter(|member| member.is_flattened());
    let picked = flattened.fold(None, |picked: Option<TokenStream>, member| {
        let catches = member.of("Fields", "CATCHES");
        Some(picked.map_or_else(|| catches.clone(), |picked| second(member, "one_catch_all", &picked, &catches)))
    });
    picked.map_or_else(TokenStream::new, |picked| code! { const CATCHES: __private::CatchAll = #picked; })
}

/// A function that refuses a second of its kind, called where the second is.
fn second(member: &Member<'_>, function: &str, picked: &TokenStream, more: &TokenStream) -> TokenStream {
    let function = Ident::new(function, member.place);
    located(&member.field.ty, quote_spanned! { member.place => __private::#function(#picked, #more) })
}

//! Writing fields, and taking over what a write has set.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

use super::attempt;
use super::context::{Context, Member};
use super::templates::Beside;
use crate::model::{Codec, FieldKind, KeySource, Role};

/// ```text
/// fn write<__P: __private::Prefixes, __W: __private::WriteAttributes>(
///     value: &Self,
///     to: &mut __W,
/// ) -> __private::Result<(), __private::EncodeError> {
///     let failed = &mut __private::None;
///     __private::field(failed, to, __P::PREFIX, "text", <String as __private::Attribute>::encode(&value.text));
///     <Home as __private::Fields>::write::<__Prefix1<__P>, __W>(&value.home, to)?;
///     __private::written(failed)
/// }
/// ```
/// What fails is looked at once, behind all fields: a way out at each is most of what rustc would check here.
pub(super) fn write(members: &[Member<'_>], beside: &Beside<'_>) -> TokenStream {
    let written = members.iter().filter_map(|member| {
        let ident = &member.field.ident;
        let value = code! { &value.#ident };
        if member.is_flattened() {
            return Some(write_flattened(member, "write", &value));
        }
        let plain = member.is_stored() && !member.is_key() && !member.is_managed();
        plain.then(|| write_field(member, &value))
    });
    let written: TokenStream = written.chain([beside.write()]).collect();
    let body = code! { let failed = &mut __private::None; #written };
    function("write", &code! { &Self }, &body, &code! { __private::written(failed) })
}

/// One of the two functions that write.
fn function(name: &str, value: &TokenStream, body: &TokenStream, end: &TokenStream) -> TokenStream {
    let name = syn::Ident::new(name, Span::mixed_site());
    code! {
        fn #name<__P: __private::Prefixes, __W: __private::WriteAttributes>(
            value: #value,
            to: &mut __W,
        ) -> __private::Result<(), __private::EncodeError> {
            #body
            #end
        }
    }
}

fn statement(call: &TokenStream) -> TokenStream {
    let attempt = attempt(call);
    code! { #attempt; }
}

/// One attribute of `write`.
fn write_field(member: &Member<'_>, value: &TokenStream) -> TokenStream {
    if matches!(member.field.codec, Codec::Ttl) || !member.field.aliases.is_empty() {
        return write_attribute(member, &code! { __P::PREFIX }, value);
    }
    let (name, value) = (&member.field.name, member.encode(value));
    code! { __private::field(failed, to, __P::PREFIX, #name, #value); }
}

/// One attribute, from an expression for a reference to its field. The writer is in the variable `to`.
pub(super) fn write_attribute(member: &Member<'_>, prefix: &TokenStream, value: &TokenStream) -> TokenStream {
    let (name, value) = (&member.field.name, member.encode(value));
    let written = if matches!(member.field.codec, Codec::Ttl) {
        statement(&code! { __private::time_to_live(to, #prefix, #name, #value) })
    } else {
        statement(&code! { __private::attribute(to, #prefix, #name, #value) })
    };
    // An update that kept the older attribute would bring its value back once the new one is absent.
    let aliases = member.field.aliases.iter().map(|alias| code! { __private::alias(to, #prefix, #alias); });
    code! { #written #(#aliases)* }
}

/// The attributes of a flattened field, from an expression for a reference to it.
fn write_flattened(member: &Member<'_>, function: &str, value: &TokenStream) -> TokenStream {
    let (write, prefixes) = (member.of("Fields", function), member.prefixes());
    statement(&code! { #write::<#prefixes, __W>(#value, to) })
}

/// ```text
/// fn write_managed<__P: .., __W: ..>(value: __private::Option<&Self>, to: &mut __W) -> .. {
///     {
///         const ROLE: &__private::Managed = &__private::Managed::Version(__private::version_def(
///             <u64 as __private::VersionAttribute>::CODE,
///             <u64 as __private::VersionAttribute>::OPTIONAL,
///             0i64,
///             1i64,
///         ));
///         let value = value.map(|value| &value.version);
///         __private::managed(to, __P::PREFIX, "version", ROLE, value, <u64 as __private::Attribute>::encode)?;
///     }
///     <Home as __private::Fields>::write_managed::<__Prefix1<__P>, __W>(value.map(|value| &value.home), to)?;
///     __private::Ok(())
/// }
/// ```
pub(super) fn write_managed(context: &Context<'_>, members: &[Member<'_>]) -> TokenStream {
    let written: TokenStream = members
        .iter()
        .filter_map(|member| {
            let (ident, name) = (&member.field.ident, &member.field.name);
            let value = code! { value.map(|value| &value.#ident) };
            if member.is_flattened() {
                return Some(write_flattened(member, "write_managed", &value));
            }
            let (role, encode) = (managed(member)?, member.encoder());
            // A constant of its own is evaluated by `cargo check`, and cannot mention parameters.
            let (constant, role) = if context.is_generic() {
                (TokenStream::new(), code! { const { &#role } })
            } else {
                (code! { const ROLE: &__private::Managed = &#role; }, code! { ROLE })
            };
            let write = statement(&code! { __private::managed(to, __P::PREFIX, #name, #role, #value, #encode) });
            Some(code! { { #constant #write } })
        })
        .collect();
    if written.is_empty() {
        return written;
    }
    function("write_managed", &code! { __private::Option<&Self> }, &written, &code! { __private::Ok(()) })
}

/// What writes fill a field in with; nothing for a field that they do not fill in.
fn managed(member: &Member<'_>) -> Option<TokenStream> {
    let role = match &member.field.role {
        Role::Version { start_at, increment_by, start } => {
            let start = start.resolved_at(Span::mixed_site());
            let (code, optional) = (member.of("VersionAttribute", "CODE"), member.of("VersionAttribute", "OPTIONAL"));
            let definition =
                quote_spanned! { start => __private::version_def(#code, #optional, #start_at, #increment_by) };
            code! { Version(#definition) }
        }
        Role::CreatedAt => {
            let stamp = stamp(member, "CreatedAtAttribute");
            code! { CreatedAt(#stamp) }
        }
        Role::UpdatedAt => {
            let stamp = stamp(member, "TimestampAttribute");
            code! { UpdatedAt(#stamp) }
        }
        Role::Uuid => code! { Uuid },
        Role::Counter { start_at, increment_by } => {
            code! { Counter { start_at: #start_at, increment_by: #increment_by } }
        }
        Role::Generation => code! { Generation },
        Role::WriteId => code! { WriteId },
        Role::Plain | Role::PartitionKey(_) | Role::SortKey(_) | Role::KeyPart | Role::Ttl => return None,
    };
    Some(code! { __private::Managed::#role })
}

/// The function that makes the value of an instant.
fn stamp(member: &Member<'_>, requirement: &str) -> TokenStream {
    match &member.codec {
        None => member.of(requirement, "stamp"),
        Some(codec) => {
            let stamp = member.of(requirement, "stamp_by");
            code! { #stamp::<#codec> }
        }
    }
}

/// ```text
/// fn assign<__P: __private::Prefixes>(
///     value: &mut Self,
///     stamp: &__private::Stamp,
/// ) -> __private::Result<(), __private::DecodeError> {
///     stamp.assign(__P::PREFIX, "version", &mut value.version, <u64 as __private::Attribute>::read)?;
///     <Home as __private::Fields>::assign::<__Prefix1<__P>>(&mut value.home, stamp)?;
///     __private::Ok(())
/// }
/// ```
pub(super) fn assign(members: &[Member<'_>]) -> TokenStream {
    let assigned: TokenStream = members.iter().filter_map(assign_one).collect();
    if assigned.is_empty() {
        return assigned;
    }
    code! {
        fn assign<__P: __private::Prefixes>(
            value: &mut Self,
            stamp: &__private::Stamp,
        ) -> __private::Result<(), __private::DecodeError> {
            #assigned
            __private::Ok(())
        }
    }
}

fn assign_one(member: &Member<'_>) -> Option<TokenStream> {
    let (ident, name) = (&member.field.ident, &member.field.name);
    if member.is_flattened() {
        let (assign, prefixes) = (member.of("Fields", "assign"), member.prefixes());
        return Some(statement(&code! { #assign::<#prefixes>(&mut value.#ident, stamp) }));
    }
    let made = match member.field.role {
        Role::Ttl | Role::PartitionKey(KeySource::Uuid) | Role::SortKey(KeySource::Uuid) => true,
        _ => member.is_managed(),
    };
    let read = member.reader();
    made.then(|| statement(&code! { stamp.assign(__P::PREFIX, #name, &mut value.#ident, #read) }))
}

/// ```text
/// fn keep_skipped(new: &mut Self, old: &mut Self) {
///     __private::swap(&mut new.cache, &mut old.cache);
///     <Home as __private::Fields>::keep_skipped(&mut new.home, &mut old.home);
/// }
/// ```
pub(super) fn keep_skipped(members: &[Member<'_>]) -> TokenStream {
    let kept: Vec<_> = members
        .iter()
        .filter_map(|member| {
            let ident = &member.field.ident;
            let function = match member.field.kind {
                FieldKind::Stored | FieldKind::KeyPart | FieldKind::Nested { .. } => return None,
                FieldKind::Skipped => code! { __private::swap },
                FieldKind::Flattened { .. } => member.of("Fields", "keep_skipped"),
            };
            Some(code! { #function(&mut new.#ident, &mut old.#ident); })
        })
        .collect();
    match kept.as_slice() {
        [] => TokenStream::new(),
        kept => code! { fn keep_skipped(new: &mut Self, old: &mut Self) { #(#kept)* } },
    }
}

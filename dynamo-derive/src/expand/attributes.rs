//! The struct of attribute handles.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote_spanned};
use syn::Ident;

use super::context::{Context, Member, mentions};
use crate::model::{Codec, DefaultSource, Role};

/// Its name, which users see where they name an attribute that is not there. Not that of a field's type, which stands
/// in the same scope.
pub(super) fn name(context: &Context<'_>, members: &[Member<'_>]) -> Ident {
    let mut name = format_ident!("{}Attributes", context.ident, span = Span::mixed_site());
    while members.iter().any(|member| mentions(member.field.ty.to_token_stream(), &name)) {
        name = format_ident!("{name}_");
    }
    name
}

/// ```text
/// #[allow(dead_code, clippy::type_complexity)]
/// pub struct NoteAttributes<__M = Note> {
///     pub text: __private::Attr<
///         __M,
///         <String as __private::Attribute>::Inner,
///         <String as __private::Attribute>::Presence,
///     >,
///     home: <Home as __private::Fields>::Handles<__M>,
/// }
/// ```
pub(super) fn structure(context: &Context<'_>, members: &[Member<'_>]) -> TokenStream {
    let (name, this, bounds) = (name(context, members), context.this(), context.bounds());
    let declared = context.declare(&code! { __M = #this });
    let fields = members.iter().filter_map(|member| {
        let (vis, ident, ty) = (&member.field.vis, &member.field.ident, handle(member)?);
        Some(code! { #vis #ident: #ty, })
    });
    let marker = has_marker(context, members).then(|| {
        code! { __types: __private::PhantomData<fn() -> (*const __M, *const #this)>, }
    });
    // Its fields are for the user to read, and few programs read all of them. Lints take the types for the user's own,
    // because they stand where the user's types do.
    code! {
        #[doc(hidden)]
        #[allow(dead_code, clippy::type_complexity)]
        pub struct #name #declared #bounds { #(#fields)* #marker }
    }
}

/// A last field that mentions each parameter, where no handle may do so. Behind flattened fields it has another use:
/// whether a struct is `Sized` is asked of its last field, and asked again wherever the struct is named. A flattened
/// field whose type has no attributes would be as many errors.
fn has_marker(context: &Context<'_>, members: &[Member<'_>]) -> bool {
    context.is_generic() || members.iter().any(Member::is_flattened) || !members.iter().any(Member::is_stored)
}

/// The type of one handle, or of the handles of a flattened field.
fn handle(member: &Member<'_>) -> Option<TokenStream> {
    let (ty, place) = (&member.field.ty, member.place);
    if member.is_flattened() {
        let handles = member.of("Fields", "Handles");
        return Some(member.generic(quote_spanned! { place => #handles<__M }));
    }
    if !member.is_stored() {
        return None;
    }
    let inner = match (&member.field.codec, &member.codec) {
        (Codec::Ttl, _) => {
            let inner = member.of("Attribute", "Inner");
            quote_spanned! { place => __private::Encoded<#inner, __private::TtlSeconds> }
        }
        (_, Some(codec)) => quote_spanned! { place => __private::Encoded<#ty, #codec> },
        _ => member.of("Attribute", "Inner"),
    };
    let role = role(member);
    Some(member.generic(quote_spanned! { place => __private::Attr<__M, #inner, #role }))
}

/// What an update may do with the attribute.
fn role(member: &Member<'_>) -> TokenStream {
    match (&member.field.role, &member.field.default) {
        (Role::PartitionKey(_), _) => code! { __private::role::PartitionKey },
        (Role::SortKey(_), _) => code! { __private::role::SortKey },
        (Role::Version { .. }, _) => code! { __private::role::Version },
        (Role::Plain | Role::Ttl, DefaultSource::Trait | DefaultSource::Path(_)) => {
            code! { __private::role::Optional }
        }
        (Role::Plain | Role::Ttl, DefaultSource::Required) if member.codec.is_none() => {
            member.of("Attribute", "Presence")
        }
        (Role::Plain | Role::Ttl, DefaultSource::Required) => code! { __private::role::Required },
        _ => code! { __private::role::Managed },
    }
}

/// ```text
/// fn handles<__M, __P: __private::Prefixes>() -> NoteAttributes<__M> {
///     NoteAttributes {
///         text: __private::Attr::new(__P::PREFIX, "text"),
///         home: <Home as __private::Fields>::handles::<__M, __Prefix1<__P>>(),
///     }
/// }
/// ```
pub(super) fn function(context: &Context<'_>, members: &[Member<'_>]) -> TokenStream {
    let name = name(context, members);
    let arguments = context.arguments(&code! { __M });
    let fields = members.iter().filter_map(|member| {
        let text = &member.field.name;
        if member.is_flattened() {
            let (handles, prefixes) = (member.of("Fields", "handles"), member.prefixes());
            let handles = quote_spanned! { member.place => #handles::<__M, #prefixes> };
            let handles = member.call(handles, TokenStream::new());
            let ident = member.ident();
            return Some(code! { #ident: #handles, });
        }
        member.is_stored().then(|| {
            let ident = member.ident();
            let new = quote_spanned! { member.place => __private::Attr::new };
            let new = member.call(new, code! { __P::PREFIX, #text });
            code! { #ident: #new, }
        })
    });
    let marker = has_marker(context, members).then(|| code! { __types: __private::PhantomData, });
    code! {
        fn handles<__M, __P: __private::Prefixes>() -> #name #arguments {
            #name { #(#fields)* #marker }
        }
    }
}

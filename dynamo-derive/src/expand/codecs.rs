//! The local types of a field: its codec, and the prefix that it is flattened with.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::spanned::Spanned;
use syn::{GenericParam, Type};

use super::context::{Context, Member, mentions};
use crate::model::Codec;

/// The local types of these fields.
pub(super) fn local_types(context: &Context<'_>, members: &[Member<'_>]) -> TokenStream {
    let of = |member: &Member<'_>| {
        let codec = member.codec.as_ref().map(|name| codec(context, &member.field.codec, name, &member.field.ty));
        let prefix = prefix(member);
        code! { #codec #prefix }
    };
    members.iter().map(of).collect()
}

/// ```text
/// pub struct __With0;
/// impl __private::Codec<SystemTime> for __With0 {
///     fn encode(value: &SystemTime) -> .. { __private::encoded_with(epoch_seconds::encode(value)) }
///     fn decode(value: ..) -> .. { __private::decoded_with(value, epoch_seconds::decode) }
/// }
/// ```
pub(super) fn codec(context: &Context<'_>, codec: &Codec, name: &TokenStream, ty: &Type) -> TokenStream {
    let Codec::With(path) = codec else { return TokenStream::new() };
    let place = path.span().resolved_at(Span::mixed_site());
    let encode = quote_spanned! { place => __private::encoded_with(#path::encode(value)) };
    let decode = quote_spanned! { place => __private::decoded_with(value, #path::decode) };
    let (declared, bounds) = mentioned(context, ty);
    code! {
        #[doc(hidden)]
        pub struct #name;
        #[automatically_derived]
        impl #declared __private::Codec<#ty> for #name #bounds {
            fn encode(
                value: &#ty,
            ) -> __private::Result<__private::Option<__private::AttributeValue>, __private::EncodeError> {
                #encode
            }
            fn decode(
                value: __private::Option<__private::AttributeValue>,
            ) -> __private::Result<__private::Option<#ty>, __private::DecodeError> {
                #decode
            }
        }
    }
}

/// The parameters and bounds of the type, if it mentions them: an impl may not declare others.
fn mentioned(context: &Context<'_>, ty: &Type) -> (TokenStream, TokenStream) {
    let mentioned = |parameter: &GenericParam| match parameter {
        GenericParam::Type(parameter) => mentions(ty.to_token_stream(), &parameter.ident),
        GenericParam::Const(parameter) => mentions(ty.to_token_stream(), &parameter.ident),
        GenericParam::Lifetime(parameter) => mentions(ty.to_token_stream(), &parameter.lifetime.ident),
    };
    if context.generics.params.iter().all(mentioned) {
        return (context.declare(&TokenStream::new()), context.bounds());
    }
    let parameters = context.generics.params.iter().filter(|parameter| mentioned(parameter));
    (code! { <#(#parameters),*> }, TokenStream::new())
}

/// ```text
/// pub struct __Prefix1<__P>(__private::PhantomData<__P>);
/// impl<__P: __private::Prefixes> __private::Prefixes for __Prefix1<__P> {
///     const PREFIX: .. = Some(&__private::Prefix { outer: __P::PREFIX, text: "home_" });
/// }
/// ```
fn prefix(member: &Member<'_>) -> TokenStream {
    let Some(name) = &member.prefix else { return TokenStream::new() };
    let text = member.prefix_text();
    code! {
        #[doc(hidden)]
        pub struct #name<__P>(__private::PhantomData<__P>);
        #[automatically_derived]
        impl<__P: __private::Prefixes> __private::Prefixes for #name<__P> {
            const PREFIX: __private::Option<&'static __private::Prefix> =
                __private::Some(&__private::Prefix { outer: __P::PREFIX, text: #text });
        }
    }
}

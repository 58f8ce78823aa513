//! What the generators share: a type with its generic parameters, and its fields with what is known about each.

use proc_macro2::{Delimiter, Group, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote_spanned};
use syn::spanned::Spanned;
use syn::{GenericParam, Generics, Ident, Type, WherePredicate, parse_quote};

use crate::model::{Codec, DefaultSource, Field, FieldKind, KeySource, Role};

/// A type with its generic parameters.
pub(super) struct Context<'m> {
    pub(super) ident: &'m Ident,
    /// With the bounds that the fields need.
    pub(super) generics: Generics,
}

impl<'m> Context<'m> {
    /// A type without generic parameters.
    pub(super) fn plain(ident: &'m Ident) -> Self {
        Self { ident, generics: Generics::default() }
    }

    /// A type with the bounds that its fields need.
    pub(super) fn new(ident: &'m Ident, generics: &Generics, bounds: Vec<WherePredicate>) -> Self {
        let mut generics = generics.clone();
        if !bounds.is_empty() {
            generics.make_where_clause().predicates.extend(bounds);
        }
        Self { ident, generics }
    }

    pub(super) fn is_generic(&self) -> bool {
        !self.generics.params.is_empty()
    }

    /// The parameters as an impl or a struct declares them, with further ones behind: `<T: Bound, __M>`.
    pub(super) fn declare(&self, more: &TokenStream) -> TokenStream {
        let parameters = self.generics.params.iter().map(|parameter| {
            let mut parameter = parameter.clone();
            match &mut parameter {
                GenericParam::Type(parameter) => {
                    parameter.default = None;
                }
                GenericParam::Const(parameter) => {
                    parameter.default = None;
                }
                GenericParam::Lifetime(_) => {}
            }
            parameter
        });
        angle(&code! { #(#parameters,)* #more })
    }

    /// The parameters as arguments, with further ones behind: `<T, __M>`.
    pub(super) fn arguments(&self, more: &TokenStream) -> TokenStream {
        let arguments = self.generics.params.iter().map(|parameter| match parameter {
            GenericParam::Type(parameter) => parameter.ident.to_token_stream(),
            GenericParam::Const(parameter) => parameter.ident.to_token_stream(),
            GenericParam::Lifetime(parameter) => parameter.lifetime.to_token_stream(),
        });
        angle(&code! { #(#arguments,)* #more })
    }

    /// The type itself: `Money<T>`.
    pub(super) fn this(&self) -> TokenStream {
        let ident = self.ident;
        let arguments = self.arguments(&TokenStream::new());
        code! { #ident #arguments }
    }

    pub(super) fn bounds(&self) -> TokenStream {
        self.generics.where_clause.to_token_stream()
    }

    /// `impl<T> Trait for Money<T> where .. { body }`
    pub(super) fn implement(&self, what: &TokenStream, body: &TokenStream) -> TokenStream {
        let (declared, this, bounds) = (self.declare(&TokenStream::new()), self.this(), self.bounds());
        code! {
            #[automatically_derived]
            impl #declared #what for #this #bounds { #body }
        }
    }

    /// The same with bounds on top.
    pub(super) fn implement_where(
        &self,
        more: &TokenStream,
        what: &TokenStream,
        bound: &TokenStream,
        body: &TokenStream,
    ) -> TokenStream {
        let (declared, this) = (self.declare(more), self.this());
        let predicates = self.generics.where_clause.iter().flat_map(|clause| &clause.predicates);
        code! {
            #[automatically_derived]
            impl #declared #what for #this where #(#predicates,)* #bound { #body }
        }
    }
}

fn angle(inside: &TokenStream) -> TokenStream {
    if inside.is_empty() {
        TokenStream::new()
    } else {
        code! { <#inside> }
    }
}

/// Where rustc shows a mistake about this type. Exactly the type's own span, or equal errors would not be merged.
pub(super) fn place(ty: &Type) -> Span {
    ty.span()
}

/// Where a type begins and ends. Both are read from its tokens, so a field's are kept: it is asked for them twenty times.
#[derive(Clone, Copy)]
pub(super) struct Extent {
    place: Span,
    end: Span,
}

impl Extent {
    fn of(ty: &Type) -> Self {
        let place = place(ty);
        let end = match ty.to_token_stream().into_iter().last() {
            Some(TokenTree::Group(group)) => group.span_close(),
            last => last.map_or(place, |last| last.span()),
        };
        Self { place, end }
    }

    /// `<Type as Trait>::member`, located at the type.
    fn member_of(self, ty: &impl ToTokens, what: &str, member: &str) -> TokenStream {
        let (what, member) = (Ident::new(what, self.place), Ident::new(member, self.end));
        quote_spanned! { self.place => <#ty as __private::#what>::#member }
    }

    /// The tokens and a last one. They are located at the type if they begin there.
    fn ending(self, mut tokens: TokenStream, last: impl Into<TokenTree>) -> TokenStream {
        let mut last = last.into();
        last.set_span(self.end);
        tokens.extend([last]);
        tokens
    }
}

/// The same tokens, from where the type begins to where it ends: rustc shows a mistake about a type at the whole of it,
/// and merges equal errors of one place. Both ends count, so only the first and the last token are moved.
pub(super) fn located(ty: &Type, tokens: TokenStream) -> TokenStream {
    let Extent { place, end } = Extent::of(ty);
    let mut tokens: Vec<TokenTree> = tokens.into_iter().collect();
    if let Some(last) = tokens.last_mut() {
        last.set_span(end);
    }
    if let Some(first) = tokens.first_mut() {
        first.set_span(place);
    }
    tokens.into_iter().collect()
}

/// `<Type as Trait>::member`, located at the type.
pub(super) fn of(ty: &Type, what: &str, member: &str) -> TokenStream {
    Extent::of(ty).member_of(ty, what, member)
}

/// The bound that a field needs where its type mentions a parameter: on the field's type, so that it is never too much.
///
/// `Vec<T>` in `struct Node<T> { children: Vec<Node<T>> }` cannot have that bound, since it would be needed for itself.
/// There the parameters are bounded.
pub(super) fn bounds(generics: &Generics, this: &Ident, fields: &[(&Type, TokenStream)]) -> Vec<WherePredicate> {
    let parameters: Vec<_> = generics.type_params().map(|parameter| &parameter.ident).collect();
    let mut bounds: Vec<WherePredicate> = Vec::new();
    for (ty, bound) in fields {
        let mentioned: Vec<_> = parameters.iter().filter(|ident| mentions(ty.to_token_stream(), ident)).collect();
        if mentioned.is_empty() || bound.is_empty() {
            continue;
        }
        if mentions(ty.to_token_stream(), this) {
            bounds.extend(mentioned.iter().map(|parameter| -> WherePredicate { parse_quote!(#parameter: #bound) }));
        } else {
            bounds.push(parse_quote!(#ty: #bound));
        }
    }
    bounds
}

/// Whether the identifier is anywhere among these tokens.
pub(super) fn mentions(tokens: TokenStream, ident: &Ident) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(other) => other == *ident,
        TokenTree::Group(group) => mentions(group.stream(), ident),
        _ => false,
    })
}

/// A field with the local types that are made for it.
#[derive(Clone)]
pub(super) struct Member<'m> {
    pub(super) field: &'m Field,
    /// Where rustc shows a mistake about its type.
    pub(super) place: Span,
    extent: Extent,
    /// The codec's type, where there is one.
    pub(super) codec: Option<TokenStream>,
    /// The local type of the prefix, where there is one.
    pub(super) prefix: Option<Ident>,
}

/// The fields of one struct or of one variant. Local types end in `scope` and the field's position.
pub(super) fn members<'m>(fields: &'m [Field], scope: &str) -> Vec<Member<'m>> {
    let member = |(position, field): (usize, &'m Field)| {
        let extent = Extent::of(&field.ty);
        let prefix = match &field.kind {
            FieldKind::Flattened { prefix } if !prefix.is_empty() => {
                Some(format_ident!("__Prefix{scope}{position}", span = Span::mixed_site()))
            }
            _ => None,
        };
        let codec = codec(&field.codec, &format!("{scope}{position}"));
        Member { field, place: extent.place, extent, codec, prefix }
    };
    fields.iter().enumerate().map(member).collect()
}

/// The codec's type.
pub(super) fn codec(codec: &Codec, scope: &str) -> Option<TokenStream> {
    match codec {
        Codec::Plain | Codec::Ttl => None,
        Codec::Serde => Some(code! { __private::Serde }),
        Codec::With(_) => Some(format_ident!("__With{scope}", span = Span::mixed_site()).into_token_stream()),
    }
}

impl Member<'_> {
    pub(super) fn is_stored(&self) -> bool {
        matches!(self.field.kind, FieldKind::Stored)
    }

    /// Whether reading finds a value for it: in an attribute of its own, or in a key.
    pub(super) fn has_slot(&self) -> bool {
        matches!(self.field.kind, FieldKind::Stored | FieldKind::KeyPart | FieldKind::Nested { .. })
    }

    pub(super) fn is_flattened(&self) -> bool {
        matches!(self.field.kind, FieldKind::Flattened { .. })
    }

    pub(super) fn is_key(&self) -> bool {
        matches!(self.field.role, Role::PartitionKey(_) | Role::SortKey(_))
    }

    /// Whether writes fill it in.
    pub(super) fn is_managed(&self) -> bool {
        self.is_stored() && !self.is_key() && !matches!(self.field.role, Role::Plain | Role::Ttl)
    }

    /// The name of the variant that says whether the library makes the key.
    pub(super) fn generated_key(&self) -> Ident {
        let name = match &self.field.role {
            Role::PartitionKey(KeySource::Uuid) | Role::SortKey(KeySource::Uuid) => "Uuid",
            _ => "No",
        };
        Ident::new(name, Span::mixed_site())
    }

    /// The same place for tokens that see our local variables, and that lints know to be generated.
    pub(super) fn generated(&self) -> Span {
        self.place.resolved_at(Span::mixed_site())
    }

    /// The field's name, located at its type.
    pub(super) fn ident(&self) -> Ident {
        let mut ident = self.field.ident.clone();
        ident.set_span(self.place);
        ident
    }

    /// `<Type as Trait>::member`, located at the type.
    pub(super) fn of(&self, what: &str, member: &str) -> TokenStream {
        self.extent.member_of(&self.field.ty, what, member)
    }

    /// `Generic<arguments>`, located at the type: what stands before the last bracket is given.
    pub(super) fn generic(&self, opened: TokenStream) -> TokenStream {
        self.extent.ending(opened, Punct::new('>', Spacing::Alone))
    }

    /// `function(arguments)`, located at the type, where the function is.
    pub(super) fn call(&self, function: TokenStream, arguments: TokenStream) -> TokenStream {
        self.extent.ending(function, Group::new(Delimiter::Parenthesis, arguments))
    }

    /// `<<Type as Attribute>::Inner as Trait>::member`: of the type inside of an `Option`, located at the whole.
    pub(super) fn inner(&self, what: &str, member: &str) -> TokenStream {
        self.extent.member_of(&self.of("Attribute", "Inner"), what, member)
    }

    /// The attribute's value, from an expression for a reference to the field.
    pub(super) fn encode(&self, value: &TokenStream) -> TokenStream {
        if matches!(self.field.codec, Codec::Ttl) {
            return self.of("TtlAttribute", "ttl").into_iter().chain(code! { (#value) }).collect();
        }
        if self.codec.is_none() {
            let encode = self.of("Attribute", "encode");
            return code! { #encode(#value) };
        }
        encode(&self.field.ty, self.codec.as_ref(), "encode", value)
    }

    /// The function that makes the attribute's value of a reference to the field.
    pub(super) fn encoder(&self) -> TokenStream {
        let (ty, place) = (&self.field.ty, self.place);
        match &self.codec {
            None => self.of("Attribute", "encode"),
            Some(codec) => quote_spanned! { place => <#codec as __private::Codec<#ty>>::encode },
        }
    }

    /// The field, from the value that is in the variable `value`.
    pub(super) fn read(&self, value: &TokenStream) -> TokenStream {
        if matches!(self.field.codec, Codec::Ttl) {
            let (from_seconds, never) = (self.of("TtlAttribute", "from_seconds"), self.of("TtlAttribute", "never"));
            return code! { __private::decode_ttl(#value, #from_seconds, #never) };
        }
        if self.codec.is_none() {
            let read = self.of("Attribute", "read");
            return code! { #read(#value) };
        }
        read(&self.field.ty, self.codec.as_ref(), value)
    }

    /// The function that makes the field of an attribute's value.
    pub(super) fn reader(&self) -> TokenStream {
        if self.codec.is_none() && !matches!(self.field.codec, Codec::Ttl) {
            return self.of("Attribute", "read");
        }
        let read = self.read(&code! { value });
        code! { |value| #read }
    }

    /// The codec's function that reads.
    pub(super) fn decoder(&self) -> Option<TokenStream> {
        self.codec.as_ref().map(|codec| decoder(&self.field.ty, codec))
    }

    /// The prefixes of a flattened field.
    pub(super) fn prefixes(&self) -> TokenStream {
        self.prefix.as_ref().map_or_else(|| code! { __P }, |prefix| code! { #prefix<__P> })
    }

    /// The text before the names of a flattened field.
    pub(super) fn prefix_text(&self) -> &str {
        if let FieldKind::Flattened { prefix } = &self.field.kind { prefix } else { "" }
    }

    /// What bounds the type where it mentions a parameter.
    pub(super) fn bound(&self) -> TokenStream {
        match (&self.field.kind, &self.field.codec) {
            (FieldKind::Flattened { .. }, _) => code! { __private::Fields },
            (FieldKind::Stored, Codec::Plain) => code! { __private::Attribute },
            (FieldKind::Skipped, _) if matches!(self.field.default, DefaultSource::Trait) => {
                code! { __private::Default }
            }
            _ => TokenStream::new(),
        }
    }
}

/// A value of this type as it is stored, from an expression for a reference to it.
pub(super) fn encode(ty: &Type, codec: Option<&TokenStream>, function: &str, value: &TokenStream) -> TokenStream {
    let place = place(ty);
    match codec {
        None => {
            let encode = of(ty, "Attribute", function);
            code! { #encode(#value) }
        }
        Some(codec) => quote_spanned! { place => <#codec as __private::Codec<#ty>>::encode(#value) },
    }
}

/// A value of this type, from an expression for what is stored.
pub(super) fn read(ty: &Type, codec: Option<&TokenStream>, value: &TokenStream) -> TokenStream {
    match codec {
        None => {
            let read = of(ty, "Attribute", "read");
            code! { #read(#value) }
        }
        Some(codec) => {
            let decode = decoder(ty, codec);
            code! { __private::decode(#value, #decode) }
        }
    }
}

fn decoder(ty: &Type, codec: &TokenStream) -> TokenStream {
    quote_spanned! { place(ty) => <#codec as __private::Codec<#ty>>::decode }
}

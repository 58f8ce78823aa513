//! Where attributes wait until all of them are read.

use std::collections::BTreeMap;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote_spanned};
use syn::Ident;

use super::context::{Context, Member, located};
use super::templates::Beside;
use super::{attempt, templates};
use crate::model::{Codec, DefaultSource, FieldKind, Role};

/// The name of the slots of a struct, or of one variant.
pub(super) fn name(context: &Context<'_>, scope: &str) -> Ident {
    format_ident!("__{}{scope}Slots", context.ident, span = Span::mixed_site())
}

/// The struct of slots with its impls. `constructor` is what takes the fields: `Note` or `Shape::Circle`.
pub(super) fn expand(
    context: &Context<'_>,
    members: &[Member<'_>],
    beside: &Beside<'_>,
    name: &Ident,
    constructor: &TokenStream,
) -> TokenStream {
    let structure = structure(context, members, name);
    let default = default(context, members, name);
    let (declared, this, bounds) = (context.declare(&TokenStream::new()), context.this(), context.bounds());
    let arguments = context.arguments(&TokenStream::new());
    let body = [accept(members, beside), finish(members, &this, constructor)];
    let body: TokenStream = body.into_iter().collect();
    code! {
        #structure
        #default
        #[automatically_derived]
        impl #declared __private::Slots<#this> for #name #arguments #bounds { #body }
    }
}

/// ```text
/// pub struct __NoteSlots {
///     text: __private::Option<String>,
///     home: <Home as __private::Fields>::Slots,
///     __types: __private::PhantomData<fn() -> *const Note>,
/// }
/// ```
fn structure(context: &Context<'_>, members: &[Member<'_>], name: &Ident) -> TokenStream {
    let (declared, this, bounds) = (context.declare(&TokenStream::new()), context.this(), context.bounds());
    let slots = members.iter().filter_map(|member| {
        let (ident, ty) = (&member.field.ident, &member.field.ty);
        if member.is_flattened() {
            let slots = member.of("Fields", "Slots");
            return Some(code! { #ident: #slots, });
        }
        member.has_slot().then(|| code! { #ident: __private::Option<#ty>, })
    });
    let marker = has_marker(context, members).then(|| code! { __types: __private::PhantomData<fn() -> *const #this>, });
    code! {
        #[doc(hidden)]
        pub struct #name #declared #bounds { #(#slots)* #marker }
    }
}

/// The last field, for the reasons that the one of the handles has.
fn has_marker(context: &Context<'_>, members: &[Member<'_>]) -> bool {
    context.is_generic() || members.iter().any(Member::is_flattened)
}

/// ```text
/// impl __private::Default for __NoteSlots {
///     fn default() -> Self {
///         Self { text: __private::None, home: __private::no_slots() }
///     }
/// }
/// ```
fn default(context: &Context<'_>, members: &[Member<'_>], name: &Ident) -> TokenStream {
    let (declared, bounds) = (context.declare(&TokenStream::new()), context.bounds());
    let arguments = context.arguments(&TokenStream::new());
    let slots = members.iter().filter_map(|member| {
        let ident = &member.field.ident;
        if member.is_flattened() {
            let ident = member.ident();
            let empty = located(&member.field.ty, quote_spanned! { member.place => __private::no_slots() });
            return Some(code! { #ident: #empty, });
        }
        member.has_slot().then(|| code! { #ident: __private::None, })
    });
    let marker = has_marker(context, members).then(|| code! { __types: __private::PhantomData, });
    code! {
        #[automatically_derived]
        impl #declared __private::Default for #name #arguments #bounds {
            fn default() -> Self {
                Self { #(#slots)* #marker }
            }
        }
    }
}

/// `self`, which may be located elsewhere: a local variable of the generated code could not.
fn this() -> Ident {
    Ident::new("self", Span::call_site())
}

/// The slots of a flattened field, located at its type as a whole.
fn slots(member: &Member<'_>, reference: &TokenStream) -> TokenStream {
    let (this, ident) = (Ident::new("self", member.place), &member.field.ident);
    located(&member.field.ty, quote_spanned! { member.place => #reference #this.#ident })
}

/// ```text
/// #[inline]
/// fn accept<__R: __private::ReadValue>(
///     &mut self,
///     name: &str,
///     value: __R,
/// ) -> __private::Result<__private::Option<__R>, __private::DecodeError> {
///     match name.len() {
///         4usize => match name {
///             "text" => return __private::fill(&mut self.text, name, <String as __private::Attribute>::read(value)),
///             "body" if self.text.is_some() => return __private::skip(value),
///             "body" => return __private::fill(..),
///             _ => {}
///         },
///         _ => {}
///     }
///     let value = __private::Some(value);
///     let value = __private::offer::<Home, _, _>(
///         &mut self.home,
///         <Home as __private::Fields>::CATCHES,
///         __private::CatchAll::No,
///         "home_",
///         name,
///         value,
///     )?;
///     ..
///     __private::Ok(value)
/// }
/// ```
fn accept(members: &[Member<'_>], beside: &Beside<'_>) -> TokenStream {
    let this = this();
    let known = known(members, beside);
    let offers = [code! { No }, code! { Yes }]
        .into_iter()
        .flat_map(|turn| members.iter().filter(|member| member.is_flattened()).map(move |member| offer(member, &turn)));
    code! {
        #[inline]
        fn accept<__R: __private::ReadValue>(
            &mut #this,
            name: &str,
            value: __R,
        ) -> __private::Result<__private::Option<__R>, __private::DecodeError> {
            #known
            let value = __private::Some(value);
            #(#offers)*
            __private::Ok(value)
        }
    }
}

/// The names by their lengths: a name is compared with those only that it can be.
fn known(members: &[Member<'_>], beside: &Beside<'_>) -> TokenStream {
    let this = this();
    let mut arms = BTreeMap::<usize, Vec<TokenStream>>::new();
    for member in members.iter().filter(|member| member.is_stored()) {
        let (ident, read) = (&member.field.ident, member.read(&code! { value }));
        let fill = code! { return __private::fill(&mut #this.#ident, name, #read), };
        let name = &member.field.name;
        arms.entry(name.len()).or_default().push(code! { #name => #fill });
        for alias in &member.field.aliases {
            arms.entry(alias.len()).or_default().push(code! {
                #alias if #this.#ident.is_some() => return __private::skip(value),
                #alias => #fill
            });
        }
    }
    for (name, arm) in beside_arms(beside).chain(nested_arms(members)) {
        arms.entry(name.len()).or_default().push(arm);
    }
    if arms.is_empty() {
        return TokenStream::new();
    }
    let lengths = arms.into_iter().map(|(length, arms)| code! { #length => match name { #(#arms)* _ => {} }, });
    code! { match name.len() { #(#lengths)* _ => {} } }
}

/// The maps that nested fields are in, each for all of its fields.
///
/// ```text
/// "shipping" => {
///     let nested = __private::Nested::read("shipping", value)?;
///     self.city = nested.take(&["city"], <String as __private::Attribute>::read)?;
///     return __private::Ok(__private::None);
/// }
/// ```
fn nested_arms<'m>(members: &'m [Member<'_>]) -> impl Iterator<Item = (&'m str, TokenStream)> {
    let this = this();
    let mut maps = BTreeMap::<&str, Vec<TokenStream>>::new();
    for member in members {
        let FieldKind::Nested { path } = &member.field.kind else { continue };
        let Some((first, rest)) = path.split_first() else { continue };
        let (ident, reader) = (&member.field.ident, member.reader());
        let field = code! { #this.#ident = nested.take(&[#(#rest),*], #reader)?; };
        maps.entry(first).or_default().push(field);
    }
    maps.into_iter().map(|(name, fields)| {
        let arm = code! {
            #name => {
                let nested = __private::Nested::read(#name, value)?;
                #(#fields)*
                return __private::Ok(__private::None);
            }
        };
        (name, arm)
    })
}

/// What is stored beside the fields: a key holds fields, and the rest repeats what is known.
///
/// ```text
/// "SK" => {
///     let mut parts = __private::KeyTexts::read(__TEMPLATE1, value)?;
///     self.number = __private::Some(parts.next(
///         <u64 as __private::Attribute>::read,
///         <u64 as __private::Attribute>::encode,
///     )?);
///     return __private::Ok(__private::None);
/// }
/// "GSI1PK" => return __private::skip(value),
/// "type" => return __private::own_type(value, "type", "order"),
/// ```
fn beside_arms<'b>(beside: &'b Beside<'_>) -> impl Iterator<Item = (&'b str, TokenStream)> {
    let keys = beside.keys.iter().map(|made| {
        let (name, constant) = (made.name, &made.constant);
        let this = this();
        let fields = made.members.iter().map(|member| {
            let (ident, next) = (&member.field.ident, templates::next(member));
            code! { #this.#ident = __private::Some(#next?); }
        });
        let parts = templates::parts(&made.members);
        let arm = code! {
            #name => {
                let #parts = __private::KeyTexts::read(#constant, value)?;
                #(#fields)*
                return __private::Ok(__private::None);
            }
        };
        (name, arm)
    });
    let repeated = beside.indexes.iter().map(|made| {
        let name = made.name;
        (name, code! { #name => return __private::skip(value), })
    });
    let of_type = beside
        .type_attribute
        .map(|(name, own)| (name, code! { #name => return __private::own_type(value, #name, #own), }));
    keys.chain(repeated).chain(of_type)
}

/// Maps that catch the unknown have their turn after the others.
fn offer(member: &Member<'_>, turn: &TokenStream) -> TokenStream {
    let (ty, prefix, catches) = (&member.field.ty, member.prefix_text(), member.of("Fields", "CATCHES"));
    let turn = code! { __private::CatchAll::#turn };
    let arguments = code! { #catches, #turn, #prefix, name, value };
    let slots = slots(member, &code! { &mut });
    let offer = quote_spanned! { member.place => __private::offer::<#ty, _, _> };
    let offered = located(ty, code! { #offer(#slots, #arguments) });
    let offered = attempt(&offered);
    code! { let value = #offered; }
}

/// ```text
/// fn finish(self) -> __private::Result<Note, __private::DecodeError> {
///     __private::Ok(Note {
///         text: __private::required(self.text, <String as __private::Attribute>::absent, "text")?,
///         home: __private::finish::<Home, _>(self.home, "home_")?,
///     })
/// }
/// ```
fn finish(members: &[Member<'_>], item: &TokenStream, constructor: &TokenStream) -> TokenStream {
    let fields = members.iter().map(|member| {
        let (ident, value) = (&member.field.ident, finish_one(member));
        code! { #ident: #value, }
    });
    let this = this();
    code! {
        fn finish(#this) -> __private::Result<#item, __private::DecodeError> {
            __private::Ok(#constructor { #(#fields)* })
        }
    }
}

/// The field, from its slot or from what its absence means.
fn finish_one(member: &Member<'_>) -> TokenStream {
    let (ident, ty) = (&member.field.ident, &member.field.ty);
    if member.is_flattened() {
        let prefix = member.prefix_text();
        let slots = slots(member, &TokenStream::new());
        let finish = quote_spanned! { member.place => __private::finish::<#ty, _> };
        let finished = located(ty, code! { #finish(#slots, #prefix) });
        return attempt(&finished);
    }
    let this = this();
    from_slot(member, &code! { #this.#ident })
}

/// The same of a field that is not flattened, from an expression for its slot.
pub(super) fn from_slot(member: &Member<'_>, slot: &TokenStream) -> TokenStream {
    let name = &member.field.name;
    match (&member.field.default, member.has_slot()) {
        (DefaultSource::Required, _) => {}
        (default, true) => {
            let (default, requirement) = (default_function(member, default), requirement(member));
            return code! { { #requirement __private::otherwise(#slot, #default) } };
        }
        (default, false) => {
            let default = default_function(member, default);
            return code! { #default() };
        }
    }
    let absent = match (&member.field.role, &member.field.codec, member.decoder()) {
        (Role::Version { start_at, .. }, ..) => {
            let unset = member.of("VersionAttribute", "unset");
            return attempt(&code! { __private::version(#slot, #unset, #start_at) });
        }
        (Role::Uuid | Role::Generation | Role::WriteId, ..) => {
            let unset = member.of("IdAttribute", "unset");
            return code! { __private::otherwise(#slot, #unset) };
        }
        (Role::Counter { .. }, ..) => member.of("CounterAttribute", "unset"),
        (_, Codec::Ttl, _) => member.of("TtlAttribute", "never"),
        (_, _, Some(decode)) => return attempt(&code! { __private::required_by(#slot, #decode, #name) }),
        _ => member.of("Attribute", "absent"),
    };
    attempt(&code! { __private::required(#slot, #absent, #name) })
}

fn default_function(member: &Member<'_>, default: &DefaultSource) -> TokenStream {
    if let DefaultSource::Path(path) = default {
        return path.to_token_stream();
    }
    // Generated tokens, because a lint finds that the prelude's `Default` need not be qualified.
    let (ty, generated) = (&member.field.ty, member.generated());
    quote_spanned! { generated => <#ty as __private::Default>::default }
}

/// A default takes the place where the role's requirement is otherwise named.
fn requirement(member: &Member<'_>) -> TokenStream {
    let required = match member.field.role {
        Role::Uuid | Role::Generation | Role::WriteId => member.of("IdAttribute", "unset"),
        Role::Counter { .. } => member.of("CounterAttribute", "unset"),
        _ => return TokenStream::new(),
    };
    code! { let _ = #required; }
}

//! An enum of items: all types of one table, read as a whole and told apart by the attribute of the type.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote_spanned};
use syn::Ident;
use syn::ext::IdentExt;

use super::context::{Context, located, of, place};
use super::item_enum_keys;
use super::key_from::named;
use crate::model::{ItemEnum, ItemVariant};

/// Everything that an enum of items implements.
pub(super) fn expand(items: &ItemEnum) -> TokenStream {
    let context = Context::plain(&items.ident);
    let parts = [
        handles(items),
        slots(items),
        item_enum_keys::expand(items),
        fields(items, &context),
        item(items, &context),
        read_as(items),
        checks(items),
    ];
    parts.into_iter().collect()
}

fn attributes_name(items: &ItemEnum) -> Ident {
    format_ident!("{}Attributes", items.ident, span = Span::mixed_site())
}

fn slots_name(items: &ItemEnum) -> Ident {
    format_ident!("__{}Slots", items.ident.unraw(), span = Span::mixed_site())
}

/// `<Type as DynamoItem>::member`. Generated tokens, because users have that trait in scope, and a lint finds that it
/// need not be qualified.
pub(super) fn of_item(variant: &ItemVariant, member: &str) -> TokenStream {
    let (ty, generated) = (&variant.ty, place(&variant.ty).resolved_at(Span::mixed_site()));
    let member = Ident::new(member, generated);
    quote_spanned! { generated => <#ty as __private::DynamoItem>::#member }
}

fn schema(variant: &ItemVariant) -> TokenStream {
    of_item(variant, "SCHEMA")
}

/// ```text
/// pub struct ShopAttributes<__M = Shop> {
///     pub customer: <ShopCustomer as __private::Fields>::Handles<__M>,
///     pub order: <ShopOrder as __private::Fields>::Handles<__M>,
///     __types: __private::PhantomData<fn() -> *const __M>,
/// }
/// ```
fn handles(items: &ItemEnum) -> TokenStream {
    let (name, ident) = (attributes_name(items), &items.ident);
    let fields = items.variants.iter().map(|variant| {
        let (handle, handles) = (&variant.handle, of(&variant.ty, "Fields", "Handles"));
        let handles = located(&variant.ty, quote_spanned! { place(&variant.ty) => #handles<__M> });
        code! { pub #handle: #handles, }
    });
    code! {
        #[doc(hidden)]
        #[allow(dead_code, clippy::type_complexity)]
        pub struct #name<__M = #ident> {
            #(#fields)*
            __types: __private::PhantomData<fn() -> *const __M>,
        }
    }
}

/// All attributes wait, because the one of the type may come last.
///
/// ```text
/// pub struct __ShopSlots(__private::Item);
/// impl __private::Slots<Shop> for __ShopSlots {
///     ..
///     fn finish(self) -> __private::Result<Shop, __private::DecodeError> {
///         let of_type = __private::stored_type(&self.0, <ShopCustomer as __private::DynamoItem>::SCHEMA)?;
///         if __private::is_type(<ShopCustomer as __private::DynamoItem>::SCHEMA, &of_type) {
///             return __private::read_variant::<ShopCustomer>(self.0).map(Shop::Customer);
///         }
///         ..
///         __private::Err(__private::unknown_variant("Shop"))
///     }
/// }
/// ```
fn slots(items: &ItemEnum) -> TokenStream {
    let (name, ident, text) = (slots_name(items), &items.ident, items.ident.unraw().to_string());
    let first = items.variants.first().map(schema);
    let variants = items.variants.iter().map(|variant| {
        let (schema, ty, variant) = (schema(variant), &variant.ty, &variant.ident);
        code! {
            if __private::is_type(#schema, &of_type) {
                return __private::read_variant::<#ty>(self.0).map(#ident::#variant);
            }
        }
    });
    code! {
        #[doc(hidden)]
        pub struct #name(__private::Item);
        #[automatically_derived]
        impl __private::Default for #name {
            fn default() -> Self {
                Self(__private::no_slots())
            }
        }
        #[automatically_derived]
        impl __private::Slots<#ident> for #name {
            fn accept<__R: __private::ReadValue>(
                &mut self,
                name: &str,
                value: __R,
            ) -> __private::Result<__private::Option<__R>, __private::DecodeError> {
                __private::keep(&mut self.0, name, value)
            }
            fn finish(self) -> __private::Result<#ident, __private::DecodeError> {
                let of_type = __private::stored_type(&self.0, #first)?;
                #(#variants)*
                __private::Err(__private::unknown_type(#text, #first))
            }
        }
    }
}

/// ```text
/// impl __private::Fields for Shop {
///     type Handles<__M> = ShopAttributes<__M>;
///     type Slots = __ShopSlots;
///     const DEFS: .. = &[__private::AttributeDef::flatten("", <ShopCustomer as __private::Fields>::DEFS), ..];
///     ..
/// }
/// ```
fn fields(items: &ItemEnum, context: &Context<'_>) -> TokenStream {
    let (handles, slots) = (attributes_name(items), slots_name(items));
    let definitions = items.variants.iter().map(|variant| {
        let attributes = of(&variant.ty, "Fields", "DEFS");
        code! { __private::AttributeDef::flatten("", #attributes) }
    });
    let made = items.variants.iter().map(|variant| {
        let (handle, function, place) = (&variant.handle, of(&variant.ty, "Fields", "handles"), place(&variant.ty));
        let handles = located(&variant.ty, quote_spanned! { place => #function::<__M, __P>() });
        code! { #handle: #handles, }
    });
    let write = by_variant(items, |variant| of(&variant.ty, "Fields", "write"), &code! { ::<__P, __W>(value, to) });
    let managed = items.variants.iter().map(|variant| {
        let (ident, write) = (&variant.ident, of(&variant.ty, "Fields", "write_managed"));
        code! { __private::Some(Self::#ident(value)) => #write::<__P, __W>(__private::Some(value), to), }
    });
    let kept = items.variants.iter().map(|variant| {
        let (ident, keep) = (&variant.ident, of(&variant.ty, "Fields", "keep_skipped"));
        code! { (Self::#ident(new), Self::#ident(old)) => #keep(new, old), }
    });
    let other = (items.variants.len() > 1).then(|| code! { _ => {} });
    let body = code! {
        type Handles<__M> = #handles<__M>;
        type Slots = #slots;
        const DEFS: &'static [__private::AttributeDef] = &[#(#definitions),*];
        fn handles<__M, __P: __private::Prefixes>() -> #handles<__M> {
            #handles { #(#made)* __types: __private::PhantomData }
        }
        fn write<__P: __private::Prefixes, __W: __private::WriteAttributes>(
            value: &Self,
            to: &mut __W,
        ) -> __private::Result<(), __private::EncodeError> {
            #write
        }
        fn write_managed<__P: __private::Prefixes, __W: __private::WriteAttributes>(
            value: __private::Option<&Self>,
            to: &mut __W,
        ) -> __private::Result<(), __private::EncodeError> {
            match value {
                #(#managed)*
                __private::None => __private::Ok(()),
            }
        }
        fn keep_skipped(new: &mut Self, old: &mut Self) {
            match (new, old) {
                #(#kept)*
                #other
            }
        }
    };
    context.implement(&code! { __private::Fields }, &body)
}

/// `match value { Self::Order(value) => <ShopOrder as Trait>::function(..), .. }`
fn by_variant(items: &ItemEnum, function: fn(&ItemVariant) -> TokenStream, arguments: &TokenStream) -> TokenStream {
    let arms = items.variants.iter().map(|variant| {
        let (ident, function) = (&variant.ident, function(variant));
        code! { Self::#ident(value) => #function #arguments, }
    });
    code! { match value { #(#arms)* } }
}

/// ```text
/// impl __private::DynamoItem for Shop {
///     type Key = ShopKey;
///     type Indexes = ();
///     type Version = __private::NoVersion;
///     const SCHEMA: &'static __private::ItemSchema = &__private::ItemSchema::new(
///         "Shop",
///         "shop",
///         <ShopCustomer as __private::DynamoItem>::SCHEMA.partition_key,
///         <ShopCustomer as __private::DynamoItem>::SCHEMA.sort_key,
///         <Shop as __private::Fields>::DEFS,
///     ).with_indexes({ .. });
///     ..
/// }
/// ```
fn item(items: &ItemEnum, context: &Context<'_>) -> TokenStream {
    let (ident, key, table) = (&items.ident, named(&items.ident, "Key"), &items.table);
    let text = ident.unraw().to_string();
    let (first, all) = (items.variants.first().map(schema), items.variants.iter().map(schema));
    let write = by_variant(items, |variant| of_item(variant, "write_key"), &code! { (value, to) });
    let body = code! {
        type Key = #key;
        type Indexes = ();
        type Version = __private::NoVersion;
        const SCHEMA: &'static __private::ItemSchema = {
            const ALL: &[&__private::ItemSchema] = &[#(#all),*];
            const INDEXES: &[__private::IndexDef] =
                &__private::indexes_of::<{ __private::count_indexes(ALL) }>(ALL);
            &__private::ItemSchema::new(
                #text,
                #table,
                #first.partition_key,
                #first.sort_key,
                <#ident as __private::Fields>::DEFS,
            )
            .with_indexes(INDEXES)
        };
        fn indexes() {}
        fn write_key<__W: __private::WriteAttributes>(
            value: &Self,
            to: &mut __W,
        ) -> __private::Result<(), __private::EncodeError> {
            #write
        }
    };
    context.implement(&code! { __private::DynamoItem }, &body)
}

/// What is read by the keys and indexes of one variant may be read as the enum.
///
/// ```text
/// impl __private::ReadAs<ShopOrder> for Shop {
///     type Slots = __ShopSlots;
///     type SlotsByKey = __ShopSlots;
///     const PROJECTION: __private::Option<&'static [__private::AttributeDef]> = __private::None;
///     const TYPES: __private::Types = __private::Types::All;
/// }
/// ```
fn read_as(items: &ItemEnum) -> TokenStream {
    let (ident, slots) = (&items.ident, slots_name(items));
    let each = items.variants.iter().map(|variant| {
        let ty = &variant.ty;
        code! {
            #[automatically_derived]
            impl __private::ReadAs<#ty> for #ident {
                type Slots = #slots;
                type SlotsByKey = #slots;
                const PROJECTION: __private::Option<&'static [__private::AttributeDef]> = __private::None;
                const TYPES: __private::Types = __private::Types::All;
            }
        }
    });
    each.collect()
}

/// The variants live in one table, and each has a type of its own.
///
/// ```text
/// const _: () = __private::assert_variant(
///     "shop",
///     &[<ShopCustomer as __private::DynamoItem>::SCHEMA],
///     <ShopOrder as __private::DynamoItem>::SCHEMA,
/// );
/// ```
fn checks(items: &ItemEnum) -> TokenStream {
    let table = &items.table;
    let checks = items.variants.iter().enumerate().map(|(position, variant)| {
        let before = items.variants.iter().take(position).map(schema);
        let (span, schema) = (variant.ident.span().resolved_at(Span::mixed_site()), schema(variant));
        quote_spanned! { span => const _: () = __private::assert_variant(#table, &[#(#before),*], #schema); }
    });
    checks.collect()
}

//! `DynamoProjection`: a struct of some of an item's attributes.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote_spanned};

use super::context::{Context, Member, members};
use super::templates::Beside;
use super::{codecs, slots};
use crate::model::{FieldKind, Projection};

/// ```text
/// pub struct __SummarySlots { .. }
/// impl __private::ReadAs<Order> for Summary {
///     type Slots = __SummarySlots;
///     type SlotsByKey = __private::OwnType<Order, __SummarySlots>;
///     const PROJECTION: __private::Option<&'static [__private::AttributeDef]> = __private::Some(&[
///         __private::AttributeDef::new("total", __private::AttributeRole::Plain, &[]),
///         __private::AttributeDef::nested("shipping", &["city"]),
///     ]);
/// }
/// const _: () = __private::assert_projected(.., &[__private::AttributeDef::new("total", ..)], "Order");
/// ```
pub(super) fn expand(projection: &Projection) -> TokenStream {
    let (ident, item) = (&projection.ident, &projection.item);
    let context = Context::plain(ident);
    let members = members(&projection.fields, "");
    let local = codecs::local_types(&context, &members);
    let name = slots::name(&context, "");
    let slots = slots::expand(&context, &members, &Beside::default(), &name, &code! { #ident });
    let definitions = members.iter().filter_map(definition);
    let checks = members.iter().filter_map(|member| check(projection, member));
    code! {
        #local
        #slots
        #[automatically_derived]
        impl __private::ReadAs<#item> for #ident {
            type Slots = #name;
            type SlotsByKey = __private::OwnType<#item, #name>;
            const PROJECTION: __private::Option<&'static [__private::AttributeDef]> =
                __private::Some(&[#(#definitions),*]);
        }
        #(#checks)*
    }
}

fn definition(member: &Member<'_>) -> Option<TokenStream> {
    let name = &member.field.name;
    match &member.field.kind {
        FieldKind::Stored => Some(code! { __private::AttributeDef::new(#name, __private::AttributeRole::Plain, &[]) }),
        FieldKind::Flattened { prefix } => {
            let attributes = member.of("Fields", "DEFS");
            Some(code! { __private::AttributeDef::flatten(#prefix, #attributes) })
        }
        FieldKind::Nested { path } => {
            let (first, rest) = path.split_first()?;
            Some(code! { __private::AttributeDef::nested(#first, &[#(#rest),*]) })
        }
        FieldKind::Skipped | FieldKind::KeyPart => None,
    }
}

/// What the item does not have is told at the field.
fn check(projection: &Projection, member: &Member<'_>) -> Option<TokenStream> {
    let (item, definition) = (&projection.item, definition(member)?);
    let span = member.field.ident.span().resolved_at(Span::mixed_site());
    let text = item.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
    let item = item.to_token_stream();
    let of_item = code! { <#item as __private::Fields> };
    Some(quote_spanned! { span =>
        const _: () = __private::assert_projected(#of_item::DEFS, #of_item::CATCHES, &[#definition], #text);
    })
}

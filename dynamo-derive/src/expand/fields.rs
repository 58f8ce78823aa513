//! `Fields`: what items, value structs and flattened structs have in common.

use proc_macro2::TokenStream;

use super::context::{Context, Member};
use super::schema::Depth;
use super::templates::Beside;
use super::{attributes, checks, codecs, convert, schema, slots};

/// The handles, the slots, and the impl that ties them to the type.
///
/// ```text
/// impl __private::Fields for Note {
///     type Handles<__M> = NoteAttributes<__M>;
///     type Slots = __NoteSlots;
///     const DEFS: .. = ..;
///     ..
/// }
/// ```
pub(super) fn implement(
    context: &Context<'_>,
    members: &[Member<'_>],
    beside: &Beside<'_>,
    depth: Depth,
) -> TokenStream {
    let local_types = codecs::local_types(context, members);
    let attributes = attributes::structure(context, members);
    let (handles, handle_arguments) = (attributes::name(context, members), context.arguments(&code! { __M }));
    let slots_name = slots::name(context, "");
    let ident = context.ident;
    let slots = slots::expand(context, members, beside, &slots_name, &code! { #ident });
    let slot_arguments = context.arguments(&TokenStream::new());
    let body = [
        code! {
            type Handles<__M> = #handles #handle_arguments;
            type Slots = #slots_name #slot_arguments;
        },
        schema::definitions(members, depth),
        schema::version(members),
        schema::catch_all(members),
        attributes::function(context, members),
        convert::write(members, beside),
        convert::write_managed(context, members),
        convert::assign(members),
        convert::keep_skipped(members),
    ];
    let fields = context.implement(&code! { __private::Fields }, &body.into_iter().collect());
    let distinct = checks::distinct(context, members);
    code! { #local_types #attributes #slots #fields #distinct }
}

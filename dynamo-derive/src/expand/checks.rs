//! What is checked in constants, because it takes knowing types.

use proc_macro2::TokenStream;

use super::context::{Context, Member};

/// Names are compared across flattened structs; those of one struct have been compared already. The constant of a
/// generic struct would never be evaluated.
///
/// ```text
/// const _: () = __private::assert_distinct::<
///     { __private::count(<Note as __private::Fields>::DEFS) },
/// >(<Note as __private::Fields>::DEFS);
/// ```
pub(super) fn distinct(context: &Context<'_>, members: &[Member<'_>]) -> TokenStream {
    if context.is_generic() || !members.iter().any(Member::is_flattened) {
        return TokenStream::new();
    }
    let ident = context.ident;
    let definitions = code! { <#ident as __private::Fields>::DEFS };
    code! { const _: () = __private::assert_distinct::<{ __private::count(#definitions) }>(#definitions); }
}

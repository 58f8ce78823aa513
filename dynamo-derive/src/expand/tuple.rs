//! A struct of several unnamed fields: L.

use proc_macro2::TokenStream;

use super::codecs;
use super::context::{self, Context, encode, read};
use super::values::{attribute, bound, markers};
use crate::model::{TupleField, Value};

/// ```text
/// impl __private::Attribute for Point {
///     fn encode(value: &Self) -> .. {
///         __private::encode_parts([<f64 as __private::Attribute>::encode_element(&value.0), ..])
///     }
///     fn read<..>(value: __R) -> .. {
///         let mut parts = __private::Parts::read(value, 2usize)?;
///         __private::Ok(Self(parts.next(|part| <f64 as __private::Attribute>::read(part))?, ..))
///     }
///     ..
/// }
/// ```
pub(super) fn expand(value: &Value, fields: &[TupleField]) -> TokenStream {
    let bounds: Vec<_> = fields.iter().map(|field| bound(&field.ty, &field.codec)).collect();
    let context = Context::new(&value.ident, &value.generics, context::bounds(&value.generics, &value.ident, &bounds));
    let parts: Vec<_> = fields.iter().map(|field| Part::new(&context, field)).collect();
    let (count, local) = (fields.len(), parts.iter().map(|part| &part.local));
    let (encoded, read) = (parts.iter().map(|part| &part.encode), parts.iter().map(|part| &part.read));
    let attribute = attribute(
        &context,
        &code! { __private::role::Required },
        &code! { __private::encode_parts([#(#encoded),*]) },
        &code! {
            let mut parts = __private::Parts::read(value, #count)?;
            __private::Ok(Self(#(parts.next(|part| #read)?),*))
        },
        &TokenStream::new(),
    );
    let markers = markers(&context, &["ListElement", "Sizeable"]);
    code! { #(#local)* #attribute #markers }
}

/// What is generated for one field.
struct Part {
    /// The codec's type.
    local: TokenStream,
    encode: TokenStream,
    /// From the variable `part`.
    read: TokenStream,
}

impl Part {
    fn new(context: &Context<'_>, field: &TupleField) -> Self {
        let (ty, index) = (&field.ty, &field.index);
        let codec = context::codec(&field.codec, &index.index.to_string());
        Self {
            local: codec.as_ref().map(|codec| codecs::codec(context, &field.codec, codec, ty)).unwrap_or_default(),
            encode: encode(ty, codec.as_ref(), "encode_element", &code! { &value.#index }),
            read: read(ty, codec.as_ref(), &code! { part }),
        }
    }
}

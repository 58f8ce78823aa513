//! The type as it was written: syn's tree without what no rule reads, and with the words already parsed.

use proc_macro2::Span;
use syn::{Attribute, Data, DeriveInput, Expr, Fields, Generics, Ident, Type, Visibility};

use crate::attr::{self, FieldWord, ItemWord, NoWord, Place, ProjectionWord, TupleWord, ValueWord, VariantWord, Words};
use crate::diagnostics::Diagnostics;

/// What a derive was written on.
pub(crate) struct Container<W, B> {
    pub(crate) ident: Ident,
    pub(crate) vis: Visibility,
    pub(crate) generics: Generics,
    pub(crate) words: Words<W>,
    pub(crate) body: B,
}

pub(crate) type Item = Container<ItemWord, ItemBody>;
pub(crate) type Projection = Container<ProjectionWord, ProjectionBody>;
pub(crate) type Value = Container<ValueWord, ValueBody>;

/// The body of what derives `DynamoItem`. Only two kinds are items, so only those are looked into.
pub(crate) enum ItemBody {
    Named(Vec<NamedField>),
    Unnamed,
    Unit,
    Enum(Vec<ItemVariant>),
    Union(Span),
}

/// The body of what derives `DynamoProjection`.
pub(crate) enum ProjectionBody {
    Named(Vec<NamedField>),
    Unnamed,
    Unit,
    Enum(Span),
    Union(Span),
}

/// The body of what derives `DynamoValue`.
pub(crate) enum ValueBody {
    Named(Vec<NamedField>),
    Unnamed(Vec<UnnamedField>),
    Unit,
    Enum(Vec<Variant>),
    Union(Span),
}

pub(crate) struct NamedField {
    pub(crate) ident: Ident,
    pub(crate) vis: Visibility,
    pub(crate) ty: Type,
    pub(crate) words: Words<FieldWord>,
}

pub(crate) struct UnnamedField {
    pub(crate) vis: Visibility,
    pub(crate) ty: Type,
    pub(crate) words: Words<TupleWord>,
}

pub(crate) struct Variant {
    pub(crate) ident: Ident,
    pub(crate) words: Words<VariantWord>,
    pub(crate) body: VariantBody,
    pub(crate) discriminant: Option<Expr>,
}

/// A variant of an enum of items.
pub(crate) struct ItemVariant {
    pub(crate) ident: Ident,
    /// The types of its unnamed fields, which a variant of another kind has none of.
    pub(crate) types: Vec<Type>,
}

pub(crate) enum VariantBody {
    Unit,
    Named(Vec<NamedField>),
    Unnamed(Vec<Type>),
}

/// Reads what derives `DynamoItem`.
pub(crate) fn item(input: &DeriveInput, diagnostics: &mut Diagnostics) -> Item {
    let place = if matches!(input.data, Data::Enum(_)) { Place::ItemEnum } else { Place::Item };
    let words = attr::read(&input.attrs, place, diagnostics);
    let body = match &input.data {
        Data::Enum(data) => {
            ItemBody::Enum(data.variants.iter().map(|variant| item_variant(variant, diagnostics)).collect())
        }
        Data::Union(data) => ItemBody::Union(data.union_token.span),
        Data::Struct(data) => match &data.fields {
            Fields::Named(_) => ItemBody::Named(named(&data.fields, Place::ItemField, diagnostics)),
            Fields::Unnamed(_) => ItemBody::Unnamed,
            Fields::Unit => ItemBody::Unit,
        },
    };
    container(input, words, body)
}

/// Reads what derives `DynamoProjection`.
pub(crate) fn projection(input: &DeriveInput, diagnostics: &mut Diagnostics) -> Projection {
    let words = attr::read(&input.attrs, Place::Projection, diagnostics);
    let body = match &input.data {
        Data::Enum(data) => ProjectionBody::Enum(data.enum_token.span),
        Data::Union(data) => ProjectionBody::Union(data.union_token.span),
        Data::Struct(data) => match &data.fields {
            Fields::Named(_) => ProjectionBody::Named(named(&data.fields, Place::ProjectionField, diagnostics)),
            Fields::Unnamed(_) => ProjectionBody::Unnamed,
            Fields::Unit => ProjectionBody::Unit,
        },
    };
    container(input, words, body)
}

/// Reads what derives `DynamoValue`.
pub(crate) fn value(input: &DeriveInput, diagnostics: &mut Diagnostics) -> Value {
    let words = attr::read(&input.attrs, Place::Value, diagnostics);
    let body = match &input.data {
        Data::Enum(data) => {
            ValueBody::Enum(data.variants.iter().map(|variant| self::variant(variant, diagnostics)).collect())
        }
        Data::Union(data) => ValueBody::Union(data.union_token.span),
        Data::Struct(data) => match &data.fields {
            Fields::Named(_) => ValueBody::Named(named(&data.fields, Place::ValueField, diagnostics)),
            Fields::Unnamed(_) => ValueBody::Unnamed(unnamed(&data.fields, diagnostics)),
            Fields::Unit => ValueBody::Unit,
        },
    };
    container(input, words, body)
}

fn container<W, B>(input: &DeriveInput, words: Words<W>, body: B) -> Container<W, B> {
    Container { ident: input.ident.clone(), vis: input.vis.clone(), generics: input.generics.clone(), words, body }
}

fn named(fields: &Fields, place: Place, diagnostics: &mut Diagnostics) -> Vec<NamedField> {
    let read = |field: &syn::Field| {
        let words = attr::read(&field.attrs, place, diagnostics);
        // A field without a name would not be among `Fields::Named`.
        let ident = field.ident.clone()?;
        Some(NamedField { ident, vis: field.vis.clone(), ty: field.ty.clone(), words })
    };
    fields.iter().filter_map(read).collect()
}

fn unnamed(fields: &Fields, diagnostics: &mut Diagnostics) -> Vec<UnnamedField> {
    let read = |field: &syn::Field| {
        let words = attr::read(&field.attrs, Place::TupleField, diagnostics);
        UnnamedField { vis: field.vis.clone(), ty: field.ty.clone(), words }
    };
    fields.iter().map(read).collect()
}

fn item_variant(variant: &syn::Variant, diagnostics: &mut Diagnostics) -> ItemVariant {
    let _: Words<NoWord> = attr::read(&variant.attrs, Place::ItemVariant, diagnostics);
    let types = match &variant.fields {
        Fields::Unit | Fields::Named(_) => Vec::new(),
        Fields::Unnamed(fields) => {
            for field in &fields.unnamed {
                refuse_words(&field.attrs, diagnostics);
            }
            fields.unnamed.iter().map(|field| field.ty.clone()).collect()
        }
    };
    ItemVariant { ident: variant.ident.clone(), types }
}

fn variant(variant: &syn::Variant, diagnostics: &mut Diagnostics) -> Variant {
    let words = attr::read(&variant.attrs, Place::Variant, diagnostics);
    let body = match &variant.fields {
        Fields::Unit => VariantBody::Unit,
        Fields::Named(_) => VariantBody::Named(named(&variant.fields, Place::VariantField, diagnostics)),
        Fields::Unnamed(fields) => {
            for field in &fields.unnamed {
                refuse_words(&field.attrs, diagnostics);
            }
            VariantBody::Unnamed(fields.unnamed.iter().map(|field| field.ty.clone()).collect())
        }
    };
    Variant {
        ident: variant.ident.clone(),
        words,
        body,
        discriminant: variant.discriminant.as_ref().map(|(_, number)| number.clone()),
    }
}

/// The one field of a newtype variant takes no words, so reading them is refusing them.
fn refuse_words(attrs: &[Attribute], diagnostics: &mut Diagnostics) {
    let _: Words<NoWord> = attr::read(attrs, Place::NewtypeVariantField, diagnostics);
}

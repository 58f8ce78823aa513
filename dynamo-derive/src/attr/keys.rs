//! The words of keys: indexes, templates, the type attribute.

use proc_macro2::TokenStream;
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::token::{Bracket, Paren};
use syn::{Error, Ident, Token, bracketed};

use super::near::nearest;
use super::parse::{equals, text, value};
use super::words::nested;
use super::{Key, Place, Text, Word, Words};
use crate::diagnostics::Diagnostics;

/// What may be said in `global_index(..)` and `local_index(..)`.
pub(crate) enum IndexWord {
    Name(Text),
    PartitionKey(IndexKey),
    SortKey(IndexKey),
    Projection(Carried),
}

/// One of the two keys of an index.
pub(crate) enum IndexKey {
    /// `field` or `[field, ..]`.
    Fields(Vec<Text>),
    Template(Words<TemplateWord>),
}

/// What an index carries.
pub(crate) enum Carried {
    All,
    KeysOnly,
    Fields(Vec<Text>),
}

/// What may be said in `partition_key(..)` and `sort_key(..)`.
pub(crate) enum TemplateWord {
    Name(Text),
    Template(Text),
}

/// What may be said in `type_attribute(..)`.
pub(crate) enum TypeWord {
    Name(Text),
    Value(Text),
}

impl Word for IndexWord {
    fn parse(key: &Key, input: ParseStream<'_>, diagnostics: &mut Diagnostics) -> syn::Result<Option<Self>> {
        let word = match key.name.as_str() {
            "name" => Self::Name(text(key, input)?),
            "partition_key" => Self::PartitionKey(index_key(key, input, diagnostics)?),
            "sort_key" => Self::SortKey(index_key(key, input, diagnostics)?),
            "projection" => Self::Projection(carried(key, input)?),
            _ => return Ok(None),
        };
        Ok(Some(word))
    }
}

impl Word for TemplateWord {
    fn parse(key: &Key, input: ParseStream<'_>, _: &mut Diagnostics) -> syn::Result<Option<Self>> {
        match key.name.as_str() {
            "name" => text(key, input).map(|name| Some(Self::Name(name))),
            "template" => text(key, input).map(|template| Some(Self::Template(template))),
            _ => Ok(None),
        }
    }
}

impl Word for TypeWord {
    fn parse(key: &Key, input: ParseStream<'_>, _: &mut Diagnostics) -> syn::Result<Option<Self>> {
        match key.name.as_str() {
            "name" => text(key, input).map(|name| Some(Self::Name(name))),
            "value" => text(key, input).map(|value| Some(Self::Value(value))),
            _ => Ok(None),
        }
    }
}

/// `global_index(..)` or `local_index(..)`.
pub(super) fn index(
    key: &Key,
    input: ParseStream<'_>,
    place: Place,
    diagnostics: &mut Diagnostics,
) -> syn::Result<Words<IndexWord>> {
    let usage = || format!("`{0}` takes words in parentheses: write `{0}(name = \"..\", ..)`", key.name);
    nested(key, input, place, diagnostics)?.ok_or_else(|| Error::new(key.span, usage()))
}

/// `partition_key(..)` or `sort_key(..)` on the item itself.
pub(super) fn table_key(
    key: &Key,
    input: ParseStream<'_>,
    diagnostics: &mut Diagnostics,
) -> syn::Result<Words<TemplateWord>> {
    if input.peek(Paren)
        && let Some(words) = nested(key, input, Place::Template, diagnostics)?
    {
        return Ok(words);
    }
    let word = &key.name;
    let usage = format!(
        "`{word}` on an item takes a template: \
         write `{word}(name = \"..\", template = \"..\")`, or mark a field with `#[{word}]`"
    );
    Err(Error::new(key.span, usage))
}

/// `type_attribute(..)`.
pub(super) fn type_attribute(
    key: &Key,
    input: ParseStream<'_>,
    diagnostics: &mut Diagnostics,
) -> syn::Result<Words<TypeWord>> {
    let usage = "`type_attribute` takes words in parentheses: write `type_attribute(name = \"..\", value = \"..\")`";
    nested(key, input, Place::TypeAttribute, diagnostics)?.ok_or_else(|| Error::new(key.span, usage))
}

/// `= field`, `= [field, ..]` or `(name = "..", template = "..")`.
fn index_key(key: &Key, input: ParseStream<'_>, diagnostics: &mut Diagnostics) -> syn::Result<IndexKey> {
    let word = &key.name;
    let usage = format!(
        "`{word}` takes fields or a template: \
         write `{word} = field`, `{word} = [field, ..]` or `{word}(name = \"..\", template = \"..\")`"
    );
    if input.peek(Paren)
        && let Some(words) = nested(key, input, Place::Template, diagnostics)?
    {
        return Ok(IndexKey::Template(words));
    }
    equals(key, input, &usage)?;
    if input.peek(Bracket) {
        return fields(input, &usage).map(IndexKey::Fields);
    }
    value(input, usage, Ident::parse_any).map(|ident| IndexKey::Fields(vec![name(&ident)]))
}

/// `= all`, `= keys_only` or `= [field, ..]`.
fn carried(key: &Key, input: ParseStream<'_>) -> syn::Result<Carried> {
    const USAGE: &str = "`projection` takes `all`, `keys_only` or a list of fields: write `projection = [field, ..]`";
    equals(key, input, USAGE)?;
    if input.peek(Bracket) {
        return fields(input, USAGE).map(Carried::Fields);
    }
    let word = name(&value(input, USAGE, Ident::parse_any)?);
    match word.value.as_str() {
        "all" => Ok(Carried::All),
        "keys_only" => Ok(Carried::KeysOnly),
        other => {
            let message = match nearest(other, ["all", "keys_only"].into_iter()) {
                Some(meant) => format!("unknown projection `{other}`: did you mean `{meant}`?"),
                None => USAGE.to_owned(),
            };
            Err(Error::new(word.span, message))
        }
    }
}

/// `[field, ..]`, which may be empty.
fn fields(input: ParseStream<'_>, usage: &str) -> syn::Result<Vec<Text>> {
    let content;
    bracketed!(content in input);
    let mut fields = Vec::new();
    while !content.is_empty() {
        let span = content.span();
        let field = content.call(Ident::parse_any);
        let separated = content.is_empty() || content.parse::<Token![,]>().is_ok();
        match field {
            Ok(field) if separated => fields.push(name(&field)),
            _ => {
                // What is left unread would be an error of its own.
                content.parse::<TokenStream>()?;
                return Err(Error::new(span, usage));
            }
        }
    }
    Ok(fields)
}

fn name(ident: &Ident) -> Text {
    Text { value: ident.unraw().to_string(), span: ident.span() }
}

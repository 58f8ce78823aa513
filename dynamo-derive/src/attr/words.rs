//! The words of each place, and the value of each word.

use syn::parse::{Parse, ParseStream};
use syn::token::Paren;
use syn::{Error, Ident, Path, Token, parenthesized};

use super::parse::{crate_path, flag, integer, path, text, value};
use super::{IndexWord, Integer, Key, Place, TemplateWord, Text, TypeWord, Word, Words, keys};
use crate::case::Case;
use crate::diagnostics::Diagnostics;

/// What may be said on an item.
pub(crate) enum ItemWord {
    Table(Text),
    RenameAll(Case),
    PartitionKey(Words<TemplateWord>),
    SortKey(Words<TemplateWord>),
    GlobalIndex(Words<IndexWord>),
    LocalIndex(Words<IndexWord>),
    TypeAttribute(Words<TypeWord>),
    Crate(Path),
}

/// What may be said on a projection.
pub(crate) enum ProjectionWord {
    Item(Path),
    RenameAll(Case),
    Crate(Path),
}

/// What may be said on a type that derives `DynamoValue`.
pub(crate) enum ValueWord {
    RenameAll(Case),
    RenameAllFields(Case),
    Tag(Text),
    ReprNumber,
    Crate(Path),
}

/// What may be said on a named field.
pub(crate) enum FieldWord {
    PartitionKey,
    SortKey,
    Version(Counting),
    Rename(Text),
    Alias(Text),
    Path(Text),
    Skip,
    /// Without a path, `Default::default()`.
    Default(Option<Path>),
    Flatten(Flatten),
    With(Path),
    Serde,
    CreatedAt,
    UpdatedAt,
    Ttl,
    Uuid,
    Counter(Counting),
    Generation,
    WriteId,
}

/// What may be said on the field of a tuple struct.
pub(crate) enum TupleWord {
    With(Path),
    Serde,
}

/// What may be said on a variant.
pub(crate) enum VariantWord {
    Rename(Text),
    Alias(Text),
}

/// What may be said where nothing may be said.
pub(crate) enum NoWord {}

/// `version(start_at = 0, increment_by = 1)`, as far as it is written.
#[derive(Clone, Copy, Default)]
pub(crate) struct Counting {
    pub(crate) start_at: Option<Integer>,
    pub(crate) increment_by: Option<Integer>,
}

/// `flatten(prefix = "home_")`, as far as it is written.
#[derive(Clone, Default)]
pub(crate) struct Flatten {
    pub(crate) prefix: Option<Text>,
}

impl Word for ItemWord {
    fn parse(key: &Key, input: ParseStream<'_>, diagnostics: &mut Diagnostics) -> syn::Result<Option<Self>> {
        let word = match key.name.as_str() {
            "table" => Self::Table(text(key, input)?),
            "rename_all" => Self::RenameAll(case(key, input)?),
            "partition_key" => Self::PartitionKey(keys::table_key(key, input, diagnostics)?),
            "sort_key" => Self::SortKey(keys::table_key(key, input, diagnostics)?),
            "global_index" => Self::GlobalIndex(keys::index(key, input, Place::GlobalIndex, diagnostics)?),
            "local_index" => Self::LocalIndex(keys::index(key, input, Place::LocalIndex, diagnostics)?),
            "type_attribute" => Self::TypeAttribute(keys::type_attribute(key, input, diagnostics)?),
            "crate" => Self::Crate(crate_path(key, input)?),
            _ => return Ok(None),
        };
        Ok(Some(word))
    }
}

impl Word for ProjectionWord {
    fn parse(key: &Key, input: ParseStream<'_>, _: &mut Diagnostics) -> syn::Result<Option<Self>> {
        let word = match key.name.as_str() {
            "item" => Self::Item(path(key, input)?),
            "rename_all" => Self::RenameAll(case(key, input)?),
            "crate" => Self::Crate(crate_path(key, input)?),
            _ => return Ok(None),
        };
        Ok(Some(word))
    }
}

impl Word for ValueWord {
    fn parse(key: &Key, input: ParseStream<'_>, _: &mut Diagnostics) -> syn::Result<Option<Self>> {
        let word = match key.name.as_str() {
            "rename_all" => Self::RenameAll(case(key, input)?),
            "rename_all_fields" => Self::RenameAllFields(case(key, input)?),
            "tag" => Self::Tag(text(key, input)?),
            "repr" => number(key, input)?,
            "crate" => Self::Crate(crate_path(key, input)?),
            _ => return Ok(None),
        };
        Ok(Some(word))
    }
}

impl Word for FieldWord {
    fn parse(key: &Key, input: ParseStream<'_>, diagnostics: &mut Diagnostics) -> syn::Result<Option<Self>> {
        let word = match key.name.as_str() {
            "version" => Self::Version(counting(key, input, diagnostics)?),
            "counter" => Self::Counter(counting(key, input, diagnostics)?),
            "rename" => Self::Rename(text(key, input)?),
            "alias" => Self::Alias(text(key, input)?),
            "path" => Self::Path(text(key, input)?),
            "default" if input.peek(Token![=]) => Self::Default(Some(path(key, input)?)),
            "flatten" => Self::Flatten(flatten(key, input, diagnostics)?),
            "with" => Self::With(path(key, input)?),
            "default" => return flag(key, input, Self::Default(None)),
            "partition_key" => return flag(key, input, Self::PartitionKey),
            "sort_key" => return flag(key, input, Self::SortKey),
            "skip" => return flag(key, input, Self::Skip),
            "serde" => return flag(key, input, Self::Serde),
            "created_at" => return flag(key, input, Self::CreatedAt),
            "updated_at" => return flag(key, input, Self::UpdatedAt),
            "ttl" => return flag(key, input, Self::Ttl),
            "uuid" => return flag(key, input, Self::Uuid),
            "generation" => return flag(key, input, Self::Generation),
            "write_id" => return flag(key, input, Self::WriteId),
            _ => return Ok(None),
        };
        Ok(Some(word))
    }
}

impl Word for TupleWord {
    fn parse(key: &Key, input: ParseStream<'_>, _: &mut Diagnostics) -> syn::Result<Option<Self>> {
        match key.name.as_str() {
            "with" => path(key, input).map(|path| Some(Self::With(path))),
            "serde" => flag(key, input, Self::Serde),
            _ => Ok(None),
        }
    }
}

impl Word for VariantWord {
    fn parse(key: &Key, input: ParseStream<'_>, _: &mut Diagnostics) -> syn::Result<Option<Self>> {
        match key.name.as_str() {
            "rename" => text(key, input).map(|text| Some(Self::Rename(text))),
            "alias" => text(key, input).map(|text| Some(Self::Alias(text))),
            _ => Ok(None),
        }
    }
}

impl Word for NoWord {
    fn parse(_: &Key, _: ParseStream<'_>, _: &mut Diagnostics) -> syn::Result<Option<Self>> {
        Ok(None)
    }
}

enum CountingWord {
    StartAt(Integer),
    IncrementBy(Integer),
}

impl Word for CountingWord {
    fn parse(key: &Key, input: ParseStream<'_>, _: &mut Diagnostics) -> syn::Result<Option<Self>> {
        match key.name.as_str() {
            "start_at" => integer(key, input).map(|start| Some(Self::StartAt(start))),
            "increment_by" => integer(key, input).map(|step| Some(Self::IncrementBy(step))),
            _ => Ok(None),
        }
    }
}

struct Prefix(Text);

impl Word for Prefix {
    fn parse(key: &Key, input: ParseStream<'_>, _: &mut Diagnostics) -> syn::Result<Option<Self>> {
        match key.name.as_str() {
            "prefix" => text(key, input).map(|prefix| Some(Self(prefix))),
            _ => Ok(None),
        }
    }
}

/// `version` alone or with parentheses.
fn counting(key: &Key, input: ParseStream<'_>, diagnostics: &mut Diagnostics) -> syn::Result<Counting> {
    let Some(words) = nested::<CountingWord>(key, input, Place::Counting, diagnostics)? else {
        return Ok(Counting::default());
    };
    Ok(Counting {
        start_at: words.find(|word| if let CountingWord::StartAt(start) = word { Some(*start) } else { None }),
        increment_by: words.find(|word| if let CountingWord::IncrementBy(step) = word { Some(*step) } else { None }),
    })
}

/// `flatten` alone or with parentheses.
fn flatten(key: &Key, input: ParseStream<'_>, diagnostics: &mut Diagnostics) -> syn::Result<Flatten> {
    let words = nested::<Prefix>(key, input, Place::Flatten, diagnostics)?;
    Ok(Flatten { prefix: words.and_then(|words| words.find(|Prefix(prefix)| Some(prefix.clone()))) })
}

/// The words in the parentheses after a word, if there are parentheses.
pub(super) fn nested<W: Word>(
    key: &Key,
    input: ParseStream<'_>,
    place: Place,
    diagnostics: &mut Diagnostics,
) -> syn::Result<Option<Words<W>>> {
    if input.is_empty() || input.peek(Token![,]) {
        return Ok(None);
    }
    if !input.peek(Paren) {
        return Err(input.error(format!("`{0}` takes words in parentheses: write `{0}(..)`", key.name)));
    }
    let content;
    parenthesized!(content in input);
    Ok(Some(Words::read(&content, place, diagnostics)))
}

/// `rename_all = "camelCase"`.
fn case(key: &Key, input: ParseStream<'_>) -> syn::Result<Case> {
    let text = text(key, input)?;
    Case::from_spelling(&text.value).ok_or_else(|| {
        let cases: Vec<_> = Case::ALL.iter().map(|(spelling, _)| format!("\"{spelling}\"")).collect();
        Error::new(text.span, format!("unknown case \"{}\": write one of {}", text.value, cases.join(", ")))
    })
}

/// `repr = number`.
fn number(key: &Key, input: ParseStream<'_>) -> syn::Result<ValueWord> {
    const USAGE: &str = "`repr` takes the word `number`: write `repr = number`";
    if input.parse::<Option<Token![=]>>()?.is_none() {
        return Err(Error::new(key.span, USAGE));
    }
    let word = value(input, USAGE, Ident::parse)?;
    if word == "number" { Ok(ValueWord::ReprNumber) } else { Err(Error::new(word.span(), USAGE)) }
}

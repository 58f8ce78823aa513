//! Reads `#[dynamo(..)]` and the bare helper attributes into words, each with the token that says it.
//!
//! A word that cannot be read is reported and skipped up to the next comma, so the rest of the list is still read.

mod keys;
mod near;
mod parse;
mod place;
mod words;

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Error, Ident, Meta, Token};

pub(crate) use self::keys::{Carried, IndexKey, IndexWord, TemplateWord, TypeWord};
pub(crate) use self::near::nearest;
pub(crate) use self::parse::{Integer, Text, signed};
pub(crate) use self::place::Place;
pub(crate) use self::words::{
    Counting, FieldWord, ItemWord, NoWord, ProjectionWord, TupleWord, ValueWord, VariantWord,
};
use crate::diagnostics::Diagnostics;

/// Words that are also helper attributes of their own: `#[version]` is `#[dynamo(version)]`.
const BARE: [&str; 3] = ["partition_key", "sort_key", "version"];

/// Words that may be repeated.
const REPEATABLE: [&str; 3] = ["alias", "global_index", "local_index"];

/// A word's name and where it is written.
#[derive(Clone)]
pub(crate) struct Key {
    pub(crate) name: String,
    pub(crate) span: Span,
}

impl Key {
    fn new(ident: &Ident) -> Self {
        Self { name: ident.unraw().to_string(), span: ident.span() }
    }
}

/// A word with its value.
pub(crate) struct Given<W> {
    pub(crate) key: Key,
    pub(crate) word: W,
}

/// The words of one place, in the order in which they are written.
pub(crate) struct Words<W> {
    pub(crate) given: Vec<Given<W>>,
    /// Words that were refused, or that a refused one was meant to be. A rule that misses a word asks here first, so
    /// that a misspelled word is one error and not two.
    refused: Vec<String>,
}

/// What can be said at a place.
pub(crate) trait Word: Sized {
    /// Reads the value of the word, or answers `None` if there is no such word.
    fn parse(key: &Key, input: ParseStream<'_>, diagnostics: &mut Diagnostics) -> syn::Result<Option<Self>>;
}

/// Reads all words that the attributes of one place hold.
pub(crate) fn read<W: Word>(attrs: &[Attribute], place: Place, diagnostics: &mut Diagnostics) -> Words<W> {
    let mut words = Words::none();
    for attr in attrs {
        let Some(ident) = attr.path().get_ident() else { continue };
        let result = if ident == "dynamo" {
            words.read_attribute(&attr.meta, ident, place, diagnostics)
        } else if BARE.iter().any(|bare| ident == bare) {
            words.read_bare(&attr.meta, ident, place, diagnostics)
        } else {
            Ok(())
        };
        if let Err(error) = result {
            diagnostics.push(error);
        }
    }
    words
}

impl<W> Words<W> {
    fn none() -> Self {
        Self { given: Vec::new(), refused: Vec::new() }
    }

    /// The word's name and span if it is given.
    pub(crate) fn key(&self, name: &str) -> Option<&Key> {
        self.given.iter().map(|given| &given.key).find(|key| key.name == name)
    }

    /// Whether the word is written at all, be it well or badly.
    pub(crate) fn mentions(&self, name: &str) -> bool {
        self.key(name).is_some() || self.refused.iter().any(|refused| refused == name)
    }

    /// The first word from which something can be picked.
    pub(crate) fn find<'w, T>(&'w self, pick: impl Fn(&'w W) -> Option<T>) -> Option<T> {
        self.given.iter().find_map(|given| pick(&given.word))
    }
}

impl<W: Word> Words<W> {
    /// Reads `#[dynamo(..)]`.
    fn read_attribute(
        &mut self,
        meta: &Meta,
        ident: &Ident,
        place: Place,
        diagnostics: &mut Diagnostics,
    ) -> syn::Result<()> {
        match meta {
            Meta::List(list) => list.parse_args_with(|input: ParseStream<'_>| {
                self.read_list(input, place, diagnostics);
                Ok(())
            }),
            Meta::Path(_) | Meta::NameValue(_) => {
                Err(Error::new(ident.span(), "`dynamo` takes words in parentheses: write `#[dynamo(..)]`"))
            }
        }
    }

    /// Reads `#[version]` and the like, as if the word stood in `#[dynamo(..)]`.
    fn read_bare(
        &mut self,
        meta: &Meta,
        ident: &Ident,
        place: Place,
        diagnostics: &mut Diagnostics,
    ) -> syn::Result<()> {
        let key = Key::new(ident);
        let value = match meta {
            Meta::Path(_) => TokenStream::new(),
            Meta::List(list) => TokenTree::from(Group::new(Delimiter::Parenthesis, list.tokens.clone())).into(),
            Meta::NameValue(_) => {
                self.refused.push(key.name.clone());
                return Err(Error::new(key.span, format!("`{0}` takes no value: write `#[{0}]`", key.name)));
            }
        };
        let read = |input: ParseStream<'_>| {
            let result = self.read_value(key, input, place, diagnostics);
            if result.is_err() {
                skip_word(input);
            }
            result
        };
        read.parse2(value)
    }

    /// Reads the words between the parentheses that follow another word.
    fn read(input: ParseStream<'_>, place: Place, diagnostics: &mut Diagnostics) -> Self {
        let mut words = Self::none();
        words.read_list(input, place, diagnostics);
        words
    }

    /// Reads words between commas, up to the end of the input.
    fn read_list(&mut self, input: ParseStream<'_>, place: Place, diagnostics: &mut Diagnostics) {
        while !input.is_empty() {
            if let Err(error) = self.read_word(input, place, diagnostics) {
                diagnostics.push(error);
                skip_word(input);
            }
            // Neither can fail: after a word or a skipped one there is a comma or nothing.
            let _: syn::Result<Option<Token![,]>> = input.parse();
        }
    }

    fn read_word(&mut self, input: ParseStream<'_>, place: Place, diagnostics: &mut Diagnostics) -> syn::Result<()> {
        let Ok(ident) = input.call(Ident::parse_any) else {
            return Err(Error::new(input.span(), format!("expected a word: {}", place.vocabulary())));
        };
        self.read_value(Key::new(&ident), input, place, diagnostics)
    }

    /// Reads what follows a word, and keeps the word unless it was there before.
    fn read_value(
        &mut self,
        key: Key,
        input: ParseStream<'_>,
        place: Place,
        diagnostics: &mut Diagnostics,
    ) -> syn::Result<()> {
        let parsed = if place.takes(&key.name) { W::parse(&key, input, diagnostics) } else { Ok(None) };
        let word = match parsed {
            Ok(Some(word)) => word,
            Ok(None) => {
                let meant = place.meant(&key.name).unwrap_or(&key.name).to_owned();
                return Err(self.refuse(&key, meant, place.refusal(&key.name)));
            }
            Err(error) => {
                self.refused.push(key.name);
                return Err(error);
            }
        };
        if !REPEATABLE.contains(&key.name.as_str()) && self.mentions(&key.name) {
            diagnostics.error(key.span, format!("`{}` is given twice: remove one of the two", key.name));
        } else {
            self.given.push(Given { key, word });
        }
        if input.is_empty() || input.peek(Token![,]) {
            Ok(())
        } else {
            Err(input.error("expected a comma before this"))
        }
    }

    fn refuse(&mut self, key: &Key, meant: String, message: String) -> Error {
        self.refused.push(meant);
        Error::new(key.span, message)
    }
}

/// Passes over the rest of a word that could not be read.
fn skip_word(input: ParseStream<'_>) {
    while !input.is_empty() && !input.peek(Token![,]) {
        if input.parse::<TokenTree>().is_err() {
            return;
        }
    }
}

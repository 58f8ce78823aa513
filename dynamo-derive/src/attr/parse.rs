//! The values that words take. Every error says how the word is written.

use std::fmt::Display;

use proc_macro2::Span;
use syn::parse::{Parse, ParseStream};
use syn::{Error, LitInt, LitStr, Path, Token};

use super::Key;

/// A text and where it is written.
#[derive(Clone)]
pub(crate) struct Text {
    pub(crate) value: String,
    pub(crate) span: Span,
}

/// An integer and where it is written.
#[derive(Clone, Copy)]
pub(crate) struct Integer {
    pub(crate) value: i64,
    pub(crate) span: Span,
}

/// A word that stands alone.
pub(super) fn flag<W>(key: &Key, input: ParseStream<'_>, word: W) -> syn::Result<Option<W>> {
    if input.is_empty() || input.peek(Token![,]) {
        Ok(Some(word))
    } else {
        Err(input.error(format!("`{0}` takes no value: write `{0}` alone", key.name)))
    }
}

/// `word = "text"`.
pub(super) fn text(key: &Key, input: ParseStream<'_>) -> syn::Result<Text> {
    let usage = format!("`{0}` takes a text: write `{0} = \"..\"`", key.name);
    equals(key, input, &usage)?;
    let literal = value(input, usage, <LitStr as Parse>::parse)?;
    Ok(Text { value: literal.value(), span: literal.span() })
}

/// `word = path`.
pub(super) fn path(key: &Key, input: ParseStream<'_>) -> syn::Result<Path> {
    let usage = format!("`{0}` takes a path: write `{0} = ..`", key.name);
    equals(key, input, &usage)?;
    if input.peek(LitStr) {
        let message = format!("`{0}` takes a path without quotes: write `{0} = ..`", key.name);
        return Err(input.error(message));
    }
    value(input, usage, Path::parse)
}

/// `crate = path`, also in quotes, as other derives want it.
pub(super) fn crate_path(key: &Key, input: ParseStream<'_>) -> syn::Result<Path> {
    let usage = "`crate` takes a path: write `crate = ..`";
    equals(key, input, usage)?;
    value(input, usage, |input| {
        if input.peek(LitStr) {
            input.parse::<LitStr>()?.parse_with(Path::parse_mod_style)
        } else {
            input.call(Path::parse_mod_style)
        }
    })
}

/// `word = -1`.
pub(super) fn integer(key: &Key, input: ParseStream<'_>) -> syn::Result<Integer> {
    let usage = format!("`{0}` takes an integer literal: write `{0} = 1`", key.name);
    equals(key, input, &usage)?;
    let minus: Option<Token![-]> = input.parse()?;
    let literal = value(input, &usage, LitInt::parse)?;
    if !matches!(literal.suffix(), "" | "i64") {
        return Err(Error::new(literal.span(), usage));
    }
    let number = signed(&literal, minus.is_some())
        .ok_or_else(|| Error::new(literal.span(), format!("`{}` does not fit an `i64`", key.name)))?;
    Ok(Integer { value: number, span: literal.span() })
}

/// The literal's value with the sign before it, if it fits.
pub(crate) fn signed(literal: &LitInt, negative: bool) -> Option<i64> {
    let magnitude: i128 = literal.base10_parse().ok()?;
    i64::try_from(if negative { -magnitude } else { magnitude }).ok()
}

/// What stands after `=`. An error points at its first token, where the parser's own may point behind it.
pub(super) fn value<T>(
    input: ParseStream<'_>,
    usage: impl Display,
    parse: impl FnOnce(ParseStream<'_>) -> syn::Result<T>,
) -> syn::Result<T> {
    let span = input.span();
    parse(input).map_err(|_| Error::new(span, usage))
}

pub(super) fn equals(key: &Key, input: ParseStream<'_>, usage: &str) -> syn::Result<()> {
    match input.parse::<Option<Token![=]>>() {
        Ok(Some(_)) => Ok(()),
        _ => Err(Error::new(key.span, usage)),
    }
}

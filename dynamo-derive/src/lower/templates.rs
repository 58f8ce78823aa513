//! Templates: attributes that keys have and no field is.

use std::collections::BTreeSet;

use proc_macro2::Span;

use super::names::{self, Names};
use super::scope::Scope;
use super::template_text::{Piece, pieces};
use crate::attr::{Key, TemplateWord, Text, Words};
use crate::diagnostics::Diagnostics;
use crate::model::{Template, TemplatePart};

/// A template that is read, and what is left to decide about it.
pub(super) struct Read {
    name: Text,
    text: String,
    template: Template,
}

impl Read {
    /// The fields of its placeholders.
    pub(super) fn fields(&self) -> impl Iterator<Item = usize> {
        fields(&self.template.parts)
    }

    /// Where the attribute's name is written.
    pub(super) fn span(&self) -> Span {
        self.name.span
    }

    /// Where the text is written.
    pub(super) fn text_span(&self) -> Span {
        self.template.span
    }
}

/// Reads `partition_key(name = "..", template = "..")`.
pub(super) fn read(
    key: &Key,
    words: &Words<TemplateWord>,
    scope: &Scope,
    diagnostics: &mut Diagnostics,
) -> Option<Read> {
    is_complete(key, words, diagnostics);
    let name = words.find(|word| if let TemplateWord::Name(name) = word { Some(name.clone()) } else { None });
    let text = words.find(|word| if let TemplateWord::Template(text) = word { Some(text.clone()) } else { None })?;
    let parts = parts(&text, scope, diagnostics)?;
    is_unambiguous(&parts, text.span, scope, diagnostics);
    has_each_field_once(&parts, text.span, scope, diagnostics);
    let name = name?;
    let template = Template { name: name.value.clone(), parts, span: text.span };
    Some(Read { name, text: text.value, template })
}

/// A template says which attribute it makes, and of what.
fn is_complete(key: &Key, words: &Words<TemplateWord>, diagnostics: &mut Diagnostics) {
    for missing in ["name", "template"].iter().filter(|word| !words.mentions(word)) {
        let word = &key.name;
        let message = format!("`{word}(..)` needs a {missing}: write `{word}(name = \"..\", template = \"..\")`");
        diagnostics.error(key.span, message);
    }
}

fn parts(text: &Text, scope: &Scope, diagnostics: &mut Diagnostics) -> Option<Vec<TemplatePart>> {
    let pieces = match pieces(&text.value) {
        Ok(pieces) if pieces.is_empty() => {
            diagnostics.error(text.span, "a template cannot be empty: write text or `{field}`");
            return None;
        }
        Ok(pieces) => pieces,
        Err(message) => {
            diagnostics.error(text.span, message);
            return None;
        }
    };
    let mut known = true;
    let mut part = |piece: Piece| match piece {
        Piece::Literal(literal) => Some(TemplatePart::Literal(literal)),
        Piece::Placeholder { name, width } => {
            let field = scope.field(&name, text.span, diagnostics);
            known &= field.is_some();
            Some(TemplatePart::Placeholder { field: field?, width, span: text.span })
        }
    };
    let parts: Vec<_> = pieces.into_iter().filter_map(&mut part).collect();
    // Without the unknown one its neighbours would seem to have nothing between them.
    known.then_some(parts)
}

/// Without text between them nobody can tell where one value ends.
fn is_unambiguous(parts: &[TemplatePart], span: Span, scope: &Scope, diagnostics: &mut Diagnostics) {
    for (first, second) in parts.iter().zip(parts.iter().skip(1)) {
        if let (TemplatePart::Placeholder { field: first, .. }, TemplatePart::Placeholder { field: second, .. }) =
            (first, second)
        {
            let (first, second) = (scope.name(*first), scope.name(*second));
            let message = format!(
                "`{{{first}}}` and `{{{second}}}` have no text between them to tell them apart: \
                 write one, such as `#`"
            );
            diagnostics.error(span, message);
        }
    }
}

/// A value that is there twice would be read twice.
fn has_each_field_once(parts: &[TemplatePart], span: Span, scope: &Scope, diagnostics: &mut Diagnostics) {
    let mut seen = BTreeSet::new();
    for field in fields(parts) {
        if !seen.insert(field) {
            let name = scope.name(field);
            diagnostics.error(span, format!("`{{{name}}}` is in the template twice: remove one of the two"));
        }
    }
}

fn fields(parts: &[TemplatePart]) -> impl Iterator<Item = usize> {
    parts.iter().filter_map(|part| match part {
        TemplatePart::Literal(_) => None,
        TemplatePart::Placeholder { field, .. } => Some(*field),
    })
}

/// The attributes that the templates of one item make.
#[derive(Default)]
pub(super) struct Templates {
    made: Vec<Template>,
    texts: Vec<String>,
}

impl Templates {
    /// The position of the template's attribute. Two keys that share an attribute write its template alike.
    pub(super) fn add(&mut self, read: Read, word: &str, names: &mut Names, diagnostics: &mut Diagnostics) -> usize {
        let Read { name, text, template } = read;
        let position = self.made.iter().position(|made| made.name == name.value);
        if let Some(position) = position {
            let first = self.texts.get(position);
            if let Some(first) = first.filter(|first| **first != text) {
                let message = format!(
                    "the attribute \"{}\" already has the template \"{first}\": \
                     write the same one, or choose another name",
                    name.value
                );
                diagnostics.error(name.span, message);
            }
            return position;
        }
        names.claim(&name.value, word, name.span, diagnostics);
        names::fits_a_key(&name.value, name.span, diagnostics);
        self.made.push(template);
        self.texts.push(text);
        self.made.len() - 1
    }

    pub(super) fn finish(self) -> Vec<Template> {
        self.made
    }
}

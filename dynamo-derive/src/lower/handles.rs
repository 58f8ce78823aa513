//! Names of our own, made of names of the user.

use std::collections::BTreeMap;

use proc_macro2::Span;
use syn::Ident;

use crate::case::Case;
use crate::diagnostics::Diagnostics;

/// The handles of one type, each with the name it was made of.
pub(super) struct Handles {
    what: &'static str,
    taken: BTreeMap<String, String>,
}

impl Handles {
    pub(super) fn of(what: &'static str) -> Self {
        Self { what, taken: BTreeMap::new() }
    }

    /// Two handles would be one field: the second one is refused.
    pub(super) fn claim(
        &mut self,
        handle: &Ident,
        name: &str,
        span: Span,
        diagnostics: &mut Diagnostics,
    ) -> Option<()> {
        let (text, what) = (handle.to_string(), self.what);
        let message = match self.taken.get(&text) {
            None => {
                self.taken.insert(text, name.to_owned());
                return Some(());
            }
            Some(first) if first == name => format!("{what} {name} is there already: choose another name"),
            Some(first) => {
                format!("{what} {first} already has the handle `{text}`, which {name} would have: choose another name")
            }
        };
        diagnostics.error(span, message);
        None
    }
}

/// The identifier for a name that has a letter or a digit: `by-status` and `ByStatus` as `by_status`, `GSI1` as `gsi1`.
pub(super) fn handle(name: &str, span: Span) -> Ident {
    let mut text = snake(name);
    if text.is_empty() || text.starts_with(|first: char| first.is_ascii_digit()) {
        text.insert(0, '_');
    }
    // These are keywords even as raw identifiers.
    if matches!(text.as_str(), "self" | "super" | "crate" | "_") {
        text.push('_');
    }
    match syn::parse_str::<Ident>(&text) {
        Ok(_) => Ident::new(&text, span),
        Err(_) => Ident::new_raw(&text, span),
    }
}

/// The name of the type that stands for an index in generated code.
pub(super) fn marker(item: &Ident, name: &str) -> Ident {
    let text = format!("__{}{}", syn::ext::IdentExt::unraw(item), Case::Pascal.field(&snake(name)));
    Ident::new(&text, Span::mixed_site())
}

/// The name in `snake_case`, with everything but letters and digits between words. A run of capitals is one word.
fn snake(name: &str) -> String {
    let mut snake = String::with_capacity(name.len() + 4);
    let mut after = After::Separator;
    let mut rest = name.chars().peekable();
    while let Some(character) = rest.next() {
        if !character.is_alphanumeric() {
            after = After::Separator;
            continue;
        }
        let upper = character.is_uppercase();
        let begins = match after {
            After::Separator => true,
            After::Lower => upper,
            After::Upper => upper && rest.peek().is_some_and(|next| next.is_lowercase()),
        };
        if begins && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(character.to_lowercase());
        // A digit belongs to the word before it.
        if upper {
            after = After::Upper;
        } else if character.is_lowercase() || matches!(after, After::Separator) {
            after = After::Lower;
        }
    }
    snake
}

/// What the characters before say about where a word begins.
enum After {
    Separator,
    Lower,
    Upper,
}

#[cfg(test)]
mod tests {
    use proc_macro2::Span;
    use syn::Ident;

    use super::{handle, marker};

    #[test]
    fn a_handle_is_the_name_in_snake_case() {
        for (name, expected) in [
            ("by-status", "by_status"),
            ("ByStatus", "by_status"),
            ("byStatus", "by_status"),
            ("BY_STATUS", "by_status"),
            ("by.status--now-", "by_status_now"),
            ("GSI1", "gsi1"),
            ("GSI1PK", "gsi1pk"),
            ("GSIByStatus", "gsi_by_status"),
            ("gsi1ByStatus", "gsi1_by_status"),
            ("2nd", "_2nd"),
            ("type", "r#type"),
            ("self", "self_"),
            ("Größe", "größe"),
        ] {
            assert_eq!(handle(name, Span::call_site()).to_string(), expected);
        }
    }

    #[test]
    fn a_marker_names_the_item_and_the_index() {
        let order = Ident::new("Order", Span::call_site());
        assert_eq!(marker(&order, "by-status").to_string(), "__OrderByStatus");
        assert_eq!(marker(&order, "2nd").to_string(), "__Order2nd");
    }
}

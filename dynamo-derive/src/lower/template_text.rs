//! The text of a template: literals, `{field}`, `{field:010}`, and `{{` and `}}` for braces.

use std::iter::Peekable;
use std::str::Chars;

/// A piece of a template as it is written.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Piece {
    Literal(String),
    Placeholder { name: String, width: Option<u8> },
}

/// The pieces of a template, or why it is none.
pub(super) fn pieces(template: &str) -> Result<Vec<Piece>, String> {
    let mut pieces = Vec::new();
    let mut literal = String::new();
    let mut rest = template.chars().peekable();
    while let Some(character) = rest.next() {
        match character {
            '{' | '}' if rest.next_if_eq(&character).is_some() => literal.push(character),
            '{' => {
                if !literal.is_empty() {
                    pieces.push(Piece::Literal(std::mem::take(&mut literal)));
                }
                pieces.push(placeholder(&inside(&mut rest)?)?);
            }
            '}' => return Err("a brace is closed that was not opened: write `}}` for a brace in the text".to_owned()),
            other => literal.push(other),
        }
    }
    if !literal.is_empty() {
        pieces.push(Piece::Literal(literal));
    }
    Ok(pieces)
}

/// What stands between the braces. The first one has been read.
fn inside(rest: &mut Peekable<Chars<'_>>) -> Result<String, String> {
    let mut inside = String::new();
    for character in rest {
        match character {
            '}' => return Ok(inside),
            '{' => break,
            other => inside.push(other),
        }
    }
    Err("a brace is not closed: write `{field}`, or `{{` for a brace in the text".to_owned())
}

/// `field` or `field:010`.
fn placeholder(inside: &str) -> Result<Piece, String> {
    let (name, width) = match inside.split_once(':') {
        None => (inside, None),
        Some((name, width)) => (name, Some(width)),
    };
    if name.trim().is_empty() {
        return Err("a placeholder names a field: write `{field}`".to_owned());
    }
    let width = width.map(|width| self::width(name, width)).transpose()?;
    Ok(Piece::Placeholder { name: name.to_owned(), width })
}

/// `010` is ten digits.
fn width(name: &str, written: &str) -> Result<u8, String> {
    let accepted = |digits: &str| {
        let number = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
        digits.parse().ok().filter(|width| number && (1..=20).contains(width))
    };
    if let Some(width) = written.strip_prefix('0').and_then(accepted) {
        return Ok(width);
    }
    Err(match accepted(written) {
        Some(width) => format!("the width of `{name}` is not filled with zeros: write `{{{name}:0{width}}}`"),
        None => format!("the width of `{name}` is 1 to 20 digits after a zero: write `{{{name}:010}}`"),
    })
}

#[cfg(test)]
mod tests {
    use super::{Piece, pieces};

    fn literal(text: &str) -> Piece {
        Piece::Literal(text.to_owned())
    }

    fn placeholder(name: &str, width: Option<u8>) -> Piece {
        Piece::Placeholder { name: name.to_owned(), width }
    }

    #[test]
    fn a_template_is_text_and_placeholders() {
        assert_eq!(pieces("PROFILE"), Ok(vec![literal("PROFILE")]));
        let order = vec![literal("ORDER#"), placeholder("day", None), literal("#"), placeholder("number", Some(10))];
        assert_eq!(pieces("ORDER#{day}#{number:010}"), Ok(order));
        assert_eq!(pieces("{n:01}{{{m:020}}}"), {
            Ok(vec![placeholder("n", Some(1)), literal("{"), placeholder("m", Some(20)), literal("}")])
        });
        assert_eq!(pieces(""), Ok(Vec::new()));
    }
}

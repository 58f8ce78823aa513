//! Templates: key attributes that are put together from values, and taken apart again.
//!
//! Plain data and no types: the derive encodes the values and reads what comes back.

use crate::{
    error::{DecodeError, EncodeError},
    schema::{ScalarType, Template, TemplatePart},
    value::{AttributeValue, ReadValue},
};

/// The name of a field and its value; none where the template would not have written it so.
type Parsed = (&'static str, Option<AttributeValue>);
type Encoded = Result<Option<AttributeValue>, EncodeError>;

impl Template {
    /// The text before the first placeholder; all of it where there is none.
    pub(crate) fn literal(&self) -> &'static str {
        match self.parts.first() {
            Some(TemplatePart::Literal(text)) => text,
            _ => "",
        }
    }

    /// How many placeholders there are.
    pub(crate) fn fields(&self) -> usize {
        self.parts.iter().filter(|part| matches!(part, TemplatePart::Field { .. })).count()
    }

    /// The text of the first placeholders, as many as there are values, with the literal that follows the last of them.
    pub(crate) fn prefix(&self, values: &[AttributeValue]) -> Result<String, EncodeError> {
        let mut text = String::new();
        let mut values = values.iter();
        let mut parts = self.parts.iter().peekable();
        while let Some(part) = parts.next() {
            match *part {
                TemplatePart::Literal(literal) => text.push_str(literal),
                TemplatePart::Field { name, scalar, width } => {
                    let Some(value) = values.next() else { break };
                    let next = match parts.peek() {
                        Some(TemplatePart::Literal(literal)) => literal,
                        _ => "",
                    };
                    write_value(&mut text, value, scalar, width, next).map_err(|error| error.at(name))?;
                }
            }
        }
        Ok(text)
    }

    /// The text of these placeholders, where the last value is only what its own begins with.
    pub(crate) fn begin(&self, values: &[AttributeValue]) -> Result<String, EncodeError> {
        let Some((AttributeValue::S(begin), first)) = values.split_last() else {
            return Err(EncodeError::new("a prefix is text"));
        };
        let mut text = self.prefix(first)?;
        let mut placeholders =
            self.parts.iter().enumerate().filter(|(_, part)| matches!(part, TemplatePart::Field { .. }));
        let follows = placeholders.nth(first.len()).and_then(|(place, _)| self.parts.get(place + 1));
        if let Some(TemplatePart::Literal(next)) = follows.filter(|part| is_within(part, begin)) {
            return Err(EncodeError::new(format!("a prefix of one value cannot hold the `{next}` that ends it")));
        }
        text.push_str(begin);
        Ok(text)
    }

    /// The values of the placeholders, from left to right.
    fn parse(&self, text: &str) -> Option<Vec<Parsed>> {
        let mut rest = text;
        let mut values = Vec::with_capacity(self.fields());
        let mut parts = self.parts.iter().peekable();
        while let Some(part) = parts.next() {
            match *part {
                TemplatePart::Literal(literal) => rest = rest.strip_prefix(literal)?,
                TemplatePart::Field { name, scalar, width } => {
                    // A value never holds the text that follows it, so the first occurrence is its end.
                    let end = match parts.peek() {
                        Some(TemplatePart::Literal(literal)) => rest.find(literal)?,
                        _ => rest.len(),
                    };
                    let (value, after) = rest.split_at_checked(end)?;
                    values.push((name, read_value(value, scalar, usize::from(width))));
                    rest = after;
                }
            }
        }
        rest.is_empty().then_some(values)
    }
}

fn is_within(part: &TemplatePart, text: &str) -> bool {
    matches!(part, TemplatePart::Literal(literal) if text.contains(literal))
}

/// A value as it stands in the key, checked to be found there again.
fn write_value(
    out: &mut String,
    value: &AttributeValue,
    scalar: ScalarType,
    width: u8,
    next: &str,
) -> Result<(), EncodeError> {
    let value = match (value, scalar) {
        (AttributeValue::S(text), ScalarType::S) => text,
        (AttributeValue::N(number), ScalarType::N) => return write_number(out, number, usize::from(width), next),
        _ => return Err(EncodeError::new("a key template takes text and numbers, and this field is stored otherwise")),
    };
    if value.is_empty() {
        return Err(EncodeError::new("a value in a key template cannot be empty"));
    }
    is_found_again(value, next)?;
    out.push_str(value);
    Ok(())
}

/// Zeros make its text sort as its value does.
fn write_number(out: &mut String, number: &str, width: usize, next: &str) -> Result<(), EncodeError> {
    if width == 0 {
        is_found_again(number, next)?;
        out.push_str(number);
        return Ok(());
    }
    if !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(EncodeError::new("a number with a width in a key template is a whole number, 0 or more"));
    }
    if number.len() > width {
        return Err(EncodeError::new(format!("this number has more than the {width} digits of its key template")));
    }
    let start = out.len();
    out.extend(std::iter::repeat_n('0', width - number.len()));
    out.push_str(number);
    is_found_again(out.get(start..).unwrap_or_default(), next)
}

/// The text that follows a value first occurs where the value ends.
fn is_found_again(value: &str, next: &str) -> Result<(), EncodeError> {
    if next.is_empty() {
        return Ok(());
    }
    let mut both = String::with_capacity(value.len() + next.len());
    both.push_str(value);
    both.push_str(next);
    if both.find(next) == Some(value.len()) {
        return Ok(());
    }
    Err(EncodeError::new(format!("this value cannot be told from the `{next}` that follows it in the key template")))
}

/// A value in the one spelling that a template gives it: a key in another one would be read here and written elsewhere.
fn read_value(text: &str, scalar: ScalarType, width: usize) -> Option<AttributeValue> {
    match scalar {
        _ if text.is_empty() => None,
        ScalarType::S => Some(AttributeValue::S(text.to_owned())),
        ScalarType::N if width == 0 => Some(AttributeValue::N(text.to_owned())),
        ScalarType::N => {
            let is_spelled = text.len() == width && text.bytes().all(|byte| byte.is_ascii_digit());
            let number = text.trim_start_matches('0');
            is_spelled.then(|| AttributeValue::N(if number.is_empty() { "0" } else { number }.to_owned()))
        }
        ScalarType::B => None,
    }
}

/// The key of values that are there.
#[doc(hidden)]
pub fn composed(template: &'static Template, values: &[AttributeValue]) -> Result<AttributeValue, EncodeError> {
    template.prefix(values).map(AttributeValue::S)
}

/// The attribute of a template; absent where a value of a placeholder is.
#[doc(hidden)]
pub fn composed_if_present<const N: usize>(template: &'static Template, values: [Encoded; N]) -> Encoded {
    let names = template.parts.iter().filter_map(|part| match part {
        TemplatePart::Field { name, .. } => Some(*name),
        TemplatePart::Literal(_) => None,
    });
    let mut present = Vec::with_capacity(N);
    for (value, name) in values.into_iter().zip(names) {
        match value.map_err(|error| error.at(name))? {
            Some(value) => present.push(value),
            None => return Ok(None),
        }
    }
    composed(template, &present).map(Some)
}

/// The values that a stored key holds, each with its field's name; nothing for a key of another shape.
pub(crate) fn parsed(template: &'static Template, text: &str) -> Option<Vec<(&'static str, AttributeValue)>> {
    template.parse(text)?.into_iter().map(|(name, value)| Some((name, value?))).collect()
}

/// The values that a stored key holds, handed out from left to right.
#[doc(hidden)]
#[derive(Debug)]
pub struct KeyTexts {
    template: &'static Template,
    values: std::vec::IntoIter<Parsed>,
}

impl KeyTexts {
    /// Takes a stored key apart.
    pub fn read<R: ReadValue>(template: &'static Template, value: R) -> Result<Self, DecodeError> {
        let values = value.text(|text| template.parse(text).ok_or_else(|| other(template)));
        let values = values.map_err(|error| error.at(template.name))?;
        Ok(Self { template, values: values.into_iter() })
    }

    /// The next value, which its type writes as it is stored.
    pub fn next<T>(
        &mut self,
        read: impl FnOnce(AttributeValue) -> Result<T, DecodeError>,
        encode: fn(&T) -> Encoded,
    ) -> Result<T, DecodeError> {
        let (name, stored) = self.values.next().ok_or_else(|| other(self.template))?;
        let at = |error: DecodeError| error.at(name).at(self.template.name);
        let otherwise = || at(DecodeError::invalid("a value as the key's template writes it"));
        let stored = stored.ok_or_else(otherwise)?;
        let value = read(stored.clone()).map_err(at)?;
        if encode(&value).ok().flatten().as_ref() != Some(&stored) {
            return Err(otherwise());
        }
        Ok(value)
    }
}

fn other(template: &Template) -> DecodeError {
    let mut shape = String::new();
    for part in template.parts {
        match part {
            TemplatePart::Literal(text) => shape.push_str(text),
            TemplatePart::Field { name, .. } => shape.extend(["{", name, "}"]),
        }
    }
    DecodeError::invalid(format!("a key made as `{shape}`"))
}

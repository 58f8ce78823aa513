//! The key condition of a query: equality of the partition key, and what the sort key is compared with.
//!
//! A sort key that is made by a template is one text. What is asked of its parts is a range of texts, and it never
//! leaves the texts that begin as those of its type do.

use super::super::read::{bind, top};
use crate::{
    error::{EncodeError, Error},
    expression::{Comparison, Function, Operand, Renderer, Tree},
    item::{SortComparison, SortCondition, check_key},
    schema::Template,
    value::AttributeValue,
};

/// After every text that begins like what it is put behind, and no character of a text in use.
const LAST: char = char::MAX;

/// A sort-key condition without the key's type.
pub(super) struct Sort {
    parts: Vec<AttributeValue>,
    fixed: usize,
    how: SortComparison,
    high: Option<Vec<AttributeValue>>,
}

impl Sort {
    pub(super) fn of<K>(condition: SortCondition<K>) -> Result<Self, EncodeError> {
        let SortCondition { parts, fixed, how, high, .. } = condition;
        Ok(Self { parts: parts?, fixed, how, high: high.transpose()? })
    }
}

/// Conditions on the key attributes of a table or an index, all of which hold.
pub(super) struct KeyCondition(Vec<On>);

/// A condition on one attribute.
struct On {
    name: &'static str,
    how: SortComparison,
    low: AttributeValue,
    high: Option<AttributeValue>,
}

impl KeyCondition {
    /// All attributes of the partition key are equal.
    pub(super) fn of(names: &'static [&'static str], values: Vec<AttributeValue>) -> Result<Self, Error> {
        let mut condition = Self(Vec::with_capacity(names.len() + 1));
        for (name, value) in names.iter().zip(values) {
            condition.equal(name, value, 2048)?;
        }
        Ok(condition)
    }

    fn equal(&mut self, name: &'static str, value: AttributeValue, limit: usize) -> Result<(), Error> {
        check_key(name, &value, limit)?;
        self.compare(name, SortComparison::Equal, value, None);
        Ok(())
    }

    fn compare(&mut self, name: &'static str, how: SortComparison, low: AttributeValue, high: Option<AttributeValue>) {
        self.0.push(On { name, how, low, high });
    }

    /// The sort key's attributes from left to right: the first ones equal, the last one compared.
    pub(super) fn sort(&mut self, names: &'static [&'static str], sort: Option<Sort>) -> Result<(), Error> {
        let Some(mut sort) = sort else { return Ok(()) };
        let high = sort.high.take().map(|high| sort.last_of(high)).transpose()?;
        let one_by_one = sort.how == SortComparison::Equal || sort.parts.len() == sort.fixed + 1;
        let last = sort.parts.pop().filter(|_| one_by_one).ok_or_else(|| {
            Error::invalid("the attributes of a sort key are compared one by one: write `k.eq_first(..).lt(..)`")
        })?;
        let mut names = names.iter();
        for (name, value) in names.by_ref().take(sort.parts.len()).zip(sort.parts) {
            self.equal(name, value, 1024)?;
        }
        let name = names.next().ok_or_else(|| Error::invalid("the sort key has fewer parts than are given"))?;
        if sort.how == SortComparison::Equal {
            return self.equal(name, last, 1024);
        }
        for value in [&last].into_iter().chain(&high) {
            check_key(name, value, 1024)?;
        }
        self.compare(name, sort.how, last, high);
        Ok(())
    }

    /// A sort key that is one text.
    pub(super) fn made_of(&mut self, template: &'static Template, sort: Option<Sort>) -> Result<(), Error> {
        let (name, literal) = (template.name, template.literal().to_owned());
        let Some(sort) = sort else {
            match (literal.is_empty(), template.fields()) {
                (true, _) => {}
                (false, 0) => self.compare(name, SortComparison::Equal, AttributeValue::S(literal), None),
                (false, _) => self.compare(name, SortComparison::BeginsWith, AttributeValue::S(literal), None),
            }
            return Ok(());
        };
        match sort.how {
            SortComparison::Equal if sort.parts.len() == template.fields() => {
                return self.equal(name, AttributeValue::S(template.prefix(&sort.parts)?), 1024);
            }
            SortComparison::Equal => {
                let prefix = AttributeValue::S(template.prefix(&sort.parts)?);
                self.compare(name, SortComparison::BeginsWith, prefix, None);
            }
            SortComparison::BeginsWith => {
                let prefix = template.begin(&sort.parts)?;
                // Every text begins with the empty one.
                if !prefix.is_empty() {
                    self.compare(name, SortComparison::BeginsWith, AttributeValue::S(prefix), None);
                }
            }
            _ => self.range(template, &sort)?,
        }
        Ok(())
    }

    /// A range of texts inside of those that begin with the fixed parts.
    fn range(&mut self, template: &'static Template, sort: &Sort) -> Result<(), Error> {
        let base = template.prefix(sort.parts.get(..sort.fixed).unwrap_or_default())?;
        let low = Bound::of(template, &sort.parts)?;
        let (from, to) = match sort.how {
            SortComparison::Less => (base.clone(), before(&low.text)),
            SortComparison::LessOrEqual => (base.clone(), low.end()),
            SortComparison::Greater => (low.after(), following(&base)),
            SortComparison::Between => {
                let high = sort.high.as_deref().unwrap_or_default();
                (low.text, Bound::of(template, high)?.end())
            }
            _ => (low.text, following(&base)),
        };
        let text = AttributeValue::S;
        let (how, low, high) = match (base.is_empty(), sort.how) {
            // Nothing to stay inside of.
            (true, SortComparison::Less | SortComparison::LessOrEqual) => (SortComparison::LessOrEqual, to, None),
            (true, SortComparison::Greater | SortComparison::GreaterOrEqual) => {
                (SortComparison::GreaterOrEqual, from, None)
            }
            _ => (SortComparison::Between, from, Some(to)),
        };
        self.compare(template.name, how, text(low), high.map(text));
        Ok(())
    }

    /// The expression, and what a token is bound to by it.
    pub(super) fn render(self, renderer: &mut Renderer, bound: &mut Vec<u8>) -> Result<String, Error> {
        let mut text = String::new();
        for on in self.0 {
            bound.push(on.how as u8);
            bind(bound, &on.low);
            on.high.iter().for_each(|high| bind(bound, high));
            if !text.is_empty() {
                text.push_str(" AND ");
            }
            text.push_str(&renderer.condition(on.tree())?);
        }
        Ok(text)
    }
}

impl Sort {
    /// The last part of the upper end, whose other parts are those of the lower one.
    fn last_of(&self, mut high: Vec<AttributeValue>) -> Result<AttributeValue, Error> {
        let last = high.pop().filter(|_| self.parts.len() == high.len() + 1 && self.parts.starts_with(&high));
        last.ok_or_else(|| {
            Error::invalid("the attributes of a sort key are compared one by one: write `k.eq_first(..).between(..)`")
        })
    }
}

impl On {
    fn tree(self) -> Tree {
        let (path, low) = (top(self.name), Operand::Value(Ok(self.low)));
        let compare = |how, low| Tree::Compare(Operand::Path(top(self.name)), how, low);
        match (self.how, self.high) {
            (SortComparison::Between, Some(high)) => {
                Tree::Between(Box::new((Operand::Path(path), low, Operand::Value(Ok(high)))))
            }
            (SortComparison::Less, _) => compare(Comparison::Less, low),
            (SortComparison::LessOrEqual, _) => compare(Comparison::LessOrEqual, low),
            (SortComparison::Greater, _) => compare(Comparison::Greater, low),
            (SortComparison::GreaterOrEqual | SortComparison::Between, _) => compare(Comparison::GreaterOrEqual, low),
            (SortComparison::BeginsWith, _) => Tree::Call(Function::BeginsWith, path, Some(low)),
            (SortComparison::Equal, _) => compare(Comparison::Equal, low),
        }
    }
}

/// The text of some parts of a key.
struct Bound {
    text: String,
    /// Whether it is a whole key, and not what several keys begin with.
    is_whole: bool,
}

impl Bound {
    fn of(template: &Template, parts: &[AttributeValue]) -> Result<Self, EncodeError> {
        Ok(Self { text: template.prefix(parts)?, is_whole: parts.len() == template.fields() })
    }

    /// The last text that has these parts.
    fn end(self) -> String {
        if self.is_whole { self.text } else { following(&self.text) }
    }

    /// The first text behind all that have them.
    fn after(self) -> String {
        if self.is_whole { self.text + "\0" } else { following(&self.text) }
    }
}

/// Behind every text that begins with this one.
fn following(text: &str) -> String {
    let mut text = text.to_owned();
    text.push(LAST);
    text
}

/// Before this text, and behind every text that is before it.
fn before(text: &str) -> String {
    let mut text = text.to_owned();
    let last = text.pop().map_or(0, u32::from);
    // There are no characters between these two.
    let previous = if last == 0xE000 { Some(0xD7FF) } else { last.checked_sub(1) };
    if let Some(previous) = previous.and_then(char::from_u32) {
        text.push(previous);
        text.push(LAST);
    }
    text
}

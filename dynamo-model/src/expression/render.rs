//! The one renderer: the sole owner of placeholders. Every name and every value is one, so no text of a user can become
//! an expression, and no name can be a reserved word.

use std::{borrow::Cow, collections::HashMap};

use super::{Change, Operand, Sign, Tree, bounds};
use crate::{
    attribute::{Name, Path, Segment},
    error::{EncodeError, Error},
    value::{AttributeValue, Item},
};

/// The longest expression that DynamoDB takes, in bytes.
const LONGEST_EXPRESSION: usize = 4096;

/// The maps that go beside the expressions; `None` where a map would be empty, which DynamoDB refuses.
#[derive(Debug, Clone, Default)]
pub(crate) struct Rendered {
    pub(crate) names: Option<HashMap<String, String>>,
    pub(crate) values: Option<Item>,
}

/// Gives names and values their placeholders, shared among all expressions of one request.
#[derive(Default)]
pub(crate) struct Renderer {
    names: Vec<Cow<'static, str>>,
    values: Vec<AttributeValue>,
}

impl Renderer {
    /// Room for this many attributes with a value each, and for the version that is expected.
    pub(crate) fn with_room(attributes: usize) -> Self {
        Self { names: Vec::with_capacity(attributes + 1), values: Vec::with_capacity(attributes + 1) }
    }

    /// The placeholder of the top-level attribute or map key `name`.
    pub(crate) fn name(&mut self, name: Cow<'static, str>, out: &mut String) {
        let index = self.names.iter().position(|known| *known == name).unwrap_or_else(|| {
            self.names.push(name);
            self.names.len() - 1
        });
        placeholder("#n", index, out);
    }

    /// The placeholder of the value.
    pub(crate) fn value(&mut self, value: AttributeValue, out: &mut String) {
        let index = self.values.iter().position(|known| same_scalar(known, &value)).unwrap_or_else(|| {
            self.values.push(value);
            self.values.len() - 1
        });
        placeholder(":v", index, out);
    }

    pub(crate) fn path(&mut self, path: &Path, out: &mut String) {
        self.name(name_of(path.top), out);
        for segment in &path.below {
            match segment {
                Segment::Name(name) => {
                    out.push('.');
                    self.name(name_of(*name), out);
                }
                Segment::Key(key) => {
                    out.push('.');
                    self.name(Cow::Owned(key.to_string()), out);
                }
                Segment::Index(index) => {
                    out.push('[');
                    out.push_str(itoa::Buffer::new().format(*index));
                    out.push(']');
                }
            }
        }
    }

    pub(crate) fn condition(&mut self, tree: Tree) -> Result<String, Error> {
        let terms = match &tree {
            Tree::And(trees) | Tree::Or(trees) => trees.len(),
            _ => 1,
        };
        // The usual condition, that of the version, fits, and so do many terms of it, until the text is too long.
        let mut out = String::with_capacity((terms * 32).min(LONGEST_EXPRESSION));
        self.names.reserve(terms);
        self.values.reserve(terms);
        self.tree(tree, &mut out)?;
        within_limit(out)
    }

    fn tree(&mut self, tree: Tree, out: &mut String) -> Result<(), Error> {
        match tree {
            Tree::Compare(left, how, right) => {
                self.operand(left, out)?;
                out.push_str(how.as_str());
                self.operand(right, out)
            }
            Tree::Between(operands) => {
                let (operand, low, high) = *operands;
                bounds::check(&operand, &low, &high)?;
                self.operand(operand, out)?;
                out.push_str(" BETWEEN ");
                self.operand(low, out)?;
                out.push_str(" AND ");
                self.operand(high, out)
            }
            Tree::In(operand, values) => self.is_in(operand, values, out),
            Tree::Call(function, path, argument) => {
                out.push_str(function.as_str());
                self.path(&path, out);
                if let Some(argument) = argument {
                    out.push_str(", ");
                    self.operand(argument, out)?;
                }
                out.push(')');
                Ok(())
            }
            Tree::And(all) => self.joined(all, " AND ", out),
            Tree::Or(any) => self.joined(any, " OR ", out),
            Tree::Not(tree) => {
                out.push_str("NOT ");
                self.grouped(*tree, out)
            }
        }
    }

    fn is_in(&mut self, operand: Operand, values: Vec<Operand>, out: &mut String) -> Result<(), Error> {
        if values.is_empty() || values.len() > 100 {
            return Err(Error::invalid(format!(
                "`is_in` on `{operand:?}` takes 1 to 100 values, and {} are given",
                values.len()
            )));
        }
        self.operand(operand, out)?;
        out.push_str(" IN (");
        for (index, value) in values.into_iter().enumerate() {
            if index > 0 {
                out.push_str(", ");
            }
            self.operand(value, out)?;
        }
        out.push(')');
        Ok(())
    }

    fn joined(&mut self, trees: Vec<Tree>, word: &str, out: &mut String) -> Result<(), Error> {
        for (index, tree) in trees.into_iter().enumerate() {
            if index > 0 {
                out.push_str(word);
            }
            self.grouped(tree, out)?;
            if out.len() > LONGEST_EXPRESSION {
                // Whoever adds thousands of terms is told so before all of them are looked at.
                return Err(too_long(out.len()));
            }
        }
        Ok(())
    }

    /// In parentheses where it needs them: DynamoDB refuses redundant ones.
    fn grouped(&mut self, tree: Tree, out: &mut String) -> Result<(), Error> {
        if matches!(tree, Tree::And(_) | Tree::Or(_) | Tree::Not(_)) {
            out.push('(');
            self.tree(tree, out)?;
            out.push(')');
            return Ok(());
        }
        self.tree(tree, out)
    }

    fn operand(&mut self, operand: Operand, out: &mut String) -> Result<(), Error> {
        match operand {
            Operand::Value(value) => self.value(value?, out),
            Operand::Absent => {
                return Err(EncodeError::new("DynamoDB has no empty sets to compare with: use `.not_exists()`").into());
            }
            Operand::Path(path) => self.path(&path, out),
            Operand::Size(path) => {
                out.push_str("size(");
                self.path(&path, out);
                out.push(')');
            }
            Operand::IfNotExists(parts) => {
                out.push_str("if_not_exists(");
                self.path(&parts.0, out);
                out.push_str(", ");
                self.operand(parts.1, out)?;
                out.push(')');
            }
            Operand::Sum(parts) => {
                let (left, sign, right) = *parts;
                self.operand(left, out)?;
                out.push_str(match sign {
                    Sign::Plus => " + ",
                    Sign::Minus => " - ",
                });
                self.operand(right, out)?;
            }
        }
        Ok(())
    }

    pub(crate) fn finish(self) -> Rendered {
        let names = (!self.names.is_empty()).then(|| {
            let mut names = HashMap::with_capacity(self.names.len());
            for (index, name) in self.names.into_iter().enumerate() {
                names.insert(key("#n", index), name.into_owned());
            }
            names
        });
        let values = (!self.values.is_empty()).then(|| {
            let mut values = Item::with_capacity(self.values.len());
            for (index, value) in self.values.into_iter().enumerate() {
                values.insert(key(":v", index), value);
            }
            values
        });
        Rendered { names, values }
    }
}

/// An update expression, one clause after the other.
#[derive(Default)]
pub(crate) struct Clauses {
    set: String,
    remove: String,
    add: String,
    delete: String,
}

impl Clauses {
    /// Room for this many attributes, all of them set: `#n10 = :v10, `.
    pub(crate) fn with_room(attributes: usize) -> Self {
        Self { set: String::with_capacity(4 + 13 * (attributes + 1)), ..Self::default() }
    }

    /// One more path in the `SET` clause, up to and with the `=`.
    pub(crate) fn set<'c>(&'c mut self, renderer: &mut Renderer, path: &Path) -> &'c mut String {
        begin(&mut self.set, "SET ");
        renderer.path(path, &mut self.set);
        self.set.push_str(" = ");
        &mut self.set
    }

    pub(crate) fn set_value(&mut self, renderer: &mut Renderer, path: &Path, value: AttributeValue) {
        let out = self.set(renderer, path);
        renderer.value(value, out);
    }

    /// The same of a top-level attribute.
    pub(crate) fn set_attribute(&mut self, renderer: &mut Renderer, name: Name, value: AttributeValue) {
        self.set_name(renderer, name_of(name), value);
    }

    pub(crate) fn set_if_absent(&mut self, renderer: &mut Renderer, path: &Path, value: AttributeValue) {
        let out = self.set(renderer, path);
        out.push_str("if_not_exists(");
        renderer.path(path, out);
        out.push_str(", ");
        renderer.value(value, out);
        out.push(')');
    }

    /// `path = if_not_exists(path, start) + step`.
    pub(crate) fn advance(
        &mut self,
        renderer: &mut Renderer,
        path: &Path,
        start: AttributeValue,
        step: AttributeValue,
    ) {
        self.set_if_absent(renderer, path, start);
        self.set.push_str(" + ");
        renderer.value(step, &mut self.set);
    }

    /// `SET` of a name.
    pub(crate) fn set_name(&mut self, renderer: &mut Renderer, name: Cow<'static, str>, value: AttributeValue) {
        begin(&mut self.set, "SET ");
        renderer.name(name, &mut self.set);
        self.set.push_str(" = ");
        renderer.value(value, &mut self.set);
    }

    /// `REMOVE` of a name that no static holds.
    pub(crate) fn remove_name(&mut self, renderer: &mut Renderer, name: Cow<'static, str>) {
        begin(&mut self.remove, "REMOVE ");
        renderer.name(name, &mut self.remove);
    }

    pub(crate) fn remove(&mut self, renderer: &mut Renderer, path: &Path) {
        begin(&mut self.remove, "REMOVE ");
        renderer.path(path, &mut self.remove);
    }

    pub(crate) fn change(&mut self, renderer: &mut Renderer, path: &Path, change: Change) -> Result<(), Error> {
        match change {
            Change::Remove | Change::Set(Operand::Absent) => self.remove(renderer, path),
            Change::Set(operand) => {
                let out = self.set(renderer, path);
                renderer.operand(operand, out)?;
            }
            Change::SetIfAbsent(operand) => {
                let out = self.set(renderer, path);
                renderer.operand(Operand::IfNotExists(Box::new((path.clone(), operand))), out)?;
            }
            Change::Append(list) => self.list(renderer, path, list?, ListEnd::Back),
            Change::Prepend(list) => self.list(renderer, path, list?, ListEnd::Front),
            Change::Add(value) | Change::AddTo(value) => {
                begin(&mut self.add, "ADD ");
                renderer.path(path, &mut self.add);
                self.add.push(' ');
                renderer.value(value?, &mut self.add);
            }
            Change::DeleteFrom(value) => {
                begin(&mut self.delete, "DELETE ");
                renderer.path(path, &mut self.delete);
                self.delete.push(' ');
                renderer.value(value?, &mut self.delete);
            }
        }
        Ok(())
    }

    fn list(&mut self, renderer: &mut Renderer, path: &Path, list: AttributeValue, end: ListEnd) {
        let out = self.set(renderer, path);
        out.push_str("list_append(");
        if end == ListEnd::Front {
            renderer.value(list.clone(), out);
            out.push_str(", ");
        }
        out.push_str("if_not_exists(");
        renderer.path(path, out);
        out.push_str(", ");
        renderer.value(AttributeValue::L(Vec::new()), out);
        out.push(')');
        if end == ListEnd::Back {
            out.push_str(", ");
            renderer.value(list, out);
        }
        out.push(')');
    }

    pub(crate) fn finish(self) -> Result<String, Error> {
        let mut out = self.set;
        for clause in [self.remove, self.add, self.delete] {
            if !clause.is_empty() && !out.is_empty() {
                out.push(' ');
            }
            out.push_str(&clause);
        }
        within_limit(out)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ListEnd {
    Front,
    Back,
}

fn begin(clause: &mut String, word: &str) {
    clause.push_str(if clause.is_empty() { word } else { ", " });
}

fn placeholder(kind: &str, index: usize, out: &mut String) {
    out.push_str(kind);
    match u8::try_from(index) {
        Ok(digit @ 0..10) => out.push(char::from(b'0' + digit)),
        _ => out.push_str(itoa::Buffer::new().format(index)),
    }
}

fn key(kind: &str, index: usize) -> String {
    let mut key = String::with_capacity(4);
    placeholder(kind, index, &mut key);
    key
}

fn name_of(name: Name) -> Cow<'static, str> {
    if name.prefix.is_none() { Cow::Borrowed(name.name) } else { Cow::Owned(name.to_string()) }
}

/// Equal scalars share a placeholder. Large values are not compared: that would cost more than it saves.
fn same_scalar(one: &AttributeValue, two: &AttributeValue) -> bool {
    match (one, two) {
        (AttributeValue::S(one), AttributeValue::S(two)) | (AttributeValue::N(one), AttributeValue::N(two)) => {
            one == two
        }
        (AttributeValue::Bool(one), AttributeValue::Bool(two)) => one == two,
        (AttributeValue::L(one), AttributeValue::L(two)) => one.is_empty() && two.is_empty(),
        _ => false,
    }
}

fn within_limit(expression: String) -> Result<String, Error> {
    if expression.len() > LONGEST_EXPRESSION {
        return Err(too_long(expression.len()));
    }
    Ok(expression)
}

fn too_long(bytes: usize) -> Error {
    Error::invalid(format!("an expression has at most {LONGEST_EXPRESSION} bytes, and this one has at least {bytes}"))
}

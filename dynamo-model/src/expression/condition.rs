//! Conditions: what must be true of the stored item.

use std::{fmt, marker::PhantomData, ops::Not};

use super::{IntoOperand, Operand};
use crate::attribute::{Name, Path};

/// How two operands are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Comparison {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Equal => " = ",
            Self::NotEqual => " <> ",
            Self::Less => " < ",
            Self::LessOrEqual => " <= ",
            Self::Greater => " > ",
            Self::GreaterOrEqual => " >= ",
        }
    }
}

/// DynamoDB's functions in conditions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Function {
    Exists,
    NotExists,
    Type,
    BeginsWith,
    Contains,
}

impl Function {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Exists => "attribute_exists(",
            Self::NotExists => "attribute_not_exists(",
            Self::Type => "attribute_type(",
            Self::BeginsWith => "begins_with(",
            Self::Contains => "contains(",
        }
    }
}

/// A condition without its types.
#[derive(Debug)]
pub(crate) enum Tree {
    Compare(Operand, Comparison, Operand),
    // Boxed, because each term of a chain is moved about, and few are of this size.
    Between(Box<(Operand, Operand, Operand)>),
    In(Operand, Vec<Operand>),
    Call(Function, Path, Option<Operand>),
    And(Vec<Tree>),
    Or(Vec<Tree>),
    Not(Box<Tree>),
}

impl Tree {
    pub(crate) fn and(self, other: Self) -> Self {
        Self::And(vec![self, other])
    }

    pub(crate) fn or(self, other: Self) -> Self {
        Self::Or(vec![self, other])
    }

    /// The first top-level attribute of this kind that it names.
    pub(crate) fn find(&self, wanted: &dyn Fn(Name) -> bool) -> Option<Name> {
        let top = |path: &Path| Some(path.top).filter(|name| wanted(*name));
        let first = |operands: &[&Operand]| operands.iter().find_map(|operand| operand.find(wanted));
        match self {
            Self::Compare(left, _, right) => first(&[left, right]),
            Self::Between(of) => first(&[&of.0, &of.1, &of.2]),
            Self::In(operand, values) => {
                operand.find(wanted).or_else(|| values.iter().find_map(|value| value.find(wanted)))
            }
            Self::Call(_, path, argument) => {
                top(path).or_else(|| argument.as_ref().and_then(|argument| argument.find(wanted)))
            }
            Self::And(trees) | Self::Or(trees) => trees.iter().find_map(|tree| tree.find(wanted)),
            Self::Not(tree) => tree.find(wanted),
        }
    }

    /// Both, where there are both.
    pub(crate) fn join(one: Option<Self>, two: Option<Self>) -> Option<Self> {
        match (one, two) {
            (Some(one), Some(two)) => Some(one.and(two)),
            (one, two) => one.or(two),
        }
    }
}

/// A condition on the item `M`. Giving it to a request is the only thing it can do.
///
/// The operators are those of
/// [condition expressions](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.OperatorsAndFunctions.html).
///
/// # Examples
///
/// ```
/// # use dynamo_model::*;
/// # #[derive(Debug, Clone, PartialEq, DynamoItem)]
/// # #[dynamo(table = "notes")]
/// # struct Note { #[partition_key] id: String, text: String, views: u64, draft: Option<String>, #[version] version: u64 }
/// fn finished(n: &Attributes<Note>) -> Condition<Note> {
///     n.draft.not_exists().and(n.text.size().gt(0).or(n.views.ge(1)))
/// }
/// ```
#[must_use = "a condition does nothing until it is given to a request"]
pub struct Condition<M> {
    tree: Tree,
    item: PhantomData<fn() -> M>,
}

impl<M> Condition<M> {
    pub(crate) fn new(tree: Tree) -> Self {
        Self { tree, item: PhantomData }
    }

    pub(crate) fn into_tree(self) -> Tree {
        self.tree
    }

    /// Both conditions hold.
    pub fn and(self, other: Self) -> Self {
        // A long chain is one level deep, so that it can neither exhaust the stack nor fill the text with parentheses.
        Self::new(match self.tree {
            Tree::And(mut all) => {
                all.push(other.tree);
                Tree::And(all)
            }
            tree => tree.and(other.tree),
        })
    }

    /// At least one of the conditions holds.
    pub fn or(self, other: Self) -> Self {
        Self::new(match self.tree {
            Tree::Or(mut all) => {
                all.push(other.tree);
                Tree::Or(all)
            }
            tree => tree.or(other.tree),
        })
    }

    /// The condition does not hold.
    #[expect(clippy::should_implement_trait, reason = "it does; the method is there for chains")]
    pub fn not(self) -> Self {
        Self::new(Tree::Not(Box::new(self.tree)))
    }
}

impl<M> Not for Condition<M> {
    type Output = Self;
    fn not(self) -> Self {
        Self::not(self)
    }
}

impl<M> fmt::Debug for Condition<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Condition").finish_non_exhaustive()
    }
}

/// `size(path)`, to be compared.
#[must_use = "a size does nothing until it is compared"]
pub struct Size<M> {
    pub(super) path: Path,
    item: PhantomData<fn() -> M>,
}

impl<M> Size<M> {
    pub(crate) fn new(path: Path) -> Self {
        Self { path, item: PhantomData }
    }

    fn compare(self, how: Comparison, with: Operand) -> Condition<M> {
        Condition::new(Tree::Compare(Operand::Size(self.path), how, with))
    }

    /// `size(attribute) = value`.
    pub fn eq(self, value: impl IntoOperand<M, usize>) -> Condition<M> {
        self.compare(Comparison::Equal, value.into_operand())
    }

    /// `size(attribute) <> value`.
    pub fn ne(self, value: impl IntoOperand<M, usize>) -> Condition<M> {
        self.compare(Comparison::NotEqual, value.into_operand())
    }

    /// `size(attribute) < value`.
    pub fn lt(self, value: impl IntoOperand<M, usize>) -> Condition<M> {
        self.compare(Comparison::Less, value.into_operand())
    }

    /// `size(attribute) <= value`.
    pub fn le(self, value: impl IntoOperand<M, usize>) -> Condition<M> {
        self.compare(Comparison::LessOrEqual, value.into_operand())
    }

    /// `size(attribute) > value`.
    pub fn gt(self, value: impl IntoOperand<M, usize>) -> Condition<M> {
        self.compare(Comparison::Greater, value.into_operand())
    }

    /// `size(attribute) >= value`.
    pub fn ge(self, value: impl IntoOperand<M, usize>) -> Condition<M> {
        self.compare(Comparison::GreaterOrEqual, value.into_operand())
    }

    /// `size(attribute) BETWEEN low AND high`, both ends included.
    pub fn between(self, low: impl IntoOperand<M, usize>, high: impl IntoOperand<M, usize>) -> Condition<M> {
        let operands = (Operand::Size(self.path), low.into_operand(), high.into_operand());
        Condition::new(Tree::Between(Box::new(operands)))
    }
}

impl<M> fmt::Debug for Size<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Size({})", self.path)
    }
}

//! Update actions: what a patch changes.

use std::{fmt, marker::PhantomData};

use super::Operand;
use crate::{
    attribute::Path,
    error::{EncodeError, Error},
    item::{Attributes, DynamoItem},
    value::{AttributeValue, value_size},
};

/// What happens to one path.
#[derive(Debug)]
pub(crate) enum Change {
    Set(Operand),
    SetIfAbsent(Operand),
    Append(Result<AttributeValue, EncodeError>),
    Prepend(Result<AttributeValue, EncodeError>),
    Remove,
    Add(Result<AttributeValue, EncodeError>),
    AddTo(Result<AttributeValue, EncodeError>),
    DeleteFrom(Result<AttributeValue, EncodeError>),
}

impl Change {
    /// The same, with the attribute named in an error.
    fn at(self, path: &Path) -> Self {
        let named = |value: Result<AttributeValue, EncodeError>| value.map_err(|error| error.at(&path.to_string()));
        match self {
            Self::Set(operand) => Self::Set(operand.at(path)),
            Self::SetIfAbsent(operand) => Self::SetIfAbsent(operand.present_at(path)),
            Self::Append(list) => Self::Append(named(list)),
            Self::Prepend(list) => Self::Prepend(named(list)),
            Self::Remove => Self::Remove,
            Self::Add(number) => Self::Add(named(number)),
            Self::AddTo(set) => Self::AddTo(named(set)),
            Self::DeleteFrom(set) => Self::DeleteFrom(named(set)),
        }
    }

    /// Bytes that the item has at least once this is applied.
    pub(crate) fn size(&self) -> usize {
        match self {
            Self::Set(Operand::Value(Ok(value)))
            | Self::Append(Ok(value))
            | Self::Prepend(Ok(value))
            | Self::AddTo(Ok(value)) => value_size(value),
            _ => 0,
        }
    }

    /// Whether applying it twice is as applying it once.
    pub(crate) fn is_idempotent(&self, path: &Path) -> bool {
        // The second time, another element may stand there: one was removed, or one was set past the end.
        if path.has_index() {
            return false;
        }
        match self {
            // What is copied from another attribute may be another value the second time, as in a swap.
            Self::Set(operand) => matches!(operand, Operand::Value(_) | Operand::Absent),
            // A set holds an element once, however often it is added.
            Self::SetIfAbsent(_) | Self::Remove | Self::AddTo(_) | Self::DeleteFrom(_) => true,
            Self::Append(_) | Self::Prepend(_) | Self::Add(_) => false,
        }
    }
}

/// One action of an update of the item `M`.
///
/// The actions are those of
/// [update expressions](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.UpdateExpressions.html).
///
/// # Examples
///
/// ```
/// # use dynamo_model::*;
/// # #[derive(Debug, Clone, PartialEq, DynamoItem)]
/// # #[dynamo(table = "notes")]
/// # struct Note { #[partition_key] id: String, text: String, views: u64, draft: Option<String>, #[version] version: u64 }
/// fn publish(n: &Attributes<Note>) -> Vec<Action<Note>> {
///     vec![n.text.set("x"), n.views.set(n.views + 1), n.draft.remove()]
/// }
/// ```
#[must_use = "an action does nothing until it is given to a patch"]
pub struct Action<M> {
    pub(crate) path: Path,
    pub(crate) change: Change,
    item: PhantomData<fn() -> M>,
}

impl<M> Action<M> {
    pub(crate) fn new(path: Path, change: Change) -> Self {
        let change = change.at(&path);
        Self { path, change, item: PhantomData }
    }
}

impl<M> fmt::Debug for Action<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Action({})", self.path)
    }
}

/// A closure that gives actions. Every type but the item is inferred, so `patch_at::<Account>(..)` can be written.
#[diagnostic::on_unimplemented(
    message = "this closure does not return actions of `{T}`",
    label = "a patch takes one action, an array or a `Vec` of them"
)]
pub trait PatchFn<T: DynamoItem>: FnOnce(&Attributes<T>) -> <Self as PatchFn<T>>::Actions {
    /// What the closure returns.
    type Actions: IntoActions<T>;
}
impl<T: DynamoItem, F, I> PatchFn<T> for F
where
    F: FnOnce(&Attributes<T>) -> I,
    I: IntoActions<T>,
{
    type Actions = I;
}

/// One action, an array or a `Vec` of them. Our own, not `IntoIterator`: so that a condition in its place says what is wanted.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of update actions of `{T}`",
    label = "a patch takes one action, an array or a `Vec` of them: `|x| [x.field.set(..)]`"
)]
pub trait IntoActions<T> {
    /// The actions in their order.
    fn into_actions(self) -> Vec<Action<T>>;
}
#[diagnostic::do_not_recommend]
impl<T> IntoActions<T> for Action<T> {
    fn into_actions(self) -> Vec<Self> {
        vec![self]
    }
}
#[diagnostic::do_not_recommend]
impl<T, const N: usize> IntoActions<T> for [Action<T>; N] {
    fn into_actions(self) -> Vec<Action<T>> {
        self.into()
    }
}
#[diagnostic::do_not_recommend]
impl<T> IntoActions<T> for Vec<Action<T>> {
    fn into_actions(self) -> Self {
        self
    }
}

/// Refuses two actions on one path, or on a path and a part of it, as DynamoDB would.
pub(crate) fn check_overlaps<M>(actions: &[Action<M>]) -> Result<(), Error> {
    for (index, action) in actions.iter().enumerate() {
        if let Some(other) = actions.iter().take(index).find(|other| other.path.overlaps(&action.path)) {
            let (one, two) = (&other.path, &action.path);
            return Err(Error::invalid(format!("two actions of the update overlap: on `{one}` and on `{two}`")));
        }
    }
    Ok(())
}

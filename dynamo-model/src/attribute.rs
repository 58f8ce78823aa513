//! Typed attribute handles: what the closures of conditions and updates receive, one field each.

mod path;

use std::{fmt, marker::PhantomData};

pub use self::path::{Name, Path, PathLike, Prefix, Segment};
use crate::{
    expression::{
        Action, Added, Assigned, Change, Comparison, Condition, Contains, Function, IfNotExists, Indexed, IntoOperand,
        IntoPrefix, Keyed, ListOf, NumberOf, Operand, SetOf, Size, Tree,
    },
    item::{Fields, NoPrefix},
    role::{Assignable, Inside, Optional, Removable, Required, Role, TopLevel},
    value::{AttributeType, Ordered, Prefixed, Sizeable},
};

/// The attribute of item `M` that holds a `T`. `R` says what it is there. `Copy`, except below the top level.
///
/// # Examples
///
/// ```
/// use dynamo_model::{Attributes, Condition, DynamoItem};
///
/// #[derive(DynamoItem)]
/// #[dynamo(table = "notes")]
/// struct Note {
///     #[partition_key]
///     id: String,
///     draft: Option<String>,
///     views: u64,
/// }
///
/// fn popular(n: &Attributes<Note>) -> Condition<Note> {
///     n.views.gt(100).and(n.draft.not_exists())
/// }
/// ```
pub struct Attr<M, T, R: Role = Required> {
    path: R::Path,
    types: PhantomData<fn() -> (*const M, *const T)>,
}

impl<M, T, R: Role> Clone for Attr<M, T, R> {
    fn clone(&self) -> Self {
        Self { path: self.path.clone(), types: PhantomData }
    }
}
impl<M, T, R: Role> Copy for Attr<M, T, R> where R::Path: Copy {}
impl<M, T, R: Role> fmt::Debug for Attr<M, T, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Attr({})", self.path())
    }
}

impl<M, T, R: Role<Path = Name>> Attr<M, T, R> {
    #[doc(hidden)]
    #[must_use]
    pub const fn new(prefix: Option<&'static Prefix>, name: &'static str) -> Self {
        Self { path: Name { prefix, name }, types: PhantomData }
    }
}

/// Conditions.
impl<M, T, R: Role> Attr<M, T, R> {
    pub(crate) fn path(&self) -> Path {
        self.path.to_path()
    }

    pub(crate) fn operand(&self) -> Operand {
        Operand::Path(self.path())
    }

    fn compare(&self, how: Comparison, with: Operand) -> Condition<M> {
        let path = self.path();
        let with = with.present_at(&path);
        Condition::new(Tree::Compare(Operand::Path(path), how, with))
    }

    fn call(&self, function: Function, argument: Option<Operand>) -> Condition<M> {
        let path = self.path();
        let argument = argument.map(|argument| argument.at(&path));
        Condition::new(Tree::Call(function, path, argument))
    }

    /// `attribute = value`.
    pub fn eq(&self, value: impl IntoOperand<M, T>) -> Condition<M> {
        self.compare(Comparison::Equal, value.into_operand())
    }

    /// `attribute <> value`. True of an item without the attribute.
    pub fn ne(&self, value: impl IntoOperand<M, T>) -> Condition<M> {
        self.compare(Comparison::NotEqual, value.into_operand())
    }

    /// `attribute < value`.
    pub fn lt(&self, value: impl IntoOperand<M, T>) -> Condition<M>
    where
        T: Ordered,
    {
        self.compare(Comparison::Less, value.into_operand())
    }

    /// `attribute <= value`.
    pub fn le(&self, value: impl IntoOperand<M, T>) -> Condition<M>
    where
        T: Ordered,
    {
        self.compare(Comparison::LessOrEqual, value.into_operand())
    }

    /// `attribute > value`.
    pub fn gt(&self, value: impl IntoOperand<M, T>) -> Condition<M>
    where
        T: Ordered,
    {
        self.compare(Comparison::Greater, value.into_operand())
    }

    /// `attribute >= value`.
    pub fn ge(&self, value: impl IntoOperand<M, T>) -> Condition<M>
    where
        T: Ordered,
    {
        self.compare(Comparison::GreaterOrEqual, value.into_operand())
    }

    /// `attribute BETWEEN low AND high`, both ends included.
    pub fn between(&self, low: impl IntoOperand<M, T>, high: impl IntoOperand<M, T>) -> Condition<M>
    where
        T: Ordered,
    {
        let path = self.path();
        let (low, high) = (low.into_operand().present_at(&path), high.into_operand().present_at(&path));
        Condition::new(Tree::Between(Box::new((Operand::Path(path), low, high))))
    }

    /// `attribute IN (..)`, with 1 to 100 values.
    pub fn is_in(&self, values: impl IntoIterator<Item: IntoOperand<M, T>>) -> Condition<M> {
        let path = self.path();
        let values = values.into_iter().map(|value| value.into_operand().present_at(&path)).collect();
        Condition::new(Tree::In(Operand::Path(path), values))
    }

    /// `attribute_exists(attribute)`.
    pub fn exists(&self) -> Condition<M> {
        self.call(Function::Exists, None)
    }

    /// `attribute_not_exists(attribute)`.
    pub fn not_exists(&self) -> Condition<M> {
        self.call(Function::NotExists, None)
    }

    /// `attribute_type(attribute, of)`.
    pub fn attribute_type(&self, of: AttributeType) -> Condition<M> {
        self.call(Function::Type, Some(Operand::text(of.as_str())))
    }

    /// `begins_with(attribute, prefix)`.
    pub fn begins_with<A>(&self, prefix: A) -> Condition<M>
    where
        T: Prefixed,
        A: IntoPrefix<T>,
    {
        self.call(Function::BeginsWith, Some(Operand::Value(Ok(prefix.into_prefix()))))
    }

    /// `contains(attribute, element)`: text in text, an element in a set or a list.
    pub fn contains<A>(&self, element: A) -> Condition<M>
    where
        T: Contains<A>,
    {
        self.call(Function::Contains, Some(Operand::Value(T::element(element))))
    }

    /// `size(attribute)`: characters of text, bytes of binary, elements of a set, a list or a map.
    pub fn size(&self) -> Size<M>
    where
        T: Sizeable,
    {
        Size::new(self.path())
    }
}

/// Paths below the top level.
impl<M, T, R: Role> Attr<M, T, R> {
    /// An attribute of the struct that this one holds: `n.attachment.at(|a| a.pages)`.
    pub fn at<U, R2: Role>(
        &self,
        choose: impl FnOnce(&<T as Fields>::Handles<T>) -> Attr<T, U, R2>,
    ) -> Attr<M, U, R2::Inside>
    where
        T: Fields,
    {
        let below = choose(&T::handles::<T, NoPrefix>()).path();
        Attr { path: self.path().join(below), types: PhantomData }
    }

    // `E` stands for `T::Element`: a projection in a return type turns the failed bound into E0599 and loses the message.
    /// The element of a list at this position, counted from 0.
    pub fn index<E>(&self, position: usize) -> Attr<M, E, Inside<Optional>>
    where
        T: Indexed<Element = E>,
    {
        Attr { path: self.path().with(Segment::Index(position)), types: PhantomData }
    }

    /// The entry of a map under this key.
    pub fn key<V>(&self, key: impl Into<Box<str>>) -> Attr<M, V, Inside<Optional>>
    where
        T: Keyed<Value = V>,
    {
        Attr { path: self.path().with(Segment::Key(key.into())), types: PhantomData }
    }
}

/// Update actions.
impl<M, T, R: Role> Attr<M, T, R> {
    fn action(&self, change: Change) -> Action<M> {
        Action::new(self.path(), change)
    }

    /// `SET attribute = value`. An empty set removes the attribute, because DynamoDB has no empty sets.
    pub fn set(&self, value: impl IntoOperand<M, T, Assigned>) -> Action<M>
    where
        R: Assignable,
    {
        self.action(Change::Set(value.into_operand()))
    }

    /// `SET attribute = if_not_exists(attribute, value)`.
    pub fn set_if_absent(&self, value: impl IntoOperand<M, T, Assigned>) -> Action<M>
    where
        R: Assignable,
    {
        self.action(Change::SetIfAbsent(value.into_operand()))
    }

    /// `SET` to what is in the option, `REMOVE` where there is nothing in it.
    pub fn set_or_remove<V>(&self, value: Option<V>) -> Action<M>
    where
        R: Assignable + Removable,
        V: IntoOperand<M, T, Assigned>,
    {
        self.action(value.map_or(Change::Remove, |value| Change::Set(value.into_operand())))
    }

    /// `if_not_exists(attribute, value)`, to be set or to be a side of a sum.
    pub fn if_not_exists(&self, value: impl IntoOperand<M, T, Added>) -> IfNotExists<M, T> {
        IfNotExists::new(self.path(), value.into_operand())
    }

    /// `SET attribute = list_append(attribute, elements)`; an absent list is made.
    pub fn append<I>(&self, elements: I) -> Action<M>
    where
        R: Assignable,
        T: ListOf<I>,
    {
        self.action(Change::Append(T::elements(elements)))
    }

    /// `SET attribute = list_append(elements, attribute)`; an absent list is made.
    pub fn prepend<I>(&self, elements: I) -> Action<M>
    where
        R: Assignable,
        T: ListOf<I>,
    {
        self.action(Change::Prepend(T::elements(elements)))
    }

    /// `ADD attribute number`; an absent number counts as 0.
    ///
    /// DynamoDB knows nothing of the field's type: a sum past it is stored, and cannot be read any more. Where that can
    /// happen, add a condition: `.condition(|n| n.views.lt(u32::MAX))`.
    pub fn add<N>(&self, number: N) -> Action<M>
    where
        R: Assignable + TopLevel,
        T: NumberOf<N>,
    {
        self.action(Change::Add(T::number(number)))
    }

    /// `ADD attribute elements`: into a set, which is made where it is absent.
    pub fn add_to<I>(&self, elements: I) -> Action<M>
    where
        R: Assignable + TopLevel,
        T: SetOf<I>,
    {
        self.action(Change::AddTo(T::elements(elements)))
    }

    /// `DELETE attribute elements`: out of a set.
    pub fn delete_from<I>(&self, elements: I) -> Action<M>
    where
        R: Assignable + TopLevel,
        T: SetOf<I>,
    {
        self.action(Change::DeleteFrom(T::elements(elements)))
    }

    /// `REMOVE attribute`.
    pub fn remove(&self) -> Action<M>
    where
        R: Assignable + Removable,
    {
        self.action(Change::Remove)
    }
}

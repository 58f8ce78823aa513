//! A batch over several tables: each part gives what it would give alone.

use super::{
    super::{
        awaited,
        batch::{Options, batch_options},
        get::Get,
    },
    BatchGet, BatchGetError,
    error::finish,
    found::{Found, FoundOne, Sink},
    reads::{Part, read},
};
use crate::{
    dynamo::Dynamo,
    item::{DynamoItem, ReadAs},
};

/// What a batch over several tables takes: a `get`, or a `batch_get`. Implemented by the library only.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no part of a batch",
    label = "a batch of reads takes `table.get(..)` and `table.batch_get(..)`"
)]
pub trait BatchGetPart {
    #[doc(hidden)]
    type Found: Gathered;
    #[doc(hidden)]
    fn into_part(self) -> (AnyPart, Self::Found);
}

/// A part without its type.
#[doc(hidden)]
pub struct AnyPart(Part);

impl<T: DynamoItem, O: ReadAs<T>> BatchGetPart for BatchGet<T, O> {
    type Found = Found<T, O>;
    fn into_part(self) -> (AnyPart, Found<T, O>) {
        let (part, found, _) = self.split();
        (AnyPart(part), found)
    }
}

impl<T: DynamoItem> BatchGetPart for Get<T> {
    type Found = FoundOne<T>;
    fn into_part(self) -> (AnyPart, FoundOne<T>) {
        let (part, found, _) = self.into_batch().split();
        (AnyPart(part), FoundOne(found))
    }
}

/// What was found of one part.
#[doc(hidden)]
pub trait Gathered: Sink {
    /// What the part gives.
    type Output: Send;
    #[doc(hidden)]
    fn output(self) -> Self::Output;
}
impl<T: DynamoItem, O: ReadAs<T>> Gathered for Found<T, O> {
    type Output = Vec<Option<O>>;
    fn output(self) -> Self::Output {
        self.items
    }
}
impl<T: DynamoItem> Gathered for FoundOne<T> {
    type Output = Option<T>;
    fn output(self) -> Option<T> {
        self.0.items.into_iter().next().flatten()
    }
}

/// What was found of all parts: a tuple.
#[doc(hidden)]
pub trait FoundParts: Send + 'static {
    /// What each part gives, as a tuple.
    type Output: Send;
    #[doc(hidden)]
    fn sinks(&mut self) -> Vec<&mut dyn Sink>;
    #[doc(hidden)]
    fn output(self) -> Self::Output;
}

/// A tuple with one more element.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a batch takes at most twelve parts",
    label = "the thirteenth part",
    note = "`table.batch_get(..)` takes any number of keys of one table as one part"
)]
pub trait Push<X> {
    type Pushed: FoundParts;
    #[doc(hidden)]
    fn push(self, one: X) -> Self::Pushed;
}

macro_rules! tuples {
    ($($name:ident)*) => {
        tuples! { @found $($name)* }
        tuples! { @shorter [] $($name)* }
    };
    (@shorter [$($before:ident)*] $name:ident $($rest:ident)*) => {
        tuples! { @push [$($before)*] $name }
        tuples! { @found $($before)* }
        tuples! { @shorter [$($before)* $name] $($rest)* }
    };
    (@shorter [$($before:ident)*]) => {};
    (@push [$($name:ident)*] $next:ident) => {
        #[diagnostic::do_not_recommend]
        impl<$($name: Gathered + 'static,)* $next: Gathered + 'static> Push<$next> for ($($name,)*) {
            type Pushed = ($($name,)* $next,);
            #[allow(non_snake_case, reason = "each element is called like its type")]
            fn push(self, one: $next) -> Self::Pushed {
                let ($($name,)*) = self;
                ($($name,)* one,)
            }
        }
    };
    (@found $($name:ident)*) => {
        impl<$($name: Gathered + 'static),*> FoundParts for ($($name,)*) {
            type Output = ($($name::Output,)*);
            #[allow(non_snake_case, reason = "each element is called like its type")]
            fn sinks(&mut self) -> Vec<&mut dyn Sink> {
                let ($($name,)*) = self;
                vec![$($name),*]
            }
            #[allow(non_snake_case, clippy::unused_unit, reason = "each element is called like its type")]
            fn output(self) -> Self::Output {
                let ($($name,)*) = self;
                ($($name.output(),)*)
            }
        }
    };
}
tuples! { A B C D E F G H I J K L }

/// Reads items of several tables, in requests that mix them. Made by [`Dynamo::batch_get`].
///
/// The options of the parts' own requests, such as their concurrency, do not count: these do.
#[must_use = "nothing is sent until this is awaited"]
pub struct BatchGetParts<F = ()> {
    db: Dynamo,
    parts: Vec<Part>,
    found: F,
    options: Options,
}

batch_options!([F] BatchGetParts<F>, options);
awaited!([F: FoundParts] BatchGetParts<F>, 'static => Result<F::Output, BatchGetError<F::Output>>, run);

impl<F> std::fmt::Debug for BatchGetParts<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BatchGetParts").field("parts", &self.parts.len()).finish_non_exhaustive()
    }
}

impl BatchGetParts {
    pub(crate) fn new(db: Dynamo) -> Self {
        Self { db, parts: Vec::new(), found: (), options: Options::default() }
    }
}

impl<F> BatchGetParts<F> {
    /// Reads this too: what it gives is the next element of the tuple. Twelve at most.
    #[expect(clippy::should_implement_trait, reason = "the word of all builders that take parts")]
    pub fn add<P: BatchGetPart>(self, part: P) -> BatchGetParts<F::Pushed>
    where
        F: Push<P::Found>,
    {
        let Self { db, mut parts, found, options } = self;
        let (AnyPart(part), more) = part.into_part();
        parts.push(part);
        BatchGetParts { db, parts, found: found.push(more), options }
    }
}

impl<F: FoundParts> BatchGetParts<F> {
    async fn run(self) -> Result<F::Output, BatchGetError<F::Output>> {
        let Self { db, parts, mut found, options } = self;
        let unread = read(&db, parts, &mut found.sinks(), options).await;
        finish(found.output(), unread, "batch_get")
    }
}

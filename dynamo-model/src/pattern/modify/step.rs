//! The caller's change to an item, whatever kind of closure it is.

use futures_util::future::BoxFuture;

/// An async closure that can be applied to an item of any lifetime, and whose future is `Send`.
///
/// Every such closure is one. It may be called several times, so it borrows what it uses.
#[diagnostic::on_unimplemented(
    message = "the future of this async closure cannot be sent between threads, or borrows from the closure itself",
    label = "not a change that can be applied again from any thread",
    note = "let the closure borrow what it uses (`async |x|`, not `async move |x|`), and hold no `Rc` or the like across `.await`"
)]
pub trait SendAsyncFn<'x, T: 'x, E>: Send {
    /// What a call gives.
    #[doc(hidden)]
    type Future: Future<Output = Result<(), E>> + Send;
    #[doc(hidden)]
    fn call(&mut self, item: &'x mut T) -> Self::Future;
}

impl<'x, T: 'x, E, F, Fut> SendAsyncFn<'x, T, E> for F
where
    F: FnMut(&'x mut T) -> Fut + Send,
    Fut: Future<Output = Result<(), E>> + Send,
{
    type Future = Fut;
    fn call(&mut self, item: &'x mut T) -> Fut {
        self(item)
    }
}

/// An async closure without its type.
pub(crate) trait AsyncStep<T, E>: Send {
    fn run<'r>(&'r mut self, item: &'r mut T) -> BoxFuture<'r, Result<(), E>>;
}

/// The future is boxed together with the borrow of the closure, so that it may hold references of the caller.
struct Erased<F>(F);

impl<T: Send, E: Send, F: for<'x> SendAsyncFn<'x, T, E>> AsyncStep<T, E> for Erased<F> {
    fn run<'r>(&'r mut self, item: &'r mut T) -> BoxFuture<'r, Result<(), E>> {
        Box::pin(async move { self.0.call(item).await })
    }
}

/// A closure that changes an item at once, or says no.
type Change<'a, T, E> = Box<dyn FnMut(&mut T) -> Result<(), E> + Send + 'a>;

/// The caller's change.
pub(crate) enum Step<'a, T, E> {
    Sync(Change<'a, T, E>),
    Async(Box<dyn AsyncStep<T, E> + 'a>),
}

impl<'a, T, E> Step<'a, T, E> {
    pub(crate) fn of_async(change: impl for<'x> SendAsyncFn<'x, T, E> + 'a) -> Self
    where
        T: Send,
        E: Send,
    {
        Self::Async(Box::new(Erased(change)))
    }

    pub(super) async fn apply(&mut self, item: &mut T) -> Result<(), E> {
        match self {
            Self::Sync(change) => change(item),
            Self::Async(change) => change.run(item).await,
        }
    }
}

//! Reads of several kinds in one request: what each gives, as a tuple.

/// Where what is found of one part goes. `D` is what it is without its type.
#[doc(hidden)]
pub trait Place<D: ?Sized>: Send + 'static {
    /// What the part gives.
    type Output: Send;
    fn untyped(&mut self) -> &mut D;
    fn output(self) -> Self::Output;
}

/// The places of all parts: a tuple.
#[doc(hidden)]
pub trait Places<D: ?Sized>: Send + 'static {
    /// What each part gives, as a tuple.
    type Output: Send;
    fn untyped(&mut self) -> Vec<&mut D>;
    fn output(self) -> Self::Output;
}

/// A tuple with one more element.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "at most twelve reads go together",
    label = "the thirteenth",
    note = "many items of one type are read by `table.batch_get(keys)`, and at one moment by `db.transact_get().get_all::<T>(keys)`"
)]
pub trait Push<X> {
    type Pushed;
    fn push(self, one: X) -> Self::Pushed;
}

macro_rules! tuples {
    ($($name:ident)*) => {
        tuples! { @places $($name)* }
        tuples! { @shorter [] $($name)* }
    };
    (@shorter [$($before:ident)*] $name:ident $($rest:ident)*) => {
        tuples! { @push [$($before)*] $name }
        tuples! { @places $($before)* }
        tuples! { @shorter [$($before)* $name] $($rest)* }
    };
    (@shorter [$($before:ident)*]) => {};
    (@push [$($name:ident)*] $next:ident) => {
        #[diagnostic::do_not_recommend]
        impl<$($name,)* $next> Push<$next> for ($($name,)*) {
            type Pushed = ($($name,)* $next,);
            #[allow(non_snake_case, reason = "each element is called like its type")]
            fn push(self, one: $next) -> Self::Pushed {
                let ($($name,)*) = self;
                ($($name,)* one,)
            }
        }
    };
    (@places $($name:ident)*) => {
        impl<Dyn: ?Sized, $($name: Place<Dyn>),*> Places<Dyn> for ($($name,)*) {
            type Output = ($($name::Output,)*);
            #[allow(non_snake_case, reason = "each element is called like its type")]
            fn untyped(&mut self) -> Vec<&mut Dyn> {
                let ($($name,)*) = self;
                vec![$($name.untyped()),*]
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

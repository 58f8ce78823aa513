//! What an attribute is in its item. Decides what an update may do with it, and whether its path is `Copy`.

use crate::attribute::{Name, Path, PathLike};

/// What an attribute is in its item.
pub trait Role: 'static {
    /// How a handle of it knows its path.
    type Path: PathLike;
    /// The same attribute, reached through another one.
    type Inside: Role<Path = Path>;
    /// Whether leaving it out is a value of its type.
    #[doc(hidden)]
    const OPTIONAL: bool = false;
}

macro_rules! roles {
    ($($(#[$meta:meta])* $role:ident inside $inside:ident $({ $optional:item })?;)*) => { $(
        $(#[$meta])*
        #[derive(Debug, Clone, Copy)]
        pub struct $role;
        impl Role for $role {
            type Path = Name;
            type Inside = Inside<$inside>;
            $($optional)?
        }
    )* };
}
roles! {
    /// A partition key of the table.
    PartitionKey inside Required;
    /// A sort key of the table.
    SortKey inside Required;
    /// The version attribute.
    Version inside Required;
    /// Written by the library: timestamps, generated ids, counters.
    Managed inside Required;
    /// There in every item.
    Required inside Required;
    /// Leaving it out is a value of its type.
    Optional inside Optional { const OPTIONAL: bool = true; };
}

/// The presence with this answer. An indirection by value, because an associated type may not name a private type.
#[doc(hidden)]
#[derive(Debug)]
pub struct Known<const OPTIONAL: bool>;

/// What [`Known`] stands for.
#[doc(hidden)]
pub trait Presence {
    type Presence: Role<Path = Name>;
}
impl Presence for Known<false> {
    type Presence = Required;
}
impl Presence for Known<true> {
    type Presence = Optional;
}

/// Below a top-level attribute: `a.b`, `a[0]`.
#[derive(Debug, Clone, Copy)]
pub struct Inside<P>(std::marker::PhantomData<P>);
impl<P: 'static> Role for Inside<P> {
    type Path = Path;
    type Inside = Self;
}

/// An attribute that an update may change.
#[diagnostic::on_unimplemented(
    message = "a key, the version and generated attributes cannot be changed by an update",
    label = "written by the library alone",
    note = "to change a key, delete the item and create another; the version advances by itself with every write"
)]
pub trait Assignable {}
#[diagnostic::do_not_recommend]
impl Assignable for Required {}
#[diagnostic::do_not_recommend]
impl Assignable for Optional {}
#[diagnostic::do_not_recommend]
impl<P> Assignable for Inside<P> {}

/// An attribute at the top level of the item, where alone DynamoDB's `ADD` and `DELETE` actions work.
#[diagnostic::on_unimplemented(
    message = "`add`, `add_to` and `delete_from` work on top-level attributes only",
    label = "this attribute is inside another one",
    note = "below the top level use `.set(..)`: `n.total.set(n.total + 1)`"
)]
pub trait TopLevel {}
#[diagnostic::do_not_recommend]
impl TopLevel for Required {}
#[diagnostic::do_not_recommend]
impl TopLevel for Optional {}
// Keys and managed attributes are refused by `Assignable`, with its better message.
#[diagnostic::do_not_recommend]
impl TopLevel for PartitionKey {}
#[diagnostic::do_not_recommend]
impl TopLevel for SortKey {}
#[diagnostic::do_not_recommend]
impl TopLevel for Version {}
#[diagnostic::do_not_recommend]
impl TopLevel for Managed {}

/// An attribute that an item can be decoded without.
#[diagnostic::on_unimplemented(
    message = "an attribute that is always there cannot be removed",
    label = "the item could not be read back without it",
    note = "make the field an `Option`, or give it `#[dynamo(default)]`"
)]
pub trait Removable {}
#[diagnostic::do_not_recommend]
impl Removable for Optional {}
// As above.
#[diagnostic::do_not_recommend]
impl Removable for PartitionKey {}
#[diagnostic::do_not_recommend]
impl Removable for SortKey {}
#[diagnostic::do_not_recommend]
impl Removable for Version {}
#[diagnostic::do_not_recommend]
impl Removable for Managed {}
#[diagnostic::do_not_recommend]
impl<P: Removable> Removable for Inside<P> {}

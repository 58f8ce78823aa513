//! A struct with attributes of its own: an item, a map value, a flattened part.

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap},
    hash::BuildHasher,
    marker::PhantomData,
};

use super::{Stamp, WriteAttributes};
use crate::{
    attribute::{Name, Prefix},
    error::{DecodeError, EncodeError},
    schema::AttributeDef,
    value::{AttributeValue, Item, ReadValue, VisitMap, read_entries},
};

/// The prefixes a struct of handles is made under. Types, because a list of statics cannot grow at run time.
#[doc(hidden)]
pub trait Prefixes {
    const PREFIX: Option<&'static Prefix>;
}

/// At the top level of the item.
#[doc(hidden)]
#[derive(Debug)]
pub struct NoPrefix;
impl Prefixes for NoPrefix {
    const PREFIX: Option<&'static Prefix> = None;
}

/// A struct with attributes of its own: an item, a map value, a flattened part. `M` is the item the paths start from.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no attributes of its own",
    label = "not a struct that derives `DynamoValue`",
    note = "in a path, use `.key(..)` on a map and `.index(..)` on a list"
)]
pub trait Fields: Sized {
    /// The struct of attribute handles.
    type Handles<M>;
    /// Where attributes wait until all of them are read.
    #[doc(hidden)]
    type Slots: Slots<Self>;
    /// The attributes as plain data.
    #[doc(hidden)]
    const DEFS: &'static [AttributeDef];
    /// The code of the version's type, 0 without one. See [`VersionAttribute`](crate::value::VersionAttribute).
    #[doc(hidden)]
    const VERSION: u8 = 0;
    /// Whether every unknown attribute belongs here.
    #[doc(hidden)]
    const CATCHES: CatchAll = CatchAll::No;

    /// The handles of the attributes below these prefixes.
    #[doc(hidden)]
    fn handles<M, P: Prefixes>() -> Self::Handles<M>;

    /// Writes every attribute that is neither a key nor managed, each name below these prefixes.
    #[doc(hidden)]
    fn write<P: Prefixes, W: WriteAttributes>(value: &Self, to: &mut W) -> Result<(), EncodeError>;

    /// Writes the managed attributes: the version and the generated ones. Without a value, their roles alone.
    #[doc(hidden)]
    fn write_managed<P: Prefixes, W: WriteAttributes>(value: Option<&Self>, to: &mut W) -> Result<(), EncodeError> {
        let _ = (value, to);
        Ok(())
    }

    /// Takes a managed attribute over from a write that succeeded.
    #[doc(hidden)]
    fn assign<P: Prefixes>(value: &mut Self, stamp: &Stamp) -> Result<(), DecodeError> {
        let _ = (value, stamp);
        Ok(())
    }

    /// Moves the fields that are not stored from an item that was in memory to one that was read.
    #[doc(hidden)]
    fn keep_skipped(new: &mut Self, old: &mut Self) {
        let _ = (new, old);
    }
}

/// Whether a flattened field takes the attributes that nothing else knows.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CatchAll {
    No,
    Yes,
}

impl CatchAll {
    #[doc(hidden)]
    #[must_use]
    pub const fn is_yes(self) -> bool {
        matches!(self, Self::Yes)
    }
}

/// Attributes on their way into a `T`.
#[doc(hidden)]
pub trait Slots<T>: Default {
    /// Takes an attribute, or gives it back where `T` does not know the name.
    fn accept<R: ReadValue>(&mut self, name: &str, value: R) -> Result<Option<R>, DecodeError>;

    /// The `T`, once everything was offered.
    fn finish(self) -> Result<T, DecodeError>;
}

/// Offers entries to slots and passes over the unknown ones.
pub(crate) struct StructVisitor<T, S>(S, PhantomData<fn() -> T>);

impl<T, S: Slots<T>> StructVisitor<T, S> {
    pub(crate) fn new() -> Self {
        Self(S::default(), PhantomData)
    }

    pub(crate) fn finish(self) -> Result<T, DecodeError> {
        self.0.finish()
    }
}

impl<T, S: Slots<T>> VisitMap for StructVisitor<T, S> {
    #[inline]
    fn entry<R: ReadValue>(&mut self, name: Cow<'_, str>, value: R) -> Result<(), DecodeError> {
        match self.0.accept(&name, value)? {
            None => Ok(()),
            Some(unknown) => unknown.skip(),
        }
    }
}

pub(super) fn read_item<T: Fields>(item: Item) -> Result<T, DecodeError> {
    decode_as::<T, T::Slots>(item)
}

/// Reads an item as anything that can be read of it.
pub(crate) fn decode_as<O, S: Slots<O>>(item: Item) -> Result<O, DecodeError> {
    let mut visitor = StructVisitor::<O, S>::new();
    read_entries(item, &mut visitor)?;
    visitor.finish()
}

/// Reads a map value into a struct.
#[doc(hidden)]
pub fn read_struct<T: Fields, R: ReadValue>(value: R) -> Result<T, DecodeError> {
    let mut visitor = StructVisitor::<T, T::Slots>::new();
    value.map(&mut visitor)?;
    visitor.finish()
}

/// A flattened struct that may be missing as a whole.
impl<T: Fields> Fields for Option<T> {
    type Handles<M> = T::Handles<M>;
    type Slots = OptionSlots<T>;
    const DEFS: &'static [AttributeDef] = T::DEFS;
    const VERSION: u8 = if T::VERSION == 0 { 0 } else { crate::checks::OPTIONAL_VERSION };
    const CATCHES: CatchAll = T::CATCHES;

    fn handles<M, P: Prefixes>() -> T::Handles<M> {
        T::handles::<M, P>()
    }

    fn write<P: Prefixes, W: WriteAttributes>(value: &Self, to: &mut W) -> Result<(), EncodeError> {
        if let Some(value) = value {
            return T::write::<P, W>(value, to);
        }
        absent(T::DEFS, &Name { prefix: P::PREFIX, name: "" }.to_string(), to);
        Ok(())
    }

    fn write_managed<P: Prefixes, W: WriteAttributes>(value: Option<&Self>, to: &mut W) -> Result<(), EncodeError> {
        match value {
            Some(Some(value)) => T::write_managed::<P, W>(Some(value), to),
            // A struct that is missing, or may be, has nothing to be filled in: it could not be read without the rest.
            Some(None) | None => Ok(()),
        }
    }

    fn assign<P: Prefixes>(value: &mut Self, stamp: &Stamp) -> Result<(), DecodeError> {
        value.as_mut().map_or(Ok(()), |value| T::assign::<P>(value, stamp))
    }

    fn keep_skipped(new: &mut Self, old: &mut Self) {
        if let (Some(new), Some(old)) = (new, old) {
            T::keep_skipped(new, old);
        }
    }
}

/// Every attribute of a missing struct is left out.
fn absent(defs: &[AttributeDef], prefix: &str, to: &mut impl WriteAttributes) {
    for def in defs {
        match &def.flatten {
            None => to.absent(format!("{prefix}{}", def.name)),
            Some(flat) => absent(flat.attributes, &format!("{prefix}{}", flat.prefix), to),
        }
    }
}

/// The slots of a struct that may be missing: it is, where no attribute of it was taken.
#[doc(hidden)]
pub struct OptionSlots<T: Fields> {
    slots: T::Slots,
    is_there: bool,
}
impl<T: Fields> Default for OptionSlots<T> {
    fn default() -> Self {
        Self { slots: T::Slots::default(), is_there: false }
    }
}
impl<T: Fields> Slots<Option<T>> for OptionSlots<T> {
    fn accept<R: ReadValue>(&mut self, name: &str, value: R) -> Result<Option<R>, DecodeError> {
        let rest = self.slots.accept(name, value)?;
        self.is_there |= rest.is_none();
        Ok(rest)
    }
    fn finish(self) -> Result<Option<T>, DecodeError> {
        if self.is_there { self.slots.finish().map(Some) } else { Ok(None) }
    }
}

macro_rules! catch_all {
    ($([$($generics:tt)*] $map:ty;)*) => { $(
        /// Flattened, it takes every attribute that nothing else knows.
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> Fields for $map {
            type Handles<M> = ();
            type Slots = Self;
            const DEFS: &'static [AttributeDef] = &[];
            const CATCHES: CatchAll = CatchAll::Yes;

            fn handles<M, P: Prefixes>() {}

            fn write<P: Prefixes, W: WriteAttributes>(value: &Self, to: &mut W) -> Result<(), EncodeError> {
                // By their names, so that two equal maps are the same request.
                let mut attributes: Vec<_> = value.iter().collect();
                attributes.sort_unstable_by_key(|(name, _)| *name);
                for (name, value) in attributes {
                    to.caught(P::PREFIX, name, value.clone());
                }
                Ok(())
            }
        }
        impl<$($generics)*> Slots<Self> for $map {
            fn accept<R: ReadValue>(&mut self, name: &str, value: R) -> Result<Option<R>, DecodeError> {
                self.insert(name.to_owned(), value.value()?);
                Ok(None)
            }
            fn finish(self) -> Result<Self, DecodeError> {
                Ok(self)
            }
        }
    )* };
}
catch_all! {
    [S: BuildHasher + Default] HashMap<String, AttributeValue, S>;
    [] BTreeMap<String, AttributeValue>;
}

//! Where the items go that the answers of a batch hold: the typed part of it.

use std::{any::Any, marker::PhantomData};

use super::super::get::Expiry;
use crate::{
    error::DecodeError,
    item::{CanonicalKey, DynamoItem, ReadAs, decode_as},
    value::Item,
};

/// An answer as it was read from its bytes.
pub(super) struct Read {
    /// `Vec<(CanonicalKey, Result<O, DecodeError>)>`
    pub(super) found: Box<dyn Any + Send>,
    pub(super) unprocessed: Vec<CanonicalKey>,
}

/// Takes what answers hold, whatever its type is. Implemented by the library only.
#[doc(hidden)]
pub trait Sink: Send {
    /// Items that were read from the bytes; each is at one position.
    #[doc(hidden)]
    fn take_read(&mut self, found: Box<dyn Any + Send>, position: &dyn Fn(&CanonicalKey) -> Option<usize>);

    /// An item as it is stored.
    #[doc(hidden)]
    fn take_item(&mut self, position: usize, item: Item);

    /// The items that do not decode, each with its position.
    #[doc(hidden)]
    fn undecodable(&mut self) -> Vec<(usize, DecodeError)>;

    /// The positions that have no item.
    #[doc(hidden)]
    fn missing(&self) -> Vec<usize>;
}

/// A sink without its type.
pub(super) type AnySink = dyn Sink;

/// What is found of many keys.
#[doc(hidden)]
pub struct Found<T, O> {
    pub(super) items: Vec<Option<O>>,
    undecodable: Vec<(usize, DecodeError)>,
    /// Where expired items are left out.
    pub(super) expiry: Option<Expiry>,
    item: PhantomData<fn() -> T>,
}

impl<T, O> Found<T, O> {
    pub(super) fn new(keys: usize) -> Self {
        let items = std::iter::repeat_with(|| None).take(keys).collect();
        Self { items, undecodable: Vec::new(), expiry: None, item: PhantomData }
    }
}

impl<T: DynamoItem, O: ReadAs<T>> Found<T, O> {
    fn put(&mut self, position: usize, item: Result<O, DecodeError>) {
        match (item, self.items.get_mut(position)) {
            (Ok(item), Some(slot)) => *slot = Some(item),
            (Err(error), _) => self.undecodable.push((position, error.of_item(T::SCHEMA.item))),
            (Ok(_), None) => {}
        }
    }
}

impl<T: DynamoItem, O: ReadAs<T>> Sink for Found<T, O> {
    fn take_read(&mut self, found: Box<dyn Any + Send>, position: &dyn Fn(&CanonicalKey) -> Option<usize>) {
        let Ok(found) = found.downcast::<Vec<(CanonicalKey, Result<O, DecodeError>)>>() else { return };
        for (key, item) in *found {
            if let Some(position) = position(&key) {
                self.put(position, item);
            }
        }
    }

    fn take_item(&mut self, position: usize, item: Item) {
        if self.expiry.as_ref().is_none_or(|expiry| expiry.lives(&item)) {
            self.put(position, decode_as::<O, O::SlotsByKey>(item));
        }
    }

    fn undecodable(&mut self) -> Vec<(usize, DecodeError)> {
        std::mem::take(&mut self.undecodable)
    }

    fn missing(&self) -> Vec<usize> {
        self.items.iter().enumerate().filter(|(_, item)| item.is_none()).map(|(position, _)| position).collect()
    }
}

/// What is found of one key.
#[doc(hidden)]
pub struct FoundOne<T, O>(pub(super) Found<T, O>);

impl<T: DynamoItem, O: ReadAs<T>> Sink for FoundOne<T, O> {
    fn take_read(&mut self, found: Box<dyn Any + Send>, position: &dyn Fn(&CanonicalKey) -> Option<usize>) {
        self.0.take_read(found, position);
    }

    fn take_item(&mut self, position: usize, item: Item) {
        self.0.take_item(position, item);
    }

    fn undecodable(&mut self) -> Vec<(usize, DecodeError)> {
        self.0.undecodable()
    }

    fn missing(&self) -> Vec<usize> {
        self.0.missing()
    }
}

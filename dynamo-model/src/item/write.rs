//! Writing: where the attributes of an item go, one by one.

use std::time::SystemTime;

use super::{DynamoItem, NoPrefix};
use crate::{
    attribute::{Name, Prefix},
    error::EncodeError,
    schema::{AttributeDef, Managed, is_among},
    value::{AttributeValue, Item},
};

/// Takes the attributes of an item in the order of its fields. Implemented by the library only.
#[doc(hidden)]
pub trait WriteAttributes {
    /// An attribute; `None` where it is left out.
    fn attribute(&mut self, name: Name, value: Option<AttributeValue>);

    /// An attribute of a missing struct, whose name no static holds.
    fn absent(&mut self, name: String);

    /// An attribute that the item does not model.
    fn caught(&mut self, prefix: Option<&'static Prefix>, name: &str, value: AttributeValue);

    /// An attribute that writes fill in.
    fn managed(&mut self, name: Name, role: &'static Managed, value: Option<AttributeValue>);

    /// The instant of the write, where there is one.
    fn now(&self) -> Option<SystemTime>;

    /// The attribute that follows is the time to live.
    fn time_to_live(&mut self, name: Name);

    /// Memory differs from what is written, and follows once the write has succeeded.
    fn follow(&mut self, stamp: Stamp);
}

/// A managed attribute that memory takes over once the write has succeeded.
#[doc(hidden)]
#[derive(Debug, Clone)]
pub struct Stamp {
    pub(crate) name: Name,
    pub(crate) value: AttributeValue,
}

impl Stamp {
    /// Whether it is for this attribute.
    #[must_use]
    pub fn is(&self, prefix: Option<&'static Prefix>, name: &'static str) -> bool {
        self.name == Name { prefix, name }
    }
}

/// A managed attribute as memory holds it.
#[derive(Debug, Clone)]
pub(crate) struct ManagedAttribute {
    pub(crate) name: Name,
    pub(crate) role: Managed,
    pub(crate) value: Option<AttributeValue>,
}

/// The attributes of one value, keys included, as a map: what is managed is as memory holds it.
#[doc(hidden)]
#[derive(Debug)]
pub struct Plain {
    pub(crate) item: Item,
    /// The names that a catch-all map holds.
    caught: Vec<String>,
    /// A name that was written twice.
    clash: Option<String>,
}

impl Plain {
    /// Room for this many attributes.
    #[must_use]
    pub fn new(attributes: usize) -> Self {
        Self { item: Item::with_capacity(attributes), caught: Vec::new(), clash: None }
    }

    #[inline]
    pub(crate) fn insert(&mut self, name: Name, value: AttributeValue) {
        let text = if name.prefix.is_none() { name.name.to_owned() } else { name.to_string() };
        if self.item.insert(text, value).is_some() {
            self.clash = Some(name.to_string());
        }
    }

    /// The map, unless a catch-all map holds one of the modelled attributes.
    pub(crate) fn finish(self, modelled: &[AttributeDef]) -> Result<Item, EncodeError> {
        match self.caught.into_iter().find(|name| is_among(modelled, name)).or(self.clash) {
            None => Ok(self.item),
            Some(name) => Err(caught_twice(&name)),
        }
    }
}

impl WriteAttributes for Plain {
    #[inline]
    fn attribute(&mut self, name: Name, value: Option<AttributeValue>) {
        if let Some(value) = value {
            self.insert(name, value);
        }
    }

    fn absent(&mut self, _: String) {}

    fn caught(&mut self, prefix: Option<&'static Prefix>, name: &str, value: AttributeValue) {
        let name = caught_name(prefix, name);
        if self.item.insert(name.clone(), value).is_some() {
            self.clash = Some(name.clone());
        }
        self.caught.push(name);
    }

    #[inline]
    fn managed(&mut self, name: Name, _: &'static Managed, value: Option<AttributeValue>) {
        self.attribute(name, value);
    }

    fn now(&self) -> Option<SystemTime> {
        None
    }

    fn time_to_live(&mut self, _: Name) {}

    fn follow(&mut self, _: Stamp) {}
}

/// The attributes of an item on their way into a write, which fills in the managed ones.
#[derive(Debug)]
pub(crate) struct Collected {
    pub(crate) plain: Plain,
    pub(crate) managed: Vec<ManagedAttribute>,
    pub(crate) stamps: Vec<Stamp>,
    pub(crate) now: Option<SystemTime>,
    pub(crate) time_to_live: Option<Name>,
}

impl Collected {
    /// Room for this many attributes.
    pub(crate) fn new(attributes: usize) -> Self {
        Self { plain: Plain::new(attributes), managed: Vec::new(), stamps: Vec::new(), now: None, time_to_live: None }
    }

    pub(crate) fn at(mut self, now: SystemTime) -> Self {
        self.now = Some(now);
        self
    }
}

/// The managed attributes of an item in memory, or their roles alone.
pub(crate) fn managed_of<T: DynamoItem>(item: Option<&T>) -> Result<Vec<ManagedAttribute>, EncodeError> {
    let mut to = Collected::new(0);
    T::write_managed::<NoPrefix, _>(item, &mut to)?;
    Ok(to.managed)
}

pub(crate) fn caught_twice(name: &str) -> EncodeError {
    EncodeError::new("this attribute is a field of the item, and the catch-all map holds it too").at(name)
}

pub(crate) fn caught_name(prefix: Option<&'static Prefix>, name: &str) -> String {
    let mut full = Name { prefix, name: "" }.to_string();
    full.push_str(name);
    full
}

impl WriteAttributes for Collected {
    #[inline]
    fn attribute(&mut self, name: Name, value: Option<AttributeValue>) {
        self.plain.attribute(name, value);
    }

    fn absent(&mut self, _: String) {}

    fn caught(&mut self, prefix: Option<&'static Prefix>, name: &str, value: AttributeValue) {
        self.plain.caught(prefix, name, value);
    }

    fn managed(&mut self, name: Name, role: &'static Managed, value: Option<AttributeValue>) {
        self.managed.push(ManagedAttribute { name, role: *role, value });
    }

    fn now(&self) -> Option<SystemTime> {
        self.now
    }

    fn time_to_live(&mut self, name: Name) {
        self.time_to_live = Some(name);
    }

    fn follow(&mut self, stamp: Stamp) {
        self.stamps.push(stamp);
    }
}

/// The map of a struct that is not flattened: its managed attributes are plain ones.
#[doc(hidden)]
pub fn encode_struct<T: super::Fields>(value: &T) -> Result<AttributeValue, EncodeError> {
    let mut to = Plain::new(T::DEFS.len());
    T::write::<super::NoPrefix, _>(value, &mut to)?;
    T::write_managed::<super::NoPrefix, _>(Some(value), &mut to)?;
    to.finish(T::DEFS).map(AttributeValue::M)
}

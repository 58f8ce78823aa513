//! Writing: where the attributes of an item go, one by one.

use std::time::SystemTime;

use crate::{
    attribute::{Name, Prefix},
    error::EncodeError,
    schema::Managed,
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

/// The attributes of one item, keys included, as a map.
#[doc(hidden)]
#[derive(Debug)]
pub struct Collected {
    pub(crate) item: Item,
    pub(crate) managed: Vec<ManagedAttribute>,
    pub(crate) stamps: Vec<Stamp>,
    pub(crate) now: Option<SystemTime>,
    pub(crate) time_to_live: Option<Name>,
    /// A name that was written twice: a catch-all map holds what the item models.
    clash: Option<String>,
}

impl Collected {
    /// Room for this many attributes.
    #[must_use]
    pub fn new(attributes: usize) -> Self {
        Self {
            item: Item::with_capacity(attributes),
            managed: Vec::new(),
            stamps: Vec::new(),
            now: None,
            time_to_live: None,
            clash: None,
        }
    }

    pub(crate) fn at(mut self, now: SystemTime) -> Self {
        self.now = Some(now);
        self
    }

    pub(crate) fn insert(&mut self, name: Name, value: AttributeValue) {
        let text = if name.prefix.is_none() { name.name.to_owned() } else { name.to_string() };
        if self.item.insert(text, value).is_some() {
            self.clash = Some(name.to_string());
        }
    }

    /// The item with its managed attributes as memory holds them.
    pub(crate) fn into_item(mut self) -> Result<Item, EncodeError> {
        for managed in std::mem::take(&mut self.managed) {
            if let Some(value) = managed.value {
                self.insert(managed.name, value);
            }
        }
        self.finish()
    }

    /// The item as far as it was written.
    pub(crate) fn finish(self) -> Result<Item, EncodeError> {
        match self.clash {
            None => Ok(self.item),
            Some(name) => Err(caught_twice(&name)),
        }
    }
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
        if let Some(value) = value {
            self.insert(name, value);
        }
    }

    fn absent(&mut self, _: String) {}

    fn caught(&mut self, prefix: Option<&'static Prefix>, name: &str, value: AttributeValue) {
        let name = caught_name(prefix, name);
        if self.item.insert(name.clone(), value).is_some() {
            self.clash = Some(name);
        }
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

/// The attributes of one value, keys included, as a map: what is managed is as memory holds it.
///
/// Less than [`Collected`], because most of what is encoded takes part in no write.
pub(crate) struct Plain {
    item: Item,
    /// A name that was written twice: a catch-all map holds what the item models.
    clash: Option<String>,
}

impl Plain {
    /// Room for this many attributes.
    pub(crate) fn new(attributes: usize) -> Self {
        Self { item: Item::with_capacity(attributes), clash: None }
    }

    pub(crate) fn finish(self) -> Result<Item, EncodeError> {
        match self.clash {
            None => Ok(self.item),
            Some(name) => Err(caught_twice(&name)),
        }
    }
}

impl WriteAttributes for Plain {
    #[inline]
    fn attribute(&mut self, name: Name, value: Option<AttributeValue>) {
        let Some(value) = value else { return };
        let text = if name.prefix.is_none() { name.name.to_owned() } else { name.to_string() };
        if self.item.insert(text, value).is_some() {
            self.clash = Some(name.to_string());
        }
    }

    fn absent(&mut self, _: String) {}

    fn caught(&mut self, prefix: Option<&'static Prefix>, name: &str, value: AttributeValue) {
        let name = caught_name(prefix, name);
        if self.item.insert(name.clone(), value).is_some() {
            self.clash = Some(name);
        }
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

/// The map of a struct that is not flattened: its managed attributes are plain ones.
#[doc(hidden)]
pub fn encode_struct<T: super::Fields>(value: &T) -> Result<AttributeValue, EncodeError> {
    let mut to = Plain::new(T::DEFS.len());
    T::write::<super::NoPrefix, _>(value, &mut to)?;
    T::write_managed::<super::NoPrefix, _>(Some(value), &mut to)?;
    to.finish().map(AttributeValue::M)
}

//! Writing: where the attributes of an item go, one by one.

use std::time::SystemTime;

use crate::{
    attribute::{Name, Prefix},
    error::{DecodeError, EncodeError},
    schema::Managed,
    value::{Attribute, AttributeValue, Codec, Expiry, Item, Timestamp, TtlAttribute, encode_integer},
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

    /// The value as the field holds it.
    pub fn read<T: Attribute>(&self) -> Result<T, DecodeError> {
        T::read(self.value.clone()).map_err(|error| error.at(&self.name.to_string()))
    }

    /// The value as the field holds it, through its codec.
    pub fn read_with<V, C: Codec<V>>(&self) -> Result<V, DecodeError> {
        C::decode(Some(self.value.clone()))
            .and_then(|value| value.ok_or_else(|| DecodeError::expected("a value", None)))
            .map_err(|error| error.at(&self.name.to_string()))
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

/// Writes one field. Called by generated code, one call a field: the body is not repeated in every expansion.
#[doc(hidden)]
#[inline]
pub fn put<T: Attribute, W: WriteAttributes>(
    to: &mut W,
    prefix: Option<&'static Prefix>,
    name: &'static str,
    value: &T,
) -> Result<(), EncodeError> {
    match T::encode(value) {
        Ok(value) => to.attribute(Name { prefix, name }, value),
        Err(error) => return Err(error.at(&Name { prefix, name }.to_string())),
    }
    Ok(())
}

/// Writes one field through its codec.
#[doc(hidden)]
pub fn put_with<V, C: Codec<V>, W: WriteAttributes>(
    to: &mut W,
    prefix: Option<&'static Prefix>,
    name: &'static str,
    value: &V,
) -> Result<(), EncodeError> {
    let value = C::encode(value).map_err(|error| error.at(&Name { prefix, name }.to_string()))?;
    to.attribute(Name { prefix, name }, value);
    Ok(())
}

/// Writes a time to live, which may be relative to the instant of the write.
#[doc(hidden)]
pub fn put_ttl<V: TtlAttribute, W: WriteAttributes>(
    to: &mut W,
    prefix: Option<&'static Prefix>,
    name: &'static str,
    value: &V,
) -> Result<(), EncodeError> {
    let name = Name { prefix, name };
    to.time_to_live(name);
    let failed = |error: EncodeError| error.at(&name.to_string());
    let seconds = match V::ttl(value).map_err(failed)? {
        None => None,
        Some(Expiry::At(seconds)) => Some(encode_integer(seconds)),
        Some(Expiry::After(duration)) => {
            let unknown = || failed(EncodeError::new("a time to live relative to the write needs a write"));
            let now = to.now().ok_or_else(unknown)?;
            let (seconds, _) = now
                .checked_add(duration)
                .and_then(|instant| instant.to_unix())
                .ok_or_else(|| failed(EncodeError::new("this instant is out of range")))?;
            let value = encode_integer(seconds);
            to.follow(Stamp { name, value: value.clone() });
            Some(value)
        }
    };
    to.attribute(name, seconds);
    Ok(())
}

/// Writes a managed field, or its role alone.
#[doc(hidden)]
pub fn put_managed<T: Attribute, W: WriteAttributes>(
    to: &mut W,
    prefix: Option<&'static Prefix>,
    name: &'static str,
    role: &'static Managed,
    value: Option<&T>,
) -> Result<(), EncodeError> {
    let name = Name { prefix, name };
    let value = value.map_or(Ok(None), T::encode).map_err(|error| error.at(&name.to_string()))?;
    to.managed(name, role, value);
    Ok(())
}

/// Writes a managed field through its codec.
#[doc(hidden)]
pub fn put_managed_with<V, C: Codec<V>, W: WriteAttributes>(
    to: &mut W,
    prefix: Option<&'static Prefix>,
    name: &'static str,
    role: &'static Managed,
    value: Option<&V>,
) -> Result<(), EncodeError> {
    let name = Name { prefix, name };
    let value = value.map_or(Ok(None), C::encode).map_err(|error| error.at(&name.to_string()))?;
    to.managed(name, role, value);
    Ok(())
}

/// The map of a struct that is not flattened: its managed attributes are plain ones.
#[doc(hidden)]
pub fn encode_struct<T: super::Fields>(value: &T) -> Result<AttributeValue, EncodeError> {
    let mut to = Collected::new(T::DEFS.len());
    T::write::<super::NoPrefix, _>(value, &mut to)?;
    T::write_managed::<super::NoPrefix, _>(Some(value), &mut to)?;
    to.into_item().map(AttributeValue::M)
}

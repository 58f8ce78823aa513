//! What an expansion calls, so that it holds calls and no bodies. No part of it is covered by semantic versioning.
//!
//! The functions take what `<T as Attribute>::f(..)` returned, not a `T: Attribute`: a field whose type is no attribute
//! then fails the same bound at the same place everywhere, and rustc reports it once.

use super::{CatchAll, Plain, Slots, Stamp, WriteAttributes};
use crate::{
    attribute::{Name, Prefix},
    error::{DecodeError, EncodeError},
    schema::Managed,
    value::{
        Attribute, AttributeType, AttributeValue, Expiry, IntoEncoded, Item, MapKey, ReadValue, TemplateNumber,
        TemplateText, Timestamp, VisitList, encode_integer, only_list,
    },
};

type Encoded = Result<Option<AttributeValue>, EncodeError>;
/// The `decode` of a [`Codec`](crate::value::Codec).
type Decode<V> = fn(Option<AttributeValue>) -> Result<Option<V>, DecodeError>;

/// Writes one field.
#[inline]
pub fn attribute<W: WriteAttributes>(
    to: &mut W,
    prefix: Option<&'static Prefix>,
    name: &'static str,
    value: Encoded,
) -> Result<(), EncodeError> {
    match value {
        Ok(value) => to.attribute(Name { prefix, name }, value),
        Err(error) => return Err(error.at(&Name { prefix, name }.to_string())),
    }
    Ok(())
}

/// Writes one field of several, and keeps the first error.
#[inline]
pub fn field<W: WriteAttributes>(
    failed: &mut Option<EncodeError>,
    to: &mut W,
    prefix: Option<&'static Prefix>,
    name: &'static str,
    value: Encoded,
) {
    if let Err(error) = attribute(to, prefix, name, value) {
        failed.get_or_insert(error);
    }
}

/// What became of the fields.
///
/// # Errors
///
/// The first field that failed.
#[inline]
pub fn written(failed: &mut Option<EncodeError>) -> Result<(), EncodeError> {
    failed.take().map_or(Ok(()), Err)
}

/// Leaves out an attribute under an older name, so that what was written under the new one cannot be shadowed by it.
pub fn alias<W: WriteAttributes>(to: &mut W, prefix: Option<&'static Prefix>, name: &'static str) {
    to.attribute(Name { prefix, name }, None);
}

/// Writes one field that writes fill in. Without a value, its role alone.
pub fn managed<T, W: WriteAttributes>(
    to: &mut W,
    prefix: Option<&'static Prefix>,
    name: &'static str,
    role: &'static Managed,
    value: Option<&T>,
    encode: fn(&T) -> Encoded,
) -> Result<(), EncodeError> {
    let name = Name { prefix, name };
    let value = value.map_or(Ok(None), encode).map_err(|error| error.at(&name.to_string()))?;
    to.managed(name, role, value);
    Ok(())
}

/// Writes a time to live, which may be relative to the instant of the write.
pub fn time_to_live<W: WriteAttributes>(
    to: &mut W,
    prefix: Option<&'static Prefix>,
    name: &'static str,
    expiry: Result<Option<Expiry>, EncodeError>,
) -> Result<(), EncodeError> {
    let name = Name { prefix, name };
    to.time_to_live(name);
    let failed = |error: EncodeError| error.at(&name.to_string());
    let seconds = match expiry.map_err(failed)? {
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

/// Writes the attribute that tells the types of one table apart.
pub fn type_attribute<W: WriteAttributes>(
    to: &mut W,
    prefix: Option<&'static Prefix>,
    name: &'static str,
    value: &'static str,
) {
    to.attribute(Name { prefix, name }, Some(AttributeValue::S(value.to_owned())));
}

/// Keeps what was read for a field. The answer says that the value was taken.
#[inline]
pub fn fill<T, R>(slot: &mut Option<T>, name: &str, value: Result<T, DecodeError>) -> Result<Option<R>, DecodeError> {
    match value {
        Ok(value) => {
            *slot = Some(value);
            Ok(None)
        }
        Err(error) => Err(error.at(name)),
    }
}

/// Passes over an old name of a field whose value is there already. The answer says that the value was taken.
pub fn skip<R: ReadValue>(value: R) -> Result<Option<R>, DecodeError> {
    value.skip().map(|()| None)
}

/// Passes over the attribute of the type where it holds this type's own value. The answer says that the value was taken.
///
/// # Errors
///
/// The item is of another type, which the key alone may not show.
pub fn own_type<R: ReadValue>(value: R, name: &str, own: &str) -> Result<Option<R>, DecodeError> {
    let other = || DecodeError::invalid(format!("`{own}`, and the item is of another type"));
    let taken = value.text(|stored| if stored == own { Ok(None) } else { Err(other()) });
    taken.map_err(|error| error.at(name))
}

/// Offers an attribute to a flattened field. A map that catches the unknown is asked after all others.
#[inline]
pub fn offer<T, S: Slots<T>, R: ReadValue>(
    slots: &mut S,
    catches: CatchAll,
    turn: CatchAll,
    prefix: &str,
    name: &str,
    value: Option<R>,
) -> Result<Option<R>, DecodeError> {
    match (value, name.strip_prefix(prefix)) {
        (Some(value), Some(name)) if catches == turn => {
            slots.accept(name, value).map_err(|error| error.prefixed(prefix))
        }
        (value, _) => Ok(value),
    }
}

/// Reads a value through the `decode` of a codec.
pub fn decode<V, R: ReadValue>(value: R, decode: Decode<V>) -> Result<V, DecodeError> {
    let value = value.value()?;
    let kind = AttributeType::of(&value);
    decode(Some(value))?.ok_or_else(|| DecodeError::expected("a value", kind))
}

/// Reads a time to live.
pub fn decode_ttl<V, R: ReadValue>(
    value: R,
    from_seconds: fn(i64) -> Option<V>,
    never: fn() -> Option<V>,
) -> Result<V, DecodeError> {
    if value.kind() == Some(AttributeType::Null)
        && let Some(never) = never()
    {
        return value.skip().map(|()| never);
    }
    from_seconds(i64::read(value)?).ok_or_else(|| DecodeError::invalid("seconds since 1970 that fit the field"))
}

/// What a field is: what was read for it, or what its type says about absence.
#[inline]
pub fn required<T>(slot: Option<T>, absent: fn() -> Option<T>, name: &str) -> Result<T, DecodeError> {
    match slot.or_else(absent) {
        Some(value) => Ok(value),
        None => Err(DecodeError::missing(name)),
    }
}

/// The same of a field with a codec, which is asked about absence.
pub fn required_by<V>(slot: Option<V>, decode: Decode<V>, name: &str) -> Result<V, DecodeError> {
    match slot {
        Some(value) => Ok(value),
        None => decode(None)?.ok_or_else(|| DecodeError::missing(name)),
    }
}

/// The same of a field whose absence has a meaning.
pub fn otherwise<T>(slot: Option<T>, otherwise: fn() -> T) -> T {
    slot.unwrap_or_else(otherwise)
}

/// The same of a version.
pub fn version<T>(slot: Option<T>, unset: fn(i64) -> Result<T, DecodeError>, start_at: i64) -> Result<T, DecodeError> {
    slot.map_or_else(|| unset(start_at), Ok)
}

/// The slots of a flattened field, before anything was offered to it.
#[must_use]
pub fn no_slots<S: Default>() -> S {
    S::default()
}

/// A flattened field, once everything was offered to it.
pub fn finish<T, S: Slots<T>>(slots: S, prefix: &str) -> Result<T, DecodeError> {
    slots.finish().map_err(|error| error.prefixed(prefix))
}

impl Stamp {
    /// Puts the value into the field, if it is for this attribute.
    pub fn assign<T>(
        &self,
        prefix: Option<&'static Prefix>,
        name: &'static str,
        to: &mut T,
        read: fn(AttributeValue) -> Result<T, DecodeError>,
    ) -> Result<(), DecodeError> {
        if self.is(prefix, name) {
            *to = read(self.value.clone()).map_err(|error| error.at(&self.name.to_string()))?;
        }
        Ok(())
    }
}

/// Writes through the `encode` of a `with` module.
pub fn encoded_with<E: IntoEncoded>(value: Result<E, EncodeError>) -> Encoded {
    value.map(IntoEncoded::into_encoded)
}

/// Reads through the `decode` of a `with` module, which sees an absent attribute as NULL.
pub fn decoded_with<V>(
    value: Option<AttributeValue>,
    decode: impl FnOnce(AttributeValue) -> Result<V, DecodeError>,
) -> Result<Option<V>, DecodeError> {
    match value {
        Some(value) => decode(value).map(Some),
        None => Ok(decode(AttributeValue::Null(true)).ok()),
    }
}

/// S of a name, as enums without data are stored.
pub fn encode_name<T: MapKey>(value: &T) -> Encoded {
    Ok(Some(AttributeValue::S(value.name().into_owned())))
}

/// Reads what `encode_name` wrote.
pub fn read_name<T: MapKey, R: ReadValue>(value: R) -> Result<T, DecodeError> {
    value.text(|name| T::from_name(name.into()))
}

/// N of a variant's number.
pub fn encode_number(number: i64) -> Encoded {
    Ok(Some(encode_integer(number)))
}

/// Reads what `encode_number` wrote.
pub fn read_number<R: ReadValue>(value: R) -> Result<i64, DecodeError> {
    i64::read(value)
}

/// A value that is none of an enum's variants.
#[must_use]
pub fn unknown_variant(of: &'static str) -> DecodeError {
    DecodeError::invalid(format!("a variant of `{of}`"))
}

/// M of a variant's attributes with its name beside them.
pub fn tagged(mut to: Plain, tag: &'static str, variant: &'static str) -> Encoded {
    let name = Name { prefix: None, name: tag };
    to.attribute(name, Some(AttributeValue::S(variant.to_owned())));
    to.finish(&[]).map(AttributeValue::M).map(Some)
}

/// The name of the stored variant and the attributes beside it. They wait because the name may come last.
pub fn read_tagged<R: ReadValue>(value: R, tag: &'static str) -> Result<(String, Item), DecodeError> {
    let mut attributes = match value.value()? {
        AttributeValue::M(attributes) => attributes,
        other => return Err(DecodeError::expected("M", AttributeType::of(&other))),
    };
    let name = attributes.remove(tag).ok_or_else(|| DecodeError::missing(tag))?;
    let name = name.string().map_err(|error| error.at(tag))?;
    Ok((name, attributes))
}

/// Reads attributes that waited into what these slots make.
pub fn read_slots<T, S: Slots<T>>(attributes: Item) -> Result<T, DecodeError> {
    let mut visitor = super::StructVisitor::<T, S>::new();
    crate::value::read_entries(attributes, &mut visitor)?;
    visitor.finish()
}

/// Stands where a field is in the sort-key template of a table or an index.
pub fn template_text<T: TemplateText>() {}

/// Stands where a field has a width in a template.
pub fn template_number<T: TemplateNumber>() {}

/// A map that a projection takes parts of.
#[derive(Debug)]
pub struct Nested(&'static str, AttributeValue);

impl Nested {
    /// The map called `name`.
    pub fn read<R: ReadValue>(name: &'static str, value: R) -> Result<Self, DecodeError> {
        value.value().map(|value| Self(name, value)).map_err(|error| error.at(name))
    }

    /// What is at the end of a path; nothing where a map on the way is absent.
    pub fn take<T>(
        &self,
        path: &[&str],
        read: impl FnOnce(AttributeValue) -> Result<T, DecodeError>,
    ) -> Result<Option<T>, DecodeError> {
        let at = |error: DecodeError, inside: &[&str]| {
            inside.iter().rev().fold(error, |error, name| error.at(name)).at(self.0)
        };
        let mut value = &self.1;
        for (depth, name) in path.iter().enumerate() {
            value = match value {
                AttributeValue::M(map) => match map.get(*name) {
                    Some(value) => value,
                    None => return Ok(None),
                },
                AttributeValue::Null(_) => return Ok(None),
                other => {
                    let error = DecodeError::expected("M", AttributeType::of(other));
                    return Err(at(error, path.get(..depth).unwrap_or_default()));
                }
            };
        }
        read(value.clone()).map(Some).map_err(|error| at(error, path))
    }
}

/// L of the parts of a tuple struct; a part that is left out elsewhere is NULL here.
pub fn encode_parts<const N: usize>(parts: [Encoded; N]) -> Encoded {
    let mut list = Vec::with_capacity(N);
    for (index, part) in parts.into_iter().enumerate() {
        list.push(part.map_err(|error| error.at_index(index))?.unwrap_or(AttributeValue::Null(true)));
    }
    Ok(Some(AttributeValue::L(list)))
}

/// The stored parts of a tuple struct, handed out in order.
#[derive(Debug)]
pub struct Parts {
    parts: std::iter::Enumerate<std::vec::IntoIter<AttributeValue>>,
    count: usize,
}

impl Parts {
    /// As many parts as the struct has.
    pub fn read<R: ReadValue>(value: R, count: usize) -> Result<Self, DecodeError> {
        only_list(&value)?;
        let mut parts = Waiting(Vec::with_capacity(count));
        value.list(&mut parts)?;
        if parts.0.len() != count {
            return Err(Self::miscounted(count));
        }
        Ok(Self { parts: parts.0.into_iter().enumerate(), count })
    }

    /// The next part.
    pub fn next<T>(&mut self, read: impl FnOnce(AttributeValue) -> Result<T, DecodeError>) -> Result<T, DecodeError> {
        let (index, part) = self.parts.next().ok_or_else(|| Self::miscounted(self.count))?;
        read(part).map_err(|error| error.at_index(index))
    }

    fn miscounted(count: usize) -> DecodeError {
        DecodeError::invalid(format!("a list of {count} elements"))
    }
}

struct Waiting(Vec<AttributeValue>);
impl VisitList for Waiting {
    fn element<R: ReadValue>(&mut self, value: R) -> Result<(), DecodeError> {
        self.0.push(value.value()?);
        Ok(())
    }
}

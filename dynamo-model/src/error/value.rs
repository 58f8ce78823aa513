//! Values that cannot be written or read. Both errors are one pointer wide and carry a path, never a value.

use std::{borrow::Cow, error::Error as StdError, fmt, sync::Arc};

use crate::value::AttributeType;

/// A value cannot be stored. Says where and why, never what.
#[derive(Clone)]
pub struct EncodeError(Box<Encode>);

#[derive(Clone)]
struct Encode {
    path: String,
    reason: Cow<'static, str>,
    source: Option<Arc<dyn StdError + Send + Sync>>,
}

impl EncodeError {
    /// An error of a codec of your own. The reason must not hold the value.
    ///
    /// ```
    /// let error = dynamo_model::EncodeError::new("a phone number has digits only");
    /// assert_eq!(error.to_string(), "a phone number has digits only");
    /// ```
    #[must_use]
    pub fn new(reason: impl Into<Cow<'static, str>>) -> Self {
        Self(Box::new(Encode { path: String::new(), reason: reason.into(), source: None }))
    }

    #[cfg(feature = "serde")]
    pub(crate) fn caused_by(
        reason: impl Into<Cow<'static, str>>,
        source: impl Into<Box<dyn StdError + Send + Sync>>,
    ) -> Self {
        let mut error = Self::new(reason);
        error.0.source = Some(source.into().into());
        error
    }

    /// The same inside the attribute or map entry `name`.
    #[must_use]
    pub fn at(mut self, name: &str) -> Self {
        prepend(&mut self.0.path, name);
        self
    }

    /// The same inside the list element at `index`, counted from 0.
    #[must_use]
    pub fn at_index(mut self, index: usize) -> Self {
        prepend_index(&mut self.0.path, index);
        self
    }

    /// The path of the attribute, like `lines[2].sku`; empty where the value stands alone.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.0.path
    }
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.0.path.is_empty() {
            write!(f, "attribute `{}`: ", self.0.path)?;
        }
        f.write_str(&self.0.reason)
    }
}
impl fmt::Debug for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EncodeError({self})")
    }
}
impl StdError for EncodeError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.0.source.as_deref().map(|source| source as _)
    }
}

/// A stored value does not fit its type. Says where, what was expected and which type was found, never the value.
pub struct DecodeError(Box<Decode>);

struct Decode {
    path: String,
    item: Option<&'static str>,
    expected: Cow<'static, str>,
    found: Found,
}

enum Found {
    /// The type is right, the value is not.
    Unfit,
    Type(Option<AttributeType>),
    Nothing,
}

impl DecodeError {
    fn of(expected: impl Into<Cow<'static, str>>, found: Found) -> Self {
        Self(Box::new(Decode { path: String::new(), item: None, expected: expected.into(), found }))
    }

    /// The value is of the right type and does not fit, for a codec of your own. The text says what would, and must
    /// not hold the value.
    ///
    /// ```
    /// let error = dynamo_model::DecodeError::invalid("a phone number");
    /// assert_eq!(error.to_string(), "expected a phone number");
    /// ```
    #[must_use]
    pub fn invalid(expected: impl Into<Cow<'static, str>>) -> Self {
        Self::of(expected, Found::Unfit)
    }

    /// The value is of another type.
    #[must_use]
    pub fn expected(expected: &'static str, found: Option<AttributeType>) -> Self {
        Self::of(expected, Found::Type(found))
    }

    /// The attribute is not there.
    #[must_use]
    pub fn missing(name: &str) -> Self {
        Self::of("a value", Found::Nothing).at(name)
    }

    /// The same inside the attribute or map entry `name`.
    #[must_use]
    pub fn at(mut self, name: &str) -> Self {
        prepend(&mut self.0.path, name);
        self
    }

    /// The same below a struct whose names are prefixed.
    #[doc(hidden)]
    #[must_use]
    pub fn prefixed(mut self, prefix: &str) -> Self {
        self.0.path.insert_str(0, prefix);
        self
    }

    /// The same inside the list element at `index`, counted from 0.
    #[must_use]
    pub fn at_index(mut self, index: usize) -> Self {
        prepend_index(&mut self.0.path, index);
        self
    }

    pub(crate) fn of_item(mut self, item: &'static str) -> Self {
        self.0.item.get_or_insert(item);
        self
    }

    /// The path of the attribute, like `lines[2].sku`; empty where the value stands alone.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.0.path
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(item) = self.0.item {
            write!(f, "`{item}`: ")?;
        }
        if !self.0.path.is_empty() {
            write!(f, "attribute `{}`: ", self.0.path)?;
        }
        match &self.0.found {
            Found::Unfit => write!(f, "expected {}", self.0.expected),
            Found::Type(Some(found)) => write!(f, "expected {}, found {}", self.0.expected, found.as_str()),
            Found::Type(None) => write!(f, "expected {}, found an unknown type", self.0.expected),
            Found::Nothing => f.write_str("the attribute is missing"),
        }
    }
}
impl fmt::Debug for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DecodeError({self})")
    }
}
impl StdError for DecodeError {}

fn prepend(path: &mut String, name: &str) {
    if !path.is_empty() && !path.starts_with('[') {
        path.insert(0, '.');
    }
    path.insert_str(0, name);
}

fn prepend_index(path: &mut String, index: usize) {
    if !path.is_empty() && !path.starts_with('[') {
        path.insert(0, '.');
    }
    path.insert_str(0, &format!("[{index}]"));
}

//! Page tokens: where the next page begins, bound to what is read.
//!
//! A token holds an authentication code over what it is bound to and where it stands, so one of another query, or a
//! mangled one, is refused before anything is sent. Without a key of one's own that is a checksum, not a secret.

use std::fmt;

use aws_smithy_types::base64;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use super::Position;
use crate::{
    error::{Error, ErrorKind},
    value::{AttributeValue, read_json},
};

/// One page of a query or a scan.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Page<T> {
    /// The items, in their order.
    pub items: Vec<T>,
    /// Where the next page begins; `None` after the last one.
    pub next: Option<PageToken>,
}

impl<T> Page<Result<T, Error>> {
    /// The page of items, or the first error that stands in the place of one.
    pub(in crate::operation) fn all_decoded(self) -> Result<Page<T>, Error> {
        Ok(Page { items: self.items.into_iter().collect::<Result<_, _>>()?, next: self.next })
    }
}

impl<T> fmt::Debug for Page<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Page").field("items", &self.items.len()).field("next", &self.next).finish()
    }
}

/// Where the next page begins: an opaque, URL-safe text.
///
/// It is bound to the table, the index, the partition, the direction and the key condition it was made for. It shows key
/// values to whoever holds it; `Dynamo::builder(..).token_key(..)` signs tokens, which keeps others from making them up.
///
/// ```
/// use dynamo_model::PageToken;
///
/// assert!(PageToken::parse("not a token").is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PageToken(String);

impl PageToken {
    /// Takes a token back from its text.
    ///
    /// # Errors
    ///
    /// The text is no token: [`InvalidPageToken`](crate::ErrorKind::InvalidPageToken). Whether it belongs to a query is decided where it is used.
    pub fn parse(text: &str) -> Result<Self, Error> {
        open(text)?;
        Ok(Self(text.to_owned()))
    }

    /// The token's text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PageToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for PageToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PageToken(..)")
    }
}

impl std::str::FromStr for PageToken {
    type Err = Error;
    fn from_str(text: &str) -> Result<Self, Error> {
        Self::parse(text)
    }
}

/// The key that tokens are signed with; empty where the application gives none.
#[derive(Clone, Default)]
pub(crate) struct TokenKey(pub(crate) Vec<u8>);

/// What a token is bound to.
#[derive(Clone)]
pub(in crate::operation) struct Place {
    pub(in crate::operation) key: TokenKey,
    pub(in crate::operation) bound: Vec<u8>,
}

/// The bytes of the authentication code.
const CODE: usize = 16;

impl Place {
    /// The token of these positions: one for each segment.
    pub(in crate::operation) fn seal(&self, state: &[Segment]) -> PageToken {
        let json = serde_json::Value::Array(state.iter().map(Segment::to_json).collect()).to_string();
        let mut bytes = self.code(json.as_bytes());
        bytes.extend_from_slice(json.as_bytes());
        let text = base64::encode(bytes).replace('+', "-").replace('/', "_");
        PageToken(text.trim_end_matches('=').to_owned())
    }

    /// The positions in a token of this very read.
    pub(in crate::operation) fn open(&self, token: &PageToken) -> Result<Vec<Segment>, Error> {
        let (code, json) = open(&token.0)?;
        if code != self.code(json.as_bytes()) {
            return Err(self.foreign());
        }
        let state = serde_json::from_str::<Vec<serde_json::Value>>(&json).map_err(|_| no_token())?;
        if state.is_empty() {
            return Err(no_token());
        }
        state.into_iter().map(Segment::from_json).collect()
    }

    /// One code is over both, so what was changed and what is of another read cannot be told apart.
    fn foreign(&self) -> Error {
        let signature = if self.key.0.is_empty() {
            "it was changed"
        } else {
            "its signature is wrong: it was signed with another key or changed"
        };
        Error::new(ErrorKind::InvalidPageToken)
            .because(format!("{signature}, or it is of another table, index, partition, direction or key condition"))
    }

    fn code(&self, json: &[u8]) -> Vec<u8> {
        // A key of any length is taken, so there is nothing to fail; without a code nothing could be opened.
        let Ok(mut code) = Hmac::<Sha256>::new_from_slice(&self.key.0) else { return Vec::new() };
        code.update(&self.bound.len().to_be_bytes());
        code.update(&self.bound);
        code.update(json);
        code.finalize().into_bytes().iter().take(CODE).copied().collect()
    }
}

fn no_token() -> Error {
    Error::new(ErrorKind::InvalidPageToken).because("this text is no page token")
}

fn open(text: &str) -> Result<(Vec<u8>, String), Error> {
    let mut standard = text.replace('-', "+").replace('_', "/");
    while !standard.len().is_multiple_of(4) {
        standard.push('=');
    }
    let bytes = base64::decode(standard).map_err(|_| no_token())?;
    let (code, json) = bytes.split_at_checked(CODE).ok_or_else(no_token)?;
    let json = std::str::from_utf8(json).map_err(|_| no_token())?;
    if !json.starts_with('[') {
        return Err(no_token());
    }
    Ok((code.to_vec(), json.to_owned()))
}

/// How far one segment was read. A query has one.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::operation) enum Segment {
    Start,
    After(Position),
    Done,
}

impl Segment {
    /// The key that reading goes on after.
    pub(in crate::operation) fn position(self) -> Option<Position> {
        match self {
            Self::After(key) => Some(key),
            Self::Start | Self::Done => None,
        }
    }

    fn to_json(&self) -> serde_json::Value {
        match self {
            Self::Start => serde_json::Value::Null,
            Self::Done => serde_json::Value::Bool(true),
            Self::After(key) => {
                let entries = key.iter().map(|(name, value)| (name.clone(), value_to_json(value)));
                serde_json::Value::Object(entries.collect())
            }
        }
    }

    fn from_json(json: serde_json::Value) -> Result<Self, Error> {
        Ok(match json {
            serde_json::Value::Null => Self::Start,
            serde_json::Value::Bool(true) => Self::Done,
            key @ serde_json::Value::Object(_) => {
                // The reader of `GetItem` reads it, for it is a map of values as they stand in an answer.
                let answer = serde_json::json!({ "Item": key }).to_string();
                let key = read_json(answer.as_bytes()).map_err(|_| no_token())?;
                Self::After(key.ok_or_else(no_token)?)
            }
            _ => return Err(no_token()),
        })
    }
}

/// A key value as DynamoDB writes it.
fn value_to_json(value: &AttributeValue) -> serde_json::Value {
    match value {
        AttributeValue::S(text) => serde_json::json!({ "S": text }),
        AttributeValue::N(text) => serde_json::json!({ "N": text }),
        AttributeValue::B(blob) => serde_json::json!({ "B": base64::encode(blob.as_ref()) }),
        _ => serde_json::Value::Null,
    }
}

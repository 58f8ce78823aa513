//! The letters of an answer: where its texts, maps and lists begin and end.
//!
//! In DynamoDB's JSON the name before a value tells what comes, so whoever reads asks for that and takes it where it is.
//! `serde_json` has to be asked for what may come, with a visitor for each map and list, in twice as many instructions. What
//! is rare is left to it all the same: escapes and numbers.

use std::borrow::Cow;

use serde::de::IgnoredAny;

use crate::{error::DecodeError, value::AttributeType};

/// How many maps and lists may lie in each other. DynamoDB allows 32 levels, each of which is two of JSON.
const MOST_LEVELS: u8 = 128;

/// A place in the bytes of an answer.
#[doc(hidden)]
#[derive(Clone)]
pub struct Reader<'de> {
    text: &'de str,
    at: usize,
    levels: u8,
}

impl<'de> Reader<'de> {
    /// The beginning. Checks once that all of it is UTF-8, which is far cheaper than text by text.
    pub(crate) fn of(body: &'de [u8]) -> Result<Self, DecodeError> {
        let text = str::from_utf8(body).map_err(|_| malformed())?;
        Ok(Self { text, at: 0, levels: 0 })
    }

    /// Makes sure that nothing follows.
    pub(crate) fn end(mut self) -> Result<(), DecodeError> {
        self.peek().map_or(Ok(()), |_| Err(malformed()))
    }

    /// Reads a map. `entry` is given each name, and must read what follows it.
    pub(crate) fn map(
        &mut self,
        mut entry: impl FnMut(&mut Self, Cow<'de, str>) -> Result<(), DecodeError>,
    ) -> Result<(), DecodeError> {
        self.open(b'{')?;
        if self.peek() != Some(b'}') {
            loop {
                let name = self.name()?;
                entry(self, name)?;
                if !self.goes_on() {
                    break;
                }
            }
        }
        self.close(b'}')
    }

    /// Reads a list. `element` must read one element each time.
    pub(crate) fn list(
        &mut self,
        mut element: impl FnMut(&mut Self) -> Result<(), DecodeError>,
    ) -> Result<(), DecodeError> {
        self.open(b'[')?;
        if self.peek() != Some(b']') {
            loop {
                element(self)?;
                if !self.goes_on() {
                    break;
                }
            }
        }
        self.close(b']')
    }

    /// Reads a value with its type descriptor: `{"S": "x"}`. `take` is given the type, and must read what follows it.
    #[inline]
    pub(super) fn typed(
        &mut self,
        take: impl FnOnce(&mut Self, Option<AttributeType>) -> Result<(), DecodeError>,
    ) -> Result<(), DecodeError> {
        self.open(b'{')?;
        let kind = self.kind()?;
        take(self, kind)?;
        self.close(b'}')
    }

    /// Reads a text, borrowed where it has no escapes.
    #[inline]
    pub(super) fn text(&mut self) -> Result<Cow<'de, str>, DecodeError> {
        self.take(b'"')?;
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        let length = plain(rest);
        match rest.get(length) {
            Some(b'"') => {
                let text = self.text.get(self.at..self.at + length).ok_or_else(malformed)?;
                self.at += length + 1;
                Ok(Cow::Borrowed(text))
            }
            Some(b'\\') => self.escaped(rest).map(Cow::Owned),
            _ => Err(malformed()),
        }
    }

    /// Reads a number, `true`, `false` or `null`.
    pub(crate) fn word(&mut self) -> Result<&'de str, DecodeError> {
        self.peek();
        let rest = self.text.get(self.at..).unwrap_or_default();
        let ends = |byte: u8| !(byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.'));
        let (word, _) = rest.split_at(rest.bytes().position(ends).unwrap_or(rest.len()));
        self.at += word.len();
        let is_known = matches!(word, "true" | "false" | "null") || serde_json::from_str::<IgnoredAny>(word).is_ok();
        if is_known { Ok(word) } else { Err(malformed()) }
    }

    /// Reads `true` or `false`.
    pub(super) fn boolean(&mut self) -> Result<bool, DecodeError> {
        self.word()?.parse().map_err(|_| malformed())
    }

    /// Passes over a `null`, if there is one.
    pub(crate) fn takes_null(&mut self) -> bool {
        self.peek() == Some(b'n') && self.word().is_ok()
    }

    /// Passes over whatever comes.
    pub(crate) fn skip(&mut self) -> Result<(), DecodeError> {
        match self.peek() {
            Some(b'"') => self.text().map(drop),
            Some(b'{') => self.map(|reader, _| reader.skip()),
            Some(b'[') => self.list(Self::skip),
            _ => self.word().map(drop),
        }
    }

    /// A type descriptor and its colon. Most are one letter without white space, and a third of all texts are these.
    #[inline]
    fn kind(&mut self) -> Result<Option<AttributeType>, DecodeError> {
        let kind = match self.text.as_bytes().get(self.at..).unwrap_or_default() {
            [b'"', b'S', b'"', b':', ..] => AttributeType::S,
            [b'"', b'N', b'"', b':', ..] => AttributeType::N,
            [b'"', b'M', b'"', b':', ..] => AttributeType::M,
            [b'"', b'L', b'"', b':', ..] => AttributeType::L,
            _ => return Ok(AttributeType::parse(&self.name()?)),
        };
        self.at += 4;
        Ok(Some(kind))
    }

    /// A name and its colon.
    #[inline]
    fn name(&mut self) -> Result<Cow<'de, str>, DecodeError> {
        let name = self.text()?;
        self.take(b':')?;
        Ok(name)
    }

    /// Whether a comma says that there is more.
    #[inline]
    fn goes_on(&mut self) -> bool {
        let more = self.peek() == Some(b',');
        self.at += usize::from(more);
        more
    }

    #[inline]
    fn open(&mut self, bracket: u8) -> Result<(), DecodeError> {
        self.levels += 1;
        if self.levels > MOST_LEVELS { Err(malformed()) } else { self.take(bracket) }
    }

    #[inline]
    fn close(&mut self, bracket: u8) -> Result<(), DecodeError> {
        self.levels -= 1;
        self.take(bracket)
    }

    #[inline]
    fn take(&mut self, byte: u8) -> Result<(), DecodeError> {
        if self.peek() != Some(byte) {
            return Err(malformed());
        }
        self.at += 1;
        Ok(())
    }

    /// The next byte that is no white space.
    #[inline]
    fn peek(&mut self) -> Option<u8> {
        loop {
            match self.text.as_bytes().get(self.at) {
                Some(b' ' | b'\n' | b'\r' | b'\t') => self.at += 1,
                other => return other.copied(),
            }
        }
    }

    /// A text that has escapes, from behind its first quote. What they mean is for `serde_json` to say.
    #[cold]
    fn escaped(&mut self, rest: &[u8]) -> Result<String, DecodeError> {
        let mut length = 0;
        loop {
            length += rest.get(length..).map(plain).unwrap_or_default();
            match rest.get(length) {
                Some(b'\\') => length += 2,
                Some(b'"') => break,
                _ => return Err(malformed()),
            }
        }
        let quoted = self.text.get(self.at - 1..=self.at + length).ok_or_else(malformed)?;
        self.at += length + 1;
        serde_json::from_str(quoted).map_err(|_| malformed())
    }
}

/// How many bytes stand before the first that is a quote, a backslash, or nothing that a text may hold.
#[inline]
fn plain(bytes: &[u8]) -> usize {
    let (words, rest) = bytes.as_chunks();
    let mut before = 0;
    for word in words {
        let ends = ends(u64::from_le_bytes(*word));
        if ends != 0 {
            return before + usize::try_from(ends.trailing_zeros() / 8).unwrap_or_default();
        }
        before += word.len();
    }
    before + rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | ..b' ')).unwrap_or(rest.len())
}

/// Eight bytes at once, because most of an answer is its texts: the highest bit is set of each byte that ends a text. It
/// may be set of bytes above such a one too, from which the subtraction borrows, so the lowest of them counts alone.
#[inline]
fn ends(word: u64) -> u64 {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    const HIGHEST: u64 = u64::from_le_bytes([0x80; 8]);
    const QUOTES: u64 = u64::from_le_bytes([b'"'; 8]);
    const BACKSLASHES: u64 = u64::from_le_bytes([b'\\'; 8]);
    const SPACES: u64 = u64::from_le_bytes([b' '; 8]);
    let (quote, backslash) = (word ^ QUOTES, word ^ BACKSLASHES);
    let is_zero = |quote: u64| quote.wrapping_sub(ONES) & !quote;
    (word.wrapping_sub(SPACES) & !word | is_zero(quote) | is_zero(backslash)) & HIGHEST
}

#[cold]
pub(super) fn malformed() -> DecodeError {
    DecodeError::invalid("the JSON that DynamoDB sends")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use serde_json::{Map, Value};

    use super::{MOST_LEVELS, Reader};
    use crate::error::DecodeError;

    /// All of it, as `serde_json` would have it.
    fn read(text: &[u8]) -> Result<Value, DecodeError> {
        let mut reader = Reader::of(text)?;
        let read = value(&mut reader)?;
        reader.end().map(|()| read)
    }

    fn value(reader: &mut Reader<'_>) -> Result<Value, DecodeError> {
        Ok(match reader.peek() {
            Some(b'{') => {
                let mut map = Map::new();
                reader.map(|reader, name| {
                    map.insert(name.into_owned(), value(reader)?);
                    Ok(())
                })?;
                Value::Object(map)
            }
            Some(b'[') => {
                let mut list = Vec::new();
                reader.list(|reader| {
                    list.push(value(reader)?);
                    Ok(())
                })?;
                Value::Array(list)
            }
            Some(b'"') => Value::String(reader.text()?.into_owned()),
            _ => serde_json::from_str(reader.word()?).unwrap(),
        })
    }

    /// Reads it, or passes over it, as `serde_json` does.
    fn check(text: &[u8]) {
        let skipped = Reader::of(text).and_then(|mut reader| reader.skip().and_then(|()| reader.end()));
        let expected = serde_json::from_slice::<Value>(text).ok();
        assert_eq!(skipped.is_ok(), expected.is_some(), "{}", String::from_utf8_lossy(text));
        assert_eq!(read(text).ok(), expected, "{}", String::from_utf8_lossy(text));
    }

    const ANSWER: &str = r#"{"Count": 1,
    "Items":[{"id":{"S":"a \"b\" \\\u00e9\ud83d\ude00"} , "größe" :{"N":"-1.5E+2"},
            "l":{"L":[{"BOOL":true}, {"NULL":false},{"M":{}}]},"s":{"SS":[]}}, {} ],
        "Capacity":{"Units":[0.5,-2,3e1],"None":null},"":"12345678"}"#;

    #[test]
    fn whatever_an_answer_is_it_is_read_as_serde_json_reads_it() {
        let answer = ANSWER.as_bytes();
        check(answer);
        assert!(read(answer).is_ok());
        for at in 0..answer.len() {
            let (before, after) = answer.split_at(at);
            check(before);
            check(after);
            let (instead, behind) = (after.get(1..).unwrap(), [before, b"\\"].concat());
            check(&[before, instead].concat());
            check(&[&behind, after].concat());
            for byte in b"\"\\{}[]:,09.-+eEutn \n\0\x1f\x7f\xc3" {
                check(&[before, &[*byte], instead].concat());
                check(&[before, &[*byte], after].concat());
            }
        }
    }

    #[test]
    fn a_text_ends_at_its_first_quote_wherever_that_is() {
        for length in 0..40 {
            for rest in ["", "\"", "x", "\"\"\"\"\"\"\"\"\"\""] {
                let text = "é".repeat(length / 2) + &"!".repeat(length % 2);
                let quoted = format!("\"{text}\"{rest}");
                assert_eq!(Reader::of(quoted.as_bytes()).unwrap().text().unwrap(), text);
                for special in ["\n", "\0", "\u{1f}"] {
                    check(format!("\"{text}{special}{text}\"").as_bytes());
                }
                check(format!("\"{text}\u{7f}\\n{text}\"").as_bytes());
            }
        }
    }

    #[test]
    fn what_lies_too_deep_is_refused() {
        let nested = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
        assert!(read(nested(usize::from(MOST_LEVELS)).as_bytes()).is_ok());
        assert!(read(nested(usize::from(MOST_LEVELS) + 1).as_bytes()).is_err());
        assert!(Reader::of(nested(1_000_000).as_bytes()).unwrap().skip().is_err());
    }
}

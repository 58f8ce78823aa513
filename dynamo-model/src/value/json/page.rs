//! The bytes of one page of a query or a scan.

use super::reader::{Reader, malformed};
use crate::{error::DecodeError, item::Slots, value::Item};

/// One page as it was answered.
pub(crate) struct Answered<O> {
    /// Each item, or why it does not decode.
    pub(crate) items: Vec<Result<O, DecodeError>>,
    /// Where the next page begins; `None` where this was the last one.
    pub(crate) last_evaluated: Option<Item>,
    /// How many items there are, also where none are sent.
    pub(crate) count: u64,
}

/// Reads a page.
pub(crate) fn read_page_json<O, S: Slots<O>>(body: &[u8]) -> Result<Answered<O>, DecodeError> {
    let mut page = Answered { items: Vec::new(), last_evaluated: None, count: 0 };
    let mut reader = Reader::of(body)?;
    reader.map(|reader, name| {
        match &*name {
            "Items" => reader.list(|reader| {
                page.items.push(reader.item::<O, S>()?);
                Ok(())
            })?,
            "LastEvaluatedKey" => page.last_evaluated = Some(reader.stored()?),
            "Count" => page.count = reader.word()?.parse().map_err(|_| malformed())?,
            _ => reader.skip()?,
        }
        Ok(())
    })?;
    reader.end()?;
    Ok(page)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::read_page_json;
    use crate::value::Item;

    #[test]
    fn a_page_is_all_that_is_answered() {
        let items = |page: &str| read_page_json::<Item, Item>(page.as_bytes()).map(|page| page.items.len());
        let page = r#"{"Count":1,"Items":[{"id":{"S":"a"}}]}"#;
        assert_eq!(items(page).unwrap(), 1);
        assert_eq!(items(&format!("{page}\n ")).unwrap(), 1);
        for more in ["}", "{}", page, "x", "\0"] {
            assert!(items(&format!("{page}{more}")).is_err(), "followed by {more:?}");
        }
    }
}

//! The bytes of an answer of `TransactGetItems`: its items in the order of what was asked for.

use super::reader::Reader;
use crate::error::DecodeError;

/// Hands each item that was found to `take`, which must read it, with the number of what was asked for.
/// Gives how many were answered.
pub(crate) fn read_responses_json(
    body: &[u8],
    mut take: impl FnMut(usize, &mut Reader<'_>) -> Result<(), DecodeError>,
) -> Result<usize, DecodeError> {
    let (mut reader, mut number) = (Reader::of(body)?, 0);
    reader.map(|reader, name| {
        if name != "Responses" {
            return reader.skip();
        }
        // `[{"Item": item}, {}]`
        reader.list(|reader| {
            reader.map(|reader, name| {
                if name != "Item" {
                    reader.skip()
                } else if reader.takes_null() {
                    Ok(())
                } else {
                    take(number, reader)
                }
            })?;
            number += 1;
            Ok(())
        })
    })?;
    reader.end().map(|()| number)
}

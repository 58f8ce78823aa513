//! The two ends of a range, where both are known before the request is sent.

use std::cmp::Ordering;

use super::Operand;
use crate::{
    error::Error,
    value::{AttributeValue, compare_numbers},
};

/// Refuses a lower end above the upper one. DynamoDB would, without a word on which range it is.
pub(super) fn check(of: &Operand, low: &Operand, high: &Operand) -> Result<(), Error> {
    let (Operand::Value(Ok(low)), Operand::Value(Ok(high))) = (low, high) else { return Ok(()) };
    let order = match (low, high) {
        (AttributeValue::S(low), AttributeValue::S(high)) => Some(low.cmp(high)),
        (AttributeValue::N(low), AttributeValue::N(high)) => compare_numbers(low, high),
        (AttributeValue::B(low), AttributeValue::B(high)) => Some(low.as_ref().cmp(high.as_ref())),
        _ => None,
    };
    match order {
        Some(Ordering::Greater) => {
            Err(Error::invalid(format!("the lower bound of the range on `{of:?}` is above the upper one")))
        }
        _ => Ok(()),
    }
}

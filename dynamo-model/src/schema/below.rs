//! What is known of the type of an attribute: what is inside of it, for the paths of projections, and what it is stored as.

use super::AttributeDef;
use crate::{item::CatchAll, value::AttributeType};

/// The attributes of the struct that an attribute holds; none of a scalar.
#[doc(hidden)]
#[derive(Debug)]
pub struct Below {
    pub(crate) attributes: &'static [AttributeDef],
    /// Whether it takes every other name too.
    pub(crate) catches: CatchAll,
    /// What a scalar is stored as.
    pub(crate) scalar: Option<AttributeType>,
}

impl Below {
    /// Inside of what has elements without names: lists and sets.
    pub(crate) const NOTHING: &'static Self = &Self::new(&[], CatchAll::No);

    #[must_use]
    pub const fn new(attributes: &'static [AttributeDef], catches: CatchAll) -> Self {
        Self { attributes, catches, scalar: None }
    }

    /// Of a scalar, which has nothing inside.
    #[must_use]
    pub const fn scalar(scalar: AttributeType) -> Self {
        Self { attributes: &[], catches: CatchAll::No, scalar: Some(scalar) }
    }
}

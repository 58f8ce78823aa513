//! What is known of the attributes inside of an attribute, for the paths of projections.

use super::AttributeDef;
use crate::item::CatchAll;

/// The attributes of the struct that an attribute holds.
#[doc(hidden)]
#[derive(Debug)]
pub struct Below {
    pub(crate) attributes: &'static [AttributeDef],
    /// Whether it takes every other name too.
    pub(crate) catches: CatchAll,
}

impl Below {
    #[must_use]
    pub const fn new(attributes: &'static [AttributeDef], catches: CatchAll) -> Self {
        Self { attributes, catches }
    }
}

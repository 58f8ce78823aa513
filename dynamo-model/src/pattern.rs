//! What is built on the public API alone: users can write the like.

mod each;
mod modify;
mod patience;

pub(crate) use self::{each::Change, modify::Step};
pub use self::{
    each::{Each, EachOutcome},
    modify::{Modify, SendAsyncFn},
};

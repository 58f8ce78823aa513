//! What is built on the public API alone: users can write the like.

mod each;
mod modify;

pub use self::{
    each::{Each, EachOutcome},
    modify::{Modify, SendAsyncFn},
};
pub(crate) use self::{
    each::{twin_at, write_at},
    modify::Step,
};

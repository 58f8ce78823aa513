//! What the operations on whole tables share.

mod live;
mod options;
mod progress;
mod request;
mod time_to_live;
mod wait;

#[cfg(all(test, feature = "embedded"))]
mod tests;

pub(super) use self::{
    live::{differences, unfinished},
    options::{Options, Throughput},
    progress::Watcher,
    request::input,
    time_to_live::{TimeToLive, enable, time_to_live},
    wait::{LONGEST_WAIT, Sent, Wait, describe, is_held_back},
};
pub use self::{
    options::{StreamViewType, TableClass},
    progress::TableProgress,
};

//! Sending: one call of the SDK, watched attempt by attempt.

mod attempt;
mod cancelled;
mod capacity;
mod direct;
mod failure;
mod observe;
mod span;

pub(crate) use self::{
    attempt::{Call, Repeat, metered, poll_metered, sent, watch, watched},
    direct::{Answer, BATCH_GET_ITEM, GET_ITEM, QUERY, SCAN, TRANSACT_GET_ITEMS},
    failure::{failed, of_reason, service_code},
    observe::Turn,
};

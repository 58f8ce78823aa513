//! Sending: one call of the SDK, watched attempt by attempt.

mod attempt;
mod direct;
mod failure;

pub(crate) use self::{
    attempt::{Call, Repeat, watch, watched},
    direct::{Answer, BATCH_GET_ITEM, GET_ITEM, QUERY, SCAN},
    failure::{failed, is_parent_missing, service_code},
};

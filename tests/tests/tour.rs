//! The tour of the README's audience: sections 1 to 4, their lines as written, compiled, and run where they can be.
//!
//! Section 1 is without indexes, templates, projections and enums of items, which are not built yet.
#![allow(dead_code, unreachable_pub, unused_variables, clippy::unwrap_used, clippy::expect_used)]

#[path = "tour/connect.rs"]
mod connect;
#[path = "tour/declare.rs"]
mod declare;
#[path = "tour/expressions.rs"]
mod expressions;
#[path = "tour/generic_code.rs"]
mod generic_code;
#[path = "tour/kept_names.rs"]
mod kept_names;
#[path = "tour/private_types.rs"]
mod private_types;
#[path = "tour/values.rs"]
mod values;
#[path = "tour/writes.rs"]
mod writes;

type Outcome = Result<(), Box<dyn std::error::Error>>;

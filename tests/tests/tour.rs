//! The API as users meet it: every line of sections 1 to 4 and 7 to 9 of the tour as written, compiled, and run where it can be.
//!
//! Section 1 is without indexes, templates, projections and enums of items, which are not built yet.
// What is written is the tour's, or what users write; not all of it runs.
#![allow(dead_code, unreachable_pub, unused_variables, clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(clippy::needless_borrows_for_generic_args, clippy::struct_field_names, clippy::manual_async_fn)]
#![allow(clippy::extra_unused_type_parameters)]

#[path = "tour/batches.rs"]
mod batches;
#[path = "tour/connect.rs"]
mod connect;
#[path = "tour/declare.rs"]
mod declare;
#[path = "tour/expressions.rs"]
mod expressions;
#[path = "tour/faults.rs"]
mod faults;
#[path = "tour/generic_code.rs"]
mod generic_code;
#[path = "tour/kept_names.rs"]
mod kept_names;
#[path = "tour/loops.rs"]
mod loops;
#[path = "tour/private_types.rs"]
mod private_types;
#[path = "tour/transactions.rs"]
mod transactions;
#[path = "tour/values.rs"]
mod values;
#[path = "tour/writes.rs"]
mod writes;

type Outcome = Result<(), Box<dyn std::error::Error>>;

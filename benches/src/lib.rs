//! What the benches share: counting the cost of a case, and printing ratios of one run.
//!
//! - [`measure`] runs a case under callgrind, or by the clock where there is no valgrind.
//! - [`table`] prints what was measured, each line with its target.

pub mod measure;
pub mod table;

/// Whatever can go wrong in a bench ends it.
pub type Error = Box<dyn std::error::Error + Send + Sync>;

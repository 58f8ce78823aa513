//! Expressions: trees of plain data under a typed shell, and the one renderer that makes text of them.

mod bounds;
mod condition;
mod element;
mod operand;
mod render;
mod update;

pub(crate) use self::{
    condition::{Comparison, Function, Tree},
    render::{Clauses, Rendered, Renderer},
    update::{Change, check_overlaps},
};
pub use self::{
    condition::{Condition, Size},
    element::{Contains, Elements, Indexed, IntoPrefix, Keyed, ListOf, NumberOf, SetOf},
    operand::{Added, Assigned, Compared, IfNotExists, IntoOperand, IntoValue, Operand, Sign, SumOfTwo},
    update::{Action, IntoActions, PatchFn},
};

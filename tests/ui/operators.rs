// rustc has no hook for operators: `.gt(..)`, `.eq(..)` and `.and(..)` are not mentioned.
mod items;

use dynamo_model::Attributes;
use items::Note;

fn conditions(n: &Attributes<Note>) {
    let _ = n.total > 5;
    let _ = n.status == items::Status::Active;
    let _ = n.total.gt(5) && n.limit.gt(5);
}

fn main() {}

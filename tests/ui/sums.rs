// rustc has no hook for a missing `+`: the name `SumOfTwo` and the rule `Numeric` have to speak. Arithmetic is for
// `.set(..)` alone, which the conditions at the end are not told in so many words.
mod items;

use dynamo_model::Attributes;
use items::Note;

fn actions(n: &Attributes<Note>) {
    let _ = n.total.set(n.total + 1 + 2);
    let _ = n.text.set(n.text + "x");
    let _ = n.total.set(n.total + "x");
}

fn conditions(n: &Attributes<Note>) {
    let _ = n.total.gt(n.limit + 1);
    let _ = n.total.gt(n.limit.if_not_exists(0));
}

fn main() {}

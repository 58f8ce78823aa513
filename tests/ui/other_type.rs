mod items;

use dynamo_model::Attributes;
use items::Note;

fn conditions(n: &Attributes<Note>, other: i32) {
    let _ = n.total.eq("x");
    let _ = n.text.eq(5);
    let _ = n.total.gt(n.text);
    let _ = n.total.between(1, "x");
    let _ = n.total.is_in(["x"]);
    let _ = n.text.set(5);
    let _ = n.ratio.gt(1);
    let _ = n.total.add(-1);
    let _ = n.total.gt(other);
}

fn main() {}

mod items;

use dynamo_model::Attributes;
use items::Note;

fn actions(n: &Attributes<Note>) {
    let _ = n.log.add_to(["x"]);
    let _ = n.tags.append(["x"]);
    let _ = n.total.add_to([1]);
    let _ = n.tags.add_to("x");
    let _ = n.tags.add_to([1]);
    let _ = n.log.append("x");
}

fn main() {}

mod items;

use dynamo_model::Attributes;
use items::Note;

fn conditions(n: &Attributes<Note>) {
    let _ = n.total.begins_with("1");
    let _ = n.text.begins_with(5);
    let _ = n.tags.contains(5);
    let _ = n.total.contains(5);
    let _ = n.text.contains(5);
    let _ = n.total.size();
    let _ = n.text.size().gt("x");
}

fn main() {}

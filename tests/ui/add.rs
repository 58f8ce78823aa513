mod items;

use dynamo_model::Attributes;
use items::Note;

fn actions(n: &Attributes<Note>) {
    let _ = n.text.add("x");
    let _ = n.text.add(1);
    let _ = n.tags.add("gift");
    let _ = n.attachment.at(|a| a.pages).add(1);
    let _ = n.lines.index(0).at(|l| l.count).add(1);
}

fn main() {}

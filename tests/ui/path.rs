mod items;

use dynamo_model::Attributes;
use items::Note;

fn conditions(n: &Attributes<Note>) {
    let _ = n.prices.at(|p| p.eur);
    let _ = n.attachment.key("pages");
    let _ = n.text.index(0);
    let _ = n.lines.key("x");
}

fn main() {}

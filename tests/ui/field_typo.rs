// rustc speaks of the generated struct of handles, and of a trait with a method of the name.
mod items;

use dynamo_model::Attributes;
use items::Note;

fn conditions(n: &Attributes<Note>) {
    let _ = n.txt.eq("x");
    let _ = n.text().eq("x");
    let _ = n.attachment.at(|a| a.page);
}

fn main() {}

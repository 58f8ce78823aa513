mod items;

use dynamo_model::Attributes;
use items::Note;

fn actions(n: &Attributes<Note>) {
    let _ = n.text.remove();
    let _ = n.id.remove();
    let _ = n.version.remove();
    let _ = n.attachment.at(|a| a.file).remove();
}

fn main() {}

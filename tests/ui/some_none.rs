mod items;

use dynamo_model::Attributes;
use items::Note;

fn actions(n: &Attributes<Note>, option: Option<String>) {
    let _ = n.pages.gt(Some(3));
    let _ = n.draft.set(None);
    let _ = n.draft.set(option);
    let _ = n.text.set_or_remove(Some("x"));
}

fn main() {}

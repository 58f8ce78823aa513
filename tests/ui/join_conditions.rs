mod items;

use dynamo_model::Attributes;
use items::Note;

fn conditions(n: &Attributes<Note>) {
    let _ = n.draft.exists().and(n.views.add(1));
    let _ = n.total.eq(1).and(true);
}

fn main() {}

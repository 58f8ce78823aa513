mod items;

use dynamo_model::Attributes;
use items::Note;

fn actions(n: &Attributes<Note>) {
    let _ = n.id.set("n-2");
    let _ = n.version.set(3);
    let _ = n.version.add(1);
    let _ = n.created_at.set(std::time::SystemTime::UNIX_EPOCH);
}

fn main() {}

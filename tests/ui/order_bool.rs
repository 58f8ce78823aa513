mod items;

use dynamo_model::Attributes;
use items::Note;

fn conditions(n: &Attributes<Note>) {
    let _ = n.public.gt(true);
    let _ = n.status.lt(items::Status::Archived);
    let _ = n.attachment.between(n.attachment, n.attachment);
}

fn main() {}

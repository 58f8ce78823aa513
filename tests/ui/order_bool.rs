// rustc lists the derived newtypes that have an order: a derive cannot say `do_not_recommend`, which does not resolve
// under `no_implicit_prelude`.
mod items;

use dynamo_model::Attributes;
use items::Note;

fn conditions(n: &Attributes<Note>) {
    let _ = n.public.gt(true);
    let _ = n.status.lt(items::Status::Archived);
    let _ = n.attachment.between(n.attachment, n.attachment);
}

fn main() {}

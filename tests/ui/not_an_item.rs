// rustc lists the other items: a derive cannot say `do_not_recommend`, which does not resolve under
// `no_implicit_prelude`. A table of what is no item is refused by the impl block, not by a
// bound on the method, so that our message is lost; but nobody gets such a table without having seen it.
mod items;

use dynamo_model::{Dynamo, Table};
use items::Attachment;

fn table(db: Dynamo) {
    let _ = db.table::<Attachment>();
}

fn get(table: Table<String>) {
    let _ = table.get("x");
}

fn main() {}

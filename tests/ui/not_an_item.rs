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

mod items;

use dynamo_model::{Dynamo, Error, Table};
use items::Note;

async fn at_one_moment(db: Dynamo, n: Table<Note>) -> Result<(), Error> {
    let five = db.transact_get().add(n.get("1")).add(n.get("2")).add(n.get("3")).add(n.get("4")).add(n.get("5"));
    let ten = five.add(n.get("6")).add(n.get("7")).add(n.get("8")).add(n.get("9")).add(n.get("10"));
    ten.add(n.get("11")).add(n.get("12")).add(n.get("13")).await?;
    Ok(())
}

async fn in_a_batch(db: Dynamo, n: Table<Note>) -> Result<(), Error> {
    let five = db.batch_get().add(n.get("1")).add(n.get("2")).add(n.get("3")).add(n.get("4")).add(n.get("5"));
    let ten = five.add(n.get("6")).add(n.get("7")).add(n.get("8")).add(n.get("9")).add(n.get("10"));
    ten.add(n.get("11")).add(n.get("12")).add(n.get("13")).await?;
    Ok(())
}

fn main() {}

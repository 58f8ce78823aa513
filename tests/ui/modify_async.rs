// The future of an async closure has to be sendable, and must not borrow from the closure.
mod items;

use std::rc::Rc;

use dynamo_model::{Error, Table};
use items::Note;

async fn held(notes: Table<Note>) -> Result<(), Error> {
    let shared = Rc::new(1);
    let change = async |_: &mut Note| {
        let held = shared.clone();
        std::future::ready(()).await;
        drop(held);
        Ok::<_, Error>(())
    };
    notes.try_modify_async("n-1", change).await?;
    Ok(())
}

async fn moved(notes: Table<Note>, text: String) -> Result<(), Error> {
    notes.try_modify_async("n-1", async move |n| { n.text = text.clone(); Ok::<_, Error>(()) }).await?;
    Ok(())
}

fn main() {}

//! A note and its audit trail: a revision and the item that tells of it are stored together or not at all.
//!
//! `cargo run --example audit`

use std::error::Error;

use dynamo_model::{Dynamo, DynamoItem, Table, TransactError};

#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "example-notes")]
struct Note {
    #[partition_key]
    id: String,
    text: String,
    #[version]
    version: u64,
}

/// One revision of a note: who made it, and what the note said then.
#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "example-audits")]
struct Audit {
    #[partition_key]
    note: String,
    #[sort_key]
    revision: u64,
    editor: String,
    text: String,
}

struct Desk {
    db: Dynamo,
    notes: Table<Note>,
    audits: Table<Audit>,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let db = Dynamo::embedded();
    let desk = Desk { notes: db.table(), audits: db.table(), db };
    desk.notes.create_table().await?;
    desk.audits.create_table().await?;

    let mut note = Note { id: "note-001".into(), text: "Draft".into(), ..Note::default() };
    desk.notes.create(&mut note).await?;
    let mut stale = note.clone();

    note.text = "Revised".into();
    desk.revise(&mut note, "Alice").await?;
    println!("Alice's revision is stored: version {}, with its audit item.", note.version);

    // Bob still holds version 1. His revision is refused, so its audit item must not be there either.
    stale.text = "Too late".into();
    match desk.revise(&mut stale, "Bob").await {
        Err(TransactError::Cancelled(cancelled)) => {
            println!("Bob's is not: {cancelled}.");
            let stored = cancelled.conflict::<Note>(0).and_then(|conflict| conflict.current()).ok_or("it is stored")?;
            println!("What is stored came back with the refusal: {:?}, version {}.", stored.text, stored.version);
        }
        other => other?,
    }
    assert_eq!((stale.version, note.version), (1, 2));

    let trail = desk.audits.query("note-001").collect().await?;
    for audit in &trail {
        println!("Revision {} by {}: {:?}", audit.revision, audit.editor, audit.text);
    }
    assert_eq!(trail.len(), 1);
    let (note, audit) =
        desk.db.transact_get().add(desk.notes.get("note-001")).add(desk.audits.get(("note-001", 2))).await?;
    assert_eq!(note.map(|note| note.text), audit.map(|audit| audit.text));
    println!("Read at one moment, the note and its last audit item say the same.");
    Ok(())
}

impl Desk {
    /// Both or neither.
    async fn revise(&self, note: &mut Note, editor: &str) -> Result<(), TransactError> {
        let mut audit =
            Audit { note: note.id.clone(), revision: note.version + 1, editor: editor.into(), text: note.text.clone() };
        self.db.transact_write().add(self.notes.update(note)).add(self.audits.create(&mut audit)).await
    }
}

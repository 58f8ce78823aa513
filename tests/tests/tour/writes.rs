//! Section 3: versioned writes.

use dynamo_model::{Cause, Dynamo, Expect, Table, WriteError};

use crate::{
    Outcome,
    expressions::{Note, Status},
};

async fn table() -> Result<(Dynamo, Table<Note>), dynamo_model::Error> {
    let db = Dynamo::embedded();
    let notes = db.table::<Note>();
    notes.create_table().await?;
    Ok((db, notes))
}

#[rustfmt::skip]
#[tokio::test]
async fn a_stale_write_is_refused() -> Outcome {
let (db, notes) = table().await?;
let mut note = Note { id: "note-001".into(), text: "Sample".into(), ..Default::default() };
notes.create(&mut note).await?;                              // only if absent; note.version == 1
let mut mine = notes.get("note-001").consistent().await?.expect("just created");
let mut theirs = mine.clone();
assert_eq!((note.version, mine.version), (1, 1));

theirs.text = "Revised".into();
notes.update(&mut theirs).await?;                            // one request; theirs.version == 2
assert_eq!(theirs.version, 2);

mine.text = "Too late".into();
match notes.update(&mut mine).await {
    Err(WriteError::Conflict(conflict)) => {                 // the item now stored came back with the refusal: no second read
        assert_eq!(conflict.expected(), Some(1));
        assert_eq!(conflict.current().expect("still there").version, 2);
        // conflict.cause(): Missing | AlreadyExists | VersionMismatch | Recreated | ConditionFailed
        assert_eq!(conflict.cause(), Cause::VersionMismatch);
    }
    other => panic!("{other:?}"),
}
assert_eq!(mine.version, 1, "memory changes only after the service has said yes");
notes.delete(&theirs).await?;                                // version-checked too
assert_eq!(notes.get("note-001").await?, None);
Ok(())
}

/// The arm of the tour that hands everything else on.
#[rustfmt::skip]
async fn handed_on(notes: Table<Note>, mut mine: Note) -> Result<(), dynamo_model::Error> {
match notes.update(&mut mine).await {
    Err(WriteError::Conflict(conflict)) => drop(conflict.into_current()),
    other => other?,
}
Ok(())
}

#[rustfmt::skip]
#[tokio::test]
async fn conditions_and_answers() -> Outcome {
let (db, notes) = table().await?;
let mut note = Note { id: "note-001".into(), text: "Sample".into(), ..Default::default() };
notes.create(&mut note).await?;
notes.put(&mut note).condition(|n| n.status.eq(Status::Active)).await?;
assert_eq!(note.version, 2);
let old: Option<Note> = notes.delete(&note).return_old().await?;
assert_eq!(old.as_ref(), Some(&note));

note.version = 0;
notes.create(&mut note).await?;
notes.update(&mut note).idempotent().await?;              // a transaction of one with a token: exactly once, at twice the capacity
assert_eq!(note.version, 2);
notes.patch_at("note-001", Expect::of(&note), |n| n.text.set("Other")).await?;
notes.refresh(&mut note).await?;                          // reads it again, consistently
assert_eq!((note.text.as_str(), note.version), ("Other", 3));
Ok(())
}

#[rustfmt::skip]
#[tokio::test]
async fn partial_updates() -> Outcome {
let (db, notes) = table().await?;
let mut note = Note { id: "note-001".into(), draft: Some("x".into()), ..Default::default() };
notes.create(&mut note).await?;
notes.update(&mut note).await?;
notes.patch(&mut note, |n| [n.text.set("Revised"), n.views.add(1), n.draft.remove()]).await?;   // refreshed from ALL_NEW
assert_eq!((note.text.as_str(), note.views, note.draft.as_deref(), note.version), ("Revised", 1, None, 3));
let saved: Note = notes.patch_at("note-001", Expect::Version(3), |n| [n.text.set("Revised")]).await?;   // also Expect::of(&note), Expect::Unversioned
assert_eq!(saved.version, 4);
let saved: Note = notes.patch_at("note-001", Expect::Any, |n| [n.views.add(1)]).await?;  // unchecked, still advances the version
assert_eq!((saved.views, saved.version), (2, 5));
assert!(matches!(notes.patch_at("note-001", Expect::Unversioned, |n| n.views.add(1)).await, Err(WriteError::Conflict(_))));
notes.delete_at("note-001", Expect::Any).await?;

// Beside the tour: one action or a `Vec`, and the version of the item in memory.
notes.create(&mut Note { id: "note-001".into(), ..Default::default() }).await?;
notes.refresh(&mut note).await?;
notes.patch(&mut note, |n| vec![n.views.add(1)]).await?;
notes.patch(&mut note, |n| n.draft.set("y")).await?;
let saved = notes.patch_at("note-001", Expect::Version(note.version), |n| n.views.add(1)).condition(|n| n.draft.exists()).await?;
assert_eq!((saved.views, saved.version), (2, 4));
Ok(())
}

#[tokio::test]
async fn every_builder_gives_its_request() -> Outcome {
    let (db, notes) = table().await?;
    let mut note = Note { id: "note-001".into(), ..Default::default() };
    let put = notes.create(&mut note).into_request()?;
    put.send_with(db.client()).await?;
    let get = notes.get("note-001").consistent().into_request()?;
    assert_eq!(get.get_table_name().as_deref(), Some("notes"));
    assert!(get.send_with(db.client()).await?.item().is_some());
    notes.refresh(&mut note).await?;
    notes.update(&mut note).into_request()?;
    notes.put(&mut note).into_request()?;
    notes.patch(&mut note, |n| n.text.set("x")).into_request()?;
    notes.patch_at("note-001", Expect::Any, |n| n.text.set("x")).into_request()?;
    notes.delete_at("note-001", Expect::Any).into_request()?;
    notes.delete(&note).into_request()?.send_with(db.client()).await?;
    Ok(())
}

/// `?` on a `WriteError<T>` converts into `dynamo_model::Error` where nobody cares for the difference.
async fn into_error(notes: Table<Note>, mut note: Note) -> Result<(), dynamo_model::Error> {
    notes.update(&mut note).await?;
    notes.delete(&note).await?;
    notes.patch_at("x", Expect::Any, |n| [n.views.add(1)]).await?;
    Ok(())
}

async fn keeps_type(notes: Table<Note>, mut note: Note) -> Result<(), WriteError<Note>> {
    notes.update(&mut note).await?;
    notes.get("x").await?;
    Ok(())
}

#[derive(Debug)]
enum Mine {
    Db(dynamo_model::Error),
}

impl From<dynamo_model::Error> for Mine {
    fn from(error: dynamo_model::Error) -> Self {
        Self::Db(error)
    }
}

async fn own_error(notes: Table<Note>, mut note: Note) -> Result<(), Mine> {
    notes.update(&mut note).await.map_err(dynamo_model::Error::from)?;
    notes.get("x").await?;
    Ok(())
}

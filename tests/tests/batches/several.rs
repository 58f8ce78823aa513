//! Batches over several tables.

use std::collections::BTreeMap;

use dynamo_model::{DynamoItem, ErrorKind};
use dynamo_tests::assert_names;

use crate::items::{Event, Note, Session, Text, empty, event, filled, key, note, sent};

/// Another view of the table of notes.
#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "notes")]
struct Title {
    #[partition_key]
    #[dynamo(rename = "note-id")]
    id: String,
    text: String,
}

#[tokio::test]
async fn each_part_gives_what_it_would_give_alone() {
    let (engine, events) = filled(150).await;
    let db = engine.dynamo();
    let (notes, sessions) = (db.table::<Note>(), db.table::<Session>());
    notes.create_table().await.unwrap();
    sessions.create_table().await.unwrap();
    notes.batch_put_unchecked(&[note("a")]).await.unwrap();
    sessions.batch_put(&[Session { id: 7, expires: None }]).await.unwrap();
    engine.clear_requests();
    let (some, found, session, texts, none) = db
        .batch_get()
        .add(events.batch_get((1..=150).map(key)))
        .add(notes.batch_get(["a", "b", "a"]))
        .add(sessions.get(7).consistent())
        .add(events.batch_get([key(5), key(500)]).project::<Text>())
        .add(sessions.batch_get([9]).consistent())
        .await
        .unwrap();
    assert_eq!(some, (1..=150).map(event).map(Some).collect::<Vec<_>>());
    assert_eq!(
        found.iter().map(|note| note.as_ref().map(|note| note.text.as_str())).collect::<Vec<_>>(),
        [Some("text of a"), None, Some("text of a")]
    );
    assert_eq!(session, Some(Session { id: 7, expires: None }));
    assert_eq!(texts, [Some(Text { text: "text 5".into() }), None]);
    assert_eq!(none, [None]);
    let tables = |counts: &[(&str, usize)]| {
        counts.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect::<BTreeMap<_, _>>()
    };
    // Two settings of one table are never in one request.
    assert_eq!(
        sent(&engine, "BatchGetItem"),
        [
            tables(&[("events", 100)]),
            tables(&[("events", 50), ("notes", 2), ("sessions", 2)]),
            tables(&[("events", 2)]),
        ]
    );
}

#[tokio::test]
async fn two_types_of_one_table_share_their_keys() {
    let (engine, notes) = empty::<Note>().await;
    notes.batch_put_unchecked(&[note("a"), note("b")]).await.unwrap();
    engine.clear_requests();
    let (db, titles) = (engine.dynamo(), engine.dynamo().table::<Title>());
    let (notes, title) = db.batch_get().add(notes.get_part()).add(titles.get("a")).await.unwrap();
    assert_eq!(title.unwrap().text, "text of a");
    assert_eq!(notes.into_iter().flatten().count(), 2);
    assert_eq!(sent(&engine, "BatchGetItem"), [BTreeMap::from([("notes".to_owned(), 2)])]);
}

trait Part {
    fn get_part(&self) -> dynamo_model::BatchGet<Note>;
}
impl Part for dynamo_model::Table<Note> {
    fn get_part(&self) -> dynamo_model::BatchGet<Note> {
        self.batch_get(["a", "b"])
    }
}

#[tokio::test]
async fn an_empty_batch_asks_for_nothing() {
    let (engine, _) = empty::<Note>().await;
    let db = engine.dynamo();
    let () = db.batch_get().await.unwrap();
    assert_eq!(db.batch_write().await.unwrap().total(), 0);
    assert!(engine.requests().is_empty());
}

#[tokio::test]
async fn writes_of_several_tables_have_one_report() {
    let (engine, events) = filled(0).await;
    let db = engine.dynamo();
    let notes = db.table::<Note>();
    notes.create_table().await.unwrap();
    notes.batch_put_unchecked(&[note("a")]).await.unwrap();
    engine.clear_requests();
    let some: Vec<Event> = (1..=20).map(event).collect();
    let batch = db.batch_write().add(events.batch_put(&some)).add(notes.batch_delete_unchecked(["a", ""]));
    let error = batch.await.unwrap_err();
    let report = error.report();
    assert_eq!((report.total(), report.written().count(), report.requests()), (22, 21, 1));
    let lost = &report.unwritten()[0];
    assert_eq!((lost.part(), lost.position(), lost.table(), lost.kind()), (1, 1, "notes", ErrorKind::InvalidRequest));
    assert_names(error.error(), &["batch_write", "`notes`", "1 of part 1", "`note-id`"]);
    assert_eq!(notes.get("a").await.unwrap(), None);

    let twice = db.batch_write().add(events.batch_put(&some)).add(events.batch_delete([key(3)]));
    assert_names(twice.await.unwrap_err().error(), &["position 2 and position 0 of part 1"]);
}

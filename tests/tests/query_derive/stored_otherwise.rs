//! Items that a read by key meets and that are not of its type, and keys that the template would write otherwise.

use std::collections::BTreeMap;

use dynamo_model::{Dynamo, DynamoItem, DynamoProjection, Error, ErrorKind, Expect, Item};
use dynamo_tests::{assert_names, conflict};
use jiff::{Timestamp, civil::Date};

use crate::common::{s, table};

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "board",
    partition_key(name = "PK", template = "{board}"),
    sort_key(name = "SK", template = "NOTE#{id}"),
    type_attribute(name = "type", value = "note")
)]
struct Note {
    board: String,
    id: String,
    text: String,
    #[version]
    version: u64,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "board",
    partition_key(name = "PK", template = "{board}"),
    sort_key(name = "SK", template = "NOTE#{id}#REPLY#{reply:03}"),
    type_attribute(name = "type", value = "reply")
)]
struct Reply {
    board: String,
    id: String,
    reply: u16,
    text: String,
    #[version]
    version: u64,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "board")]
enum Post {
    Note(Note),
    Reply(Reply),
}

const KEY: (&str, &str) = ("a", "5#REPLY#001");

async fn board() -> Result<Dynamo, Error> {
    let db = Dynamo::embedded();
    let replies = table::<Reply>(&db).await;
    replies.create(&mut Reply { board: "a".into(), id: "5".into(), reply: 1, text: "t".into(), version: 0 }).await?;
    Ok(db)
}

/// The error says which item, where, and that it is of another type, and not which.
fn of_another_type(error: &Error) {
    assert_eq!(error.kind(), ErrorKind::Decode);
    assert_names(error, &["`Note`", "attribute `type`", "`note`", "the item is of another type"]);
    assert!(!error.to_string().contains("reply"), "{error}");
}

#[tokio::test]
async fn a_read_by_key_gives_no_item_of_another_type() -> Result<(), Error> {
    let db = board().await?;
    let notes = db.table::<Note>();
    of_another_type(&notes.get(KEY).await.unwrap_err());
    let mut memory = Note { board: "a".into(), id: KEY.1.into(), text: String::new(), version: 7 };
    of_another_type(&notes.refresh(&mut memory).await.unwrap_err());
    assert_eq!(memory.version, 7);
    let batch = notes.batch_get([KEY]).await.unwrap_err();
    assert_eq!(batch.unread().len(), 1);
    assert_names(&Error::from(batch), &["type", "the item is of another type"]);
    of_another_type(&db.transact_get().add(notes.get(KEY)).await.unwrap_err());
    Ok(())
}

#[derive(Debug, PartialEq, DynamoProjection)]
#[dynamo(item = Note)]
struct Text {
    text: String,
}

#[tokio::test]
async fn nor_does_a_projection() -> Result<(), Error> {
    let db = board().await?;
    let notes = db.table::<Note>();
    of_another_type(&notes.get(KEY).project::<Text>().await.unwrap_err());
    of_another_type(&notes.get(KEY).project::<NoteKey>().consistent().await.unwrap_err());
    for batch in [
        notes.batch_get([KEY]).project::<Text>().await.unwrap_err().unread().len(),
        notes.batch_get([KEY]).project::<NoteKey>().await.unwrap_err().unread().len(),
    ] {
        assert_eq!(batch, 1);
    }
    notes.create(&mut Note { board: "a".into(), id: "1".into(), text: "t".into(), version: 0 }).await?;
    assert_eq!(notes.get(("a", "1")).project().await?, Some(Text { text: "t".into() }));
    assert_eq!(notes.get(("a", "2")).project::<Text>().await?, None);
    assert_eq!(notes.batch_get([("a", "1")]).project().await?, [Some(Text { text: "t".into() })]);
    Ok(())
}

#[tokio::test]
async fn a_projection_asks_for_what_it_reads() -> Result<(), Error> {
    #[derive(Debug, Clone, PartialEq, DynamoItem)]
    #[dynamo(table = "sessions")]
    struct Session {
        #[partition_key]
        id: u64,
        user: String,
        #[dynamo(ttl)]
        ends: u64,
    }
    #[derive(Debug, PartialEq, DynamoProjection)]
    #[dynamo(item = Session)]
    struct User {
        user: String,
    }
    let db = dynamo_tests::fixed();
    let sessions = table::<Session>(&db).await;
    for (id, ends) in [(1, dynamo_tests::NOW - 1), (2, dynamo_tests::NOW + 1)] {
        sessions.put(&mut Session { id, user: "ann".into(), ends }).await?;
    }
    let ann = || Some(User { user: "ann".into() });
    assert_eq!(sessions.get(1).project::<User>().await?, ann());
    assert_eq!(sessions.get(1).project::<User>().exclude_expired().await?, None);
    assert_eq!(sessions.get(2).exclude_expired().project::<User>().await?, ann());
    let request = sessions.get(1).project::<User>().into_request()?;
    assert_eq!(request.get_projection_expression().as_deref(), Some("#n0"));
    assert_eq!(request.get_expression_attribute_names().as_ref().unwrap()["#n0"], "user");
    assert_eq!(sessions.get(1).into_request()?.get_projection_expression(), &None);

    // As a part of a transaction or of a batch.
    let (one, two) = (|| sessions.get(1).project::<User>(), || sessions.get(2).project::<User>());
    let in_transaction = db.transact_get().add(one()).add(two().exclude_expired()).add(sessions.get(3));
    assert_eq!(in_transaction.await?, (ann(), ann(), None));
    let request = db.transact_get().add(one()).add(two().exclude_expired()).into_request()?;
    let actions = request.get_transact_items().clone().unwrap_or_default();
    let asked = actions.iter().filter_map(|action| action.get()?.projection_expression()).collect::<Vec<_>>();
    assert_eq!(asked, ["#n0", "#n0, #n1"]);
    assert_eq!(db.batch_get().add(one()).add(two()).await?, (ann(), ann()));
    assert_eq!(db.batch_get().add(one().exclude_expired()).add(sessions.get(3)).await?, (None, None));
    Ok(())
}

#[tokio::test]
async fn a_conflict_has_no_current_item_of_another_type() -> Result<(), Error> {
    let db = board().await?;
    let notes = db.table::<Note>();
    let mut memory = Note { board: "a".into(), id: KEY.1.into(), text: String::new(), version: 7 };
    let refused = conflict(notes.update(&mut memory).await);
    assert_eq!(refused.current(), None);
    assert_eq!(refused.current_item().map(|item| &item["type"]), Some(&s("reply")));
    Ok(())
}

#[tokio::test]
async fn an_item_without_its_type_decodes_and_gets_it() -> Result<(), Error> {
    let db = board().await?;
    let (notes, posts) = (db.table::<Note>(), db.table::<Post>());
    let put =
        db.client().put_item().table_name("board").item("PK", s("a")).item("SK", s("NOTE#1")).item("text", s("t"));
    put.send().await.unwrap();
    let mut note = notes.get(("a", "1")).await?.unwrap();
    assert_eq!(note.version, 0);
    notes.update(&mut note).await?;
    assert_eq!(notes.patch_at(("a", "1"), Expect::of(&note), |n| [n.text.set("u")]).await?.version, 2);
    let found = posts.query("a").await?;
    assert!(matches!(&found[..], [Post::Note(_), Post::Reply(_)]), "{found:?}");
    Ok(())
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "tickets",
    partition_key(name = "PK", template = "TICKET#{number:08}"),
    sort_key(name = "SK", template = "{day}#{at}#{owner}")
)]
struct Ticket {
    number: u32,
    day: Date,
    at: Timestamp,
    owner: String,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "counts", partition_key(name = "PK", template = "COUNT#{count}"))]
struct Count {
    count: i64,
}

const PARTITION: &str = "TICKET#00000005";
const SORT: &str = "2026-11-30#2026-11-30T08:00:00.000000000Z#ann";

fn key(partition: &str, sort: &str) -> Item {
    Item::from([("PK".to_owned(), s(partition)), ("SK".to_owned(), s(sort))])
}

#[test]
fn a_key_in_another_spelling_does_not_decode() {
    let ticket = Ticket::decode(key(PARTITION, SORT)).unwrap();
    assert_eq!(Ticket::encode(&ticket).unwrap(), key(PARTITION, SORT));
    let zero = Ticket::decode(key("TICKET#00000000", SORT)).unwrap();
    assert_eq!(zero.number, 0);
    for other in ["5", "000000005", "+0000005", "-0000005", "0000005 ", "000005.0", "00000٥"] {
        let error = Ticket::decode(key(&format!("TICKET#{other}"), SORT)).unwrap_err();
        let message = "`Ticket`: attribute `PK.number`: expected a value as the key's template writes it";
        assert_eq!(error.to_string(), message);
    }
    let spellings = BTreeMap::from([
        ("2026-11-30#2026-11-30T08:00:00Z#ann", "SK.at"),
        ("2026-11-30#2026-11-30T09:00:00.000000000+01:00#ann", "SK.at"),
        ("20261130#2026-11-30T08:00:00.000000000Z#ann", "SK.day"),
    ]);
    for (sort, path) in spellings {
        assert_eq!(Ticket::decode(key(PARTITION, sort)).unwrap_err().path(), path, "{sort}");
    }
    for (other, path) in [("5", ""), ("-5", ""), ("0", ""), ("05", "PK.count"), ("+5", "PK.count"), ("-0", "PK.count")]
    {
        let key = Item::from([("PK".to_owned(), s(&format!("COUNT#{other}")))]);
        assert_eq!(Count::decode(key).err().map_or(String::new(), |error| error.path().to_owned()), path, "{other}");
    }
}

#[tokio::test]
async fn nor_does_it_from_the_bytes_of_an_answer() -> Result<(), Error> {
    let db = Dynamo::embedded();
    let tickets = table::<Ticket>(&db).await;
    for (partition, sort) in [("TICKET#5", SORT), (PARTITION, "2026-11-30#2026-11-30T08:00:00Z#ann")] {
        db.client().put_item().table_name("tickets").set_item(Some(key(partition, sort))).send().await.unwrap();
    }
    let page = tickets.scan().page_of_results().await?;
    let errors: Vec<_> = page.items.into_iter().map(|item| item.unwrap_err().to_string()).collect();
    assert_eq!(errors.len(), 2);
    assert!(
        errors.iter().any(|error| error.contains("`PK.number`"))
            && errors.iter().any(|error| error.contains("`SK.at`"))
    );
    let keys = tickets.scan().project::<TicketKey>().page_of_results().await?;
    assert!(keys.items.iter().all(Result::is_err));
    Ok(())
}

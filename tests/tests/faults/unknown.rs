//! `OutcomeUnknown`, and what `resolve()` answers by the rules of section 2.

use dynamo_model::{DynamoItem, Embedded, Error, ErrorKind, Expect, Outcome, Table};
use dynamo_tests::error;

use crate::items::{Careful, Life, Marked, Plain, stored, table};

/// An update of the item `a` of which no attempt is answered.
async fn unanswered<T, A>(
    engine: &Embedded,
    applied: A,
    update: impl Future<Output = Result<(), dynamo_model::WriteError<T>>>,
) -> Error
where
    T: DynamoItem,
    A: Fn(&Embedded),
{
    applied(engine);
    let unknown = error(update.await);
    engine.faults().reset();
    assert_eq!(unknown.kind(), ErrorKind::OutcomeUnknown, "{unknown}");
    unknown
}

async fn resolve(error: &Error) -> Outcome {
    error.unknown_outcome().unwrap().resolve().await.unwrap()
}

fn applied(engine: &Embedded) {
    engine.faults().lose_response(1000);
}
fn not_applied(engine: &Embedded) {
    engine.faults().lose_request(1000);
}

async fn marked() -> (Embedded, Table<Marked>, Marked) {
    let (engine, table) = table::<Marked>().await;
    let mut item = Marked::new();
    table.create(&mut item).await.unwrap();
    (engine, table, item)
}

#[tokio::test(start_paused = true)]
async fn ours_is_stored() {
    let (engine, table, mut item) = marked().await;
    let before = item.clone();
    let unknown = unanswered(&engine, applied, async { table.update(&mut item).await }).await;
    assert_eq!((resolve(&unknown).await, &item), (Outcome::Applied, &before));
    let unknown =
        unanswered(&engine, applied, async { table.create(&mut Marked { id: "b".into(), ..Marked::new() }).await });
    assert_eq!(resolve(&unknown.await).await, Outcome::Applied);
    // One that is never repeated is looked for at once.
    applied(&engine);
    let saved = table.patch_at("a", Expect::Any, |n| [n.views.add(1)]).await.unwrap();
    assert_eq!(saved.views, 1);
    engine.faults().reset();
    assert_eq!(stored(&engine, &table).await["views"], "1");
}

#[tokio::test(start_paused = true)]
async fn the_generation_of_a_creation_is_stored() {
    let (engine, table) = table::<Life>().await;
    let unknown = unanswered(&engine, applied, async { table.create(&mut Life::new()).await }).await;
    assert_eq!(resolve(&unknown).await, Outcome::Applied);
    let mut item = table.get("a").await.unwrap().unwrap();
    table.update(&mut item).await.unwrap();
    assert_eq!(resolve(&unknown).await, Outcome::Applied, "it lives on");
    table.delete(&item).await.unwrap();
    assert_eq!(resolve(&unknown).await, Outcome::Unknown);
    let unknown = unanswered(&engine, applied, async { table.put(&mut Life::new()).await }).await;
    assert_eq!(resolve(&unknown).await, Outcome::Applied);
}

#[tokio::test(start_paused = true)]
async fn what_was_expected_is_stored() {
    let (engine, table, mut item) = marked().await;
    let unknown = unanswered(&engine, not_applied, async { table.update(&mut item).await }).await;
    assert_eq!(resolve(&unknown).await, Outcome::NotApplied);
    let unknown = unanswered(&engine, not_applied, async { table.delete(&item).await }).await;
    assert_eq!(resolve(&unknown).await, Outcome::NotApplied);
    for server_error in [true, false] {
        let fail = |engine: &Embedded| {
            let faults = engine.faults();
            if server_error {
                faults.internal_server_error(1000)
            } else {
                faults.service_unavailable(1000)
            };
        };
        let unknown = unanswered(&engine, fail, async { table.put(&mut item).await }).await;
        assert_eq!(resolve(&unknown).await, Outcome::NotApplied);
    }

    let (engine, plains) = crate::items::table::<Plain>().await;
    let mut plain = Plain::new();
    plains.create(&mut plain).await.unwrap();
    let unknown = unanswered(&engine, not_applied, async { plains.update(&mut plain).await }).await;
    assert_eq!(resolve(&unknown).await, Outcome::NotApplied);
}

#[tokio::test(start_paused = true)]
async fn the_next_version_of_another_writer_is_stored() {
    let (engine, table, mut item) = marked().await;
    let mut theirs = item.clone();
    let unknown = unanswered(&engine, not_applied, async { table.update(&mut item).await }).await;
    table.update(&mut theirs).await.unwrap();
    assert_eq!(resolve(&unknown).await, Outcome::NotApplied);
    table.update(&mut theirs).await.unwrap();
    assert_eq!(resolve(&unknown).await, Outcome::Unknown, "the version is further on");
    table.delete(&theirs).await.unwrap();
    assert_eq!(resolve(&unknown).await, Outcome::Unknown, "there is no item");
}

#[tokio::test(start_paused = true)]
async fn a_next_version_without_a_write_id_tells_nothing() {
    let (engine, plains) = table::<Plain>().await;
    let mut item = Plain::new();
    plains.create(&mut item).await.unwrap();
    let mut theirs = item.clone();
    let unknown = unanswered(&engine, not_applied, async { plains.update(&mut item).await }).await;
    plains.update(&mut theirs).await.unwrap();
    assert_eq!(resolve(&unknown).await, Outcome::Unknown);

    // The model has a write id, but a program that knows nothing of it wrote.
    let (engine, table, mut item) = marked().await;
    let unknown = unanswered(&engine, not_applied, async { table.update(&mut item).await }).await;
    let n = |number: u8| dynamo_model::AttributeValue::N(number.to_string());
    let put = engine.client().put_item().table_name(table.name()).item("version", n(2)).item("views", n(0));
    let put = put.item("id", dynamo_model::AttributeValue::S("a".into()));
    put.item("text", dynamo_model::AttributeValue::S("x".into())).send().await.unwrap();
    assert_eq!(resolve(&unknown).await, Outcome::Unknown);
}

#[tokio::test(start_paused = true)]
async fn another_life_tells_nothing() {
    let (engine, table) = table::<Careful>().await;
    let mut item = Careful::new();
    table.create(&mut item).await.unwrap();
    let unknown = unanswered(&engine, not_applied, async { table.update(&mut item).await }).await;
    assert_eq!(resolve(&unknown).await, Outcome::NotApplied);
    table.delete(&item).await.unwrap();
    let mut again = Careful::new();
    table.create(&mut again).await.unwrap();
    assert_eq!(again.version, item.version);
    assert_eq!(resolve(&unknown).await, Outcome::Unknown, "the same number of another life");
}

#[tokio::test(start_paused = true)]
async fn the_key_is_carried_also_where_it_was_generated() {
    #[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
    #[dynamo(table = "issued")]
    struct Issued {
        #[partition_key]
        #[dynamo(uuid)]
        id: String,
        #[dynamo(write_id)]
        write: Option<String>,
    }
    let (engine, table) = table::<Issued>().await;
    let mut item = Issued::default();
    let unknown = unanswered(&engine, applied, async { table.create(&mut item).await }).await;
    assert_eq!(item, Issued::default());
    let key = unknown.unknown_outcome().unwrap().key();
    let id = key["id"].as_s().unwrap();
    assert!(table.get(id).await.unwrap().is_some(), "one key for all attempts");
    assert_eq!(resolve(&unknown).await, Outcome::Applied);
    let all = engine.client().scan().table_name(table.name()).send().await.unwrap();
    assert_eq!(all.count, 1);
}

#[tokio::test(start_paused = true)]
async fn resolving_can_fail_and_be_tried_again() {
    let (engine, table, mut item) = marked().await;
    let unknown = unanswered(&engine, applied, async { table.update(&mut item).await }).await;
    engine.faults().unreachable();
    let failed = unknown.unknown_outcome().unwrap().resolve().await.unwrap_err();
    assert_eq!(failed.kind(), ErrorKind::Connection);
    engine.faults().reset();
    assert_eq!(resolve(&unknown).await, Outcome::Applied);
}

//! An index that several types share, read by the keys of one of them as the enum of all.

use dynamo_model::{Dynamo, DynamoItem, Embedded, Error, IndexKind};

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "places",
    partition_key(name = "PK", template = "USER#{user}"),
    sort_key(name = "SK", template = "PROFILE"),
    global_index(name = "GSI1", partition_key = city, sort_key(name = "GSI1SK", template = "USER#{user}")),
    type_attribute(name = "type", value = "user")
)]
struct User {
    user: String,
    city: String,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(
    table = "places",
    partition_key(name = "PK", template = "USER#{user}"),
    sort_key(name = "SK", template = "VISIT#{number:04}"),
    global_index(name = "GSI1", partition_key = city, sort_key(name = "GSI1SK", template = "VISIT#{number:04}")),
    type_attribute(name = "type", value = "visit")
)]
struct Visit {
    user: String,
    number: u64,
    city: String,
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "places")]
enum Places {
    User(User),
    Visit(Visit),
}

fn user(user: &str, city: &str) -> User {
    User { user: user.into(), city: city.into() }
}

fn visit(number: u64, city: &str) -> Visit {
    Visit { user: "ann".into(), number, city: city.into() }
}

async fn places() -> Result<(Embedded, Dynamo), Error> {
    let engine = Embedded::new();
    let db = engine.dynamo();
    let (users, visits) = (db.table::<User>(), db.table::<Visit>());
    users.create_table().with::<Visit>().await?;
    users.batch_put(&[user("ann", "Ulm"), user("bob", "Ulm"), user("zoe", "Bonn")]).await?;
    visits.batch_put(&[visit(1, "Ulm"), visit(2, "Bonn")]).await?;
    engine.clear_requests();
    Ok((engine, db))
}

#[tokio::test]
async fn a_shared_index_is_read_as_the_enum() -> Result<(), Error> {
    let (engine, db) = places().await?;
    let visits = db.table::<Visit>();
    let in_ulm = || visits.index(|i| i.gsi1).query("Ulm");
    assert_eq!(in_ulm().await?, [visit(1, "Ulm")], "a query of one type sees only that");
    let all = [Places::User(user("ann", "Ulm")), Places::User(user("bob", "Ulm")), Places::Visit(visit(1, "Ulm"))];
    engine.clear_requests();
    assert_eq!(in_ulm().project::<Places>().await?, all);
    let [request] = &engine.requests()[..] else { panic!("one request") };
    assert!(!request.body.contains("FilterExpression"), "{}", request.body);

    let typed: Vec<Places> = in_ulm().project::<Places>().descending().limit(2).await?;
    assert_eq!(typed, [all[2].clone(), all[1].clone()]);
    assert_eq!(in_ulm().project::<Places>().count().await?, 3);
    assert_eq!(in_ulm().count().await?, 1);
    let of_visits = in_ulm().sort_key(|k| k.ge(1)).project::<Places>().await?;
    assert_eq!(of_visits, all[2..]);
    Ok(())
}

#[tokio::test]
async fn pages_scans_and_the_table_too() -> Result<(), Error> {
    let (_engine, db) = places().await?;
    let users = db.table::<User>();
    let in_ulm = || users.index(|i| i.gsi1).query("Ulm").project::<Places>().page_size(2);
    let first = in_ulm().page().await?;
    let second = in_ulm().start_after(first.next).page().await?;
    assert_eq!((first.items.len(), second.items.len()), (2, 1));
    assert_eq!(users.index(|i| i.gsi1).scan().project::<Places>().await?.len(), 5);
    assert_eq!(users.scan().segments(3).project::<Places>().await?.len(), 5);
    let in_bonn = users.scan().filter(|u| u.city.eq("Bonn")).project::<Places>().await?;
    assert_eq!(in_bonn.len(), 2, "a filter stays");
    assert_eq!(users.query("ann").project::<Places>().await?.len(), 3);
    assert!(matches!(users.get("ann").project::<Places>().await?, Some(Places::User(_))));
    assert_eq!(
        Places::SCHEMA.indexes.iter().map(|i| (i.name, i.kind)).collect::<Vec<_>>(),
        [("GSI1", IndexKind::Global)]
    );
    Ok(())
}

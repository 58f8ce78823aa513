#![allow(unused)]
//! What uses a refused type is not in error too.
use dynamo_model::{Dynamo, DynamoItem, DynamoProjection, DynamoValue, Error, Expect};

#[derive(Debug, Clone, Default, DynamoItem)]
#[dynamo(
    table = "notes",
    type_attribute(name = "type", value = "note"),
    global_index(name = "by-owner", partition_key = ownr),
    global_index(name = "by-colour", partition_key = colour),
)]
struct Note {
    #[partition_key]
    #[dynamo(with = codec)]
    id: String,
    owner: String,
    title: String,
    count: u64,
    #[version]
    version: u64,
    #[version]
    revision: u64,
}

#[derive(Debug, Clone, DynamoItem)]
#[dynamo(table = "notes", type_attribute(name = "type", value = "other"))]
struct Other {
    id: String,
    text: String,
}

#[derive(Debug, Clone, DynamoItem)]
struct Tableless {
    #[partition_key]
    id: String,
    #[version]
    version: u64,
}

#[derive(DynamoProjection)]
#[dynamo(item = Note)]
struct Title {
    id: String,
    title: String,
}

#[derive(DynamoItem)]
#[dynamo(table = "notes")]
enum Any {
    Note(Note),
    Other(Other),
}

#[derive(DynamoItem)]
#[dynamo(table = "notes")]
enum Twice {
    Note(Note),
    Again(Note),
}

#[derive(Debug, Clone, PartialEq, DynamoValue)]
#[dynamo(tag = "kind")]
enum Shape {
    Dot,
    Line(u32, u32),
}

#[derive(Debug, Clone, PartialEq, DynamoValue)]
#[dynamo(repr = number)]
enum Level {
    Low = 1,
    High = 99999999999999999999,
}

#[derive(Debug, DynamoItem)]
#[dynamo(table = "drawings")]
struct Drawing {
    #[partition_key]
    id: String,
    shape: Shape,
    level: Level,
}

async fn uses(db: &Dynamo) -> Result<(), Error> {
    let notes = db.table::<Note>();
    notes.create_table().await?;
    let mut note = Note::default();
    notes.create(&mut note).await?;
    notes.update(&mut note).condition(|n| n.title.eq("x")).await?;
    notes.patch(&mut note, |n| [n.title.set("x"), n.count.add(1)]).await?;
    notes.patch_at("a", Expect::Version(2), |n| [n.title.set("x")]).await?;
    notes.get(NoteKey { id: "a".into() }).await?;
    notes.query("a").filter(|n| n.title.eq("x")).project::<Title>().await?;
    notes.index(|i| i.by_owner).query("x").await?;
    notes.index(|i| i.by_colour).query("x").await?;
    notes.modify("a", |n| n.count += 1).await?;
    db.transact_write().add(notes.update(&mut note)).add(notes.check("a", |n| n.count.eq(1))).await?;
    db.table::<Any>().query("a").await?;
    db.table::<Other>().query("a").filter(|o| o.text.eq("x")).await?;
    db.table::<Tableless>().modify("a", |_| {}).await?;
    db.table::<Twice>().query("a").await?;
    db.table::<Drawing>().query("a").filter(|d| d.level.eq(Level::Low)).await?;
    Ok(())
}

fn main() {}

//! Section 4: typed expressions.

use std::collections::{BTreeMap, BTreeSet};

use dynamo_model::{
    Action, AttributeType, Attributes, Cause, Condition, Dynamo, DynamoItem, DynamoValue, Expect, WriteError,
};

use crate::Outcome;

/// The `Note` of sections 3 and 4, which uses more fields than section 1 declares.
#[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
#[dynamo(table = "notes")]
pub(crate) struct Note {
    #[partition_key]
    pub(crate) id: String,
    pub(crate) text: String,
    pub(crate) status: Status,
    pub(crate) tags: BTreeSet<String>,
    pub(crate) attachment: Option<Attachment>,
    pub(crate) views: u64,
    pub(crate) draft: Option<String>,
    pub(crate) total: u64,
    pub(crate) limit: u64,
    pub(crate) lines: Vec<Line>,
    pub(crate) prices: BTreeMap<String, u32>,
    pub(crate) log: Vec<String>,
    pub(crate) pages: Option<u32>,
    pub(crate) ratio: f64,
    pub(crate) raw: Vec<u8>,
    pub(crate) bytes: Vec<u8>,
    #[version]
    pub(crate) version: u64,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, DynamoValue)]
pub(crate) enum Status {
    #[default]
    Active,
    Archived,
}

#[derive(Debug, Clone, PartialEq, DynamoValue)]
pub(crate) struct Attachment {
    pub(crate) file: String,
    pub(crate) pages: Option<u32>,
}

#[derive(Debug, Clone, PartialEq, DynamoValue)]
pub(crate) struct Line {
    pub(crate) sku: String,
    pub(crate) count: u32,
}

/// A struct may have methods of the names of its fields and of handles.
impl Note {
    pub(crate) fn text(&self) -> &str {
        &self.text
    }
    pub(crate) fn eq(&self) -> bool {
        self.version == 0
    }
    pub(crate) fn set(&mut self) {
        self.views = 0;
    }
    pub(crate) fn key(&self) -> &str {
        &self.id
    }
}

#[rustfmt::skip]
#[allow(unused_must_use)]
fn as_written(n: &Attributes<Note>, option: Option<String>) {
n.status.eq(Status::Active).and(n.total.between(10, 20)).or(n.text.begins_with("Re").not());
n.tags.contains("gift"); n.text.size().gt(3); n.draft.exists(); n.draft.not_exists(); n.total.is_in([1, 2, 3]);
n.draft.attribute_type(AttributeType::S); n.total.gt(n.limit);                  // attribute against attribute
n.attachment.at(|a| a.pages).gt(3); n.lines.index(0).at(|l| l.sku).eq("x"); n.prices.key("EUR").lt(5);
n.text.set("x"); n.total.set(n.total + 5); n.total.set(n.limit.if_not_exists(0)); n.log.append(["line"]); n.log.prepend(["line"]);
n.total.add(1); n.tags.add_to(["gift"]); n.tags.delete_from(["gift"]); n.draft.remove(); n.draft.set_if_absent("x"); n.draft.set_or_remove(option);
}

fn sample() -> Note {
    Note {
        id: "n-1".into(),
        text: "Report".into(),
        tags: BTreeSet::from(["gift".into(), "red".into()]),
        attachment: Some(Attachment { file: "a.pdf".into(), pages: Some(4) }),
        draft: Some("d".into()),
        total: 12,
        limit: 10,
        lines: vec![Line { sku: "x".into(), count: 2 }],
        prices: BTreeMap::from([("EUR".into(), 4)]),
        log: vec!["first".into()],
        pages: Some(4),
        ratio: 2.5,
        raw: b"abc".to_vec(),
        bytes: b"abc".to_vec(),
        ..Note::default()
    }
}

fn true_of_sample(n: &Attributes<Note>) -> Vec<Condition<Note>> {
    vec![
        n.status.eq(Status::Active).and(n.total.between(10, 20)).or(n.text.begins_with("Re").not()),
        n.tags.contains("gift"),
        n.text.size().gt(3),
        n.draft.exists(),
        n.total.is_in([1, 2, 12]),
        n.draft.attribute_type(AttributeType::S),
        n.total.gt(n.limit),
        n.attachment.at(|a| a.pages).gt(3),
        n.lines.index(0).at(|l| l.sku).eq("x"),
        n.prices.key("EUR").lt(5),
        n.pages.gt(3),
        !n.pages.gt(4),
        n.limit.gt(n.text.size()),
        n.text.size().le("Report".len()),
        n.raw.eq(n.bytes),
        n.raw.begins_with(&[b'a'][..]),
        n.ratio.gt(1.5),
        n.text.eq(&String::from("Report")),
        n.text.is_in(["Report", "Note"]),
        n.text.contains("por"),
        n.log.contains("first"),
        n.status.ne(Status::Archived),
        n.lines.size().eq(1_usize),
    ]
}

fn false_of_sample(n: &Attributes<Note>) -> Vec<Condition<Note>> {
    vec![
        n.draft.not_exists(),
        n.total.is_in([1, 2, 3]),
        n.draft.attribute_type(AttributeType::N),
        n.total.lt(n.limit),
        n.prices.key("USD").exists(),
        n.lines.index(1).exists(),
        n.text.begins_with("re"),
        n.status.eq(Status::Archived).or(n.total.eq(0)),
    ]
}

#[tokio::test]
async fn conditions_hold_as_they_read() -> Outcome {
    let db = Dynamo::embedded();
    let notes = db.table::<Note>();
    notes.create_table().await?;
    notes.create(&mut sample()).await?;
    let patch = || notes.patch_at("n-1", Expect::Any, |n| n.views.add(1));

    let mut count = 0;
    patch().condition(|n| all(true_of_sample(n), &mut count)).await?;
    assert_eq!(count, 23);
    // One by one, so that none hides behind another.
    for position in 0..count {
        patch()
            .condition(|n| true_of_sample(n).swap_remove(position))
            .await
            .map_err(|error| format!("{position}: {error}"))?;
    }
    for position in 0..8 {
        match patch().condition(|n| false_of_sample(n).swap_remove(position)).await {
            Err(WriteError::Conflict(conflict)) => assert_eq!(conflict.cause(), Cause::ConditionFailed, "{position}"),
            other => return Err(format!("{position}: {other:?}").into()),
        }
    }
    Ok(())
}

fn all(conditions: Vec<Condition<Note>>, count: &mut usize) -> Condition<Note> {
    *count = conditions.len();
    conditions.into_iter().reduce(Condition::and).expect("there are conditions")
}

#[tokio::test]
async fn actions_do_as_they_read() -> Outcome {
    let db = Dynamo::embedded();
    let notes = db.table::<Note>();
    notes.create_table().await?;
    let mut note = sample();
    notes.create(&mut note).await?;

    notes.patch(&mut note, |n| [n.text.set("x"), n.total.set(n.total + 5), n.log.append(["line"])]).await?;
    assert_eq!((note.text(), note.total, note.log.join(" ").as_str()), ("x", 17, "first line"));
    notes.patch(&mut note, |n| [n.total.set(n.limit.if_not_exists(0)), n.log.prepend(["line"])]).await?;
    assert_eq!((note.total, note.log.join(" ").as_str()), (10, "line first line"));
    notes.patch(&mut note, |n| [n.total.add(1), n.tags.add_to(["new"]), n.draft.remove()]).await?;
    assert_eq!((note.total, note.tags.len(), note.draft.as_deref()), (11, 3, None));
    notes.patch(&mut note, |n| [n.tags.delete_from(["gift", "new"]), n.draft.set_if_absent("x")]).await?;
    assert_eq!((note.tags.len(), note.draft.as_deref()), (1, Some("x")));
    notes.patch(&mut note, |n| n.draft.set_or_remove(None::<String>)).await?;
    assert_eq!(note.draft, None);
    notes.patch(&mut note, |n| n.draft.set_or_remove(Some("y"))).await?;
    assert_eq!(note.draft.as_deref(), Some("y"));

    notes
        .patch(&mut note, |n| {
            [
                n.total.set(n.total.if_not_exists(0) + 1),
                n.views.set(n.total - n.limit),
                n.attachment.at(|a| a.pages).set(5),
                n.prices.key("EUR").remove(),
                n.prices.key("USD").set(7),
                n.lines.index(0).at(|l| l.count).set(3),
                n.text.set(n.draft),
                n.status.set(Status::Archived),
                n.raw.set(b"xyz"),
                n.bytes.set(&[1_u8, 2][..]),
            ]
        })
        .await?;
    assert_eq!((note.total, note.views, note.text()), (12, 1, "y"));
    assert_eq!(note.attachment, Some(Attachment { file: "a.pdf".into(), pages: Some(5) }));
    assert_eq!(note.prices, BTreeMap::from([("USD".into(), 7)]));
    assert_eq!(note.lines, [Line { sku: "x".into(), count: 3 }]);
    assert_eq!((note.status, note.raw.as_slice(), note.bytes.as_slice()), (Status::Archived, &b"xyz"[..], &[1, 2][..]));
    Ok(())
}

/// A helper over handles is called twice: the closure gets a reference, and handles are `Copy`.
fn open(n: &Attributes<Note>) -> Condition<Note> {
    n.draft.not_exists()
}

fn twice(n: &Attributes<Note>) -> Condition<Note> {
    open(n).and(open(n))
}

fn elements_of_every_kind(n: &Attributes<Note>, words: Vec<String>) -> [Action<Note>; 3] {
    [n.tags.add_to(&words), n.log.append(words), n.tags.add_to(BTreeSet::from([String::new()]))]
}

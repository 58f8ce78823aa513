//! Tour section 4: the text of each operator.

use std::collections::{BTreeMap, BTreeSet};

use dynamo_model::{Action, AttributeType, Attributes, Condition, DynamoItem, DynamoValue, Expect};
use dynamo_tests::{Sent, fixed};

#[derive(Debug, Clone, DynamoItem)]
#[dynamo(table = "docs")]
struct Doc {
    #[partition_key]
    id: String,
    text: String,
    status: Status,
    total: u64,
    limit: u64,
    flag: bool,
    tags: BTreeSet<String>,
    numbers: BTreeSet<u32>,
    draft: Option<String>,
    attachment: Option<Attachment>,
    lines: Vec<Line>,
    log: Vec<String>,
    prices: BTreeMap<String, u32>,
    bytes: Vec<u8>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, DynamoValue)]
#[dynamo(rename_all = "lowercase")]
enum Status {
    Active,
    Archived,
}

#[derive(Debug, Clone, DynamoValue)]
struct Attachment {
    file: String,
    pages: Option<u32>,
}

#[derive(Debug, Clone, DynamoValue)]
struct Line {
    sku: String,
    count: u32,
}

fn condition(build: impl FnOnce(&Attributes<Doc>) -> Condition<Doc>) -> String {
    let delete = fixed().table::<Doc>().delete_at("a", Expect::Any).condition(build);
    Sent::from(delete.into_request().unwrap()).condition().to_owned()
}

fn update(build: impl FnOnce(&Attributes<Doc>) -> Vec<Action<Doc>>) -> String {
    let patch = fixed().table::<Doc>().patch_at("a", Expect::Any, build);
    Sent::from(patch.into_request().unwrap()).update().to_owned()
}

#[test]
fn comparisons() {
    assert_eq!(condition(|n| n.total.eq(1)), "total = 1");
    assert_eq!(condition(|n| n.total.ne(1)), "total <> 1");
    assert_eq!(condition(|n| n.total.lt(1)), "total < 1");
    assert_eq!(condition(|n| n.total.le(1)), "total <= 1");
    assert_eq!(condition(|n| n.total.gt(1)), "total > 1");
    assert_eq!(condition(|n| n.total.ge(1)), "total >= 1");
    assert_eq!(condition(|n| n.total.between(10, 20)), "total BETWEEN 10 AND 20");
    assert_eq!(condition(|n| n.total.is_in([1, 2, 3])), "total IN (1, 2, 3)");
    assert_eq!(condition(|n| n.total.gt(n.limit)), "total > limit");
    assert_eq!(condition(|n| n.total.between(n.limit, 20)), "total BETWEEN limit AND 20");
    assert_eq!(condition(|n| n.status.eq(Status::Active)), "status = 'active'");
    assert_eq!(condition(|n| n.status.eq(Status::Archived)), "status = 'archived'");
    assert_eq!(condition(|n| n.flag.eq(true)), "flag = true");
    assert_eq!(condition(|n| n.bytes.eq(vec![1, 255])), "bytes = 0x01ff");
    assert_eq!(condition(|n| n.draft.eq("x")), "draft = 'x'");
    let owned = String::from("x");
    assert_eq!(condition(|n| n.draft.eq(&owned)), "draft = 'x'");
    assert_eq!(condition(|n| n.text.ne(owned)), "text <> 'x'");
    assert_eq!(condition(|n| n.tags.eq(BTreeSet::from(["x".to_owned()]))), "tags = SS[x]");
}

#[test]
fn functions() {
    assert_eq!(condition(|n| n.text.begins_with("Re")), "begins_with(text, 'Re')");
    assert_eq!(condition(|n| n.draft.begins_with("Re".to_owned())), "begins_with(draft, 'Re')");
    assert_eq!(condition(|n| n.bytes.begins_with([1_u8, 2].as_slice())), "begins_with(bytes, 0x0102)");
    assert_eq!(condition(|n| n.text.contains("x")), "contains(text, 'x')");
    assert_eq!(condition(|n| n.tags.contains("gift")), "contains(tags, 'gift')");
    assert_eq!(condition(|n| n.numbers.contains(7)), "contains(numbers, 7)");
    assert_eq!(condition(|n| n.log.contains("gift")), "contains(log, 'gift')");
    assert_eq!(condition(|n| n.text.size().gt(3)), "size(text) > 3");
    assert_eq!(condition(|n| n.tags.size().between(1, 3)), "size(tags) BETWEEN 1 AND 3");
    assert_eq!(condition(|n| n.total.gt(n.text.size())), "total > size(text)");
    assert_eq!(condition(|n| n.draft.exists()), "attribute_exists(draft)");
    assert_eq!(condition(|n| n.draft.not_exists()), "attribute_not_exists(draft)");
    assert_eq!(condition(|n| n.draft.attribute_type(AttributeType::S)), "attribute_type(draft, 'S')");
    assert_eq!(condition(|n| n.draft.attribute_type(AttributeType::Bool)), "attribute_type(draft, 'BOOL')");
    assert_eq!(condition(|n| n.draft.attribute_type(AttributeType::Null)), "attribute_type(draft, 'NULL')");
    assert_eq!(condition(|n| n.id.exists()), "attribute_exists(id)");
}

#[test]
fn conditions_are_combined() {
    assert_eq!(
        condition(|n| n.status.eq(Status::Active).and(n.total.between(10, 20)).or(n.text.begins_with("Re").not())),
        "(status = 'active' AND total BETWEEN 10 AND 20) OR (NOT begins_with(text, 'Re'))"
    );
    assert_eq!(
        condition(|n| n.total.eq(1).or(n.total.eq(2)).and(n.flag.eq(true))),
        "(total = 1 OR total = 2) AND flag = true"
    );
    assert_eq!(condition(|n| n.total.eq(1).and(n.flag.eq(true)).not()), "NOT (total = 1 AND flag = true)");
    assert_eq!(condition(|n| !n.flag.eq(true)), "NOT flag = true");
    assert_eq!(condition(|n| n.flag.eq(true).not().not()), "NOT (NOT flag = true)");
}

#[test]
fn paths() {
    assert_eq!(condition(|n| n.attachment.at(|a| a.pages).gt(3)), "attachment.pages > 3");
    assert_eq!(condition(|n| n.lines.index(0).at(|l| l.sku).eq("x")), "lines[0].sku = 'x'");
    assert_eq!(condition(|n| n.prices.key("EUR").lt(5)), "prices.EUR < 5");
    assert_eq!(condition(|n| n.log.index(12).exists()), "attribute_exists(log[12])");
    assert_eq!(condition(|n| n.attachment.at(|a| a.file).size().eq(1)), "size(attachment.file) = 1");
    assert_eq!(update(|n| vec![n.lines.index(1).at(|l| l.count).set(4)]), "SET lines[1].count = 4");
    assert_eq!(update(|n| vec![n.prices.key("EUR").remove()]), "REMOVE prices.EUR");
    assert_eq!(update(|n| vec![n.prices.key("a.b").set(1)]), "SET prices.a.b = 1");
    let sum = update(|n| {
        let count = n.lines.index(0).at(|l| l.count);
        vec![count.set(&count + 1)]
    });
    assert_eq!(sum, "SET lines[0].count = lines[0].count + 1");
}

#[test]
fn actions() {
    assert_eq!(update(|n| vec![n.text.set("x")]), "SET text = 'x'");
    assert_eq!(update(|n| vec![n.total.set(n.total + 5)]), "SET total = total + 5");
    assert_eq!(update(|n| vec![n.total.set(n.limit - n.total)]), "SET total = limit - total");
    assert_eq!(update(|n| vec![n.total.set(n.limit)]), "SET total = limit");
    assert_eq!(update(|n| vec![n.total.set(n.limit.if_not_exists(0))]), "SET total = if_not_exists(limit, 0)");
    assert_eq!(update(|n| vec![n.total.set(n.limit.if_not_exists(0) + 1)]), "SET total = if_not_exists(limit, 0) + 1");
    assert_eq!(update(|n| vec![n.log.append(["line"])]), "SET log = list_append(if_not_exists(log, L[]), L['line'])");
    assert_eq!(update(|n| vec![n.log.prepend(["line"])]), "SET log = list_append(L['line'], if_not_exists(log, L[]))");
    assert_eq!(update(|n| vec![n.total.add(1)]), "ADD total 1");
    assert_eq!(update(|n| vec![n.tags.add_to(["gift"])]), "ADD tags SS[gift]");
    assert_eq!(update(|n| vec![n.numbers.add_to([2, 1])]), "ADD numbers NS[1,2]");
    assert_eq!(update(|n| vec![n.tags.delete_from(["gift"])]), "DELETE tags SS[gift]");
    assert_eq!(update(|n| vec![n.draft.remove()]), "REMOVE draft");
    assert_eq!(update(|n| vec![n.draft.set_if_absent("x")]), "SET draft = if_not_exists(draft, 'x')");
    assert_eq!(update(|n| vec![n.draft.set_or_remove(Some("x"))]), "SET draft = 'x'");
    assert_eq!(update(|n| vec![n.draft.set_or_remove(None::<&str>)]), "REMOVE draft");
    assert_eq!(update(|n| vec![n.tags.set(BTreeSet::new())]), "REMOVE tags");
    assert_eq!(update(|n| vec![n.bytes.set(vec![1])]), "SET bytes = 0x01");
}

#[test]
fn each_clause_comes_once() {
    let text = update(|n| {
        vec![
            n.draft.remove(),
            n.total.add(1),
            n.text.set("x"),
            n.tags.delete_from(["a"]),
            n.flag.set(true),
            n.log.set(vec![]),
        ]
    });
    assert_eq!(text, "SET text = 'x', flag = true, log = L[] REMOVE draft ADD total 1 DELETE tags SS[a]");
}

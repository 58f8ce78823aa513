use super::{item, item_errors};
use crate::model::{FieldKind, KeySource, Role};

const NO_KEY: &str = "an item needs a partition key: mark one field with `#[partition_key]`";
const NO_TABLE: &str = "an item needs a table: write `#[dynamo(table = \"name\")]`";

/// An item with this table name, as it is written in the attribute.
fn table_errors(table: &str) -> Vec<String> {
    item_errors(&format!("#[dynamo(table = {table})] struct Note {{ #[partition_key] id: String }}"))
}

#[test]
fn the_note_of_the_tour_is_an_item() {
    let note = item(
        r#"#[dynamo(table = "notes")]
        pub struct Note {
            #[partition_key]
            #[dynamo(rename = "note-id")]
            pub id: String,
            pub r#type: String,
            #[version]
            pub version: u64,
        }"#,
    );
    let names = note.as_ref().map(|note| note.fields.iter().map(|field| field.name.as_str()).collect::<Vec<_>>());
    assert_eq!(names, Some(vec!["note-id", "type", "version"]));
    assert_eq!(note.as_ref().map(|note| (note.table.as_str(), note.partition.field())), Some(("notes", Some(0))));
    assert!(note.as_ref().is_some_and(|note| note.sort.is_none()));
    let version = note.as_ref().and_then(|note| note.fields.last());
    assert!(matches!(version.map(|field| &field.role), Some(Role::Version { start_at: 0, increment_by: 1, .. })));
}

#[test]
fn both_spellings_of_a_bare_word_are_one_word() {
    let order = item(
        r#"#[dynamo(table = "orders", rename_all = "camelCase")]
        #[dynamo(crate = crate::model)]
        struct Order {
            #[dynamo(partition_key, uuid)] customer_id: String,
            #[dynamo(sort_key)] order_id: String,
            #[dynamo(version(start_at = -1, increment_by = 2))] version: Option<i64>,
            #[dynamo(flatten(prefix = "home_"))] home: Address,
        }"#,
    );
    let roles = order.as_ref().map(|order| order.fields.iter().map(|field| &field.role).collect::<Vec<_>>());
    assert!(matches!(
        roles.as_deref(),
        Some([
            Role::PartitionKey(KeySource::Uuid),
            Role::SortKey(KeySource::Given),
            Role::Version { start_at: -1, increment_by: 2, .. },
            Role::Plain
        ])
    ));
    let first = order.as_ref().and_then(|order| order.fields.first());
    assert_eq!(first.map(|field| field.name.as_str()), Some("customerId"));
    let last = order.as_ref().and_then(|order| order.fields.last());
    assert!(matches!(last.map(|field| &field.kind), Some(FieldKind::Flattened { prefix }) if prefix == "home_"));
    assert_eq!(order.as_ref().and_then(|order| order.sort?.field()), Some(1));
}

#[test]
fn an_item_needs_a_partition_key() {
    assert_eq!(item_errors(r#"#[dynamo(table = "notes")] struct Note { id: String }"#), [NO_KEY]);
    assert_eq!(item_errors(r#"#[dynamo(table = "notes")] struct Note {}"#), [NO_KEY]);
}

#[test]
fn an_item_needs_a_table() {
    assert_eq!(item_errors("struct Note { #[partition_key] id: String }"), [NO_TABLE]);
}

#[test]
fn two_mistakes_are_reported_together() {
    assert_eq!(item_errors("struct Note { id: String }"), [NO_TABLE, NO_KEY]);
}

#[test]
fn a_table_has_a_name_that_dynamodb_accepts() {
    const CHARACTERS: &str = "a table name is made of `a-z`, `A-Z`, `0-9`, `_`, `.` and `-` only";
    assert_eq!(table_errors(r#""a.b_C-9""#), [""; 0]);
    assert_eq!(table_errors(r#""""#), ["a table name has 3 to 255 characters, this one has 0"]);
    assert_eq!(table_errors(r#""ab""#), ["a table name has 3 to 255 characters, this one has 2"]);
    let long = format!("{:?}", "a".repeat(256));
    assert_eq!(table_errors(&long), ["a table name has 3 to 255 characters, this one has 256"]);
    assert_eq!(table_errors(r#""my table""#), [CHARACTERS]);
    assert_eq!(table_errors(r#""größe""#), [CHARACTERS]);
}

#[test]
fn a_badly_written_table_is_one_mistake() {
    assert_eq!(table_errors("notes"), ["`table` takes a text: write `table = \"..\"`"]);
    assert_eq!(
        item_errors(r#"#[dynamo(tabel = "notes")] struct Note { #[partition_key] id: String }"#),
        ["unknown word `tabel`: did you mean `table`?"]
    );
}

#[test]
fn only_a_struct_with_named_fields_is_an_item() {
    let errors = |body: &str| item_errors(&format!(r#"#[dynamo(table = "notes")] {body}"#));
    assert_eq!(
        errors("struct Note(#[partition_key] String);"),
        ["an item needs named fields: write `struct Name { field: Type }`"]
    );
    assert_eq!(errors("struct Note;"), ["an item needs named fields, one of them a `#[partition_key]`"]);
    assert_eq!(errors("union Note { id: u8 }"), ["a union cannot be an item: write a struct with named fields"]);
}

#[test]
fn an_item_is_not_generic() {
    const GENERIC: &str = "an item cannot be generic: write a struct for each type, with owned fields";
    for parameters in ["<T>", "<'a>", "<const N: usize>", "<T, U>"] {
        let source = format!(r#"#[dynamo(table = "notes")] struct Note{parameters} {{ #[partition_key] id: String }}"#);
        assert_eq!(item_errors(&source), [GENERIC], "{parameters}");
    }
}

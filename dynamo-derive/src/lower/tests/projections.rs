use super::messages;
use crate::lower;
use crate::model::{Codec, DefaultSource, FieldKind, Projection};

fn projection(source: &str) -> Option<Projection> {
    syn::parse_str(source).and_then(|input| lower::projection(&input).accepted()).ok()
}

fn errors(source: &str) -> Vec<String> {
    messages(syn::parse_str(source).and_then(|input| lower::projection(&input).accepted()))
}

/// A projection with these fields.
fn fields(fields: &str) -> Vec<String> {
    errors(&format!("#[dynamo(item = Order)] struct Summary {{ {fields} }}"))
}

#[test]
fn a_projection_is_some_attributes() {
    let summary = projection(
        r#"#[dynamo(item = shop::Order, rename_all = "camelCase")]
        struct Summary {
            order_id: String,
            #[dynamo(rename = "sum", default)] total: u64,
            #[dynamo(path = "shipping.homeCity")] city: Option<String>,
            #[dynamo(flatten(prefix = "p_"))] place: Place,
            #[dynamo(serde)] json: Json,
        }"#,
    );
    let Some([id, total, city, place, json]) = summary.as_ref().map(|summary| summary.fields.as_slice()) else {
        unreachable!("the projection is refused");
    };
    assert_eq!((id.name.as_str(), total.name.as_str()), ("orderId", "sum"));
    assert!(matches!(total.default, DefaultSource::Trait));
    assert!(matches!(&city.kind, FieldKind::Nested { path } if *path == ["shipping", "homeCity"]));
    assert_eq!(city.name, "shipping.homeCity");
    assert!(matches!(&place.kind, FieldKind::Flattened { prefix } if prefix == "p_"));
    assert!(matches!(json.codec, Codec::Serde));
}

#[test]
fn a_projection_is_of_an_item() {
    assert_eq!(errors("struct Summary { id: u8 }"), ["a projection needs its item: write `#[dynamo(item = Item)]`"]);
    assert_eq!(
        errors("#[dynamo(item = \"Order\")] struct Summary { id: u8 }"),
        ["`item` takes a path without quotes: write `item = ..`"]
    );
    assert_eq!(
        errors("#[dynamo(table = \"a\", item = Order)] struct Summary { id: u8 }"),
        ["`table` does not belong on a projection: write it on an item"]
    );
}

#[test]
fn only_a_struct_with_named_fields_is_a_projection() {
    let body = |body: &str| errors(&format!("#[dynamo(item = Order)] {body}"));
    let named = ["a projection needs named fields: write `struct Name { field: Type }`"];
    assert_eq!(body("struct Summary;"), named);
    assert_eq!(body("struct Summary(u8);"), named);
    assert_eq!(body("enum Summary { A }"), ["an enum cannot be a projection: write a struct with named fields"]);
    assert_eq!(body("union Summary { a: u8 }"), ["a union cannot be a projection: write a struct with named fields"]);
    assert_eq!(body("struct Summary {}"), ["a projection needs fields: write one for each attribute to read"]);
    assert_eq!(
        body("struct Summary<T> { a: T }"),
        ["a projection cannot be generic: write a struct for each type, with owned fields"]
    );
}

#[test]
fn a_field_of_a_projection_has_no_role() {
    for word in ["version", "partition_key", "ttl", "skip", "alias = \"x\""] {
        let name = word.split(' ').next().unwrap_or_default();
        assert_eq!(
            fields(&format!("#[dynamo({word})] a: u8")),
            [format!("`{name}` does not belong on a field of a projection: write it on a field of an item")]
        );
    }
    assert_eq!(
        super::field_errors("#[dynamo(path = \"a.b\")] a: u8"),
        ["`path` does not belong on a field of an item: write it on a field of a projection"]
    );
}

#[test]
fn a_path_leads_into_maps() {
    let path = |path: &str| fields(&format!("#[dynamo(path = {path:?})] a: u8"));
    let dots = ["a path is made of names with a dot between two: write `path = \"outer.inner\"`"];
    for text in ["", ".", "a.", ".a", "a..b"] {
        assert_eq!(path(text), dots, "{text}");
    }
    assert_eq!(path("a"), ["a path leads into a map: write `rename = \"a\"` for the attribute itself"]);
    assert_eq!(path("lines[0].sku"), ["a path leads through maps only: take the whole list"]);
    assert_eq!(path("a.b.c"), [""; 0]);
    assert_eq!(
        fields(r#"#[dynamo(path = "a.b", rename = "c")] a: u8"#),
        ["`rename` contradicts `path`: a path names the attribute, remove `rename`"]
    );
    assert_eq!(
        fields(r#"#[dynamo(path = "a.b", flatten)] a: u8"#),
        ["`flatten` contradicts `path`: a flattened field has no attribute of its own, remove one of the two"]
    );
}

#[test]
fn paths_do_not_overlap() {
    let overlap = |first: &str, second: &str| {
        [format!("`{first}` and `{second}` read the same part of the item: remove one of the two")]
    };
    assert_eq!(fields(r#"shipping: u8, #[dynamo(path = "shipping.city")] b: u8"#), overlap("shipping", "b"));
    assert_eq!(fields(r#"#[dynamo(path = "s.city")] b: u8, s: u8"#), overlap("b", "s"));
    assert_eq!(fields(r#"#[dynamo(path = "s.c")] a: u8, #[dynamo(path = "s.c")] b: u8"#), overlap("a", "b"));
    assert_eq!(fields(r#"#[dynamo(path = "s.c")] a: u8, #[dynamo(path = "s.c.d")] b: u8"#), overlap("a", "b"));
    assert_eq!(fields(r#"#[dynamo(path = "s.c")] a: u8, #[dynamo(path = "s.d")] b: u8"#), [""; 0]);
    assert_eq!(
        fields(r#"a: u8, #[dynamo(rename = "a")] b: u8"#),
        ["an attribute name is used once, and `a` already has \"a\": choose another name"]
    );
}

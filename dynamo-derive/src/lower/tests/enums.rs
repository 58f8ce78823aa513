use super::{value, value_errors};
use crate::model::{ValueShape, VariantShape};

#[test]
fn unit_variants_are_texts() {
    let status = value(
        r#"#[dynamo(rename_all = "kebab-case")]
        enum Status { InTransit, #[dynamo(rename = "done", alias = "finished")] Archived = 7 }"#,
    );
    let Some(ValueShape::TextEnum(variants)) = status.map(|status| status.shape) else {
        unreachable!("the enum is refused");
    };
    let names: Vec<_> = variants.iter().map(|variant| (variant.name.as_str(), variant.aliases.len())).collect();
    assert_eq!(names, [("in-transit", 0), ("done", 1)]);
}

#[test]
fn unit_variants_are_numbers_on_request() {
    let level = value("#[dynamo(repr = number)] enum Level { Low, Mid = -5, High, Top = (0x10) }");
    let Some(ValueShape::NumberEnum(variants)) = level.map(|level| level.shape) else {
        unreachable!("the enum is refused");
    };
    assert_eq!(variants.iter().map(|variant| variant.number).collect::<Vec<_>>(), [0, -5, -4, 16]);
}

#[test]
fn variants_with_data_stand_beside_a_tag() {
    let event = value(
        r#"#[dynamo(tag = "type", rename_all = "lowercase", rename_all_fields = "camelCase")]
        enum Event { Started, Moved { new_place: String }, Paid(Payment) }"#,
    );
    let Some(ValueShape::DataEnum { tag, variants }) = event.map(|event| event.shape) else {
        unreachable!("the enum is refused");
    };
    assert_eq!(tag, "type");
    let names: Vec<_> = variants.iter().map(|variant| variant.name.as_str()).collect();
    assert_eq!(names, ["started", "moved", "paid"]);
    let shapes: Vec<_> = variants.iter().map(|variant| &variant.shape).collect();
    let [VariantShape::Unit, VariantShape::Named(fields), VariantShape::Newtype(_)] = shapes.as_slice() else {
        unreachable!("the variants have other shapes");
    };
    assert_eq!(fields.first().map(|field| field.name.as_str()), Some("newPlace"));
}

#[test]
fn a_number_is_a_literal_that_stands_for_one_variant() {
    let errors = |variants: &str| value_errors(&format!("#[dynamo(repr = number)] enum Level {{ {variants} }}"));
    let literal = "`repr = number` needs an integer literal that fits an `i64`: write the number itself";
    assert_eq!(errors("A = START, B, C = 1"), [literal]);
    assert_eq!(errors("A = 1 + 1"), [literal]);
    assert_eq!(errors("A = b'a'"), [literal]);
    assert_eq!(errors("A = 9223372036854775808"), [literal]);
    assert_eq!(errors("A = 9223372036854775807, B"), [""; 0]);
    assert_eq!(errors("A = 1, B = 1"), ["a number is used once, and `A` already is 1: choose another one"]);
    assert_eq!(errors("A = 1, B = 0, C"), ["a number is used once, and `A` already is 1: choose another one"]);
}

#[test]
fn a_number_has_no_name() {
    const REASON: &str = "contradicts `repr = number`: the variants are stored by number, remove one";
    assert_eq!(
        value_errors(
            r#"#[dynamo(repr = number, rename_all = "lowercase")]
            enum Level { #[dynamo(rename = "a", alias = "b")] A }"#
        ),
        [format!("`rename_all` {REASON}"), format!("`rename` {REASON}"), format!("`alias` {REASON}")]
    );
    assert_eq!(
        value_errors("#[dynamo(repr = text)] enum Level { A }"),
        ["`repr` takes the word `number`: write `repr = number`"]
    );
}

#[test]
fn a_variant_name_is_used_once() {
    let errors = |variants: &str| value_errors(&format!("enum Status {{ {variants} }}"));
    let taken = ["a variant name is used once, and `A` already has \"A\": choose another name"];
    assert_eq!(errors(r#"A, #[dynamo(rename = "A")] B"#), taken);
    assert_eq!(errors(r#"A, #[dynamo(alias = "A")] B"#), taken);
    assert_eq!(errors(r#"#[dynamo(alias = "A")] A"#), taken);
    assert_eq!(errors(r#"#[dynamo(rename = "")] A"#), ["a variant name cannot be empty: write at least one character"]);
    let folded = r#"#[dynamo(rename_all = "lowercase")] enum Status { Ab, AB }"#;
    assert_eq!(value_errors(folded), ["a variant name is used once, and `Ab` already has \"ab\": choose another name"]);
}

#[test]
fn an_enum_with_data_needs_a_tag() {
    assert_eq!(
        value_errors("enum Event { A, B { c: u8 } }"),
        ["an enum with data needs a tag, the attribute that holds the variant's name: \
          write `#[dynamo(tag = \"type\")]`"]
    );
    assert_eq!(
        value_errors("#[dynamo(tag)] enum Event { A, B { c: u8 } }"),
        ["`tag` takes a text: write `tag = \"..\"`"]
    );
    assert_eq!(
        value_errors(r#"#[dynamo(tag = "")] enum Event { A { b: u8 } }"#),
        ["an attribute name cannot be empty: write at least one character"]
    );
}

#[test]
fn the_tag_is_an_attribute_beside_the_fields() {
    assert_eq!(
        value_errors(r#"#[dynamo(tag = "type")] enum Event { A { r#type: u8 }, B { other: u8 }, C { other: u8 } }"#),
        ["an attribute name is used once, and `tag` already has \"type\": choose another name"]
    );
}

#[test]
fn words_that_a_kind_of_enum_has_no_use_for() {
    assert_eq!(
        value_errors(r#"#[dynamo(tag = "type", rename_all_fields = "camelCase")] enum Status { A }"#),
        [
            "`tag` belongs on an enum with data: remove it",
            "`rename_all_fields` belongs on an enum with data: remove it"
        ]
    );
    assert_eq!(
        value_errors(r#"#[dynamo(tag = "type", repr = number)] enum Event { A(B) }"#),
        ["`repr` belongs on an enum of unit variants: remove it"]
    );
}

#[test]
fn a_variant_has_named_fields_or_wraps_one_struct() {
    let errors = |variants: &str| value_errors(&format!(r#"#[dynamo(tag = "type")] enum Event {{ {variants} }}"#));
    assert_eq!(errors("A(u8, u8)"), ["a variant has one unnamed field at most: write `A { name: Type, .. }`"]);
    assert_eq!(errors("A()"), ["a variant without data is a unit: write `A`"]);
    assert_eq!(
        errors("A { #[version] b: u64 }"),
        ["`version` does not belong on a field of a variant: write it on a field of a struct"]
    );
    assert_eq!(
        errors("A(#[dynamo(colour)] B)"),
        ["unknown word `colour`: no word belongs on the unnamed field of a variant"]
    );
    assert_eq!(
        errors("#[dynamo(skip)] A { b: u8 }"),
        ["`skip` does not belong on a variant: write it on a field of a struct"]
    );
}

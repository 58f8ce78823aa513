use super::{value, value_errors};
use crate::model::{Codec, ValueShape};

#[test]
fn a_struct_is_a_value() {
    let shape = value("struct Part<T> { sku: String, inner: T, #[version] version: u64 }").map(|value| value.shape);
    assert!(matches!(shape, Some(ValueShape::Struct(fields)) if fields.len() == 3));
    let empty = value("struct Part {}").map(|value| value.shape);
    assert!(matches!(empty, Some(ValueShape::Struct(fields)) if fields.is_empty()));
}

#[test]
fn a_tuple_struct_is_a_value() {
    let newtype = value("struct Id(#[dynamo(with = codec)] String);").map(|value| value.shape);
    assert!(matches!(newtype, Some(ValueShape::Newtype(field)) if matches!(field.codec, Codec::With(_))));
    let pair = value("struct Pair(u8, #[dynamo(serde)] Thing);").map(|value| value.shape);
    let Some(ValueShape::Tuple(fields)) = pair else { unreachable!("the tuple is refused") };
    let codecs = fields.iter().map(|field| (field.index.index, &field.codec)).collect::<Vec<_>>();
    assert!(matches!(codecs.as_slice(), [(0, Codec::Plain), (1, Codec::Serde)]));
}

#[test]
fn a_tuple_field_takes_only_codecs() {
    assert_eq!(
        value_errors("struct Id(#[dynamo(with = codec, serde)] String);"),
        ["`serde` contradicts `with`: a field is encoded in one way, remove one of the two"]
    );
    assert_eq!(
        value_errors(r#"struct Id(#[dynamo(rename = "x")] String);"#),
        ["`rename` does not belong on an unnamed field: write it on a field of a struct"]
    );
    assert_eq!(
        value_errors("struct Id(#[partition_key] String);"),
        ["`partition_key` does not belong on an unnamed field: write it on a field of an item"]
    );
    assert_eq!(
        value_errors("struct Id(#[dynamo(colour)] String);"),
        ["unknown word `colour`: the words on an unnamed field are `with` and `serde`"]
    );
}

#[test]
fn a_value_has_something_to_store() {
    const FIELDS: &str = "a value needs fields: write `struct Name {}` for an empty map";
    assert_eq!(value_errors("struct Part;"), [FIELDS]);
    assert_eq!(value_errors("struct Part();"), [FIELDS]);
    assert_eq!(value_errors("enum Part {}"), ["an enum needs a variant: one without has no value to store"]);
    assert_eq!(value_errors("union Part { a: u8 }"), ["a union cannot be a value: write a struct or an enum"]);
}

#[test]
fn a_value_has_no_key_of_its_own() {
    for word in ["partition_key", "sort_key"] {
        let expected = [format!("`{word}` does not belong on a field of a struct: write it on a field of an item")];
        assert_eq!(value_errors(&format!("struct Part {{ #[{word}] a: u8 }}")), expected);
        assert_eq!(value_errors(&format!("struct Part {{ #[dynamo({word})] a: u8 }}")), expected);
    }
}

#[test]
fn words_that_a_struct_has_no_use_for() {
    let errors = |word: &str| value_errors(&format!("#[dynamo({word})] struct Part {{ a: u8 }}"));
    assert_eq!(errors(r#"tag = "type""#), ["`tag` belongs on an enum with data: remove it"]);
    assert_eq!(errors("repr = number"), ["`repr` belongs on an enum of unit variants: remove it"]);
    assert_eq!(
        errors(r#"rename_all_fields = "camelCase""#),
        ["`rename_all_fields` belongs on an enum with data: write `rename_all`"]
    );
    assert_eq!(
        value_errors(r#"#[dynamo(rename_all = "camelCase", tag = "a")] struct Part(u8);"#),
        [
            "`tag` belongs on an enum with data: remove it",
            "`rename_all` has nothing to rename on a tuple struct: remove it"
        ]
    );
}

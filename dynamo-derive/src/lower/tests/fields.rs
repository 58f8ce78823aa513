use super::{field_errors, item, item_errors, value_errors};
use crate::model::{Codec, DefaultSource, FieldKind, Role};

/// An item with one further field that has these words.
fn words(words: &str) -> Vec<String> {
    field_errors(&format!("#[dynamo({words})] other: String"))
}

#[test]
fn everything_about_a_field_is_decided() {
    let note = item(
        r#"#[dynamo(table = "notes")]
        struct Note {
            #[partition_key] id: String,
            #[dynamo(skip)] skipped: u8,
            #[dynamo(skip, default = of::course)] made: u8,
            #[dynamo(default, alias = "older", alias = "oldest", with = a::codec)] text: String,
            #[dynamo(ttl)] expires: u64,
            #[dynamo(serde)] json: Thing,
            #[dynamo(counter(start_at = 5))] edits: u64,
        }"#,
    );
    let fields = note.as_ref().map(|note| note.fields.as_slice());
    let Some([id, skipped, made, text, expires, json, edits]) = fields else {
        unreachable!("the item is refused");
    };
    assert!(matches!((&id.kind, &id.default, &id.codec), (FieldKind::Stored, DefaultSource::Required, Codec::Plain)));
    assert!(matches!((&skipped.kind, &skipped.default), (FieldKind::Skipped, DefaultSource::Trait)));
    assert!(matches!((&made.kind, &made.default), (FieldKind::Skipped, DefaultSource::Path(_))));
    assert!(matches!((&text.default, &text.codec), (DefaultSource::Trait, Codec::With(_))));
    assert_eq!(text.aliases, ["older", "oldest"]);
    assert!(matches!((&expires.role, &expires.codec), (Role::Ttl, Codec::Ttl)));
    assert!(matches!(json.codec, Codec::Serde));
    assert!(matches!(edits.role, Role::Counter { start_at: 5, increment_by: 1 }));
}

#[test]
fn a_role_that_a_struct_has_once() {
    assert_eq!(
        field_errors("#[partition_key] other: String"),
        ["an item has one partition key, and `id` already is it: remove one of the two marks"]
    );
    assert_eq!(
        field_errors("#[sort_key] a: String, #[sort_key] b: String, #[dynamo(sort_key)] c: String"),
        ["an item has one sort key, and `a` already is it: remove one of the two marks"; 2]
    );
    assert_eq!(
        field_errors("#[version] a: u64, #[version] b: u64"),
        ["an item has one version, and `a` already is it: remove one of the two marks"]
    );
    for role in ["created_at", "updated_at", "ttl", "generation", "write_id"] {
        let fields = format!("#[dynamo({role})] a: Option<String>, #[dynamo({role})] b: Option<String>");
        let rule = format!("has one `{role}`, and `a` already is it: remove one of the two marks");
        assert_eq!(field_errors(&fields), [format!("an item {rule}")]);
        assert_eq!(value_errors(&format!("struct Part {{ {fields} }}")), [format!("a struct {rule}")]);
    }
    for role in ["uuid", "counter"] {
        assert_eq!(field_errors(&format!("#[dynamo({role})] a: String, #[dynamo({role})] b: String")), [""; 0]);
    }
}

#[test]
fn a_version_is_no_key() {
    let reason = "a key never changes and a version changes with every write, use two fields";
    assert_eq!(
        item_errors(r#"#[dynamo(table = "notes")] struct Note { #[partition_key] #[version] id: u64 }"#),
        [format!("`version` contradicts `partition_key`: {reason}")]
    );
    assert_eq!(words("version, sort_key"), [format!("`sort_key` contradicts `version`: {reason}")]);
}

#[test]
fn an_attribute_has_one_role() {
    const REASON: &str = "an attribute has one role, use two fields";
    assert_eq!(words("created_at, updated_at"), [format!("`updated_at` contradicts `created_at`: {REASON}")]);
    assert_eq!(words("ttl, generation"), [format!("`generation` contradicts `ttl`: {REASON}")]);
    assert_eq!(words("uuid, version"), [format!("`version` contradicts `uuid`: {REASON}")]);
    assert_eq!(words("sort_key, ttl"), [format!("`ttl` contradicts `sort_key`: {REASON}")]);
    assert_eq!(
        item_errors(r#"#[dynamo(table = "notes")] struct Note { #[partition_key] #[sort_key] id: u64 }"#),
        ["`sort_key` contradicts `partition_key`: they are two attributes, use two fields"]
    );
    assert_eq!(words("sort_key, uuid"), [""; 0]);
    assert_eq!(words("uuid, sort_key"), [""; 0]);
}

#[test]
fn a_skipped_field_has_no_attribute() {
    const REASON: &str = "a skipped field has no attribute, remove one of the two";
    assert_eq!(words("skip, default"), [""; 0]);
    assert_eq!(words("default = some::path, skip"), [""; 0]);
    for (word, name) in [
        (r#"rename = "x""#, "rename"),
        (r#"alias = "x""#, "alias"),
        ("with = codec", "with"),
        ("serde", "serde"),
        ("version", "version"),
        ("counter", "counter"),
        ("sort_key", "sort_key"),
    ] {
        assert_eq!(words(&format!("skip, {word}")), [format!("`{name}` contradicts `skip`: {REASON}")]);
    }
    assert_eq!(words("skip, flatten"), [format!("`flatten` contradicts `skip`: {REASON}")]);
}

#[test]
fn a_flattened_field_has_no_attribute_of_its_own() {
    const REASON: &str = "a flattened field has no attribute of its own, remove one of the two";
    for (word, name) in [
        (r#"rename = "x""#, "rename"),
        (r#"alias = "x""#, "alias"),
        ("with = codec", "with"),
        ("serde", "serde"),
        ("default", "default"),
        ("version", "version"),
        ("sort_key", "sort_key"),
        ("ttl", "ttl"),
    ] {
        assert_eq!(words(&format!("flatten, {word}")), [format!("`{name}` contradicts `flatten`: {REASON}")]);
    }
    assert_eq!(words(r#"sort_key, flatten(prefix = "a_")"#), [format!("`flatten` contradicts `sort_key`: {REASON}")]);
    assert_eq!(words(r#"flatten(prefix = "")"#), ["a prefix cannot be empty: write `flatten` alone"]);
}

#[test]
fn an_attribute_is_encoded_in_one_way() {
    const DECIDED: &str = "the library decides how this attribute is stored, remove";
    assert_eq!(
        words("with = codec, serde"),
        ["`serde` contradicts `with`: a field is encoded in one way, remove one of the two"]
    );
    for role in ["version", "generation", "write_id", "uuid", "counter", "ttl"] {
        let expected = [format!("`with` contradicts `{role}`: {DECIDED} `with`")];
        assert_eq!(words(&format!("{role}, with = codec")), expected);
        let expected = [format!("`{role}` contradicts `serde`: {DECIDED} `serde`")];
        assert_eq!(words(&format!("serde, {role}")), expected);
    }
    assert_eq!(words("created_at, with = codec"), [""; 0]);
    assert_eq!(words("with = codec, updated_at"), [""; 0]);
}

#[test]
fn a_key_and_a_version_have_no_default() {
    assert_eq!(
        words("sort_key, default"),
        ["`default` contradicts `sort_key`: a key is never absent, remove `default`"]
    );
    assert_eq!(
        words("default = path, version"),
        ["`version` contradicts `default`: an absent version means not stored yet, remove `default`"]
    );
}

#[test]
fn a_key_has_no_codec() {
    assert_eq!(
        words("sort_key, with = path"),
        ["`with` contradicts `sort_key`: a key is stored as its type says, remove `with`"]
    );
    assert_eq!(
        item_errors(r#"#[dynamo(table = "notes")] struct Note { #[dynamo(serde)] #[partition_key] id: u64 }"#),
        ["`partition_key` contradicts `serde`: a key is stored as its type says, remove `serde`"]
    );
}

#[test]
fn a_word_that_contradicts_several_is_reported_once() {
    assert_eq!(words(r#"rename = "x", default, skip"#).len(), 1);
}

#[test]
fn steps_of_a_version_and_of_a_counter() {
    const STEP: &str = "`increment_by` is at least 1: remove it for steps of 1";
    const LARGE: &str = "9223372036854775807";
    assert_eq!(field_errors("#[version(start_at = -1)] other: Option<i64>"), [""; 0]);
    for word in ["version", "counter"] {
        assert_eq!(words(&format!("{word}()")), [""; 0]);
        assert_eq!(words(&format!("{word}(start_at = 1i64, increment_by = 0x10,)")), [""; 0]);
        assert_eq!(words(&format!("{word}(increment_by = 0)")), [STEP]);
        assert_eq!(words(&format!("{word}(increment_by = -3)")), [STEP]);
        assert_eq!(words(&format!("{word}(start_at = 9223372036854775808)")), ["`start_at` does not fit an `i64`"]);
    }
    assert_eq!(
        words(&format!("version(start_at = {LARGE})")),
        ["`start_at` plus `increment_by` does not fit an `i64`"]
    );
    assert_eq!(
        words(&format!("counter(start_at = -{LARGE}, increment_by = 2)")),
        ["`start_at` minus `increment_by` does not fit an `i64`"]
    );
    for value in ["\"1\"", "1.5", "1u64", "true", "START"] {
        assert_eq!(
            words(&format!("version(start_at = {value})")),
            ["`start_at` takes an integer literal: write `start_at = 1`"],
            "{value}"
        );
    }
}

#[test]
fn an_attribute_name_is_not_empty_or_too_long() {
    const EMPTY: &str = "an attribute name cannot be empty: write at least one character";
    assert_eq!(words(r#"rename = """#), [EMPTY]);
    assert_eq!(words(r#"alias = """#), [EMPTY]);
    assert_eq!(words(&format!("rename = {:?}", "x".repeat(65_535))), [""; 0]);
    assert_eq!(
        words(&format!("rename = {:?}", "x".repeat(65_536))),
        ["an attribute name has at most 65535 bytes, this one has 65536"]
    );
    assert_eq!(
        words(&format!("sort_key, rename = {:?}", "x".repeat(256))),
        ["the name of a key attribute has at most 255 bytes, this one has 256"]
    );
}

#[test]
fn an_attribute_name_is_used_once() {
    let taken = |name: &str, by: &str| {
        [format!("an attribute name is used once, and `{by}` already has \"{name}\": choose another name")]
    };
    assert_eq!(words(r#"rename = "id""#), taken("id", "id"));
    assert_eq!(words(r#"alias = "id""#), taken("id", "id"));
    assert_eq!(words(r#"alias = "other""#), taken("other", "other"));
    assert_eq!(words(r#"alias = "a", alias = "a""#), taken("a", "other"));
    assert_eq!(field_errors(r#"#[dynamo(alias = "b")] a: u8, b: u8"#), taken("b", "a"));
    assert_eq!(field_errors("r#type: u8, #[dynamo(rename = \"type\")] kind: u8"), taken("type", "r#type"));
    assert_eq!(field_errors("#[dynamo(skip)] a: u8, #[dynamo(rename = \"a\")] b: u8"), [""; 0]);
    let renamed = r#"#[dynamo(rename_all = "camelCase")] struct Part { a_b: u8, #[dynamo(rename = "aB")] c: u8 }"#;
    assert_eq!(value_errors(renamed), taken("aB", "a_b"));
}

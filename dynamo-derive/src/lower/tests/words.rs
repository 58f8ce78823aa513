use super::{field_errors, item_errors, value_errors};

/// An item with one further field that has these words.
fn words(words: &str) -> Vec<String> {
    field_errors(&format!("#[dynamo({words})] other: String"))
}

/// An item with these words on it.
fn item_words(words: &str) -> Vec<String> {
    item_errors(&format!(r#"#[dynamo(table = "notes", {words})] struct Note {{ #[partition_key] id: String }}"#))
}

#[test]
fn every_word_of_every_place_is_read() {
    assert_eq!(item_words(r#"rename_all = "snake_case", crate = "a::b""#), [""; 0]);
    assert_eq!(item_words("crate = ::a::b"), [""; 0]);
    for word in [
        "sort_key",
        "version",
        "rename = \"x\"",
        "alias = \"x\"",
        "skip",
        "default",
        "default = a::b",
        "flatten",
        "flatten()",
        "flatten(prefix = \"x\")",
        "with = a::b::<C, D>",
        "serde",
        "created_at",
        "updated_at",
        "ttl",
        "uuid",
        "counter",
        "generation",
        "write_id",
    ] {
        assert_eq!(words(word), [""; 0], "{word}");
        let of_value = value_errors(&format!("struct Part {{ #[dynamo({word})] a: u8 }}"));
        assert_eq!(of_value.is_empty(), word != "sort_key", "{word}");
    }
}

#[test]
fn a_near_miss_is_recognised() {
    assert_eq!(words("renam = \"x\""), ["unknown word `renam`: did you mean `rename`?"]);
    assert_eq!(words("created"), ["unknown word `created`: did you mean `created_at`?"]);
    assert_eq!(words("version(start = 1)"), ["unknown word `start`: did you mean `start_at`?"]);
    assert_eq!(words("flatten(prefx = \"a\")"), ["unknown word `prefx`: did you mean `prefix`?"]);
    assert_eq!(words("range_key"), ["unknown word `range_key`: did you mean `sort_key`?"]);
    assert_eq!(item_words("renameAll = \"camelCase\""), ["unknown word `renameAll`: did you mean `rename_all`?"]);
}

#[test]
fn a_misspelled_partition_key_is_one_mistake() {
    assert_eq!(
        item_errors(r#"#[dynamo(table = "notes")] struct Note { #[dynamo(partition_ky)] id: String }"#),
        ["unknown word `partition_ky`: did you mean `partition_key`?"]
    );
    assert_eq!(
        item_errors(r#"#[dynamo(table = "notes")] struct Note { #[partition_key = "id"] id: String }"#),
        ["`partition_key` takes no value: write `#[partition_key]`"]
    );
    assert_eq!(
        item_errors(r#"#[dynamo(table = "notes")] struct Note { #[partition_key(uuid)] id: String }"#),
        ["`partition_key` takes no value: write `partition_key` alone"]
    );
}

#[test]
fn an_unknown_word_is_answered_with_the_known_ones() {
    assert_eq!(
        item_words("colour = \"x\""),
        ["unknown word `colour`: the words on an item are `table`, `rename_all`, `partition_key`, `sort_key`, \
          `global_index`, `local_index`, `type_attribute` and `crate`"]
    );
    assert_eq!(words("flatten(colour)"), ["unknown word `colour`: the only word in `flatten(..)` is `prefix`"]);
}

#[test]
fn a_word_of_another_place_says_where_it_belongs() {
    assert_eq!(item_words("skip"), ["`skip` does not belong on an item: write it on a field of an item"]);
    assert_eq!(
        item_words("partition_key"),
        ["`partition_key` on an item takes a template: \
          write `partition_key(name = \"..\", template = \"..\")`, or mark a field with `#[partition_key]`"]
    );
    assert_eq!(
        item_words("tag = \"x\""),
        ["`tag` does not belong on an item: write it on a type that derives `DynamoValue`"]
    );
    assert_eq!(
        words("rename_all = \"camelCase\""),
        ["`rename_all` does not belong on a field of an item: write it on an item"]
    );
    assert_eq!(
        words("start_at = 1"),
        ["`start_at` does not belong on a field of an item: write it in `version(..)` or `counter(..)`"]
    );
    assert_eq!(
        value_errors(r#"#[dynamo(table = "x")] struct Part { a: u8 }"#),
        ["`table` does not belong on a type that derives `DynamoValue`: write it on an item"]
    );
    assert_eq!(
        item_errors(r#"#[version] #[dynamo(table = "notes")] struct Note { #[partition_key] id: String }"#),
        ["`version` does not belong on an item: write it on a field of an item"]
    );
}

#[test]
fn a_word_of_serde_is_recognised() {
    assert_eq!(
        words("skip_serializing_if = \"Option::is_none\""),
        ["`skip_serializing_if` is a word of serde: \
          an absent `Option` and an empty set leave the attribute out without a word"]
    );
    assert_eq!(
        words("deserialize_with = \"a::b\""),
        ["`deserialize_with` is a word of serde: write `with = ..`, the path of a module with `encode` and `decode`"]
    );
    assert_eq!(
        item_words("deny_unknown_fields"),
        ["`deny_unknown_fields` is a word of serde: an attribute that no field has is always ignored"]
    );
}

#[test]
fn a_word_is_given_once() {
    assert_eq!(words("skip, skip"), ["`skip` is given twice: remove one of the two"]);
    assert_eq!(
        field_errors("#[version] #[dynamo(version)] other: u64"),
        ["`version` is given twice: remove one of the two"]
    );
    assert_eq!(
        field_errors(r#"#[dynamo(rename = "a")] #[dynamo(rename = "b")] other: u64"#),
        ["`rename` is given twice: remove one of the two"]
    );
    assert_eq!(words("counter(start_at = 1, start_at = 2)"), ["`start_at` is given twice: remove one of the two"]);
    assert_eq!(item_words("table = \"others\""), ["`table` is given twice: remove one of the two"]);
}

#[test]
fn a_badly_written_word_says_how_it_is_written() {
    assert_eq!(words("rename"), ["`rename` takes a text: write `rename = \"..\"`"]);
    assert_eq!(words("rename = 1"), ["`rename` takes a text: write `rename = \"..\"`"]);
    assert_eq!(words("rename(\"x\")"), ["`rename` takes a text: write `rename = \"..\"`"]);
    assert_eq!(words("with"), ["`with` takes a path: write `with = ..`"]);
    assert_eq!(words("with = 1"), ["`with` takes a path: write `with = ..`"]);
    assert_eq!(words("with = \"a::b\""), ["`with` takes a path without quotes: write `with = ..`"]);
    assert_eq!(words("default = \"a::b\""), ["`default` takes a path without quotes: write `default = ..`"]);
    assert_eq!(words("skip = true"), ["`skip` takes no value: write `skip` alone"]);
    assert_eq!(words("version = 1"), ["`version` takes words in parentheses: write `version(..)`"]);
    assert_eq!(words("skip default"), ["`skip` takes no value: write `skip` alone"]);
    assert_eq!(words("rename = \"a\" alias = \"b\""), ["expected a comma before this"]);
    assert_eq!(item_words("crate = \"1\""), ["`crate` takes a path: write `crate = ..`"]);
    assert_eq!(
        item_words("rename_all = \"camel\""),
        ["unknown case \"camel\": write one of \"lowercase\", \"UPPERCASE\", \"PascalCase\", \"camelCase\", \
          \"snake_case\", \"SCREAMING_SNAKE_CASE\", \"kebab-case\", \"SCREAMING-KEBAB-CASE\""]
    );
    assert_eq!(field_errors("#[dynamo] other: u8"), ["`dynamo` takes words in parentheses: write `#[dynamo(..)]`"]);
    assert_eq!(
        value_errors("enum Status { #[dynamo(\"x\")] A }"),
        ["expected a word: the words on a variant are `rename` and `alias`"]
    );
}

#[test]
fn a_bad_word_does_not_hide_the_next_one() {
    assert_eq!(
        words("renam = \"x\", skip = 1, colour(a, b), with"),
        [
            "unknown word `renam`: did you mean `rename`?".to_owned(),
            "`skip` takes no value: write `skip` alone".to_owned(),
            words("colour").concat(),
            "`with` takes a path: write `with = ..`".to_owned(),
        ]
    );
}

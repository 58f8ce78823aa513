use super::{item, item_errors};
use crate::model::{FieldKind, KeyModel, Role, TemplatePart};

const FIELDS: &str = "customer_id: String, placed_on: Date, number: u64, status: String";

/// An item of a shop with these words and these fields.
fn shop_of(words: &str, fields: &str) -> Vec<String> {
    item_errors(&format!(r#"#[dynamo(table = "shop", {words})] struct Order {{ {fields} }}"#))
}

/// An item with this template of its partition key.
fn template(text: &str) -> Vec<String> {
    shop_of(&format!(r#"partition_key(name = "PK", template = {text:?})"#), FIELDS)
}

#[test]
fn the_order_of_the_tour_is_an_item() {
    let order = item(
        r#"#[dynamo(
            table = "shop",
            partition_key(name = "PK", template = "CUSTOMER#{customer_id}"),
            sort_key(name = "SK", template = "ORDER#{placed_on}#{number:010}"),
            global_index(
                name = "GSI1",
                partition_key(name = "GSI1PK", template = "STATUS#{status}"),
                sort_key(name = "GSI1SK", template = "{placed_on}"),
            ),
            type_attribute(name = "type", value = "order"),
        )]
        struct ShopOrder {
            customer_id: String, placed_on: Date, number: u64, status: OrderStatus, #[version] version: u64
        }"#,
    );
    let Some(order) = order else { unreachable!("the item is refused") };
    let parts: Vec<_> = order.fields.iter().map(|field| matches!(field.kind, FieldKind::KeyPart)).collect();
    assert_eq!(parts, [true, true, true, false, false]);
    assert!(
        order
            .fields
            .iter()
            .all(|field| { matches!(field.kind, FieldKind::KeyPart) == matches!(field.role, Role::KeyPart) })
    );
    let names: Vec<_> = order.templates.iter().map(|template| template.name.as_str()).collect();
    assert_eq!(names, ["PK", "SK", "GSI1PK", "GSI1SK"]);
    assert!(matches!((order.partition, order.sort), (KeyModel::Template(0), Some(KeyModel::Template(1)))));
    let Some([TemplatePart::Literal(order_), TemplatePart::Placeholder { field: 1, width: None, .. }, between, last]) =
        order.templates.get(1).map(|template| template.parts.as_slice())
    else {
        unreachable!("the template has other parts");
    };
    assert_eq!(order_, "ORDER#");
    assert!(matches!(between, TemplatePart::Literal(between) if between == "#"));
    assert!(matches!(last, TemplatePart::Placeholder { field: 2, width: Some(10), .. }));
    let tells = order.type_attribute.map(|attribute| (attribute.name, attribute.value));
    assert_eq!(tells, Some(("type".to_owned(), "order".to_owned())));
    let Some([index]) = order.indexes.get(..) else { unreachable!("there are other indexes") };
    assert!(matches!(index.partition.as_slice(), [KeyModel::Template(2)]));
    assert!(matches!(index.sort.as_slice(), [KeyModel::Template(3)]));
}

#[test]
fn a_template_of_text_alone_and_one_field_in_both_keys() {
    let profile = r#"partition_key(name = "PK", template = "C#{customer_id}"), sort_key(name = "SK", template = "C")"#;
    assert_eq!(shop_of(profile, FIELDS), [""; 0]);
    let same = r#"partition_key(name = "PK", template = "{number}"), sort_key(name = "SK", template = "{number:05}")"#;
    assert_eq!(shop_of(same, FIELDS), [""; 0]);
    let mixed = r#"#[dynamo(sort_key(name = "SK", template = "A#{n}"))]"#;
    let source = format!(r#"{mixed} #[dynamo(table = "shop")] struct A {{ #[partition_key] id: String, n: String }}"#);
    assert_eq!(item_errors(&source), [""; 0]);
    let bare = r#"#[partition_key(name = "PK", template = "{r#type}")]"#.replace("r#type", "type");
    assert_eq!(item_errors(&format!(r#"{bare} #[dynamo(table = "shop")] struct A {{ r#type: String }}"#)), [""; 0]);
}

#[test]
fn a_template_is_well_formed() {
    const OPEN: &str = "a brace is not closed: write `{field}`, or `{{` for a brace in the text";
    const STRAY: &str = "a brace is closed that was not opened: write `}}` for a brace in the text";
    const NAMELESS: &str = "a placeholder names a field: write `{field}`";
    assert_eq!(template("A#{customer_id"), [OPEN]);
    assert_eq!(template("A#{"), [OPEN]);
    assert_eq!(template("{customer_id{number}"), [OPEN]);
    assert_eq!(template("A#}customer_id"), [STRAY]);
    assert_eq!(template("{customer_id}}"), [STRAY]);
    assert_eq!(template("A#{}"), [NAMELESS]);
    assert_eq!(template("A#{:010}"), [NAMELESS]);
    assert_eq!(template(""), ["a template cannot be empty: write text or `{field}`"]);
    assert_eq!(template("{{{customer_id}}}"), [""; 0]);
}

#[test]
fn a_width_is_one_to_twenty_digits_filled_with_zeros() {
    let range = ["the width of `number` is 1 to 20 digits after a zero: write `{number:010}`"];
    for width in ["", "0", "00", "021", "0x", "010x", "x", ">10", "0010", "0+5", "21"] {
        assert_eq!(template(&format!("A#{{number:{width}}}")), range, "{width}");
    }
    let zeros = ["the width of `number` is not filled with zeros: write `{number:010}`"];
    assert_eq!(template("A#{number:10}"), zeros);
    for width in ["01", "020"] {
        assert_eq!(template(&format!("A#{{number:{width}}}")), [""; 0], "{width}");
    }
}

#[test]
fn a_template_names_fields() {
    assert_eq!(template("A#{custmer_id}"), ["unknown field `custmer_id`: did you mean `customer_id`?"]);
    assert_eq!(template("A#{customerId}"), ["unknown field `customerId`: did you mean `customer_id`?"]);
    assert_eq!(template("A#{colour}"), ["unknown field `colour`: write the name of a field of `Order`"]);
    assert_eq!(template("A#{ number }"), ["unknown field ` number `: did you mean `number`?"]);
    assert_eq!(template("{a}{b}").len(), 2);
}

#[test]
fn placeholders_have_text_between_them() {
    let rule = |first: &str, second: &str| {
        format!("`{{{first}}}` and `{{{second}}}` have no text between them to tell them apart: write one, such as `#`")
    };
    assert_eq!(template("{number}{status}"), [rule("number", "status")]);
    assert_eq!(template("{number:010}{status}"), [rule("number", "status")]);
    assert_eq!(template("{number}{status}{customer_id}"), [rule("number", "status"), rule("status", "customer_id")]);
}

#[test]
fn a_template_has_each_field_once() {
    let twice = ["`{number}` is in the template twice: remove one of the two"];
    assert_eq!(template("{number}#{number:05}"), twice);
}

#[test]
fn a_template_key_is_complete() {
    for word in ["partition_key", "sort_key"] {
        let errors = |words: &str| shop_of(&format!("{word}({words})"), "#[partition_key] id: String");
        let usage = format!("write `{word}(name = \"..\", template = \"..\")`");
        let (name, text) =
            (format!("`{word}(..)` needs a name: {usage}"), format!("`{word}(..)` needs a template: {usage}"));
        let last =
            |words: &str| errors(words).into_iter().filter(|error| !error.contains("already")).collect::<Vec<_>>();
        assert_eq!(last(r#"template = "A""#), [name.as_str()]);
        assert_eq!(last(r#"name = "PK""#), [text.as_str()]);
        assert_eq!(last(""), [name.as_str(), text.as_str()]);
        assert_eq!(last(r#"nam = "PK", template = "A""#), ["unknown word `nam`: did you mean `name`?"]);
        assert_eq!(
            last(r#"name = "PK", name = "SK", template = "A""#),
            ["`name` is given twice: remove one of the two"]
        );
    }
    let usage = "`sort_key` on an item takes a template: \
                 write `sort_key(name = \"..\", template = \"..\")`, or mark a field with `#[sort_key]`";
    assert_eq!(shop_of("sort_key = number", "#[partition_key] id: String"), [usage]);
    assert_eq!(shop_of("sort_key", "#[partition_key] id: String, #[sort_key] b: String"), [usage]);
}

#[test]
fn a_key_is_a_field_or_a_template() {
    let errors = shop_of(r#"partition_key(name = "PK", template = "{number}")"#, "#[partition_key] id: u8, number: u8");
    assert_eq!(errors, ["an item has one partition key, and the template on it already is it: remove one of the two"]);
    let errors =
        shop_of(r#"sort_key(name = "SK", template = "{number}")"#, "#[partition_key] id: u8, #[sort_key] number: u8");
    assert_eq!(errors, ["an item has one sort key, and the template on it already is it: remove one of the two"]);
}

#[test]
fn a_part_of_the_key_is_no_attribute() {
    let errors = |word: &str| {
        shop_of(r#"partition_key(name = "PK", template = "{number}")"#, &format!("#[dynamo({word})] number: u8"))
    };
    for (word, name) in [
        (r#"rename = "n""#, "rename"),
        (r#"alias = "n""#, "alias"),
        ("default", "default"),
        ("skip", "skip"),
        ("flatten", "flatten"),
        ("with = codec", "with"),
        ("serde", "serde"),
        ("version", "version"),
        ("sort_key", "sort_key"),
        ("created_at", "created_at"),
        ("ttl", "ttl"),
        ("uuid", "uuid"),
        ("counter", "counter"),
    ] {
        let expected = format!(
            "`{name}` contradicts the template of the table's key: \
             a field in it is no attribute of its own, remove `{name}`"
        );
        assert_eq!(errors(word), [expected]);
    }
}

#[test]
fn a_template_makes_an_attribute_of_its_own() {
    let taken = |name: &str, by: &str| {
        format!("an attribute name is used once, and `{by}` already has \"{name}\": choose another name")
    };
    let errors = |name: &str| {
        let words = format!(r#"partition_key(name = {name:?}, template = "{{number}}")"#);
        shop_of(&words, r#"number: u8, #[dynamo(alias = "old")] status: u8"#)
    };
    assert_eq!(errors("status"), [taken("status", "status")]);
    assert_eq!(errors("old"), [taken("old", "status")]);
    // A part of the key is not stored by its own name.
    assert_eq!(errors("number"), [""; 0]);
    assert_eq!(errors(""), ["an attribute name cannot be empty: write at least one character"]);
    assert_eq!(errors(&"k".repeat(256)), ["the name of a key attribute has at most 255 bytes, this one has 256"]);
    let both = r#"partition_key(name = "PK", template = "A"), sort_key(name = "PK", template = "A")"#;
    assert_eq!(shop_of(both, FIELDS), ["the partition key and the sort key are two attributes: choose another name"]);
}

#[test]
fn keys_that_share_an_attribute_write_one_template() {
    let errors = |template: &str| {
        let index = format!(r#"global_index(name = "inverted", partition_key(name = "SK", template = {template:?}))"#);
        let key =
            r#"partition_key(name = "PK", template = "{status}"), sort_key(name = "SK", template = "N#{number:05}")"#;
        shop_of(&format!("{key}, {index}"), FIELDS)
    };
    assert_eq!(errors("N#{number:05}"), [""; 0]);
    assert_eq!(
        errors("N#{number}"),
        ["the attribute \"SK\" already has the template \"N#{number:05}\": write the same one, or choose another name"]
    );
}

#[test]
fn a_type_attribute_has_a_name_and_a_value() {
    let errors = |words: &str| shop_of(&format!("type_attribute({words})"), "#[partition_key] id: String");
    let usage = "write `type_attribute(name = \"..\", value = \"..\")`";
    assert_eq!(errors(r#"name = "type", value = "order""#), [""; 0]);
    assert_eq!(errors(r#"value = "order""#), [format!("`type_attribute` needs a name: {usage}")]);
    assert_eq!(errors(r#"name = "type""#), [format!("`type_attribute` needs a value: {usage}")]);
    assert_eq!(
        errors(r#"name = "", value = """#),
        [
            "an attribute name cannot be empty: write at least one character",
            "the value of the type attribute cannot be empty: write one, such as \"order\""
        ]
    );
    assert_eq!(
        errors(r#"name = "id", value = "order""#),
        ["an attribute name is used once, and `id` already has \"id\": choose another name"]
    );
    assert_eq!(
        shop_of("type_attribute", "#[partition_key] id: String"),
        [format!("`type_attribute` takes words in parentheses: {usage}")]
    );
}

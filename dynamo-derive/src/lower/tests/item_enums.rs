use crate::lower;
use crate::model::{ItemEnum, ItemType};

use super::item_errors;

/// An enum of items with these variants.
fn shop(variants: &str) -> Vec<String> {
    item_errors(&format!(r#"#[dynamo(table = "shop")] enum Shop {{ {variants} }}"#))
}

fn item_enum(source: &str) -> Option<ItemEnum> {
    match syn::parse_str(source).and_then(|input| lower::item(&input).accepted()) {
        Ok(ItemType::Enum(items)) => Some(items),
        Ok(ItemType::Struct(_)) | Err(_) => None,
    }
}

#[test]
fn the_shop_of_the_tour_is_an_enum_of_items() {
    let shop = item_enum(
        r#"#[dynamo(table = "shop", crate = a::b)]
        pub enum Shop { Customer(ShopCustomer), OrderLine(ShopOrder), r#Type(a::Type) }"#,
    );
    let Some(shop) = shop else { unreachable!("the enum is refused") };
    assert_eq!(shop.table, "shop");
    let handles: Vec<_> = shop.variants.iter().map(|variant| variant.handle.to_string()).collect();
    assert_eq!(handles, ["customer", "order_line", "r#type"]);
}

#[test]
fn a_variant_wraps_one_item() {
    let rule =
        |name: &str| [format!("a variant of an enum of items wraps one struct that is an item: write `{name}(Item)`")];
    assert_eq!(shop("A(X), Unit"), rule("Unit"));
    assert_eq!(shop("Named { a: X }"), rule("Named"));
    assert_eq!(shop("Empty()"), rule("Empty"));
    assert_eq!(shop("Two(X, Y)"), rule("Two"));
}

#[test]
fn an_enum_of_items_has_variants() {
    assert_eq!(shop(""), ["an enum of items needs a variant: write `Name(Item)` for each item of the table"]);
}

#[test]
fn a_type_and_a_handle_are_in_one_variant() {
    assert_eq!(shop("A(X), B(Y), C(X)"), ["`X` is in another variant already: remove one of the two"]);
    assert_eq!(
        shop("AbC(X), AbC_(Y)"),
        ["the variant `AbC` already has the handle `ab_c`, which `AbC_` would have: choose another name"]
    );
}

#[test]
fn an_enum_of_items_has_few_words() {
    let errors = |words: &str| item_errors(&format!("#[dynamo({words})] enum Shop {{ A(X) }}"));
    assert_eq!(errors(""), ["an item needs a table: write `#[dynamo(table = \"name\")]`"]);
    for word in [r#"rename_all = "camelCase""#, "global_index(name = \"abc\")", "type_attribute(name = \"a\")"] {
        let name = word.split([' ', '(']).next().unwrap_or_default();
        let expected = format!("`{name}` does not belong on an enum of items: write it on an item");
        assert_eq!(errors(&format!(r#"table = "shop", {word}"#)), [expected]);
    }
    assert_eq!(
        shop(r#"#[dynamo(rename = "a")] A(X)"#),
        ["`rename` does not belong on a variant of an enum of items: write it on a field of an item"]
    );
    assert_eq!(
        shop("A(#[dynamo(colour)] X)"),
        ["unknown word `colour`: no word belongs on the unnamed field of a variant"]
    );
    assert_eq!(
        item_errors(r#"#[dynamo(table = "shop")] enum Shop<T> { A(T) }"#),
        ["an enum of items cannot be generic: write a struct for each type, with owned fields"]
    );
}

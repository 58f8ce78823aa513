use super::{item, item_errors};
use crate::model::{IndexKind, IndexProjection, KeyModel};

const FIELDS: &str = "#[partition_key] customer: String, #[sort_key] id: String, status: String, total: u64, \
                      city: String, a: u8, b: u8, c: u8, d: u8, e: u8";

/// An order with these words on it.
fn order(words: &str) -> Vec<String> {
    item_errors(&format!(r#"#[dynamo(table = "orders", {words})] struct Order {{ {FIELDS} }}"#))
}

/// An order with a global index by `status` that has these further words.
fn global(words: &str) -> Vec<String> {
    order(&format!(r#"global_index(name = "by-status", partition_key = status, {words})"#))
}

/// An order with a local index that has these further words.
fn local(words: &str) -> Vec<String> {
    order(&format!(r#"local_index(name = "by-total", {words})"#))
}

/// An item with this further field, and an index whose key has these words.
fn key(key: &str, field: &str) -> Vec<String> {
    let source = format!(
        r#"#[dynamo(table = "orders", global_index(name = "other", {key}))]
        struct Order {{ #[partition_key] customer: String, {field} }}"#
    );
    item_errors(&source)
}

#[test]
fn the_indexes_of_the_tour() {
    let order = item(&format!(
        r#"#[dynamo(
            table = "orders",
            global_index(name = "by-status", partition_key = status, sort_key = id),
            global_index(name = "ByPlace", partition_key = [city, status], sort_key = [a, b], projection = keys_only),
            local_index(name = "by-total", sort_key = total, projection = [city, status]),
        )]
        struct Order {{ {FIELDS} }}"#
    ));
    let Some([status, place, total]) = order.as_ref().map(|order| order.indexes.as_slice()) else {
        unreachable!("the item is refused");
    };
    let fields = |keys: &[KeyModel]| keys.iter().filter_map(|key| key.field()).collect::<Vec<_>>();
    assert_eq!((status.name.as_str(), status.handle.to_string().as_str()), ("by-status", "by_status"));
    assert_eq!(status.marker.to_string(), "__OrderByStatus");
    assert_eq!((fields(&status.partition), fields(&status.sort)), (vec![2], vec![1]));
    assert!(matches!((status.kind, &status.projection), (IndexKind::Global, IndexProjection::All)));
    assert_eq!(place.handle.to_string(), "by_place");
    assert_eq!((fields(&place.partition), fields(&place.sort)), (vec![4, 2], vec![5, 6]));
    assert!(matches!(place.projection, IndexProjection::KeysOnly));
    assert_eq!((fields(&total.partition), fields(&total.sort)), (vec![0], vec![3]));
    assert!(matches!(&total.projection, IndexProjection::Include(fields) if *fields == [4, 2]));
    assert!(matches!(total.kind, IndexKind::Local));
}

#[test]
fn an_index_names_fields() {
    assert_eq!(global("sort_key = totl"), ["unknown field `totl`: did you mean `total`?"]);
    assert_eq!(
        global("sort_key = [colour, totl]"),
        ["unknown field `colour`: write the name of a field of `Order`", "unknown field `totl`: did you mean `total`?"]
    );
    assert_eq!(global("projection = [citi]"), ["unknown field `citi`: did you mean `city`?"]);
    assert_eq!(global(r#"sort_key(name = "S", template = "{totl}")"#), ["unknown field `totl`: did you mean `total`?"]);
}

#[test]
fn an_index_has_a_name() {
    let errors = |name: &str| order(&format!("global_index(name = {name:?}, partition_key = status)"));
    assert_eq!(errors("ab"), ["an index name has 3 to 255 characters, this one has 2"]);
    assert_eq!(errors(&"a".repeat(256)), ["an index name has 3 to 255 characters, this one has 256"]);
    assert_eq!(errors("by status"), ["an index name is made of `a-z`, `A-Z`, `0-9`, `_`, `.` and `-` only"]);
    assert_eq!(errors("..."), ["an index name needs a letter or a digit: its handle is named after it"]);
    assert_eq!(errors("by.status_2-x"), [""; 0]);
    assert_eq!(
        order("global_index(partition_key = status)"),
        ["an index needs a name: write `global_index(name = \"..\", ..)`"]
    );
    assert_eq!(
        order("local_index(sort_key = total)"),
        ["an index needs a name: write `local_index(name = \"..\", ..)`"]
    );
    assert_eq!(
        order("global_index"),
        ["`global_index` takes words in parentheses: write `global_index(name = \"..\", ..)`"]
    );
}

#[test]
fn an_index_name_is_used_once() {
    let errors = |first: &str, second: &str| {
        order(&format!(
            "global_index(name = {first:?}, partition_key = status), local_index(name = {second:?}, sort_key = total)"
        ))
    };
    assert_eq!(errors("by-x", "by-x"), ["the index \"by-x\" is there already: choose another name"]);
    assert_eq!(
        errors("by-x", "ByX"),
        ["the index \"by-x\" already has the handle `by_x`, which \"ByX\" would have: choose another name"]
    );
}

#[test]
fn a_global_index_needs_a_partition_key() {
    assert_eq!(
        order(r#"global_index(name = "by-x", sort_key = total)"#),
        ["a global index needs a partition key: write `partition_key = field`"]
    );
    assert_eq!(
        order(r#"global_index(name = "by-x", partition = status)"#),
        ["unknown word `partition`: did you mean `partition_key`?"]
    );
}

#[test]
fn a_local_index_has_one_sort_key_and_the_tables_partition_key() {
    assert_eq!(local(""), ["a local index needs a sort key: write `sort_key = field`"]);
    assert_eq!(
        local("partition_key = status, sort_key = total"),
        ["a local index has the table's partition key: remove `partition_key`"]
    );
    assert_eq!(
        local("sort_key = [total, city]"),
        ["a local index has one sort attribute: remove this one, or write a `global_index`"]
    );
    assert_eq!(local("sort_key = customer"), ["`customer` is a key of this index already: write another field"]);
}

#[test]
fn a_local_index_needs_a_table_with_a_sort_key() {
    let errors = |fields: &str| {
        let index = r#"local_index(name = "by-total", sort_key = total)"#;
        item_errors(&format!(r#"#[dynamo(table = "orders", {index})] struct Order {{ {fields} }}"#))
    };
    assert_eq!(
        errors("#[partition_key] id: u8, total: u8"),
        ["a local index needs a table with a sort key: mark a field with `#[sort_key]`, or write a `global_index`"]
    );
    assert_eq!(
        errors("#[partition_key] id: u8, #[sort_key = 1] at: u8, total: u8"),
        ["`sort_key` takes no value: write `#[sort_key]`"]
    );
}

#[test]
fn a_table_has_few_indexes() {
    let locals: String = (0..7)
        .map(|number| format!(r#"local_index(name = "by-{number}", sort_key = total), "#))
        .collect::<Vec<_>>()
        .concat();
    let message = "a table has at most 5 local indexes: remove this one, or write a `global_index`";
    assert_eq!(order(&locals), [message; 2]);
    let globals = |count: u8| -> String {
        (0..count)
            .map(|number| format!(r#"global_index(name = "by-{number}", partition_key = status), "#))
            .collect::<Vec<_>>()
            .concat()
    };
    assert_eq!(order(&globals(20)), [""; 0]);
    assert_eq!(
        order(&globals(22)),
        ["a table has at most 20 global indexes, DynamoDB's default quota: remove this one"; 2]
    );
}

#[test]
fn a_key_has_one_to_four_attributes() {
    assert_eq!(global("sort_key = [a, b, c, d]"), [""; 0]);
    assert_eq!(global("sort_key = [a, b, c, d,]"), [""; 0]);
    assert_eq!(
        global("sort_key = [a, b, c, d, e]"),
        ["an index has at most 4 sort attributes, this one has 5: remove some"]
    );
    assert_eq!(
        order(r#"global_index(name = "by-x", partition_key = [a, b, c, d, e, total])"#),
        ["an index has at most 4 partition attributes, this one has 6: remove some"]
    );
    assert_eq!(global("sort_key = []"), ["`sort_key` lists no field: write `sort_key = field`"]);
    assert_eq!(
        order(r#"global_index(name = "by-x", partition_key = [])"#),
        ["`partition_key` lists no field: write `partition_key = field`"]
    );
}

#[test]
fn an_index_has_each_key_once() {
    let twice = |name: &str| [format!("`{name}` is a key of this index already: write another field")];
    assert_eq!(global("sort_key = status"), twice("status"));
    assert_eq!(global("sort_key = [total, total]"), twice("total"));
    let template = r#"(name = "X", template = "{status}")"#;
    assert_eq!(
        order(&format!(r#"global_index(name = "by-x", partition_key{template}, sort_key{template})"#)),
        ["this attribute is a key of the index already: choose another name"]
    );
}

#[test]
fn a_key_of_an_index_is_stored_as_its_type_says() {
    let errors = |words: &str| key("partition_key = other", &format!("#[dynamo({words})] other: u8"));
    assert_eq!(errors("skip"), ["`other` is skipped and no attribute: remove `skip` from it"]);
    assert_eq!(errors("flatten"), ["`other` is flattened and no attribute of its own: name a field that is one"]);
    assert_eq!(errors("with = codec"), ["a key is stored as its type says: remove `with` from `other`"]);
    assert_eq!(errors("serde"), ["a key is stored as its type says: remove `serde` from `other`"]);
    for word in ["ttl", "version", "created_at", "default", r#"rename = "o""#] {
        assert_eq!(errors(word), [""; 0], "{word}");
    }
    assert_eq!(
        errors(&format!("rename = {:?}", "o".repeat(256))),
        ["the name of a key attribute has at most 255 bytes, this one has 256"]
    );
    let part = r#"#[dynamo(table = "shop", partition_key(name = "PK", template = "{id}"),
        global_index(name = "other", partition_key = total, sort_key = id))] struct Order { id: String, total: u64 }"#;
    assert_eq!(
        item_errors(part),
        ["`id` is a part of the table's key and no attribute of its own: \
          write `sort_key(name = \"..\", template = \"{id}\")`"]
    );
}

#[test]
fn a_template_of_an_index_holds_what_the_user_gives() {
    let errors = |words: &str| {
        key(r#"partition_key(name = "X", template = "A#{other}")"#, &format!("#[dynamo({words})] other: u8"))
    };
    assert_eq!(errors("skip"), ["`other` is skipped and unknown once the item is read: remove `skip`"]);
    assert_eq!(errors("flatten"), ["`other` is flattened and has no text of its own: name another field"]);
    for word in ["version", "created_at", "updated_at", "uuid", "counter", "generation", "write_id"] {
        assert_eq!(
            errors(word),
            ["`other` is filled in by each write, after the template: name a field of your own"],
            "{word}"
        );
    }
    for word in ["sort_key", r#"rename = "o""#, "with = codec", "default", "ttl"] {
        assert_eq!(errors(word), [""; 0], "{word}");
    }
}

#[test]
fn an_index_carries_attributes_that_are_no_keys() {
    let key = |name: &str| format!("`{name}` is a key, which the index carries anyway: remove it");
    assert_eq!(
        global("sort_key = a, projection = [customer, id, status, a, b]"),
        [key("customer"), key("id"), key("status"), key("a")]
    );
    assert_eq!(global("projection = [a, b, a]"), ["`a` is listed twice: remove one of the two"]);
    assert_eq!(global("projection = []"), ["`projection` lists no field: write `projection = keys_only`"]);
    let errors = |words: &str| {
        self::key("partition_key = customer, projection = [other]", &format!("#[dynamo({words})] other: u8"))
    };
    assert_eq!(errors("skip"), ["`other` is skipped and no attribute: remove it"]);
    assert_eq!(errors("flatten"), ["`other` is flattened and cannot be listed: write `projection = all`"]);
    let part = r#"#[dynamo(table = "shop", partition_key(name = "PK", template = "{id}"),
        global_index(name = "other", partition_key = total, projection = [id]))] struct Order { id: u8, total: u64 }"#;
    assert_eq!(item_errors(part), ["`id` is in a key, which the index carries anyway: remove it"]);
}

#[test]
fn projections_are_short() {
    let fields: String = (0..120).map(|number| format!("f{number}: u8, ")).collect::<Vec<_>>().concat();
    let listed = |from: u8, to: u8| (from..to).map(|number| format!("f{number}, ")).collect::<Vec<_>>().concat();
    let errors = |lists: &[(u8, u8)]| {
        let index = |(number, (from, to)): (usize, &(u8, u8))| {
            let listed = listed(*from, *to);
            format!(r#"global_index(name = "by-{number}", partition_key = id, projection = [{listed}]), "#)
        };
        let indexes: String = lists.iter().enumerate().map(index).collect::<Vec<_>>().concat();
        item_errors(&format!(
            r#"#[dynamo(table = "wide", {indexes})] struct Wide {{ #[partition_key] id: String, {fields} }}"#
        ))
    };
    assert_eq!(errors(&[(0, 20)]), [""; 0]);
    assert_eq!(errors(&[(0, 21)]), ["a projection lists at most 20 fields, this one has 21: write `projection = all`"]);
    assert_eq!(errors(&[(0, 20); 5]), [""; 0]);
    assert_eq!(
        errors(&[(0, 20), (0, 20), (0, 20), (0, 20), (0, 20), (0, 1)]),
        ["the projections of a table list at most 100 fields: write `projection = all` in one"]
    );
}

#[test]
fn a_badly_written_index_says_how_it_is_written() {
    let key = "`sort_key` takes fields or a template: \
               write `sort_key = field`, `sort_key = [field, ..]` or `sort_key(name = \"..\", template = \"..\")`";
    let bad = ["sort_key", "sort_key = \"total\"", "sort_key = [\"total\"]", "sort_key = [total; 2]", "sort_key = [,]"];
    for words in bad {
        assert_eq!(global(words), [key], "{words}");
    }
    let projection = "`projection` takes `all`, `keys_only` or a list of fields: write `projection = [field, ..]`";
    for words in ["projection", "projection = \"all\"", "projection = colour", "projection = [1, a]"] {
        assert_eq!(global(words), [projection], "{words}");
    }
    assert_eq!(global("projection = KEYS_ONLY"), ["unknown projection `KEYS_ONLY`: did you mean `keys_only`?"]);
    assert_eq!(global("projection = all, projection = all"), ["`projection` is given twice: remove one of the two"]);
    assert_eq!(
        global("colour = 1"),
        ["unknown word `colour`: \
          the words in `global_index(..)` are `name`, `partition_key`, `sort_key` and `projection`"]
    );
    assert_eq!(global("table = \"x\""), ["`table` does not belong in `global_index(..)`: write it on an item"]);
    assert_eq!(order("gsi(name = \"x\")"), ["unknown word `gsi`: did you mean `global_index`?"]);
}

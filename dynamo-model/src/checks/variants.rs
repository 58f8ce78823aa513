//! Checks of an enum of items: its variants live in one table, and each has a type of its own.

use std::marker::PhantomData;

use super::{Text, same};
use crate::{
    item::DynamoItem,
    schema::{IndexDef, IndexKind, ItemSchema, KeyDef, Projected, ScalarType},
};

/// The sort key of `T`, an enum of items, is text.
pub(crate) struct SortText<T>(PhantomData<fn() -> T>);

impl<T: DynamoItem> SortText<T> {
    /// To be named where a condition on it is made. It is evaluated where a program is built.
    pub(crate) const CHECK: () = {
        let text = quoted(Text::new(), T::SCHEMA.item);
        match &T::SCHEMA.sort_key {
            Some(KeyDef { scalar: ScalarType::S, .. }) => {}
            Some(_) => panic!("{}", text.with(" has a sort key that is no text: query one of its variants").as_str()),
            None => panic!("{}", text.with(" has no sort key: narrow the result with `.filter(..)`").as_str()),
        }
    };
}

/// A variant fits the enum's table and the variants before it. Called for each variant, at the variant.
#[track_caller]
pub const fn assert_variant(table: &str, before: &[&ItemSchema], schema: &ItemSchema) {
    // What the derive refused has no table, and was reported.
    if table.is_empty() || schema.table.is_empty() {
        return;
    }
    if !same(table, schema.table) {
        let text = quoted(Text::new(), schema.item).with(" is in the table ");
        panic!("{}", quoted(quoted(text, schema.table).with(", and this enum in "), table).as_str());
    }
    let Some(of_type) = schema.type_attribute else {
        let text = quoted(Text::new(), schema.item).with(" has nothing to be told apart by: ");
        panic!("{}", text.with("add `type_attribute(name = \"..\", value = \"..\")` to it").as_str());
    };
    let mut i = 0;
    while i < before.len() {
        let other = before[i];
        i += 1;
        if other.table.is_empty() {
            continue;
        }
        let both = quoted(quoted(Text::new(), other.item).with(" and "), schema.item);
        if !same_key(&other.partition_key, &schema.partition_key) {
            let text = quoted(both.with(" have different partition keys, "), other.partition_key.name);
            panic!("{}", quoted(text.with(" and "), schema.partition_key.name).with(": a table has one").as_str());
        }
        if !same_sort(other, schema) {
            let text = quoted(both.with(" have different sort keys, "), sort_name(other));
            panic!("{}", quoted(text.with(" and "), sort_name(schema)).with(": a table has one").as_str());
        }
        if let Some(other) = other.type_attribute {
            if !same(other.name, of_type.name) {
                let text = quoted(both.with(" have different type attributes, "), other.name);
                panic!("{}", quoted(text.with(" and "), of_type.name).with(": write one name").as_str());
            }
            if same(other.value, of_type.value) {
                let text = quoted(both.with(" have the same type, "), of_type.value);
                panic!("{}", text.with(": give each a `value` of its own").as_str());
            }
        }
    }
}

const fn quoted(text: Text, name: &str) -> Text {
    text.with("`").with(name).with("`")
}

const fn sort_name(schema: &ItemSchema) -> &'static str {
    match schema.sort_key {
        Some(sort) => sort.name,
        None => "none",
    }
}

const fn same_sort(one: &ItemSchema, two: &ItemSchema) -> bool {
    match (&one.sort_key, &two.sort_key) {
        (Some(one), Some(two)) => same_key(one, two),
        (None, None) => true,
        _ => false,
    }
}

const fn same_key(one: &KeyDef, two: &KeyDef) -> bool {
    let same_scalar = matches!(
        (one.scalar, two.scalar),
        (ScalarType::S, ScalarType::S) | (ScalarType::N, ScalarType::N) | (ScalarType::B, ScalarType::B)
    );
    same_scalar && same(one.name, two.name)
}

const fn same_keys(one: &[KeyDef], two: &[KeyDef]) -> bool {
    if one.len() != two.len() {
        return false;
    }
    let mut i = 0;
    while i < one.len() {
        if !same_key(&one[i], &two[i]) {
            return false;
        }
        i += 1;
    }
    true
}

const fn same_projection(one: Projected, two: Projected) -> bool {
    match (one, two) {
        (Projected::All, Projected::All) | (Projected::KeysOnly, Projected::KeysOnly) => true,
        (Projected::Include(one), Projected::Include(two)) => {
            let mut i = 0;
            while i < one.len() && i < two.len() && same(one[i], two[i]) {
                i += 1;
            }
            i == one.len() && i == two.len()
        }
        _ => false,
    }
}

const fn same_index(one: &IndexDef, two: &IndexDef) -> bool {
    let same_kind =
        matches!((one.kind, two.kind), (IndexKind::Global, IndexKind::Global) | (IndexKind::Local, IndexKind::Local));
    same_kind
        && same_keys(one.partition_key, two.partition_key)
        && same_keys(one.sort_key, two.sort_key)
        && same_projection(one.projection, two.projection)
}

/// Whether a schema before this one has an index of the name; the definitions must agree.
const fn is_known(schemas: &[&ItemSchema], at: usize, index: &IndexDef) -> bool {
    let mut i = 0;
    while i < at {
        let mut j = 0;
        while j < schemas[i].indexes.len() {
            let other = &schemas[i].indexes[j];
            if same(other.name, index.name) {
                if !same_index(other, index) {
                    let text = quoted(Text::new().with("the index "), index.name).with(" is not the same in ");
                    let text = quoted(quoted(text, schemas[i].item).with(" and "), schemas[at].item);
                    panic!("{}", text.with(": a table has one index of a name").as_str());
                }
                return true;
            }
            j += 1;
        }
        i += 1;
    }
    false
}

/// How many indexes these types have together.
#[must_use]
pub const fn count_indexes(schemas: &[&ItemSchema]) -> usize {
    let (mut total, mut i) = (0, 0);
    while i < schemas.len() {
        let mut j = 0;
        while j < schemas[i].indexes.len() {
            if !is_known(schemas, i, &schemas[i].indexes[j]) {
                total += 1;
            }
            j += 1;
        }
        i += 1;
    }
    total
}

/// The indexes that these types have together. `N` is `count_indexes(schemas)`.
#[must_use]
pub const fn indexes_of<const N: usize>(schemas: &[&ItemSchema]) -> [IndexDef; N] {
    let mut indexes = [IndexDef::new("", IndexKind::Global, &[], &[], Projected::All); N];
    let (mut total, mut i) = (0, 0);
    while i < schemas.len() {
        let mut j = 0;
        while j < schemas[i].indexes.len() {
            if !is_known(schemas, i, &schemas[i].indexes[j]) {
                indexes[total] = schemas[i].indexes[j];
                total += 1;
            }
            j += 1;
        }
        i += 1;
    }
    indexes
}

//! What is read of an index is what the index carries.
//!
//! Neither derive sees both: the item's knows the indexes, the projection's the attributes. So the check is a constant of
//! the two types together, and rustc evaluates it where a program is built that reads the one as the other. `cargo check`
//! builds nothing and does not show it.

use std::marker::PhantomData;

use super::{Leaf, Text, same};
use crate::{
    item::{DynamoItem, KeySpec, ReadAs},
    schema::{AttributeDef, IndexDef, ItemSchema, KeyDef, Projected},
};

/// `P` is read of `T` by `K`.
pub(crate) struct Carried<T, K, P>(PhantomData<(T, K, P)>);

impl<T: DynamoItem, K: KeySpec, P: ReadAs<T>> Carried<T, K, P> {
    /// To be named where the three meet.
    pub(crate) const CHECK: () = assert_carried(T::SCHEMA, K::INDEX, P::PROJECTION);
}

const fn assert_carried(schema: &ItemSchema, index: Option<&str>, taken: Option<&[AttributeDef]>) {
    let Some(name) = index else { return };
    let mut i = 0;
    while i < schema.indexes.len() {
        let index = &schema.indexes[i];
        if same(index.name, name) && !matches!(index.projection, Projected::All) {
            match taken {
                Some(taken) => each_carried(schema, index, taken, Leaf::EMPTY),
                None => {
                    panic!("{}", refusal(index, "whole items").with("project a struct of what it carries").as_str())
                }
            }
        }
        i += 1;
    }
}

const fn each_carried(schema: &ItemSchema, index: &IndexDef, taken: &[AttributeDef], prefix: Leaf) {
    let mut i = 0;
    while i < taken.len() {
        match &taken[i].flatten {
            None => {
                let name = prefix.with(taken[i].name);
                if !carries(schema, index, &name) {
                    let quoted = Text::new().with("`").with(name.text().as_str()).with("`");
                    let text = refusal(index, quoted.as_str());
                    panic!("{}", text.with("remove the field, or add it to the index's projection").as_str());
                }
            }
            Some(flat) => each_carried(schema, index, flat.attributes, prefix.with(flat.prefix)),
        }
        i += 1;
    }
}

const fn refusal(index: &IndexDef, what: &str) -> Text {
    Text::new().with("the index `").with(index.name).with("` does not carry ").with(what).with(": ")
}

const fn carries(schema: &ItemSchema, index: &IndexDef, name: &Leaf) -> bool {
    if let Projected::Include(names) = index.projection {
        let mut i = 0;
        while i < names.len() {
            if is(name, names[i]) {
                return true;
            }
            i += 1;
        }
    }
    if let Some(sort) = &schema.sort_key
        && is(name, sort.name)
    {
        return true;
    }
    is(name, schema.partition_key.name) || is_among(name, index.partition_key) || is_among(name, index.sort_key)
}

const fn is_among(name: &Leaf, keys: &[KeyDef]) -> bool {
    let mut i = 0;
    while i < keys.len() {
        if is(name, keys[i].name) {
            return true;
        }
        i += 1;
    }
    false
}

const fn is(name: &Leaf, other: &'static str) -> bool {
    name.same(&Leaf::EMPTY.with(other))
}

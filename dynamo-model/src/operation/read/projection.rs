//! What a read asks for: which attributes, and of which type in a table of several.

use std::collections::HashMap;

use super::{Expired, top};
use crate::{
    error::Error,
    expression::{Comparison, Function, Operand, Renderer, Tree},
    item::{DynamoItem, ReadAs, Types},
    schema::{AttributeDef, IndexDef, ItemSchema, KeyDef, Projected, Template},
};

/// The attributes that a read is for.
#[derive(Clone, Copy)]
pub(in crate::operation) enum Wanted {
    /// None: the items are counted.
    Count,
    /// The item as a whole.
    Everything,
    /// These.
    Some(&'static [AttributeDef]),
}

impl Wanted {
    pub(in crate::operation) fn of<T: DynamoItem, O: ReadAs<T>>() -> Self {
        O::PROJECTION.map_or(Self::Everything, Self::Some)
    }

    /// The projection expression. That an index carries all of it was checked when the program was built.
    pub(in crate::operation) fn projection(self, renderer: &mut Renderer) -> Option<String> {
        let Self::Some(defs) = self else { return None };
        let mut out = String::new();
        walk(defs, "", &mut |name, nested| {
            if !out.is_empty() {
                out.push_str(", ");
            }
            renderer.name(name.into(), &mut out);
            for name in nested {
                out.push('.');
                renderer.name((*name).into(), &mut out);
            }
        });
        Some(out)
    }
}

/// A projection expression and its names.
#[derive(PartialEq)]
pub(in crate::operation) struct Projection {
    pub(in crate::operation) text: String,
    pub(in crate::operation) names: Option<HashMap<String, String>>,
}

/// What a read by a key asks for of `T`: what is wanted, its type, which tells whether it is a `T`, and what the read itself
/// needs. Nothing where whole items are wanted.
pub(in crate::operation) fn projection_of<T: DynamoItem, O: ReadAs<T>>(needed: &[Option<&str>]) -> Option<Projection> {
    let (defs, mut renderer) = (O::PROJECTION?, Renderer::default());
    let mut text = Wanted::Some(defs).projection(&mut renderer)?;
    let of_type = T::SCHEMA.type_attribute.map(|of_type| of_type.name);
    for name in needed.iter().copied().chain([of_type]).flatten().filter(|name| !includes(defs, name)) {
        if !text.is_empty() {
            text.push_str(", ");
        }
        renderer.name(name.to_owned().into(), &mut text);
    }
    Some(Projection { text, names: renderer.finish().names }).filter(|projection| !projection.text.is_empty())
}

/// Whether this top-level attribute is among these.
fn includes(defs: &[AttributeDef], name: &str) -> bool {
    let mut found = false;
    walk(defs, "", &mut |each, _| found |= each == name);
    found
}

/// The names of these attributes, flattened structs included, each with the path inside of it.
fn walk(defs: &[AttributeDef], prefix: &str, visit: &mut impl FnMut(String, &'static [&'static str])) {
    for def in defs {
        match &def.flatten {
            None => visit(format!("{prefix}{}", def.name), def.nested),
            Some(flat) => walk(flat.attributes, &format!("{prefix}{}", flat.prefix), visit),
        }
    }
}

/// Whether the index carries the attribute that is this one.
fn carries(schema: &ItemSchema, index: &IndexDef, is: &dyn Fn(&str) -> bool) -> bool {
    let keys = index.partition_key.iter().chain(index.sort_key).chain([&schema.partition_key]).chain(&schema.sort_key);
    let mut keys = keys.map(|key| key.name);
    match index.projection {
        Projected::All => true,
        Projected::KeysOnly => keys.any(is),
        Projected::Include(names) => names.iter().copied().chain(keys).any(is),
    }
}

/// Refuses to filter by what the index does not carry: to a filter it is absent from every item.
pub(in crate::operation) fn refuse_uncarried(
    schema: &'static ItemSchema,
    index: Option<&'static str>,
    filter: Option<&Tree>,
    expired: Expired,
) -> Result<(), Error> {
    let Some(index) = index.and_then(|name| schema.indexes.iter().find(|index| index.name == name)) else {
        return Ok(());
    };
    let absent = filter.and_then(|filter| filter.find(&|name| !carries(schema, index, &|text| name.is(text))));
    let refused = absent.map(|name| ("a filter", name.to_string()));
    let ttl = || schema.time_to_live().filter(|_| expired == Expired::LeftOut);
    let ttl = || ttl().filter(|ttl| !carries(schema, index, &|text| text == ttl));
    match refused.or_else(|| ttl().map(|ttl| ("`exclude_expired`", ttl))) {
        None => Ok(()),
        Some((what, name)) => Err(Error::invalid(format!(
            "{what} cannot be on `{name}`, which the index `{}` does not carry: add it to the index's projection, or read \
             the table",
            index.name
        ))),
    }
}

/// What tells the items of this type from the others in its table, where those are to be left out.
///
/// The attribute of the type. Where an index carries the keys alone, the text that the table's keys begin with.
pub(in crate::operation) fn own_type(
    schema: &'static ItemSchema,
    index: Option<&'static str>,
    types: Types,
) -> Option<Tree> {
    let of_type = schema.type_attribute.filter(|_| types == Types::Own)?;
    let index = index.and_then(|name| schema.indexes.iter().find(|index| index.name == name));
    let Some(index) = index.filter(|index| !carries(schema, index, &|name| name == of_type.name)) else {
        let (path, value) = (Operand::Path(top(of_type.name)), Operand::text(of_type.value));
        return Some(Tree::Compare(path, Comparison::Equal, value));
    };
    // The index's own keys take no filter.
    let is_free = |key: &&KeyDef| !index.partition_key.iter().chain(index.sort_key).any(|own| own.name == key.name);
    let keys = schema.sort_key.as_ref().into_iter().chain([&schema.partition_key]).filter(is_free);
    let begins = |(key, template): (&KeyDef, &Template)| match (template.literal(), template.fields()) {
        ("", _) => None,
        (text, 0) => Some(Tree::Compare(Operand::Path(top(key.name)), Comparison::Equal, Operand::text(text))),
        (text, _) => Some(Tree::Call(Function::BeginsWith, top(key.name), Some(Operand::text(text)))),
    };
    let begins = keys.filter_map(|key| Some((key, key.template?))).filter_map(begins);
    begins.fold(None, |all, more| Tree::join(all, Some(more)))
}

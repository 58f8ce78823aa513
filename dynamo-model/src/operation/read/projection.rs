//! What a read asks for: which attributes, and of which type in a table of several.

use super::top;
use crate::{
    error::Error,
    expression::{Comparison, Function, Operand, Renderer, Tree},
    item::{DynamoItem, ReadAs},
    schema::{AttributeDef, IndexDef, ItemSchema, Projected},
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

    /// The projection expression, if the index carries all of it.
    pub(in crate::operation) fn projection(
        self,
        renderer: &mut Renderer,
        schema: &'static ItemSchema,
        index: Option<&'static str>,
    ) -> Result<Option<String>, Error> {
        let index = index.and_then(|name| schema.indexes.iter().find(|index| index.name == name));
        match (self, index) {
            (Self::Everything, Some(index)) if index.projection != Projected::All => {
                Err(Error::invalid(format!("the index `{}` does not carry whole items", index.name)))
            }
            (Self::Count | Self::Everything, _) => Ok(None),
            (Self::Some(defs), index) => {
                let mut out = String::new();
                walk(defs, "", &mut |name, nested| {
                    if let Some(index) = index.filter(|index| !carries(schema, index, &name)) {
                        return Err(Error::invalid(format!("the index `{}` does not carry `{name}`", index.name)));
                    }
                    if !out.is_empty() {
                        out.push_str(", ");
                    }
                    renderer.name(name.into(), &mut out);
                    for name in nested {
                        out.push('.');
                        renderer.name((*name).into(), &mut out);
                    }
                    Ok(())
                })?;
                Ok(Some(out))
            }
        }
    }
}

/// Whether this top-level attribute is among these.
pub(in crate::operation) fn includes(defs: &[AttributeDef], name: &str) -> bool {
    let mut found = false;
    let walked = walk(defs, "", &mut |each, _| {
        found |= each == name;
        Ok(())
    });
    walked.is_ok() && found
}

/// The names of these attributes, flattened structs included, each with the path inside of it.
fn walk(
    defs: &[AttributeDef],
    prefix: &str,
    visit: &mut impl FnMut(String, &'static [&'static str]) -> Result<(), Error>,
) -> Result<(), Error> {
    for def in defs {
        match &def.flatten {
            None => visit(format!("{prefix}{}", def.name), def.nested)?,
            Some(flat) => walk(flat.attributes, &format!("{prefix}{}", flat.prefix), visit)?,
        }
    }
    Ok(())
}

/// Whether the index carries this attribute.
fn carries(schema: &ItemSchema, index: &IndexDef, name: &str) -> bool {
    let keys = index.partition_key.iter().chain(index.sort_key).chain([&schema.partition_key]).chain(&schema.sort_key);
    match index.projection {
        Projected::All => true,
        Projected::KeysOnly => keys.into_iter().any(|key| key.name == name),
        Projected::Include(names) => names.contains(&name) || keys.into_iter().any(|key| key.name == name),
    }
}

/// What tells the items of this type from the others in its table.
///
/// The attribute of the type, or the text that its sort keys begin with where an index carries the keys alone.
pub(in crate::operation) fn own_type(schema: &'static ItemSchema, index: Option<&'static str>) -> Option<Tree> {
    let of_type = schema.type_attribute?;
    let index = index.and_then(|name| schema.indexes.iter().find(|index| index.name == name));
    let Some(index) = index.filter(|index| !carries(schema, index, of_type.name)) else {
        let (path, value) = (Operand::Path(top(of_type.name)), Operand::text(of_type.value));
        return Some(Tree::Compare(path, Comparison::Equal, value));
    };
    let sort = schema.sort_key?;
    let literal = sort.template?.literal();
    // The index's own keys take no filter.
    let free = !index.partition_key.iter().chain(index.sort_key).any(|key| key.name == sort.name);
    (free && !literal.is_empty())
        .then(|| Tree::Call(Function::BeginsWith, top(sort.name), Some(Operand::text(literal))))
}

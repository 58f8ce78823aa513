//! What a patch writes beside its actions: the type, and the index keys that are made of fields it changes.

use crate::{
    attribute::{Name, Path},
    error::{EncodeError, Error},
    expression::{Change, Comparison, Function, Operand, Tree},
    item::{KeyValues, WriteAttributes, composed, parsed},
    schema::{ItemSchema, Template, TemplatePart},
    value::{AttributeValue, Item},
    write_plan::Updated,
};

/// An attribute of a template with its new value; none where it is left out.
type Made = (&'static Template, Option<AttributeValue>);

/// The attributes that a patch makes, and what must hold for them to be right.
#[derive(Default)]
pub(super) struct Keys {
    made: Vec<Made>,
    /// That what memory gave is what is stored: an edit that was never saved would put the item where it is not.
    pub(super) unedited: Option<Tree>,
}

/// The index keys that these changes make new. A value that they do not set is that of the key, or of `memory`.
///
/// # Errors
///
/// A value is not known, so the index would show the item where it is not.
pub(super) fn made(
    schema: &'static ItemSchema,
    changes: &[(Path, Change)],
    key: &KeyValues,
    memory: &dyn Fn() -> Result<Option<Item>, EncodeError>,
) -> Result<Keys, Error> {
    let mut keys = Keys::default();
    let mut remembered: Vec<&str> = Vec::new();
    let mut known = None;
    for (index, template) in templates(schema) {
        let is_changed = |name: &&str| changes.iter().any(|(path, _)| path.is_top(name));
        let Some(field) = fields(template).find(is_changed) else { continue };
        if keys.made.iter().any(|(other, _)| other.name == template.name) {
            continue;
        }
        let known = match &known {
            Some(known) => known,
            None => known.insert(Known { key: of_key(schema, key), memory: memory()? }),
        };
        let unknown = |unknown: &str| {
            Error::invalid(format!(
                "`{field}` is in the key `{}` of the index `{index}`, and `{unknown}` is not known here: set it with a \
                 value in the same patch, patch an item with a version in memory, or use `update`",
                template.name
            ))
        };
        let values = fields(template).map(|name| match known.value(changes, name) {
            Value::Is(value) => Ok(value),
            Value::Remembered(value) => {
                if !remembered.contains(&name) {
                    remembered.push(name);
                    keys.unedited = Tree::join(keys.unedited.take(), Some(is_stored(schema, name, value.clone())));
                }
                Ok(value)
            }
            Value::Unknown => Err(unknown(name)),
        });
        let values = values.collect::<Result<Option<Vec<_>>, _>>()?;
        let value = values.map(|values| composed(template, &values)).transpose()?;
        keys.made.push((template, value));
    }
    Ok(keys)
}

/// That the attribute is stored as memory has it, under its own name or, where that is absent, under an older one.
fn is_stored(schema: &ItemSchema, name: &'static str, value: Option<AttributeValue>) -> Tree {
    let aliases = schema.attributes.iter().find(|def| def.name == name).map_or(&[][..], |def| def.aliases);
    let absent = |name| Tree::Call(Function::NotExists, Path::top(Name::plain(name)), None);
    let Some(value) = value else {
        return aliases.iter().fold(absent(name), |all, alias| all.and(absent(alias)));
    };
    let equal = |name| {
        let path = Operand::Path(Path::top(Name::plain(name)));
        Tree::Compare(path, Comparison::Equal, Operand::Value(Ok(value.clone())))
    };
    aliases.iter().fold(equal(name), |either, alias| either.or(absent(name).and(equal(alias))))
}

/// Writes them, and the attribute of the type.
pub(super) fn write(schema: &ItemSchema, keys: Keys, to: &mut Updated) {
    for (template, value) in keys.made {
        to.attribute(Name::plain(template.name), value);
    }
    if let Some(of_type) = schema.type_attribute {
        to.attribute(Name::plain(of_type.name), Some(AttributeValue::S(of_type.value.to_owned())));
    }
}

/// The templates of index keys that are not the table's, each with its index.
fn templates(schema: &'static ItemSchema) -> impl Iterator<Item = (&'static str, &'static Template)> {
    let is_table =
        |name: &str| schema.partition_key.name == name || schema.sort_key.is_some_and(|sort_key| sort_key.name == name);
    let of_indexes = schema.indexes.iter().flat_map(|index| {
        index.partition_key.iter().chain(index.sort_key).filter_map(|key| Some((index.name, key.template?)))
    });
    of_indexes.filter(move |(_, template)| !is_table(template.name))
}

fn fields(template: &'static Template) -> impl Iterator<Item = &'static str> {
    template.parts.iter().filter_map(|part| match part {
        TemplatePart::Field { name, .. } => Some(*name),
        TemplatePart::Literal(_) => None,
    })
}

/// The values that need not be in the patch.
struct Known {
    key: Item,
    memory: Option<Item>,
}

impl Known {
    /// What the attribute is after the patch.
    fn value(&self, changes: &[(Path, Change)], name: &str) -> Value {
        match changes.iter().find(|(path, _)| path.is_top(name)) {
            Some((_, Change::Set(Operand::Value(Ok(value))))) => Value::Is(Some(value.clone())),
            Some((_, Change::Set(Operand::Absent) | Change::Remove)) => Value::Is(None),
            Some(_) => Value::Unknown,
            None => match (self.key.get(name), &self.memory) {
                (Some(value), _) => Value::Is(Some(value.clone())),
                (None, Some(memory)) => Value::Remembered(memory.get(name).cloned()),
                (None, None) => Value::Unknown,
            },
        }
    }
}

/// What is known of an attribute: its value, or that it is absent.
enum Value {
    /// Because the patch or the key says so.
    Is(Option<AttributeValue>),
    /// Because memory says so, which may have been edited.
    Remembered(Option<AttributeValue>),
    Unknown,
}

/// The fields that the key holds.
fn of_key(schema: &ItemSchema, key: &KeyValues) -> Item {
    let sort = schema.sort_key.as_ref().zip(key.sort.as_ref());
    let mut known = Item::new();
    for (def, value) in [Some((&schema.partition_key, &key.partition)), sort].into_iter().flatten() {
        match (def.template, value) {
            (Some(template), AttributeValue::S(text)) => {
                let fields = parsed(template, text).unwrap_or_default().into_iter();
                known.extend(fields.map(|(name, value)| (name.to_owned(), value)));
            }
            _ => {
                known.insert(def.name.to_owned(), value.clone());
            }
        }
    }
    known
}

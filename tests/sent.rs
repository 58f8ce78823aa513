//! Requests in a form that can be read: expressions with their placeholders replaced.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    fmt::Write as _,
};

use aws_sdk_dynamodb::{
    operation::{
        delete_item::builders::DeleteItemInputBuilder, put_item::builders::PutItemInputBuilder,
        update_item::builders::UpdateItemInputBuilder,
    },
    types::{AttributeValue, ReturnValue, ReturnValuesOnConditionCheckFailure as OnFailure, TransactWriteItem},
};

type Item = HashMap<String, AttributeValue>;

/// A write as it would be sent. Making one checks the rules that hold of every request: each placeholder is declared once
/// and used, no map is empty, and the stored item is asked for if and only if there is a condition to fail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sent {
    /// The table's physical name.
    pub table: String,
    /// The item of a put or the key of an update or a delete, each value as [`show`] gives it.
    pub item: BTreeMap<String, String>,
    /// The update expression.
    pub update: Option<String>,
    /// The condition expression.
    pub condition: Option<String>,
    /// What is to be returned.
    pub returns: Option<ReturnValue>,
}

impl From<PutItemInputBuilder> for Sent {
    fn from(input: PutItemInputBuilder) -> Self {
        let parts = Parts {
            names: input.get_expression_attribute_names().as_ref(),
            values: input.get_expression_attribute_values().as_ref(),
        };
        Self::new(
            [input.get_table_name(), &None, input.get_condition_expression()],
            input.get_item().as_ref(),
            &parts,
            input.get_return_values().as_ref(),
            input.get_return_values_on_condition_check_failure().as_ref(),
        )
    }
}

impl From<UpdateItemInputBuilder> for Sent {
    fn from(input: UpdateItemInputBuilder) -> Self {
        let parts = Parts {
            names: input.get_expression_attribute_names().as_ref(),
            values: input.get_expression_attribute_values().as_ref(),
        };
        Self::new(
            [input.get_table_name(), input.get_update_expression(), input.get_condition_expression()],
            input.get_key().as_ref(),
            &parts,
            input.get_return_values().as_ref(),
            input.get_return_values_on_condition_check_failure().as_ref(),
        )
    }
}

impl From<DeleteItemInputBuilder> for Sent {
    fn from(input: DeleteItemInputBuilder) -> Self {
        let parts = Parts {
            names: input.get_expression_attribute_names().as_ref(),
            values: input.get_expression_attribute_values().as_ref(),
        };
        Self::new(
            [input.get_table_name(), &None, input.get_condition_expression()],
            input.get_key().as_ref(),
            &parts,
            input.get_return_values().as_ref(),
            input.get_return_values_on_condition_check_failure().as_ref(),
        )
    }
}

/// An action of a transaction: the same parts by other names, and never an item in return.
impl From<&TransactWriteItem> for Sent {
    fn from(action: &TransactWriteItem) -> Self {
        macro_rules! sent {
            ($it:ident, $update:expr, $condition:expr, $item:ident) => {
                Self::new(
                    [&Some($it.table_name().to_owned()), &$update, &$condition.map(str::to_owned)],
                    Some($it.$item()),
                    &Parts { names: $it.expression_attribute_names(), values: $it.expression_attribute_values() },
                    None,
                    $it.return_values_on_condition_check_failure(),
                )
            };
        }
        match (action.put(), action.update(), action.delete(), action.condition_check()) {
            (Some(it), None, None, None) => sent!(it, None, it.condition_expression(), item),
            (None, Some(it), None, None) => {
                sent!(it, Some(it.update_expression().to_owned()), it.condition_expression(), key)
            }
            (None, None, Some(it), None) => sent!(it, None, it.condition_expression(), key),
            (None, None, None, Some(it)) => sent!(it, None, Some(it.condition_expression()), key),
            _ => panic!("not one action, but: {action:?}"),
        }
    }
}

struct Parts<'i> {
    names: Option<&'i HashMap<String, String>>,
    values: Option<&'i Item>,
}

impl Sent {
    fn new(
        [table, update, condition]: [&Option<String>; 3],
        item: Option<&Item>,
        parts: &Parts<'_>,
        returns: Option<&ReturnValue>,
        on_failure: Option<&OnFailure>,
    ) -> Self {
        assert_ne!(parts.names.map(HashMap::len), Some(0), "an empty map of names");
        assert_ne!(parts.values.map(HashMap::len), Some(0), "an empty map of values");
        assert_eq!(on_failure, condition.as_ref().map(|_| &OnFailure::AllOld), "the old item on failure");
        let mut used = HashSet::new();
        let update = update.as_ref().map(|text| expand(text, parts, &mut used));
        let condition = condition.as_ref().map(|text| expand(text, parts, &mut used));
        let names = parts.names.into_iter().flatten().map(|(name, _)| name.clone());
        let values = parts.values.into_iter().flatten().map(|(name, _)| name.clone());
        let declared: HashSet<String> = names.chain(values).collect();
        assert_eq!(used, declared, "placeholders that are used, and those that are declared");
        let names: HashSet<&String> = parts.names.into_iter().flatten().map(|(_, name)| name).collect();
        assert_eq!(names.len(), parts.names.map_or(0, HashMap::len), "a name has one placeholder");
        Self {
            table: table.clone().unwrap_or_default(),
            item: item.into_iter().flatten().map(|(name, value)| (name.clone(), show(value))).collect(),
            update,
            condition,
            returns: returns.cloned(),
        }
    }

    /// The condition, or nothing.
    #[must_use]
    pub fn condition(&self) -> &str {
        self.condition.as_deref().unwrap_or_default()
    }

    /// The update, or nothing.
    #[must_use]
    pub fn update(&self) -> &str {
        self.update.as_deref().unwrap_or_default()
    }

    /// An attribute of the item or the key.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.item.get(name).map(String::as_str)
    }
}

/// Puts names and values in the place of their placeholders. Names stand in backquotes unless they are plain words.
fn expand(expression: &str, parts: &Parts<'_>, used: &mut HashSet<String>) -> String {
    let mut out = String::new();
    let mut rest = expression;
    while let Some(at) = rest.find(['#', ':']) {
        let (before, from) = rest.split_at(at);
        // What is no placeholder is the text of the grammar, never a name or a value.
        out.push_str(before);
        let end =
            from.char_indices().skip(1).find(|(_, c)| !c.is_ascii_alphanumeric()).map_or(from.len(), |(at, _)| at);
        let (placeholder, after) = from.split_at(end);
        used.insert(placeholder.to_owned());
        let name = parts.names.and_then(|names| names.get(placeholder));
        let value = parts.values.and_then(|values| values.get(placeholder));
        match (name, value) {
            (Some(name), None) => out.push_str(name),
            (None, Some(value)) => out.push_str(&show(value)),
            _ => panic!("`{placeholder}` is not declared, or twice"),
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

/// A value in short: numbers as they are, text in quotes, everything else after its type.
#[must_use]
pub fn show(value: &AttributeValue) -> String {
    let sorted = |set: &[String]| {
        let mut set = set.to_vec();
        set.sort();
        set.join(",")
    };
    match value {
        AttributeValue::S(text) => format!("'{text}'"),
        AttributeValue::N(text) => text.clone(),
        AttributeValue::Bool(truth) => truth.to_string(),
        AttributeValue::Null(_) => "NULL".to_owned(),
        AttributeValue::B(bytes) => bytes.as_ref().iter().fold("0x".to_owned(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        }),
        AttributeValue::Ss(set) => format!("SS[{}]", sorted(set)),
        AttributeValue::Ns(set) => format!("NS[{}]", sorted(set)),
        AttributeValue::Bs(set) => {
            let mut set: Vec<String> = set.iter().map(|bytes| show(&AttributeValue::B(bytes.clone()))).collect();
            set.sort();
            format!("BS[{}]", set.join(","))
        }
        AttributeValue::L(list) => format!("L[{}]", list.iter().map(show).collect::<Vec<_>>().join(",")),
        AttributeValue::M(map) => {
            let sorted: BTreeMap<_, _> = map.iter().collect();
            let entries: Vec<String> = sorted.iter().map(|(name, value)| format!("{name}={}", show(value))).collect();
            format!("M[{}]", entries.join(","))
        }
        _ => "?".to_owned(),
    }
}

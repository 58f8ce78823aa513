//! Batches of which a part is left unprocessed.

use serde_json::{Map, Value, json};

use super::dispatch::Answer;

/// A batch request, split into what the engine gets and what it never sees.
pub(super) struct Split {
    kind: Kind,
    /// The request without the items left unprocessed.
    rest: Value,
    /// Those items, in the shape in which the answer lists them.
    unprocessed: Map<String, Value>,
}

#[derive(Clone, Copy)]
enum Kind {
    Get,
    Write,
}

impl Split {
    /// Asks `leave_out` once per item of a batch, in the order of the table names and then of the request.
    ///
    /// Returns `None` for any other operation, for a body that cannot be read (the engine says why), and where nothing
    /// is left out.
    pub(super) fn new(operation: &str, body: &[u8], mut leave_out: impl FnMut() -> bool) -> Option<Self> {
        let kind = match operation {
            "BatchGetItem" => Kind::Get,
            "BatchWriteItem" => Kind::Write,
            _ => return None,
        };
        let mut rest: Value = serde_json::from_slice(body).ok()?;
        let tables = rest.get_mut("RequestItems")?.as_object_mut()?;
        // The SDK sends the tables in a random order, which a fixed seed must not depend on.
        let mut names: Vec<String> = tables.keys().cloned().collect();
        names.sort_unstable();

        let mut unprocessed = Map::new();
        for name in names {
            let table = tables.get_mut(&name)?;
            let items = kind.items_mut(table)?;
            let (left_out, kept): (Vec<Value>, Vec<Value>) = items.drain(..).partition(|_| leave_out());
            let nothing_kept = kept.is_empty();
            if !left_out.is_empty() {
                // A table of a BatchGetItem has settings beside its keys, which the answer repeats.
                let mut same_table = table.clone();
                *kind.items_mut(&mut same_table)? = left_out;
                unprocessed.insert(name.clone(), same_table);
            }
            if nothing_kept {
                tables.remove(&name);
            } else {
                *kind.items_mut(table)? = kept;
            }
        }
        if unprocessed.is_empty() { None } else { Some(Self { kind, rest, unprocessed }) }
    }

    /// Answers the batch: the engine's answer to the rest of it, with the unprocessed items added.
    pub(super) fn run(self, engine: impl FnOnce(&[u8]) -> Answer) -> Answer {
        let rest_is_empty = self.rest.get("RequestItems").and_then(Value::as_object).is_none_or(Map::is_empty);
        // The engine refuses an empty batch, as DynamoDB does.
        let answer = if rest_is_empty {
            Answer::json(200, &self.kind.empty_answer())
        } else {
            engine(self.rest.to_string().as_bytes())
        };
        if answer.status == 200 { self.add_to(answer) } else { answer }
    }

    fn add_to(self, answer: Answer) -> Answer {
        let Ok(Value::Object(mut body)) = serde_json::from_slice::<Value>(&answer.body) else { return answer };
        let listed = body.entry(self.kind.unprocessed_name()).or_insert_with(|| json!({}));
        let Some(listed) = listed.as_object_mut() else { return answer };
        for (name, mut table) in self.unprocessed {
            // The engine itself leaves out what would make an answer too large.
            if let Some(items) = listed.get_mut(&name).and_then(|table| self.kind.items_mut(table))
                && let Some(more) = self.kind.items_mut(&mut table)
            {
                items.append(more);
            } else {
                listed.insert(name, table);
            }
        }
        Answer::json(200, &Value::Object(body))
    }
}

impl Kind {
    /// The items of one table, in a request and among the unprocessed alike.
    fn items_mut(self, table: &mut Value) -> Option<&mut Vec<Value>> {
        match self {
            Self::Get => table.get_mut("Keys")?.as_array_mut(),
            Self::Write => table.as_array_mut(),
        }
    }

    fn unprocessed_name(self) -> &'static str {
        match self {
            Self::Get => "UnprocessedKeys",
            Self::Write => "UnprocessedItems",
        }
    }

    fn empty_answer(self) -> Value {
        match self {
            Self::Get => json!({ "Responses": {} }),
            Self::Write => json!({}),
        }
    }
}

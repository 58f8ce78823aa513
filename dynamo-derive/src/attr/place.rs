//! Which words may be said where, and what to answer to one that may not.

use syn::parse::ParseStream;
use syn::token::Paren;

/// Where words stand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Item,
    ItemField,
    Value,
    ValueField,
    TupleField,
    Variant,
    VariantField,
    NewtypeVariantField,
    /// Inside `version(..)` or `counter(..)`.
    Counting,
    /// Inside `flatten(..)`.
    Flatten,
}

const ITEM: &[&str] = &["table", "rename_all", "crate"];
const ITEM_FIELD: &[&str] = &[
    "partition_key",
    "sort_key",
    "version",
    "rename",
    "alias",
    "skip",
    "default",
    "flatten",
    "with",
    "serde",
    "created_at",
    "updated_at",
    "ttl",
    "uuid",
    "counter",
    "generation",
    "write_id",
];
const VALUE: &[&str] = &["rename_all", "rename_all_fields", "tag", "repr", "crate"];
const VALUE_FIELD: &[&str] = &[
    "version",
    "rename",
    "alias",
    "skip",
    "default",
    "flatten",
    "with",
    "serde",
    "created_at",
    "updated_at",
    "ttl",
    "uuid",
    "counter",
    "generation",
    "write_id",
];
const TUPLE_FIELD: &[&str] = &["with", "serde"];
const VARIANT: &[&str] = &["rename", "alias"];
const VARIANT_FIELD: &[&str] = &["rename", "alias", "skip", "default", "flatten", "with", "serde"];
const COUNTING: &[&str] = &["start_at", "increment_by"];
const FLATTEN: &[&str] = &["prefix"];

/// Words that an item will take.
const LATER: &[&str] = &["global_index", "local_index", "type_attribute"];
/// Words that an item will take with parentheses; without them they were meant for a field.
const LATER_IN_PARENTHESES: &[&str] = &["partition_key", "sort_key"];

/// Words of other libraries for ours.
const ELSEWHERE: &[(&str, &str)] = &[
    ("hash_key", "partition_key"),
    ("range_key", "sort_key"),
    ("pk", "partition_key"),
    ("sk", "sort_key"),
    ("time_to_live", "ttl"),
    ("content", "tag"),
];

/// Words of serde that have no like here, and why none is needed or what is used instead.
const SERDE: &[(&str, &str)] = &[
    ("skip_serializing_if", "an absent `Option` and an empty set leave the attribute out without a word"),
    ("skip_serializing", "write `skip` to leave the field out both ways"),
    ("skip_deserializing", "write `skip` to leave the field out both ways"),
    ("serialize_with", "write `with = ..`, the path of a module with `encode` and `decode`"),
    ("deserialize_with", "write `with = ..`, the path of a module with `encode` and `decode`"),
    ("deny_unknown_fields", "an attribute that no field has is always ignored"),
    ("transparent", "a struct with one unnamed field is transparent without a word"),
    ("untagged", "an enum with data needs a tag: write `tag = \"..\"`"),
    ("bound", "bounds follow from the fields"),
    ("borrow", "values are owned"),
    ("from", "write `with = ..` on the field, the path of a module with `encode` and `decode`"),
    ("try_from", "write `with = ..` on the field, the path of a module with `encode` and `decode`"),
    ("into", "write `with = ..` on the field, the path of a module with `encode` and `decode`"),
];

impl Place {
    /// Whether the word may be said here.
    pub(super) fn takes(self, word: &str) -> bool {
        self.words().contains(&word)
    }

    /// The answer to a word that may be said here once its capability is built.
    pub(super) fn not_yet(self, word: &str, rest: ParseStream<'_>) -> Option<String> {
        if self != Self::Item {
            return None;
        }
        if LATER_IN_PARENTHESES.contains(&word) && rest.peek(Paren) {
            let message = format!("`{word}(..)` on an item is not supported yet: mark a field with `#[{word}]`");
            return Some(message);
        }
        LATER.contains(&word).then(|| format!("`{word}` is not supported yet: remove it"))
    }

    /// The word of this place that was probably meant.
    pub(super) fn meant(self, word: &str) -> Option<&'static str> {
        let synonym = ELSEWHERE.iter().find(|(theirs, _)| *theirs == word).map(|(_, ours)| *ours);
        if let Some(ours) = synonym.filter(|ours| self.takes(ours)) {
            return Some(ours);
        }
        let plain = plain(word);
        let candidates = self.words().iter().copied();
        let nearest = candidates.clone().map(|word| (distance(&plain, &self::plain(word)), word)).min();
        // In a short word two changes leave nothing of it.
        if let Some((distance, nearest)) = nearest
            && distance <= 2
            && distance * 2 <= plain.len()
        {
            return Some(nearest);
        }
        let is_prefix = |candidate: &&str| {
            let candidate = self::plain(candidate);
            plain.len() >= 3 && (candidate.starts_with(&plain) || plain.starts_with(&candidate))
        };
        candidates.clone().find(is_prefix)
    }

    /// Why the word may not be said here, and what to say instead.
    pub(super) fn refusal(self, word: &str) -> String {
        if let Some(place) = self.other_places().iter().find(|place| place.takes(word)) {
            return format!("`{word}` does not belong {}: write it {}", self.phrase(), place.phrase());
        }
        if let Some((_, instead)) = SERDE.iter().find(|(theirs, _)| *theirs == word) {
            return format!("`{word}` is a word of serde: {instead}");
        }
        match self.meant(word) {
            Some(meant) => format!("unknown word `{word}`: did you mean `{meant}`?"),
            None => format!("unknown word `{word}`: {}", self.vocabulary()),
        }
    }

    /// What may be said here, as a sentence.
    pub(super) fn vocabulary(self) -> String {
        let words: Vec<_> = self.words().iter().map(|word| format!("`{word}`")).collect();
        match words.split_last() {
            None => format!("no word belongs {}", self.phrase()),
            Some((only, [])) => format!("the only word {} is {only}", self.phrase()),
            Some((last, others)) => format!("the words {} are {} and {last}", self.phrase(), others.join(", ")),
        }
    }

    fn words(self) -> &'static [&'static str] {
        match self {
            Self::Item => ITEM,
            Self::ItemField => ITEM_FIELD,
            Self::Value => VALUE,
            Self::ValueField => VALUE_FIELD,
            Self::TupleField => TUPLE_FIELD,
            Self::Variant => VARIANT,
            Self::VariantField => VARIANT_FIELD,
            Self::NewtypeVariantField => &[],
            Self::Counting => COUNTING,
            Self::Flatten => FLATTEN,
        }
    }

    /// Other places, those of the same derive first.
    fn other_places(self) -> &'static [Self] {
        match self {
            Self::Item | Self::ItemField | Self::Counting => {
                &[Self::Item, Self::ItemField, Self::Counting, Self::Flatten, Self::Value]
            }
            Self::Value
            | Self::ValueField
            | Self::TupleField
            | Self::Variant
            | Self::VariantField
            | Self::NewtypeVariantField
            | Self::Flatten => {
                &[Self::Value, Self::ValueField, Self::Counting, Self::Flatten, Self::ItemField, Self::Item]
            }
        }
    }

    fn phrase(self) -> &'static str {
        match self {
            Self::Item => "on an item",
            Self::ItemField => "on a field of an item",
            Self::Value => "on a type that derives `DynamoValue`",
            Self::ValueField => "on a field of a struct",
            Self::TupleField => "on an unnamed field",
            Self::Variant => "on a variant",
            Self::VariantField => "on a field of a variant",
            Self::NewtypeVariantField => "on the unnamed field of a variant",
            Self::Counting => "in `version(..)` or `counter(..)`",
            Self::Flatten => "in `flatten(..)`",
        }
    }
}

/// The word without what people spell differently.
fn plain(word: &str) -> String {
    word.chars().filter(|character| *character != '_').map(|character| character.to_ascii_lowercase()).collect()
}

/// How many characters must be inserted, removed or replaced to make one word the other.
fn distance(left: &str, right: &str) -> usize {
    let mut row: Vec<usize> = (0..=right.chars().count()).collect();
    for (line, from) in left.chars().enumerate() {
        let mut next = line + 1;
        let mut changed = vec![next];
        for (to, (diagonal, above)) in right.chars().zip(row.iter().zip(row.iter().skip(1))) {
            next = (diagonal + usize::from(from != to)).min(above + 1).min(next + 1);
            changed.push(next);
        }
        row = changed;
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{Place, distance};

    #[test]
    fn distance_counts_changes() {
        assert_eq!(distance("", "skip"), 4);
        assert_eq!(distance("skip", "skip"), 0);
        assert_eq!(distance("skp", "skip"), 1);
        assert_eq!(distance("tabel", "table"), 2);
    }

    #[test]
    fn a_word_is_guessed_only_when_it_is_near() {
        assert_eq!(Place::ItemField.meant("partition"), Some("partition_key"));
        assert_eq!(Place::ItemField.meant("partitionKey"), Some("partition_key"));
        assert_eq!(Place::ItemField.meant("hash_key"), Some("partition_key"));
        assert_eq!(Place::ItemField.meant("renam"), Some("rename"));
        assert_eq!(Place::ItemField.meant("tag"), None);
        assert_eq!(Place::ItemField.meant("colour"), None);
        assert_eq!(Place::Item.meant("tabel"), Some("table"));
        assert_eq!(Place::Item.meant("table_name"), Some("table"));
    }
}

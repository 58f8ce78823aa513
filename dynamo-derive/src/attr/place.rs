//! Which words may be said where, and what to answer to one that may not.

use super::near::nearest;

/// Where words stand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Item,
    ItemField,
    /// On an enum of items.
    ItemEnum,
    ItemVariant,
    Projection,
    ProjectionField,
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
    /// Inside `global_index(..)`.
    GlobalIndex,
    /// Inside `local_index(..)`.
    LocalIndex,
    /// Inside `partition_key(..)` or `sort_key(..)`.
    Template,
    /// Inside `type_attribute(..)`.
    TypeAttribute,
}

const ITEM: &[&str] =
    &["table", "rename_all", "partition_key", "sort_key", "global_index", "local_index", "type_attribute", "crate"];
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
const ITEM_ENUM: &[&str] = &["table", "crate"];
const PROJECTION: &[&str] = &["item", "rename_all", "crate"];
const PROJECTION_FIELD: &[&str] = &["rename", "path", "default", "flatten", "with", "serde"];
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
const GLOBAL_INDEX: &[&str] = &["name", "partition_key", "sort_key", "projection"];
const LOCAL_INDEX: &[&str] = &["name", "sort_key", "projection"];
const TEMPLATE: &[&str] = &["name", "template"];
const TYPE_ATTRIBUTE: &[&str] = &["name", "value"];

const ITEM_PLACES: &[Place] = &[
    Place::Item,
    Place::ItemField,
    Place::Counting,
    Place::Flatten,
    Place::GlobalIndex,
    Place::Template,
    Place::TypeAttribute,
    Place::ProjectionField,
    Place::Projection,
    Place::Value,
];
const PROJECTION_PLACES: &[Place] =
    &[Place::Projection, Place::ProjectionField, Place::Flatten, Place::ItemField, Place::Item, Place::Value];
const VALUE_PLACES: &[Place] = &[
    Place::Value,
    Place::ValueField,
    Place::Counting,
    Place::Flatten,
    Place::ItemField,
    Place::Item,
    Place::ProjectionField,
];

/// Words that are never said at a place where they seem to be missing.
const NEVER: &[(Place, &str, &str)] =
    &[(Place::LocalIndex, "partition_key", "a local index has the table's partition key: remove `partition_key`")];

/// Words of other libraries for ours.
const ELSEWHERE: &[(&str, &str)] = &[
    ("hash_key", "partition_key"),
    ("range_key", "sort_key"),
    ("pk", "partition_key"),
    ("sk", "sort_key"),
    ("time_to_live", "ttl"),
    ("content", "tag"),
    ("gsi", "global_index"),
    ("lsi", "local_index"),
    ("index_name", "name"),
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

    /// The word of this place that was probably meant.
    pub(super) fn meant(self, word: &str) -> Option<&'static str> {
        let synonym = ELSEWHERE.iter().find(|(theirs, _)| *theirs == word).map(|(_, ours)| *ours);
        if let Some(ours) = synonym.filter(|ours| self.takes(ours)) {
            return Some(ours);
        }
        nearest(word, self.words().iter().copied())
    }

    /// Why the word may not be said here, and what to say instead.
    pub(super) fn refusal(self, word: &str) -> String {
        if let Some((.., instead)) = NEVER.iter().find(|(place, never, _)| *place == self && *never == word) {
            return (*instead).to_owned();
        }
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
            Self::ItemEnum => ITEM_ENUM,
            Self::Projection => PROJECTION,
            Self::ProjectionField => PROJECTION_FIELD,
            Self::Value => VALUE,
            Self::ValueField => VALUE_FIELD,
            Self::TupleField => TUPLE_FIELD,
            Self::Variant => VARIANT,
            Self::VariantField => VARIANT_FIELD,
            Self::ItemVariant | Self::NewtypeVariantField => &[],
            Self::Counting => COUNTING,
            Self::Flatten => FLATTEN,
            Self::GlobalIndex => GLOBAL_INDEX,
            Self::LocalIndex => LOCAL_INDEX,
            Self::Template => TEMPLATE,
            Self::TypeAttribute => TYPE_ATTRIBUTE,
        }
    }

    /// Other places, those of the same derive first.
    fn other_places(self) -> &'static [Self] {
        match self {
            Self::Item
            | Self::ItemField
            | Self::ItemEnum
            | Self::ItemVariant
            | Self::Counting
            | Self::GlobalIndex
            | Self::LocalIndex
            | Self::Template
            | Self::TypeAttribute => ITEM_PLACES,
            Self::Projection | Self::ProjectionField => PROJECTION_PLACES,
            Self::Value
            | Self::ValueField
            | Self::TupleField
            | Self::Variant
            | Self::VariantField
            | Self::NewtypeVariantField
            | Self::Flatten => VALUE_PLACES,
        }
    }

    fn phrase(self) -> &'static str {
        match self {
            Self::Item => "on an item",
            Self::ItemField => "on a field of an item",
            Self::ItemEnum => "on an enum of items",
            Self::ItemVariant => "on a variant of an enum of items",
            Self::Projection => "on a projection",
            Self::ProjectionField => "on a field of a projection",
            Self::Value => "on a type that derives `DynamoValue`",
            Self::ValueField => "on a field of a struct",
            Self::TupleField => "on an unnamed field",
            Self::Variant => "on a variant",
            Self::VariantField => "on a field of a variant",
            Self::NewtypeVariantField => "on the unnamed field of a variant",
            Self::Counting => "in `version(..)` or `counter(..)`",
            Self::Flatten => "in `flatten(..)`",
            Self::GlobalIndex => "in `global_index(..)`",
            Self::LocalIndex => "in `local_index(..)`",
            Self::Template => "in `partition_key(..)` or `sort_key(..)`",
            Self::TypeAttribute => "in `type_attribute(..)`",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Place;

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

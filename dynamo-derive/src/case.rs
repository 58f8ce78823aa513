//! The words of `rename_all`, which mean what they mean in serde.

/// How a Rust name becomes a stored name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Case {
    Lower,
    Upper,
    Pascal,
    Camel,
    Snake,
    ScreamingSnake,
    Kebab,
    ScreamingKebab,
}

impl Case {
    /// Every case by its spelling, in the order in which errors list them.
    pub(crate) const ALL: [(&'static str, Self); 8] = [
        ("lowercase", Self::Lower),
        ("UPPERCASE", Self::Upper),
        ("PascalCase", Self::Pascal),
        ("camelCase", Self::Camel),
        ("snake_case", Self::Snake),
        ("SCREAMING_SNAKE_CASE", Self::ScreamingSnake),
        ("kebab-case", Self::Kebab),
        ("SCREAMING-KEBAB-CASE", Self::ScreamingKebab),
    ];

    /// The case that is spelled like this.
    pub(crate) fn from_spelling(spelling: &str) -> Option<Self> {
        Self::ALL.iter().find(|(name, _)| *name == spelling).map(|(_, case)| *case)
    }

    /// The stored name of a field, whose Rust name is taken to be `snake_case`.
    pub(crate) fn field(self, name: &str) -> String {
        match self {
            Self::Lower | Self::Snake => name.to_owned(),
            Self::Upper | Self::ScreamingSnake => name.to_ascii_uppercase(),
            Self::Pascal => name.split('_').map(|word| capitalised(word, char::to_ascii_uppercase)).collect(),
            Self::Camel => capitalised(&Self::Pascal.field(name), char::to_ascii_lowercase),
            Self::Kebab => name.replace('_', "-"),
            Self::ScreamingKebab => Self::Upper.field(name).replace('_', "-"),
        }
    }

    /// The stored name of a variant, whose Rust name is taken to be `PascalCase`.
    pub(crate) fn variant(self, name: &str) -> String {
        match self {
            Self::Pascal => name.to_owned(),
            Self::Lower => name.to_ascii_lowercase(),
            Self::Upper => name.to_ascii_uppercase(),
            Self::Camel => capitalised(name, char::to_ascii_lowercase),
            Self::Snake => snake(name),
            Self::ScreamingSnake => snake(name).to_ascii_uppercase(),
            Self::Kebab => snake(name).replace('_', "-"),
            Self::ScreamingKebab => Self::ScreamingSnake.variant(name).replace('_', "-"),
        }
    }
}

/// The word with its first character changed.
fn capitalised(word: &str, change: impl Fn(&char) -> char) -> String {
    let mut characters = word.chars();
    characters.next().map(|first| change(&first)).into_iter().chain(characters).collect()
}

/// `InTransit` as `in_transit`.
fn snake(name: &str) -> String {
    let mut snake = String::with_capacity(name.len() + 4);
    for character in name.chars() {
        if character.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.push(character.to_ascii_lowercase());
    }
    snake
}

#[cfg(test)]
mod tests {
    use super::Case;

    #[test]
    fn fields_and_variants_are_renamed_like_in_serde() {
        let expected = [
            ("lowercase", "placed_at", "intransit"),
            ("UPPERCASE", "PLACED_AT", "INTRANSIT"),
            ("PascalCase", "PlacedAt", "InTransit"),
            ("camelCase", "placedAt", "inTransit"),
            ("snake_case", "placed_at", "in_transit"),
            ("SCREAMING_SNAKE_CASE", "PLACED_AT", "IN_TRANSIT"),
            ("kebab-case", "placed-at", "in-transit"),
            ("SCREAMING-KEBAB-CASE", "PLACED-AT", "IN-TRANSIT"),
        ];
        let actual = Case::ALL.map(|(spelling, case)| (spelling, case.field("placed_at"), case.variant("InTransit")));
        assert_eq!(actual.len(), expected.len());
        for ((spelling, field, variant), expected) in actual.iter().zip(expected) {
            assert_eq!((*spelling, field.as_str(), variant.as_str()), expected);
        }
    }
}

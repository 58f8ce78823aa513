//! What was probably meant by a name that is not there.

/// The candidate that the word is a misspelling, a part or an extension of.
pub(crate) fn nearest<'c>(word: &str, mut candidates: impl Iterator<Item = &'c str> + Clone) -> Option<&'c str> {
    let plain = plain(word);
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
        plain.len() >= 3 && candidate.len() >= 3 && (candidate.starts_with(&plain) || plain.starts_with(&candidate))
    };
    candidates.find(is_prefix)
}

/// The word without what people spell differently.
fn plain(word: &str) -> String {
    let spelled = |character: &char| *character != '_' && *character != '-';
    word.chars().filter(spelled).map(|character| character.to_ascii_lowercase()).collect()
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
    use super::distance;

    #[test]
    fn distance_counts_changes() {
        assert_eq!(distance("", "skip"), 4);
        assert_eq!(distance("skip", "skip"), 0);
        assert_eq!(distance("skp", "skip"), 1);
        assert_eq!(distance("tabel", "table"), 2);
    }
}

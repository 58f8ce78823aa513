//! What a write demands of the stored item, and what its refusal means.

use super::{Mark, StoredVersion, Verb, VersionClause, VersionState, held_id};
use crate::{
    attribute::{Name, Path},
    error::{Cause, Outcome},
    expression::{Comparison, Function, Operand, Tree},
    value::{AttributeValue, Item},
};

/// Whether an item has to be there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Presence {
    Free,
    Exists,
    Missing,
}

/// What a write demands of the stored generation.
#[derive(Debug, Clone)]
pub(crate) enum GenerationClause {
    Absent,
    Equal(String),
}

/// Everything that decides what a refusal means, without types.
#[derive(Debug, Clone)]
pub(crate) struct Guard {
    pub(crate) verb: Verb,
    /// The partition key, which every item has.
    pub(crate) partition: &'static str,
    pub(crate) presence: Presence,
    pub(crate) version: Option<(Name, VersionClause)>,
    /// The version that the write stores, where it is known, and its attribute.
    pub(crate) next: Option<(Name, i128)>,
    /// The version that memory holds, for the conflict to tell.
    pub(crate) expected: Option<i128>,
    pub(crate) generation: Option<(Name, GenerationClause)>,
    /// The generation and the write id that the write stores.
    pub(crate) fresh_generation: Option<Mark>,
    pub(crate) write_id: Option<Mark>,
    /// An expired item counts as none: the attribute of the time to live, and now in seconds.
    pub(crate) expired: Option<(Name, i64)>,
    /// Whether the write carries `w <> :W`, because nothing else would refuse its repetition.
    pub(crate) once: bool,
}

/// What a refusal turned out to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Decided {
    /// An attempt of ours was applied.
    Applied,
    Conflict(Cause),
    /// Nobody can tell.
    Unknown,
}

impl Guard {
    pub(crate) fn new(verb: Verb, partition: &'static str) -> Self {
        Self {
            verb,
            partition,
            presence: Presence::Free,
            version: None,
            next: None,
            expected: None,
            generation: None,
            fresh_generation: None,
            write_id: None,
            expired: None,
            once: false,
        }
    }

    /// Demands of the version what an update of the item in memory demands.
    pub(crate) fn expect(&mut self, state: &VersionState, clause: VersionClause) {
        self.version = Some((state.name, clause));
        self.expected = state.expected();
    }

    /// The condition, without what the caller adds.
    pub(crate) fn tree(&self) -> Option<Tree> {
        let mut tree = self.presence_tree();
        if let Some((name, clause)) = self.version {
            tree = Tree::join(tree, Some(clause.tree(name)));
        }
        if let Some((name, clause)) = &self.generation {
            let path = Path::top(*name);
            let clause = match clause {
                GenerationClause::Absent => Tree::Call(Function::NotExists, path, None),
                GenerationClause::Equal(id) => Tree::Compare(Operand::Path(path), Comparison::Equal, Operand::text(id)),
            };
            tree = Tree::join(tree, Some(clause));
        }
        if let (true, Some(mark)) = (self.once, &self.write_id) {
            let path = Path::top(mark.name);
            let once = Tree::Compare(Operand::Path(path), Comparison::NotEqual, Operand::text(&mark.ours));
            tree = Tree::join(tree, Some(once));
        }
        tree
    }

    fn presence_tree(&self) -> Option<Tree> {
        let path = Path::top(Name::plain(self.partition));
        match self.presence {
            Presence::Free => None,
            // A version that must be equal says that the item exists.
            Presence::Exists if matches!(self.version, Some((_, VersionClause::Equal(_)))) => None,
            Presence::Exists => Some(Tree::Call(Function::Exists, path, None)),
            Presence::Missing => {
                let missing = Tree::Call(Function::NotExists, path, None);
                Some(match self.expired {
                    None => missing,
                    Some((ttl, now)) => {
                        let now = Operand::Value(Ok(AttributeValue::N(now.to_string())));
                        let ttl = Operand::Path(Path::top(ttl));
                        missing.or(Tree::Compare(ttl, Comparison::LessOrEqual, now))
                    }
                })
            }
        }
    }

    /// What a refusal means, from the raw stored item. `uncertain`: an earlier attempt of this call may have been applied.
    pub(crate) fn decide(&self, stored: Option<&Item>, certainty: Certainty) -> Decided {
        if certainty == Certainty::Uncertain {
            match self.outcome(stored) {
                Outcome::Applied => return Decided::Applied,
                Outcome::Unknown => return Decided::Unknown,
                Outcome::NotApplied => {}
            }
        }
        Decided::Conflict(self.cause(stored))
    }

    /// Whether an attempt of this write was applied, as far as the stored item tells.
    pub(crate) fn outcome(&self, stored: Option<&Item>) -> Outcome {
        let Some(item) = stored else { return Outcome::Unknown };
        if self.write_id.as_ref().is_some_and(|mark| is_ours(item, mark)) {
            return Outcome::Applied;
        }
        let creating = matches!(self.verb, Verb::Create | Verb::Put | Verb::PutUnchecked);
        if creating && self.fresh_generation.as_ref().is_some_and(|mark| is_ours(item, mark)) {
            return Outcome::Applied;
        }
        if self.is_as_expected(item) || self.is_written_by_another(item) {
            return Outcome::NotApplied;
        }
        // A deletion ends a life: where the same life goes on, it was not applied.
        if matches!(self.verb, Verb::Delete | Verb::DeleteAt) && self.is_same_life(item) {
            return Outcome::NotApplied;
        }
        Outcome::Unknown
    }

    /// Whether the stored version is the one that the write started from, in the same life.
    fn is_as_expected(&self, item: &Item) -> bool {
        self.version.is_some_and(|(name, clause)| {
            let exact = !matches!(clause, VersionClause::AbsentOrAtMost(_));
            exact && !self.is_another_life(item) && clause.holds(version_of(item, name))
        })
    }

    /// Whether the version that the write would have stored was stored by a write that is not ours.
    fn is_written_by_another(&self, item: &Item) -> bool {
        // Where no version is demanded, one write can store the version that another stored before it.
        if self.verb == Verb::PutUnchecked {
            return false;
        }
        let marked = self.write_id.as_ref().is_some_and(|mark| held_id(item.get(&mark.name.to_string())).is_some());
        marked
            && !self.is_another_life(item)
            && self.next.is_some_and(|(name, next)| version_of(item, name) == StoredVersion::At(next))
    }

    /// Why the condition failed, given that no attempt of ours was applied.
    pub(crate) fn cause(&self, stored: Option<&Item>) -> Cause {
        if self.verb == Verb::Create {
            return if stored.is_some() { Cause::AlreadyExists } else { Cause::ConditionFailed };
        }
        let Some(item) = stored else {
            let needed = self.presence == Presence::Exists
                || self.verb == Verb::Check
                || self.version.is_some_and(|(_, clause)| !clause.admits_absence())
                || matches!(self.generation, Some((_, GenerationClause::Equal(_))));
            return if needed { Cause::Missing } else { Cause::ConditionFailed };
        };
        if self.is_another_life(item) {
            return Cause::Recreated;
        }
        match self.version {
            Some((name, clause))
                if !matches!(clause, VersionClause::AbsentOrAtMost(_)) && !clause.holds(version_of(item, name)) =>
            {
                Cause::VersionMismatch
            }
            _ => Cause::ConditionFailed,
        }
    }

    /// Whether the stored generation is the expected one.
    fn is_same_life(&self, item: &Item) -> bool {
        let Some((name, GenerationClause::Equal(expected))) = &self.generation else { return false };
        held_id(item.get(&name.to_string())) == Some(expected)
    }

    /// Whether both generations are there and differ.
    fn is_another_life(&self, item: &Item) -> bool {
        let Some((name, GenerationClause::Equal(expected))) = &self.generation else { return false };
        held_id(item.get(&name.to_string())).is_some_and(|stored| stored != expected)
    }
}

/// Whether an attempt of the call may have been applied before the one that was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Certainty {
    Certain,
    Uncertain,
}

fn is_ours(item: &Item, mark: &Mark) -> bool {
    matches!(item.get(&mark.name.to_string()), Some(AttributeValue::S(stored)) if *stored == mark.ours)
}

fn version_of(item: &Item, name: Name) -> StoredVersion {
    StoredVersion::of(item.get(&name.to_string()))
}

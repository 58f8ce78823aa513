//! Checks in constants: what a macro cannot see because it does not know types. The message carries the name.
//!
//! Constants cannot use iterators, and an index past the end is a compile error of the user's crate here, not a panic.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::missing_panics_doc, reason = "all of it runs in constants")]

mod carried;
mod variants;

pub use self::variants::{assert_variant, count_indexes, indexes_of};
pub(crate) use self::{carried::Carried, variants::SortText};
use crate::{
    error::DecodeError,
    item::CatchAll,
    schema::{AttributeDef, VersionDef},
    value::{Attribute, AttributeValue, VersionAttribute, encode_integer, version_range},
};

const fn same(one: &str, two: &str) -> bool {
    let (one, two) = (one.as_bytes(), two.as_bytes());
    if one.len() != two.len() {
        return false;
    }
    let mut i = 0;
    while i < one.len() {
        if one[i] != two[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// A text put together in a constant, for a message.
struct Text {
    bytes: [u8; 255],
    length: usize,
}

impl Text {
    const fn new() -> Self {
        Self { bytes: [0; 255], length: 0 }
    }

    const fn with(mut self, text: &str) -> Self {
        let text = text.as_bytes();
        let mut i = 0;
        while i < text.len() && self.length < 255 {
            self.bytes[self.length] = text[i];
            self.length += 1;
            i += 1;
        }
        self
    }

    const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(text) => text,
            Err(_) => "?",
        }
    }
}

/// How many names there are, flattened structs included.
#[must_use]
pub const fn count(defs: &[AttributeDef]) -> usize {
    let (mut total, mut i) = (0, 0);
    while i < defs.len() {
        match &defs[i].flatten {
            None => total += 1 + defs[i].aliases.len(),
            Some(flat) => total += count(flat.attributes),
        }
        i += 1;
    }
    total
}

/// A name in up to six pieces: the prefixes of the structs it is flattened through, and its own.
#[derive(Clone, Copy)]
struct Leaf {
    parts: [&'static str; 6],
    count: usize,
    length: usize,
}

impl Leaf {
    const EMPTY: Self = Self { parts: [""; 6], count: 0, length: 0 };

    const fn with(mut self, part: &'static str) -> Self {
        assert!(self.count < 6, "structs are flattened more than five deep");
        self.parts[self.count] = part;
        self.count += 1;
        self.length += part.len();
        self
    }

    const fn byte(&self, mut at: usize) -> u8 {
        let mut part = 0;
        while at >= self.parts[part].len() {
            at -= self.parts[part].len();
            part += 1;
        }
        self.parts[part].as_bytes()[at]
    }

    const fn same(&self, other: &Self) -> bool {
        if self.length != other.length {
            return false;
        }
        if self.count == 1 && other.count == 1 {
            return same(self.parts[0], other.parts[0]);
        }
        let mut i = 0;
        while i < self.length {
            if self.byte(i) != other.byte(i) {
                return false;
            }
            i += 1;
        }
        true
    }

    const fn text(&self) -> Text {
        let mut text = Text::new();
        let mut i = 0;
        while i < self.count {
            text = text.with(self.parts[i]);
            i += 1;
        }
        text
    }
}

/// In place: a constant that copies arrays about costs more compile time than all else in an expansion.
const fn fill(defs: &[AttributeDef], prefix: Leaf, out: &mut [Leaf], mut at: usize) -> usize {
    let mut i = 0;
    while i < defs.len() {
        match &defs[i].flatten {
            None => {
                out[at] = prefix.with(defs[i].name);
                at += 1;
                let mut alias = 0;
                while alias < defs[i].aliases.len() {
                    out[at] = prefix.with(defs[i].aliases[alias]);
                    at += 1;
                    alias += 1;
                }
            }
            Some(flat) => at = fill(flat.attributes, prefix.with(flat.prefix), out, at),
        }
        i += 1;
    }
    at
}

/// Every attribute name once, flattened structs included. `N` is `count(defs)`. Emitted only where something is flattened.
#[track_caller]
pub const fn assert_distinct<const N: usize>(defs: &[AttributeDef]) {
    let mut names = [Leaf::EMPTY; N];
    fill(defs, Leaf::EMPTY, &mut names, 0);
    let mut i = 0;
    while i < N {
        let mut j = i + 1;
        while j < N {
            if names[i].same(&names[j]) {
                let text = Text::new().with("the attribute name `").with(names[i].text().as_str());
                panic!("{}", text.with("` is used twice in this item: rename one, or flatten with a prefix").as_str());
            }
            j += 1;
        }
        i += 1;
    }
}

const fn find(defs: &'static [AttributeDef], prefix: Leaf, name: &Leaf) -> Option<&'static AttributeDef> {
    let mut i = 0;
    while i < defs.len() {
        match &defs[i].flatten {
            None if prefix.with(defs[i].name).same(name) => return Some(&defs[i]),
            None => {}
            Some(flat) => {
                let found = find(flat.attributes, prefix.with(flat.prefix), name);
                if found.is_some() {
                    return found;
                }
            }
        }
        i += 1;
    }
    None
}

#[track_caller]
const fn each_has(defs: &'static [AttributeDef], taken: &[AttributeDef], prefix: Leaf, of: &str) {
    let mut i = 0;
    while i < taken.len() {
        match &taken[i].flatten {
            None => {
                let name = prefix.with(taken[i].name);
                let Some(found) = find(defs, Leaf::EMPTY, &name) else {
                    let text = Text::new().with("`").with(name.text().as_str()).with("` is not an attribute of `");
                    panic!("{}", text.with(of).with("`: rename the field to one that is").as_str());
                };
                leads_on(found, taken[i].nested);
            }
            Some(flat) => each_has(defs, flat.attributes, prefix.with(flat.prefix), of),
        }
        i += 1;
    }
}

/// What lies inside of an attribute, as far as it is known: a map of any names is not.
#[track_caller]
const fn leads_on(mut def: &'static AttributeDef, names: &[&'static str]) {
    let mut i = 0;
    while i < names.len() {
        let Some(inside) = def.inside else { return };
        if inside.catches.is_yes() {
            return;
        }
        let Some(next) = find(inside.attributes, Leaf::EMPTY, &Leaf::EMPTY.with(names[i])) else {
            let text = Text::new().with("`").with(names[i]).with("` is not an attribute inside of `").with(def.name);
            panic!("{}", text.with("`: correct the path").as_str());
        };
        def = next;
        i += 1;
    }
}

/// What a projection takes is there in its item. Called for each field, at the field.
#[track_caller]
pub const fn assert_projected(defs: &'static [AttributeDef], catches: CatchAll, taken: &[AttributeDef], of: &str) {
    if !catches.is_yes() {
        each_has(defs, taken, Leaf::EMPTY, of);
    }
}

/// The code of a version that may be missing together with the struct that it is in.
pub(crate) const OPTIONAL_VERSION: u8 = u8::MAX;

/// The version that was found so far and that of one more field: of the two, one is none. Called for each field that may
/// bring one, at that field.
#[must_use]
#[track_caller]
pub const fn one_version(picked: u8, code: u8) -> u8 {
    assert!(code != OPTIONAL_VERSION, "a version cannot be inside an `Option`: flatten the struct itself");
    assert!(picked == 0 || code == 0, "an item has one version, and this brings another one: remove one of them");
    if code == 0 { picked } else { code }
}

/// The same for maps that take the attributes that nothing else knows.
#[must_use]
#[track_caller]
pub const fn one_catch_all(picked: CatchAll, more: CatchAll) -> CatchAll {
    assert!(
        !picked.is_yes() || !more.is_yes(),
        "one map takes the attributes that nothing else knows, and this is another one: remove one of them"
    );
    if more.is_yes() { more } else { picked }
}

/// A version attribute of the integer type with this code, where its start fits the type.
///
/// It takes the facts of the type and not the type, so that a type that cannot be a version is told so once.
#[must_use]
#[track_caller]
pub const fn version_def(code: u8, optional: bool, start_at: i64, increment_by: i64) -> VersionDef {
    let (min, max) = version_range(code);
    assert!(
        optional || start_at == 0,
        "`start_at` other than 0 needs an `Option` version: a plain integer equal to `start_at` means \"not stored yet\""
    );
    assert!(start_at >= 0 || min < 0, "`start_at` below 0 needs a signed version: use `Option<i64>`");
    assert!(
        min <= start_at as i128 && start_at as i128 + increment_by as i128 <= max,
        "`start_at` and the version after it must fit the integer type of the version"
    );
    VersionDef { optional, start_at, increment_by, min, max }
}

/// The version of an item that is stored without one.
pub fn absent_version<V: VersionAttribute + Attribute>(start_at: i64) -> Result<V, DecodeError> {
    V::read(if V::OPTIONAL { AttributeValue::Null(true) } else { encode_integer(start_at) })
}

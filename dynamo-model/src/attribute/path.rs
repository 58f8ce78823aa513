//! Where an attribute is: a name at the top level, and what leads on from there.

use std::fmt;

/// Prefixes of flattened structs, outermost first: a linked list of statics, so a name stays `Copy`.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prefix {
    pub outer: Option<&'static Prefix>,
    pub text: &'static str,
}

/// A top-level attribute: its name after renaming and prefixing.
#[derive(Debug, Clone, Copy)]
pub struct Name {
    pub(crate) prefix: Option<&'static Prefix>,
    pub(crate) name: &'static str,
}

impl Name {
    pub(crate) const fn plain(name: &'static str) -> Self {
        Self { prefix: None, name }
    }

    /// Whether this is the attribute called `text`.
    pub(crate) fn is(&self, text: &str) -> bool {
        fn strip<'t>(prefix: Option<&Prefix>, text: &'t str) -> Option<&'t str> {
            match prefix {
                None => Some(text),
                Some(prefix) => strip(prefix.outer, text)?.strip_prefix(prefix.text),
            }
        }
        strip(self.prefix, text) == Some(self.name)
    }
}

impl PartialEq for Name {
    fn eq(&self, other: &Self) -> bool {
        match (self.prefix, other.prefix) {
            (None, None) => self.name == other.name,
            _ => self.is(&other.to_string()),
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn outer(prefix: Option<&Prefix>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            let Some(prefix) = prefix else { return Ok(()) };
            outer(prefix.outer, f)?;
            f.write_str(prefix.text)
        }
        outer(self.prefix, f)?;
        f.write_str(self.name)
    }
}

/// One step of a path.
#[derive(Debug, Clone, PartialEq)]
pub enum Segment {
    /// An attribute of an item or a struct.
    Name(Name),
    /// An entry of a map.
    Key(Box<str>),
    /// An element of a list, counted from 0.
    Index(usize),
}

impl Segment {
    /// Whether both lead to the same place.
    fn same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Index(one), Self::Index(two)) => one == two,
            (Self::Name(one), Self::Name(two)) => one == two,
            (Self::Key(one), Self::Key(two)) => one == two,
            (Self::Name(name), Self::Key(key)) | (Self::Key(key), Self::Name(name)) => name.is(key),
            _ => false,
        }
    }
}

/// A document path: `lines[0].sku`.
#[derive(Debug, Clone, PartialEq)]
pub struct Path {
    pub(crate) top: Name,
    pub(crate) below: Vec<Segment>,
}

impl Path {
    pub(crate) const fn top(top: Name) -> Self {
        Self { top, below: Vec::new() }
    }

    pub(crate) fn with(mut self, segment: Segment) -> Self {
        self.below.push(segment);
        self
    }

    pub(crate) fn join(mut self, below: Self) -> Self {
        self.below.push(Segment::Name(below.top));
        self.below.extend(below.below);
        self
    }

    /// Whether its top-level attribute is `name`.
    pub(crate) fn is_top(&self, name: &str) -> bool {
        self.top.is(name)
    }

    /// Whether it goes through an element of a list.
    pub(crate) fn has_index(&self) -> bool {
        self.below.iter().any(|segment| matches!(segment, Segment::Index(_)))
    }

    /// Whether an update may not name both: they are the same, or one is inside the other.
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        self.top == other.top && self.below.iter().zip(&other.below).all(|(one, two)| one.same(two))
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.top.fmt(f)?;
        for segment in &self.below {
            match segment {
                Segment::Name(name) => write!(f, ".{name}")?,
                Segment::Key(key) => write!(f, ".{key}")?,
                Segment::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

/// How a handle knows where it is.
pub trait PathLike: Clone + Send + Sync + 'static {
    #[doc(hidden)]
    fn to_path(&self) -> Path;
}
impl PathLike for Name {
    fn to_path(&self) -> Path {
        Path::top(*self)
    }
}
impl PathLike for Path {
    fn to_path(&self) -> Path {
        self.clone()
    }
}

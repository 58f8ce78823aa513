//! Generated code meets names, lints and visibilities that are not its own. It compiles, or this file does not.
#![deny(warnings, missing_docs, unreachable_pub, private_interfaces, private_bounds)]
#![deny(rust_2018_idioms, rust_2024_compatibility, unused, unused_qualifications, single_use_lifetimes)]
#![deny(unused_lifetimes, missing_debug_implementations, trivial_casts)]
#![deny(clippy::pedantic, clippy::indexing_slicing, clippy::unwrap_used, clippy::panic)]
#![forbid(unsafe_code)]

#[path = "hygiene/queries.rs"]
pub mod queries;

/// Private types in public items, and keys without any standard trait.
pub mod private_types {
    use dynamo_model::{Attributes, Condition, DynamoItem, DynamoValue, Expect, IntoKey};
    use std::collections::BTreeSet;

    /// An item whose types nobody else can name.
    #[derive(Debug, DynamoItem)]
    #[dynamo(table = "parcels")]
    pub struct Parcel {
        #[partition_key]
        id: ParcelId,
        #[sort_key]
        pub(crate) at: Shelf,
        note: Price,
        part: Part,
        #[version]
        version: Counted,
        #[dynamo(flatten(prefix = "x_"))]
        more: Part,
    }
    #[derive(Debug, DynamoValue)]
    struct ParcelId(String);
    #[derive(Debug, Clone, Copy, DynamoValue)]
    pub(crate) struct Shelf(u64);
    #[derive(Debug, Clone, Copy, DynamoValue)]
    struct Cents(u64);
    /// A public newtype of a private type.
    #[derive(Debug, Clone, Copy, DynamoValue)]
    pub struct Price(Cents);
    #[derive(Debug, Clone, Copy, DynamoValue)]
    struct Counted(Option<i32>);
    #[derive(Debug, DynamoValue)]
    struct Part {
        labels: Labels,
        kind: Kind,
    }
    #[derive(Debug, DynamoValue)]
    struct Labels(BTreeSet<String>);
    #[derive(Debug, DynamoValue)]
    #[dynamo(tag = "type")]
    enum Kind {
        Big { part: Option<Box<Part>> },
        Small(Box2),
        None,
    }
    #[derive(Debug, DynamoValue)]
    struct Box2 {
        width: u8,
    }

    /// Uses what is generated.
    #[must_use]
    pub fn conditions(p: &Attributes<Parcel>) -> Vec<Condition<Parcel>> {
        vec![
            p.note.gt(Price(Cents(3))),
            p.id.begins_with("a"),
            p.at.eq(Shelf(1)),
            p.part.at(|part| part.labels).contains("x"),
            p.more.labels.not_exists(),
        ]
    }
    fn key<T: DynamoItem>(_: impl IntoKey<T>) {}
    /// Uses what is generated.
    pub fn keys(parcel: &Parcel) {
        key::<Parcel>((ParcelId(String::new()), Shelf(3)));
        key::<Parcel>(&ParcelKey { id: ParcelId(String::new()), at: Shelf(3) });
        let _: Expect<i32> = Expect::of(parcel);
        let _ = [Kind::Big { part: None }, Kind::Small(Box2 { width: 1 }), Kind::None];
    }
}

/// Nothing is in scope.
pub mod no_prelude {
    #![no_implicit_prelude]
    use ::dynamo_model::{DynamoItem, DynamoValue};

    /// Raw names, and names of methods.
    #[derive(::core::fmt::Debug, DynamoItem)]
    #[dynamo(table = "odd")]
    pub struct Odd {
        #[partition_key]
        /// .
        pub r#type: ::std::string::String,
        /// .
        pub r#match: u64,
        /// .
        pub eq: u64,
        /// .
        pub new: ::core::option::Option<u8>,
        /// .
        #[dynamo(version)]
        pub value: u64,
        /// .
        #[dynamo(flatten(prefix = "p_"))]
        pub name: Inner,
        /// .
        #[dynamo(updated_at)]
        pub to: ::core::option::Option<::std::time::SystemTime>,
        /// .
        #[dynamo(ttl)]
        pub prefix: ::core::option::Option<u64>,
        /// .
        #[dynamo(with = ::dynamo_model::codec::epoch_seconds)]
        pub stamp: ::std::time::SystemTime,
        /// .
        #[dynamo(skip)]
        pub state: u8,
    }
    /// .
    #[derive(::core::fmt::Debug, DynamoValue)]
    pub struct Inner {
        /// .
        pub value: u64,
    }
    /// .
    #[derive(::core::fmt::Debug, DynamoValue)]
    pub struct New(pub ::std::string::String);
    /// .
    #[derive(::core::fmt::Debug, DynamoValue)]
    pub struct Pair(pub ::std::string::String, pub u8);
    /// .
    #[derive(::core::fmt::Debug, DynamoValue)]
    pub enum Unit {
        /// .
        One,
        /// .
        r#Type,
    }
    /// .
    #[derive(::core::fmt::Debug, DynamoValue)]
    #[dynamo(tag = "t")]
    pub enum Data {
        /// .
        One,
        /// .
        Two {
            /// .
            to: u8,
            /// .
            r#type: u8,
        },
        /// .
        Three(Inner),
    }
    /// .
    #[derive(::core::fmt::Debug, DynamoValue)]
    pub struct Generic<T> {
        /// .
        pub r#type: T,
    }
}

/// The usual names mean something else.
#[expect(non_camel_case_types, reason = "that is what is tested")]
#[allow(dead_code, unreachable_pub)]
mod shadowed {
    use ::dynamo_model::{DynamoItem, DynamoValue};

    pub struct Option;
    pub struct Result;
    pub struct String;
    pub struct Vec;
    pub struct Ok;
    pub struct Err;
    pub struct Some;
    pub struct None;
    pub struct Box;
    pub struct M;
    pub struct P;
    pub struct W;
    pub struct R;
    pub trait Into {}
    pub trait Clone {}
    pub trait Default {}
    pub trait Fields {}
    pub trait Attribute {}
    pub struct u128;
    pub struct u64;
    pub struct usize;
    pub mod std {}
    pub mod core {}
    pub mod dynamo_model {}

    #[derive(DynamoItem)]
    #[dynamo(table = "odd")]
    pub struct Odd {
        #[partition_key]
        pub r#type: ::std::string::String,
        #[version]
        pub version: i64,
        pub slots: ::core::option::Option<u8>,
        #[dynamo(flatten)]
        pub inner: Inner,
        #[dynamo(created_at)]
        pub at: ::core::option::Option<::std::time::SystemTime>,
        #[dynamo(default)]
        pub unit: ::std::vec::Vec<Unit>,
        pub new: New,
        pub pair: Pair,
        pub data: Data,
    }
    #[derive(DynamoValue)]
    pub struct Inner {
        #[dynamo(alias = "values")]
        pub value: u32,
    }
    #[derive(DynamoValue)]
    pub struct New(pub ::std::string::String);
    #[derive(DynamoValue)]
    pub struct Pair(pub ::std::string::String, pub u8);
    #[derive(DynamoValue)]
    pub enum Unit {
        One,
    }
    #[derive(DynamoValue)]
    #[dynamo(repr = number)]
    pub enum Number {
        One,
    }
    #[derive(DynamoValue)]
    #[dynamo(tag = "t")]
    pub enum Data {
        One,
        Two { to: u8 },
        Three(Inner),
    }
}

/// Types inside functions, and from macros.
pub mod places {
    use dynamo_model::{DynamoItem, DynamoValue};

    /// A type inside a function.
    #[must_use]
    pub fn inside() -> &'static str {
        #[derive(DynamoItem)]
        #[dynamo(table = "local")]
        struct Local {
            #[partition_key]
            id: Id,
        }
        #[derive(DynamoValue)]
        struct Id(String);
        let _ = Local { id: Id(String::new()) }.id.0;
        let _ = LocalKey { id: Id(String::new()) };
        Local::SCHEMA.table
    }

    macro_rules! item {
        ($vis:vis $name:ident $key:ident: $ty:ty, $table:literal) => {
            /// An item that a macro wrote.
            #[derive(Debug, DynamoItem)]
            #[dynamo(table = $table)]
            $vis struct $name {
                #[partition_key]
                $key: $ty,
                #[dynamo(with = dynamo_model::codec::epoch_seconds)]
                written: std::time::SystemTime,
                #[dynamo(flatten(prefix = "p_"))]
                part: Part<$ty>,
                #[version]
                version: u64,
            }
        };
    }
    /// A value.
    #[derive(Debug, DynamoValue)]
    pub struct Part<T> {
        value: Option<T>,
    }
    item!(pub Made id: String, "made");
    item!(pub(crate) Other key: u64, "other");
    /// Uses them.
    pub fn made(made: &Made) {
        let _ = MadeKey { id: made.id.clone() };
        let _ = OtherKey { key: 1 };
        let _ = Other { key: 1, written: made.written, part: Part { value: None }, version: 0 };
    }
}

/// The library under another name, by a path that only this module knows.
pub mod renamed {
    pub(crate) mod library {
        pub(crate) use ::dynamo_model::*;
    }
    use library::{DynamoItem, DynamoValue};

    /// An item.
    #[derive(Debug, DynamoItem)]
    #[dynamo(table = "renamed", crate = self::library)]
    pub struct Item {
        #[partition_key]
        id: String,
        part: Part,
    }
    /// A value.
    #[derive(Debug, DynamoValue)]
    #[dynamo(crate = crate::renamed::library)]
    pub struct Part {
        value: u64,
    }
}

/// Types that are named like ours.
pub mod names {
    use dynamo_model::{DynamoItem, DynamoValue};

    /// An item.
    #[derive(Debug, DynamoItem)]
    #[dynamo(table = "names")]
    pub struct Note {
        #[partition_key]
        id: String,
        attributes: NoteAttributes,
        slots: Slots,
    }
    /// A value.
    #[derive(Debug, DynamoValue)]
    pub struct NoteAttributes {
        value: u64,
    }
    /// A value.
    #[derive(Debug, DynamoValue)]
    pub struct Slots {
        value: u64,
    }
}

/// Traits with our words as methods.
pub mod methods {
    use dynamo_model::{DynamoItem, DynamoValue};

    /// An item.
    #[derive(Debug, DynamoItem)]
    #[dynamo(table = "names")]
    pub struct Note {
        #[partition_key]
        id: String,
    }
    trait Message {
        fn encode(&self) -> u8 {
            1
        }
        fn decode(&self) -> u8 {
            1
        }
        fn read(&self) -> u8 {
            1
        }
        fn handles(&self) -> u8 {
            1
        }
        fn len(&self) -> u8 {
            1
        }
        fn map(&self) -> u8 {
            1
        }
    }
    impl<T> Message for T {}
    /// Uses them.
    #[must_use]
    pub fn call(note: &Note) -> u8 {
        fn value<V: DynamoValue>() {}
        value::<String>();
        note.encode() + note.decode() + note.read() + note.handles() + note.len() + note.map()
    }
}

/// Bounds and attributes of the user's own.
pub mod bounds {
    use dynamo_model::DynamoValue;
    use std::fmt::Debug;

    /// A value with bounds.
    #[derive(Debug, DynamoValue)]
    pub struct Bounded<T: Debug = u8, const N: usize = 3>
    where
        T: Clone,
    {
        cells: [T; N],
        #[cfg(any())]
        never: NoSuchType,
        #[dynamo(skip)]
        cache: Option<T>,
    }
    /// A value without fields.
    #[derive(Debug, Clone, Copy, DynamoValue)]
    pub struct Empty {}
    /// A number.
    #[derive(Debug, Clone, Copy, DynamoValue)]
    #[dynamo(repr = number)]
    pub enum Level {
        /// Low.
        Low,
    }
    /// A newtype with bounds.
    #[derive(Debug, DynamoValue)]
    pub struct Wrapped<T: Debug>(pub Vec<T>);
}

#[test]
fn it_compiles() {
    assert_eq!(places::inside(), "local");
}

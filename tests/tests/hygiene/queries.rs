//! Indexes, templates, enums of items and projections.

/// Private types in public items.
pub mod private_types {
    use dynamo_model::{DynamoItem, DynamoProjection, DynamoValue, Error, Table};

    /// An item whose types nobody else can name.
    #[derive(Debug, DynamoItem)]
    #[dynamo(
        table = "parcels",
        global_index(name = "by-shelf", partition_key = at, sort_key = [id, kind]),
        global_index(name = "by-text", partition_key(name = "G", template = "K#{kind}#{depth:03}")),
        local_index(name = "by-kind", sort_key = kind, projection = keys_only),
        global_index(name = "match", partition_key = kind, projection = [note]),
        type_attribute(name = "of", value = "parcel")
    )]
    pub struct Parcel {
        #[partition_key]
        id: ParcelId,
        #[sort_key]
        at: Shelf,
        kind: Option<Kind>,
        note: Option<String>,
        depth: u8,
    }
    #[derive(Debug, DynamoValue)]
    struct ParcelId(String);
    #[derive(Debug, Clone, Copy, DynamoValue)]
    struct Shelf(u16);
    #[derive(Debug, DynamoValue)]
    enum Kind {
        Big,
    }

    /// Its key is made of texts.
    #[derive(Debug, DynamoItem)]
    #[dynamo(
        table = "parcels",
        partition_key(name = "id", template = "L#{id}"),
        sort_key(name = "at", template = "{kind}#{depth:02}"),
        type_attribute(name = "of", value = "letter")
    )]
    pub(crate) struct Letter {
        id: ParcelId,
        kind: Kind,
        depth: u8,
    }

    /// Its key is a text.
    #[derive(Debug, DynamoItem)]
    #[dynamo(
        table = "parcels",
        partition_key(name = "id", template = "ALL"),
        sort_key(name = "at", template = "NOTE"),
        type_attribute(name = "of", value = "note")
    )]
    pub(crate) struct Sole {
        text: ParcelId,
    }

    /// All of them.
    #[derive(Debug, DynamoItem)]
    #[dynamo(table = "parcels")]
    pub(crate) enum Mail {
        /// .
        Letter(Letter),
        /// .
        Sole(Sole),
    }

    /// Some of it.
    #[derive(Debug, DynamoProjection)]
    #[dynamo(item = Parcel)]
    pub struct Seen {
        id: ParcelId,
        note: Option<String>,
    }

    /// Uses what is generated.
    pub async fn uses(parcels: Table<Parcel>) -> Result<(), Error> {
        parcels.index(|i| i.by_shelf).query(Shelf(1)).sort_key(|k| k.eq_first(ParcelId(String::new()))).await?;
        parcels.index(|i| i.by_text).query((Kind::Big, 3)).await?;
        let keys: Vec<ParcelKey> = parcels.index(|i| i.by_kind).query(ParcelId(String::new())).consistent().await?;
        let seen: Vec<Seen> = parcels.index(|i| i.r#match).query(Kind::Big).project::<Seen>().await?;
        let _ = (keys, seen.iter().map(|seen| (&seen.id, &seen.note)).count());
        Ok(())
    }
    #[allow(dead_code)]
    pub(crate) async fn more(letters: Table<Letter>, mail: Table<Mail>, sole: Table<Sole>) -> Result<(), Error> {
        letters.get((ParcelId(String::new()), (Kind::Big, 3))).await?;
        letters.get(LetterKey { id: ParcelId(String::new()), kind: Kind::Big, depth: 1 }).await?;
        sole.get(()).await?;
        sole.query(()).await?;
        sole.get(SoleKey {}).await?;
        mail.query(ParcelId(String::new())).await?.len();
        Ok(())
    }
}

/// Nothing is in scope.
pub mod no_prelude {
    #![no_implicit_prelude]
    use ::dynamo_model::{DynamoItem, DynamoProjection, DynamoValue};

    /// .
    #[derive(::core::fmt::Debug, DynamoItem)]
    #[dynamo(
        table = "odd",
        partition_key(name = "PK", template = "A#{type}"),
        sort_key(name = "SK", template = "{given:04}#{to}"),
        global_index(name = "one", partition_key = value, sort_key = [given2, to2]),
        global_index(name = "two", partition_key(name = "G", template = "{value}"), projection = [value]),
        type_attribute(name = "t", value = "odd")
    )]
    pub struct Odd {
        /// .
        pub r#type: ::std::string::String,
        /// .
        pub given: u64,
        /// .
        pub to: ::std::string::String,
        /// .
        pub value: ::core::option::Option<::std::string::String>,
        /// .
        pub given2: u64,
        /// .
        pub to2: u8,
        /// .
        pub parts: ::core::option::Option<Inner>,
    }
    /// .
    #[derive(::core::fmt::Debug, DynamoItem)]
    #[dynamo(
        table = "odd",
        partition_key(name = "PK", template = "B"),
        sort_key(name = "SK", template = "C"),
        type_attribute(name = "t", value = "even")
    )]
    pub struct Even {
        /// .
        pub nested: u8,
    }
    /// .
    #[derive(::core::fmt::Debug, DynamoItem)]
    #[dynamo(table = "odd")]
    pub enum Both {
        /// .
        r#Odd(Odd),
        /// .
        Even(Even),
    }
    /// .
    #[derive(::core::fmt::Debug, DynamoValue)]
    pub struct Inner {
        /// .
        pub value: u64,
    }
    /// .
    #[derive(::core::fmt::Debug, DynamoProjection)]
    #[dynamo(item = Odd)]
    pub struct Part {
        /// .
        pub given2: u64,
        /// .
        #[dynamo(path = "parts.value")]
        pub nested: ::core::option::Option<u64>,
    }
}

/// The usual names mean something else.
#[allow(dead_code, unreachable_pub)]
mod shadowed {
    use ::dynamo_model::{DynamoItem, DynamoProjection};

    pub struct Option;
    pub struct Result;
    pub struct String;
    pub struct Vec;
    pub struct Ok;
    pub struct Err;
    pub struct Some;
    pub struct None;
    pub struct Item;
    pub struct Shop;
    pub trait From {}
    pub trait Default {}
    pub mod std {}
    pub mod core {}
    pub mod dynamo_model {}

    #[derive(DynamoItem)]
    #[dynamo(
        table = "odd",
        partition_key(name = "PK", template = "A#{id}"),
        sort_key(name = "SK", template = "{at:04}#{to}"),
        global_index(name = "one", partition_key = at2, sort_key(name = "S", template = "{at2:03}#{more}")),
        type_attribute(name = "t", value = "odd")
    )]
    pub struct Odd {
        pub id: ::std::string::String,
        pub at: u64,
        pub to: ::std::string::String,
        pub at2: u64,
        pub more: ::core::option::Option<::std::string::String>,
    }
    #[derive(DynamoItem)]
    #[dynamo(table = "odd")]
    pub enum All {
        Odd(Odd),
    }
    #[derive(DynamoProjection)]
    #[dynamo(item = Odd)]
    pub struct Part {
        pub at2: u64,
    }
}

/// Types inside functions, and from macros.
pub mod places {
    use dynamo_model::{DynamoItem, DynamoProjection};

    macro_rules! item {
        ($name:ident, $field:ident: $ty:ty, $part:ident, $all:ident) => {
            #[derive(DynamoItem)]
            #[dynamo(
                            table = "local",
                            global_index(name = "by-field", partition_key = $field, sort_key = other),
                            type_attribute(name = "t", value = "x")
                        )]
            struct $name {
                #[partition_key]
                id: u32,
                $field: $ty,
                other: Option<$ty>,
            }
            #[derive(DynamoProjection)]
            #[dynamo(item = $name)]
            struct $part {
                $field: $ty,
            }
            #[derive(DynamoItem)]
            #[dynamo(table = "local")]
            enum $all {
                One($name),
            }
        };
    }

    /// Types inside a function.
    #[must_use]
    pub fn inside() -> usize {
        item!(Local, text: String, Part, All);
        let _ = Part { text: String::new() }.text;
        let All::One(local) = All::One(Local { id: 1, text: String::new(), other: None });
        let _ = (local.id, local.other, local.text);
        All::SCHEMA.indexes.len()
    }
}

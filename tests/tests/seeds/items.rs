//! What is written: items that keep the number of every write that reached them.

use dynamo_model::{DynamoItem, Expect, Get, PatchAt, Table, Writable};

/// An item that knows which writes reached it.
pub(crate) trait Logged: DynamoItem<Version = u64> + Writable + Clone {
    fn new(id: &str) -> Self;
    fn id(&self) -> &str;
    fn note(&mut self, write: u32);
    fn log(&self) -> &[u32];
    fn version(&self) -> u64;
    fn read(table: &Table<Self>, id: &str) -> Get<Self>;
    /// A patch that notes the write.
    fn append(table: &Table<Self>, id: &str, expect: Expect<u64>, write: u32) -> PatchAt<Self>;
}

macro_rules! logged {
    ($($item:ident, $table:literal { $($(#[$attribute:meta])* $field:ident: $kind:ty,)* })*) => { $(
        #[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
        #[dynamo(table = $table)]
        pub(crate) struct $item {
            #[partition_key]
            pub(crate) id: String,
            pub(crate) value: u64,
            pub(crate) log: Vec<u32>,
            #[version]
            pub(crate) version: u64,
            $($(#[$attribute])* pub(crate) $field: $kind,)*
        }

        impl Logged for $item {
            fn new(id: &str) -> Self {
                Self { id: id.to_owned(), ..Self::default() }
            }
            fn id(&self) -> &str {
                &self.id
            }
            fn note(&mut self, write: u32) {
                self.value += 1;
                self.log.push(write);
            }
            fn log(&self) -> &[u32] {
                &self.log
            }
            fn version(&self) -> u64 {
                self.version
            }
            fn read(table: &Table<Self>, id: &str) -> Get<Self> {
                table.get(id).consistent()
            }
            fn append(table: &Table<Self>, id: &str, expect: Expect<u64>, write: u32) -> PatchAt<Self> {
                table.patch_at(id, expect, |item| [item.value.add(1), item.log.append([write])])
            }
        }
    )* };
}

logged! {
    Plain, "plains" {}
    Marked, "marked" {
        #[dynamo(write_id)]
        write: Option<String>,
    }
}

//! What every builder of a read is told, and the methods that tell it: written once for queries and scans.

use super::{Consistency, Expired, PageToken};
use crate::{dynamo::ConsumedCapacity, error::Error, expression::Tree, item::Types};

/// What every builder of a read collects.
pub(in crate::operation) struct Options {
    pub(in crate::operation) filter: Option<Tree>,
    pub(in crate::operation) limit: Option<usize>,
    pub(in crate::operation) page_size: Option<u32>,
    pub(in crate::operation) consistency: Consistency,
    pub(in crate::operation) expired: Expired,
    pub(in crate::operation) start: Option<PageToken>,
    pub(in crate::operation) types: Types,
    pub(in crate::operation) capacity: Option<ConsumedCapacity>,
}

impl Options {
    pub(in crate::operation) const fn new() -> Self {
        Self {
            filter: None,
            limit: None,
            page_size: None,
            consistency: Consistency::Eventual,
            expired: Expired::Given,
            start: None,
            types: Types::Own,
            capacity: None,
        }
    }

    /// Refuses what could never read anything.
    pub(in crate::operation) fn check(&self) -> Result<(), Error> {
        match self.page_size {
            Some(0) => Err(Error::invalid("`page_size` is at least 1; for no items at all use `limit(0)`")),
            _ => Ok(()),
        }
    }
}

/// What every builder of a read has: what it is told, and the two results that are made of its stream.
macro_rules! reading {
    ($builder:ident, $name:literal) => {
        impl<T: DynamoItem, K, Out> std::fmt::Debug for $builder<T, K, Out> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_struct($name).field("table", &self.table).finish_non_exhaustive()
            }
        }

        impl<T: DynamoItem, K: KeySpec<Item = T>, Out> $builder<T, K, Out> {
            /// Leaves out items for which the condition does not hold. They are read and paid for all the same.
            ///
            /// On an index it can name only what the index carries: all else is absent there from every item, and refused.
            pub fn filter(
                mut self,
                condition: impl FnOnce(&$crate::item::Attributes<T>) -> $crate::expression::Condition<T>,
            ) -> Self {
                self.options.filter = $crate::operation::join::<T>(self.options.filter.take(), condition);
                self
            }

            /// How many items are wanted, after the filter. Nothing is sent for none.
            pub fn limit(mut self, items: usize) -> Self {
                self.options.limit = Some(items);
                self
            }

            /// How many items DynamoDB reads for a page, before the filter: its `Limit`, at least 1.
            pub fn page_size(mut self, items: u32) -> Self {
                self.options.page_size = Some(items);
                self
            }

            /// Goes on where a page ended, a scan in as many segments as that one had. `None` begins anew.
            ///
            /// A token of another read is refused before anything is sent, as
            /// [`InvalidPageToken`](crate::ErrorKind::InvalidPageToken).
            pub fn start_after(mut self, token: impl Into<Option<PageToken>>) -> Self {
                self.options.start = token.into();
                self
            }

            /// Reads every write that was answered before, at twice the capacity.
            pub fn consistent(mut self) -> Self
            where
                K: $crate::item::ConsistentRead,
            {
                self.options.consistency = $crate::operation::read::Consistency::Strong;
                self
            }

            /// Leaves out items whose time to live is over: they stay readable until the service deletes them. An index has
            /// to carry the attribute.
            pub fn exclude_expired(mut self) -> Self {
                self.options.expired = $crate::operation::read::Expired::LeftOut;
                self
            }

            /// Adds up here the capacity units that the requests consume, page by page, retries included.
            ///
            /// # Examples
            ///
            /// ```
            /// # use dynamo_model::*;
            /// # #[derive(DynamoItem)]
            /// # #[dynamo(table = "notes")]
            /// # struct Note { #[partition_key] id: String }
            /// # #[cfg(feature = "embedded")]
            /// # #[tokio::main(flavor = "current_thread")]
            /// # async fn main() -> Result<(), Error> {
            /// # let notes = Dynamo::embedded().table::<Note>();
            /// # notes.create_table().await?;
            /// let capacity = ConsumedCapacity::total();
            /// let page = notes.query("n-1").return_consumed_capacity(&capacity).page().await?;
            /// assert_eq!((page.items.len(), capacity.read_units()), (0, 0.5));
            /// # Ok(())
            /// # }
            /// # #[cfg(not(feature = "embedded"))]
            /// # fn main() {}
            /// ```
            pub fn return_consumed_capacity(mut self, capacity: &$crate::dynamo::ConsumedCapacity) -> Self {
                self.options.capacity = Some(capacity.clone());
                self
            }

            /// How many items there are, without reading them: as many as `limit` says at most.
            ///
            /// # Errors
            ///
            /// A refused request, or the service does not answer.
            pub async fn count(self) -> Result<u64, Error> {
                let (plan, parts) = self.plan($crate::operation::read::Wanted::Count)?;
                $crate::operation::read::count(plan, parts).await
            }

            /// All items, or as many as `limit` says: in the order of a query's sort key, in none of a scan.
            ///
            /// # Errors
            ///
            /// A refused request, an item that does not decode, or the service does not answer.
            pub async fn collect(self) -> Result<Vec<Out>, Error>
            where
                Out: ReadAs<T>,
            {
                futures_util::TryStreamExt::try_collect(self.stream()).await
            }

            /// The items one by one, page by page, a scan's segments side by side.
            ///
            /// An item that does not decode is an error in its place, and the stream goes on after it.
            pub fn stream(self) -> ItemStream<Out>
            where
                Out: ReadAs<T>,
            {
                match self.plan($crate::operation::read::Wanted::of::<T, Out>()) {
                    Ok((plan, parts)) => ItemStream::new(Ok(plan), $crate::operation::read::fetch_page::<T, Out>, parts),
                    Err(error) => {
                        ItemStream::new(Err(error), $crate::operation::read::fetch_page::<T, Out>, Vec::new())
                    }
                }
            }

            /// The first item of a query, any one of a scan.
            ///
            /// # Errors
            ///
            /// As [`collect`](Self::collect).
            pub async fn first(mut self) -> Result<Option<Out>, Error>
            where
                Out: ReadAs<T>,
            {
                self.options.limit = Some(self.options.limit.map_or(1, |limit| limit.min(1)));
                futures_util::TryStreamExt::try_next(&mut self.stream()).await
            }

            /// One page: exactly one request, and none where the `limit` is 0. A scan's segments are read one after the
            /// other this way, and its token has the state of all of them.
            ///
            /// # Errors
            ///
            /// As [`collect`](Self::collect). Where an item does not decode, nothing is given of the page: go on with
            /// [`page_of_results`](Self::page_of_results).
            pub async fn page(self) -> Result<Page<Out>, Error>
            where
                Out: ReadAs<T>,
            {
                self.page_of_results().await?.all_decoded()
            }

            /// One page as [`page`](Self::page) reads it, where an item that does not decode is an error in its place:
            /// the others are given, and the token leads on.
            ///
            /// # Errors
            ///
            /// A refused request, or the service does not answer.
            pub async fn page_of_results(self) -> Result<Page<Result<Out, Error>>, Error>
            where
                Out: ReadAs<T>,
            {
                let (plan, parts) = self.plan($crate::operation::read::Wanted::of::<T, Out>())?;
                $crate::operation::read::page(plan, parts, $crate::operation::read::fetch_page::<T, Out>).await
            }
        }

        awaitable!(
            [T: DynamoItem, K: KeySpec<Item = T>, Out: ReadAs<T>] $builder<T, K, Out>,
            'static => Result<Vec<Out>, Error>,
            collect
        );
    };
}
pub(in crate::operation) use reading;

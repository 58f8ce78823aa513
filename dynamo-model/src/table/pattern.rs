//! Operations of several requests: the optimistic loop, and versioned bulk writes.

use std::convert::Infallible;

use super::Table;
use crate::{
    item::{DynamoItem, IntoKey, Versioned, Writable, twins},
    pattern::{Change, Each, Modify, SendAsyncFn, Step},
};

impl<T: DynamoItem> Table<T> {
    /// Reads the item, applies the change and writes it with its version check; on a conflict applies the change to the item
    /// that came back with the refusal, as often as it takes.
    ///
    /// One consistent read, one `UpdateItem`, and one more for each conflict: the retry needs no read. The closure is
    /// called once an attempt, each time with what is stored, so it must only depend on the item. What it does to
    /// attributes that writes fill in, such as the version, is ignored. Ten attempts at most, with pauses between them: see
    /// [`attempts`](Modify::attempts) and [`backoff`](Modify::backoff).
    ///
    /// Throttling and other writers' transactions cost no attempt. A request that meets them, after the SDK's own retries,
    /// is sent again up to ten times with the same pauses; then their error ends the loop.
    ///
    /// Dropping the future leaves nothing half done: the item is written whole or not at all.
    ///
    /// # Errors
    ///
    /// [`ModifyError`](crate::ModifyError): there is no item, every attempt met a conflict, or an [`Error`](crate::Error) such as an
    /// item that does not decode, a closure that changed the key, or a write whose outcome is unknown. The loop never goes
    /// on after such a write, so no change is applied twice.
    ///
    /// # Examples
    ///
    /// ```
    /// # use dynamo_model::*;
    /// # #[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
    /// # #[dynamo(table = "products")]
    /// # struct Product { #[partition_key] id: String, stock: u32, price: u32, #[version] version: u64 }
    /// # #[cfg(feature = "embedded")]
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let products = Dynamo::embedded().table::<Product>();
    /// # products.create_table().await?;
    /// # let mut product = Product { id: "PROD123".into(), stock: 100, ..Product::default() };
    /// # products.create(&mut product).await?;
    /// let product = products.modify("PROD123", |p| p.stock += 5).await?;
    /// assert_eq!((product.stock, product.version), (105, 2));
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "embedded"))]
    /// # fn main() {}
    /// ```
    pub fn modify<'a>(
        &self,
        key: impl IntoKey<T>,
        mut change: impl FnMut(&mut T) + Send + 'a,
    ) -> Modify<'a, T, Infallible>
    where
        T: Writable + Versioned,
    {
        self.try_modify(key, move |item| {
            change(item);
            Ok(())
        })
    }

    /// As [`modify`](Self::modify), with a closure that can say no: its error ends the loop and reaches the caller unchanged.
    ///
    /// `?` converts the [`ModifyError`](crate::ModifyError) into an [`Error`](crate::Error) whatever `E` is that becomes a boxed error: an
    /// error type, a text, `Box<dyn Error + Send + Sync>`. Into a boxed error it needs an `E` that is an error type itself;
    /// of a text or a box say `.map_err(Error::from)?`.
    ///
    /// # Errors
    ///
    /// As [`modify`](Self::modify), and [`ModifyError::Rejected`](crate::ModifyError::Rejected).
    ///
    /// # Examples
    ///
    /// ```
    /// # use dynamo_model::*;
    /// # #[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
    /// # #[dynamo(table = "products")]
    /// # struct Product { #[partition_key] id: String, stock: u32, price: u32, #[version] version: u64 }
    /// # #[cfg(feature = "embedded")]
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let products = Dynamo::embedded().table::<Product>();
    /// # products.create_table().await?;
    /// # let mut product = Product { id: "PROD123".into(), stock: 100, ..Product::default() };
    /// # products.create(&mut product).await?;
    /// let taken = products.try_modify("PROD123", |p| {
    ///     p.stock = p.stock.checked_sub(101).ok_or("out of stock")?;
    ///     Ok::<_, &str>(())
    /// });
    /// assert!(matches!(taken.await, Err(ModifyError::Rejected("out of stock"))));
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "embedded"))]
    /// # fn main() {}
    /// ```
    pub fn try_modify<'a, E>(
        &self,
        key: impl IntoKey<T>,
        change: impl FnMut(&mut T) -> Result<(), E> + Send + 'a,
    ) -> Modify<'a, T, E>
    where
        T: Writable + Versioned,
    {
        Modify::new(self.clone(), self.get(key), Step::Sync(Box::new(change)))
    }

    /// As [`try_modify`](Self::try_modify), with an async closure.
    ///
    /// What takes long in it makes conflicts likely. The closure borrows what it uses and cannot change it: its future would
    /// borrow from the closure itself, which the language has no word for yet. Use an atomic or a `Mutex`.
    ///
    /// # Errors
    ///
    /// As [`try_modify`](Self::try_modify).
    ///
    /// # Examples
    ///
    /// ```
    /// # use dynamo_model::*;
    /// # #[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
    /// # #[dynamo(table = "products")]
    /// # struct Product { #[partition_key] id: String, stock: u32, price: u32, #[version] version: u64 }
    /// # #[cfg(feature = "embedded")]
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let products = Dynamo::embedded().table::<Product>();
    /// # products.create_table().await?;
    /// # let mut product = Product { id: "PROD123".into(), stock: 100, ..Product::default() };
    /// # products.create(&mut product).await?;
    /// async fn quote(id: &str) -> Result<u32, Error> {
    ///     Ok(17)
    /// }
    ///
    /// let id = String::from("PROD123");
    /// let change = async |p: &mut Product| {
    ///     p.price = quote(&id).await?;
    ///     Ok::<_, Error>(())
    /// };
    /// let product = products.try_modify_async(&id, change).await?;
    /// assert_eq!(product.price, 17);
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "embedded"))]
    /// # fn main() {}
    /// ```
    pub fn try_modify_async<'a, E, F>(&self, key: impl IntoKey<T>, change: F) -> Modify<'a, T, E>
    where
        T: Writable + Versioned,
        E: Send + 'static,
        F: AsyncFnMut(&mut T) -> Result<(), E> + for<'x> SendAsyncFn<'x, T, E> + 'a,
    {
        Modify::new(self.clone(), self.get(key), Step::of_async(change))
    }

    /// [Puts](Self::put) every item with its version check: a request an item, 16 at once.
    ///
    /// Each item in memory changes only after its own success, and what is wrong with one stops no other. A key that is
    /// given twice is refused at the later position, without a request. A write that is throttled or meets another
    /// writer's transaction is sent again after a pause, as in [`modify`](Self::modify): see [`attempts`](Each::attempts)
    /// and [`backoff`](Each::backoff).
    ///
    /// # Examples
    ///
    /// ```
    /// # use dynamo_model::*;
    /// # #[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
    /// # #[dynamo(table = "products")]
    /// # struct Product { #[partition_key] id: String, stock: u32, price: u32, #[version] version: u64 }
    /// # #[cfg(feature = "embedded")]
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let products = Dynamo::embedded().table::<Product>();
    /// # products.create_table().await?;
    /// # let mut product = Product { id: "PROD123".into(), stock: 100, ..Product::default() };
    /// # products.create(&mut product).await?;
    /// let mut many: Vec<Product> = (1..=3).map(|n| Product { id: format!("P{n}"), ..Product::default() }).collect();
    /// let outcome = products.put_each(&mut many).concurrency(2).on_progress(|done| println!("{done} of 3")).await;
    /// assert!(outcome.all_ok());
    /// assert!(many.iter().all(|product| product.version == 1));
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "embedded"))]
    /// # fn main() {}
    /// ```
    pub fn put_each<'a>(&self, items: &'a mut [T]) -> Each<'a, T>
    where
        T: Writable,
    {
        let twins = twins(items);
        Each::new(self.clone(), "put_each", items.iter_mut().map(Change::Put), twins)
    }

    /// [Updates](Self::update) every item with its version check, as [`put_each`](Self::put_each) puts them.
    ///
    /// # Examples
    ///
    /// ```
    /// # use dynamo_model::*;
    /// # #[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
    /// # #[dynamo(table = "products")]
    /// # struct Product { #[partition_key] id: String, stock: u32, price: u32, #[version] version: u64 }
    /// # #[cfg(feature = "embedded")]
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let products = Dynamo::embedded().table::<Product>();
    /// # products.create_table().await?;
    /// # let mut product = Product { id: "PROD123".into(), stock: 100, ..Product::default() };
    /// # products.create(&mut product).await?;
    /// let mut many = [product.clone(), Product { id: "other".into(), ..Product::default() }];
    /// let outcome = products.update_each(&mut many).await;
    /// let failed: Vec<usize> = outcome.failed().map(|(position, _)| position).collect();
    /// assert_eq!(failed, [1]); // nothing is stored under its key
    /// assert_eq!(many[0].version, 2);
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "embedded"))]
    /// # fn main() {}
    /// ```
    pub fn update_each<'a>(&self, items: &'a mut [T]) -> Each<'a, T>
    where
        T: Writable,
    {
        let twins = twins(items);
        Each::new(self.clone(), "update_each", items.iter_mut().map(Change::Update), twins)
    }

    /// [Deletes](Self::delete) every item with its version check, as [`put_each`](Self::put_each) puts them.
    ///
    /// # Examples
    ///
    /// ```
    /// # use dynamo_model::*;
    /// # #[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
    /// # #[dynamo(table = "products")]
    /// # struct Product { #[partition_key] id: String, stock: u32, price: u32, #[version] version: u64 }
    /// # #[cfg(feature = "embedded")]
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let products = Dynamo::embedded().table::<Product>();
    /// # products.create_table().await?;
    /// # let mut product = Product { id: "PROD123".into(), stock: 100, ..Product::default() };
    /// # products.create(&mut product).await?;
    /// products.delete_each(&[product]).await.into_result()?;
    /// assert!(products.get("PROD123").await?.is_none());
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "embedded"))]
    /// # fn main() {}
    /// ```
    pub fn delete_each<'a>(&self, items: &'a [T]) -> Each<'a, T>
    where
        T: Writable,
    {
        Each::new(self.clone(), "delete_each", items.iter().map(Change::Delete), twins(items))
    }
}

//! Waiting, on the clock of the SDK's client, so that tests can pause it.

use std::time::Duration;

use aws_sdk_dynamodb::config::AsyncSleep as _;

use crate::{
    dynamo::{Backoff, Dynamo},
    error::Error,
};

impl Backoff {
    /// Waits before a retry; the first is 0. For loops of your own.
    ///
    /// # Errors
    ///
    /// The client has no sleep implementation: the SDK's feature `rt-tokio` brings one.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "embedded")]
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), dynamo_model::Error> {
    /// use dynamo_model::{Backoff, Dynamo};
    ///
    /// let db = Dynamo::embedded();
    /// for retry in 0..3 {
    ///     Backoff::default().pause(&db, retry).await?;
    /// }
    /// # Ok(())
    /// # }
    /// # #[cfg(not(feature = "embedded"))]
    /// # fn main() {}
    /// ```
    pub async fn pause(&self, db: &Dynamo, retry: u32) -> Result<(), Error> {
        sleep(db, db.jitter(self.ceiling(retry))).await
    }
}

/// Waits this long.
pub(super) async fn sleep(db: &Dynamo, length: Duration) -> Result<(), Error> {
    if length.is_zero() {
        return Ok(());
    }
    let Some(sleep) = db.client().config().sleep_impl() else {
        return Err(Error::invalid("waiting needs a client with a sleep implementation"));
    };
    sleep.sleep(length).await;
    Ok(())
}

//! What ends an optimistic loop without success.

use std::{convert::Infallible, error::Error as StdError, fmt};

use super::{Conflict, Error, ErrorKind, WriteError};
use crate::item::DynamoItem;

/// What ends [`modify`](crate::Table::modify) without success. `E` is the closure's own error.
///
/// In every case but one nothing was written by the loop: an [`Error`](Self::Error) of the kind
/// [`OutcomeUnknown`](ErrorKind::OutcomeUnknown) says that its last write may have been applied.
///
/// `?` converts it into an [`Error`] where nobody cares for the difference, if `E` is an error type that is `Send`, `Sync`
/// and `'static`. An error type of your own that has a `From<Error>` it becomes by `.map_err(Error::from)?`; one that is `E`
/// itself needs a conversion for `?`, which takes the closure's own error out:
///
/// ```
/// # use dynamo_model::*;
/// #[derive(Debug)]
/// enum AppError {
///     OutOfStock,
///     Dynamo(Error),
/// }
/// # impl std::fmt::Display for AppError {
/// #     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str("it failed") }
/// # }
/// # impl std::error::Error for AppError {}
///
/// impl<T: DynamoItem> From<ModifyError<T, AppError>> for AppError {
///     fn from(error: ModifyError<T, AppError>) -> Self {
///         match error {
///             ModifyError::Rejected(own) => own,
///             other => Self::Dynamo(other.into()),
///         }
///     }
/// }
///
/// # #[derive(Debug, Clone, PartialEq, DynamoItem)]
/// # #[dynamo(table = "products")]
/// # struct Product { #[partition_key] id: String, stock: u32, #[version] version: u64 }
/// async fn take(products: &Table<Product>, id: &str) -> Result<u32, AppError> {
///     let taken = products.try_modify(id, |p| {
///         p.stock = p.stock.checked_sub(1).ok_or(AppError::OutOfStock)?;
///         Ok(())
///     });
///     Ok(taken.await?.stock)
/// }
/// # let _ = take;
/// ```
///
/// # Examples
///
/// ```
/// # use dynamo_model::*;
/// # #[derive(Debug, Clone, PartialEq, DynamoItem)]
/// # #[dynamo(table = "products")]
/// # struct Product { #[partition_key] id: String, stock: u32, #[version] version: u64 }
/// #[derive(Debug)]
/// struct OutOfStock;
/// # impl std::fmt::Display for OutOfStock {
/// #     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str("out of stock") }
/// # }
/// impl std::error::Error for OutOfStock {}
///
/// async fn take(products: &Table<Product>, id: &str) -> Result<bool, Error> {
///     let taken = products.try_modify(id, |p| {
///         p.stock = p.stock.checked_sub(1).ok_or(OutOfStock)?;
///         Ok(())
///     });
///     match taken.await {
///         Ok(_) => Ok(true),
///         Err(ModifyError::Rejected(OutOfStock)) => Ok(false),
///         Err(other) => Err(other.into()),
///     }
/// }
/// ```
#[non_exhaustive]
pub enum ModifyError<T: DynamoItem, E = Infallible> {
    /// The closure said no, in its own words. Nothing was written.
    Rejected(E),
    /// There is no item under the key, or no longer.
    NotFound(Error),
    /// The caller's own condition failed, on the version that the closure was applied to: the same change would fail again.
    ConditionFailed(Conflict<T>),
    /// Every attempt met a conflict; this is the last one.
    Exhausted(Conflict<T>),
    /// Anything else.
    Error(Error),
}

impl<T: DynamoItem, E: fmt::Debug> fmt::Debug for ModifyError<T, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rejected(error) => f.debug_tuple("Rejected").field(error).finish(),
            Self::NotFound(error) => f.debug_tuple("NotFound").field(error).finish(),
            Self::ConditionFailed(conflict) => f.debug_tuple("ConditionFailed").field(conflict).finish(),
            Self::Exhausted(conflict) => f.debug_tuple("Exhausted").field(conflict).finish(),
            Self::Error(error) => f.debug_tuple("Error").field(error).finish(),
        }
    }
}

impl<T: DynamoItem, E: fmt::Display> fmt::Display for ModifyError<T, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rejected(error) => error.fmt(f),
            Self::NotFound(error) | Self::Error(error) => error.fmt(f),
            Self::ConditionFailed(conflict) => conflict.fmt(f),
            Self::Exhausted(conflict) => {
                write!(f, "modify on table `{}`: {}", conflict.table(), ErrorKind::Exhausted.describe())
            }
        }
    }
}

impl<T: DynamoItem, E: StdError + 'static> StdError for ModifyError<T, E> {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match self {
            // Its text is this error's own.
            Self::Rejected(error) => error.source(),
            Self::NotFound(error) | Self::Error(error) => error.source(),
            Self::ConditionFailed(_) => None,
            Self::Exhausted(conflict) => Some(conflict),
        }
    }
}

impl<T: DynamoItem, E: Into<Box<dyn StdError + Send + Sync>>> From<ModifyError<T, E>> for Error {
    fn from(error: ModifyError<T, E>) -> Self {
        match error {
            ModifyError::Rejected(error) => {
                let what = format!("an item of the type `{}`", T::SCHEMA.item);
                Self::new(ErrorKind::Rejected).doing("modify").because(what).caused_by(error)
            }
            ModifyError::NotFound(error) | ModifyError::Error(error) => error,
            ModifyError::ConditionFailed(conflict) => WriteError::Conflict(conflict).into(),
            ModifyError::Exhausted(conflict) => {
                let table = conflict.table().to_owned();
                Self::new(ErrorKind::Exhausted).at(&table, "modify").caused_by(conflict)
            }
        }
    }
}

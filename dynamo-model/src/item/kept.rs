//! What a change to an item in memory must leave alone.

use super::{DynamoItem, KeyValues, ManagedAttribute, NoPrefix, Stamp, key_of, managed_of};
use crate::{error::Error, schema::ItemSchema, value::AttributeValue};

/// The key and the managed attributes of an item, as they were before something else changes it.
///
/// Managed attributes are those that writes fill in: version, generation, write id, `created_at` and so on. A loop that
/// lets its caller change an item keeps them, so that the version check is about the item that was read.
///
/// # Examples
///
/// ```
/// use dynamo_model::{DynamoItem, Kept};
///
/// #[derive(DynamoItem)]
/// #[dynamo(table = "notes")]
/// struct Note {
///     #[partition_key]
///     id: String,
///     text: String,
///     #[version]
///     version: u64,
/// }
///
/// let mut note = Note { id: "n-1".into(), text: "Sample".into(), version: 3 };
/// let kept = Kept::of(&note)?;
/// (note.text, note.version) = ("Revised".into(), 99);
/// kept.restore(&mut note)?;
/// assert_eq!((note.text.as_str(), note.version), ("Revised", 3));
///
/// note.id = "n-2".into();
/// assert!(kept.restore(&mut note).is_err());
/// # Ok::<(), dynamo_model::Error>(())
/// ```
pub struct Kept {
    key: KeyValues,
    managed: Vec<ManagedAttribute>,
}

impl Kept {
    /// Keeps key and managed attributes of this item.
    ///
    /// # Errors
    ///
    /// One of them cannot be stored.
    pub fn of<T: DynamoItem>(item: &T) -> Result<Self, Error> {
        Ok(Self { key: key_of(item)?, managed: managed_of(Some(item))? })
    }

    /// Puts the managed attributes back.
    ///
    /// # Errors
    ///
    /// The item has another key now. Its attribute is named, and nothing was put back.
    pub fn restore<T: DynamoItem>(&self, item: &mut T) -> Result<(), Error> {
        self.same_key(T::SCHEMA, &key_of(item)?)?;
        for stamp in self.changed(managed_of(Some(item))?) {
            T::assign::<NoPrefix>(item, &stamp)?;
        }
        Ok(())
    }

    fn same_key(&self, schema: &ItemSchema, now: &KeyValues) -> Result<(), Error> {
        let changed = if self.key.partition == now.partition {
            schema.sort_key.filter(|_| self.key.sort != now.sort)
        } else {
            Some(schema.partition_key)
        };
        changed.map_or(Ok(()), |def| Err(Error::invalid(format!("the key attribute `{}` was changed", def.name))))
    }

    /// What has to be put back. An absent attribute reads as NULL does.
    fn changed(&self, now: Vec<ManagedAttribute>) -> Vec<Stamp> {
        let changed = self.managed.iter().zip(now).filter(|(before, now)| before.value != now.value);
        let absent = || AttributeValue::Null(true);
        changed
            .map(|(before, _)| Stamp { name: before.name, value: before.value.clone().unwrap_or_else(absent) })
            .collect()
    }
}

impl std::fmt::Debug for Kept {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Kept").finish_non_exhaustive()
    }
}

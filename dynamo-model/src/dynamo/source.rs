//! The only clock and the only randomness of the library.

use std::time::SystemTime;

/// Where the time of a write comes from.
///
/// ```
/// use dynamo_model::Clock;
/// use std::time::{Duration, SystemTime, UNIX_EPOCH};
///
/// struct Fixed;
/// impl Clock for Fixed {
///     fn now(&self) -> SystemTime {
///         UNIX_EPOCH + Duration::from_secs(1_800_000_000)
///     }
/// }
/// ```
pub trait Clock: Send + Sync + 'static {
    /// The present instant.
    fn now(&self) -> SystemTime;
}

/// The clock of the operating system.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;
impl Clock for SystemClock {
    fn now(&self) -> SystemTime {
        SystemTime::now()
    }
}

/// Where random ids come from: generations, write ids, uuids and request tokens.
///
/// ```
/// use dynamo_model::IdSource;
///
/// struct Zero;
/// impl IdSource for Zero {
///     fn bytes(&self) -> [u8; 16] {
///         [0; 16]
///     }
/// }
/// ```
pub trait IdSource: Send + Sync + 'static {
    /// Sixteen random bytes. They become a version 4 UUID.
    fn bytes(&self) -> [u8; 16];
}

/// The randomness of the operating system.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemIds;
impl IdSource for SystemIds {
    fn bytes(&self) -> [u8; 16] {
        let mut bytes = [0; 16];
        if getrandom::fill(&mut bytes).is_err() {
            // Without a source of the system a weaker one is better than none, and than a panic.
            fastrand::fill(&mut bytes);
        }
        bytes
    }
}

pub(crate) fn uuid_text(bytes: [u8; 16]) -> String {
    uuid::Builder::from_random_bytes(bytes).into_uuid().hyphenated().to_string()
}

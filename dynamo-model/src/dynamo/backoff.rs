//! How long to wait before trying again.

use std::time::Duration;

use super::Dynamo;

/// The pauses of a loop that tries again: exponential, with full jitter.
///
/// Each pause is random, between nothing and a ceiling that doubles with every retry. Many writers that were refused
/// together so come back one by one. The randomness is the [`IdSource`](crate::IdSource)'s, so tests can fix it.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
///
/// use dynamo_model::Backoff;
///
/// let backoff = Backoff::new(Duration::from_millis(10), Duration::from_secs(1));
/// assert_eq!(backoff, Backoff::default());
/// assert_eq!(backoff.ceiling(0), Duration::from_millis(10));
/// assert_eq!(backoff.ceiling(3), Duration::from_millis(80));
/// assert_eq!(backoff.ceiling(99), Duration::from_secs(1));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Backoff {
    first: Duration,
    longest: Duration,
}

impl Backoff {
    /// Pauses of `first` at most before the first retry, twice that before the second, and never more than `longest`.
    #[must_use]
    pub const fn new(first: Duration, longest: Duration) -> Self {
        Self { first, longest }
    }

    /// No pauses.
    #[must_use]
    pub const fn none() -> Self {
        Self::new(Duration::ZERO, Duration::ZERO)
    }

    /// The longest that the pause before this retry can be; the first retry is 0.
    #[must_use]
    pub fn ceiling(&self, retry: u32) -> Duration {
        let doubled = 1_u32.checked_shl(retry).and_then(|times| self.first.checked_mul(times));
        doubled.map_or(self.longest, |ceiling| ceiling.min(self.longest))
    }
}

/// From 10 milliseconds to a second.
impl Default for Backoff {
    fn default() -> Self {
        Self::new(Duration::from_millis(10), Duration::from_secs(1))
    }
}

impl Dynamo {
    /// A random length between nothing and this, this included.
    pub(crate) fn jitter(&self, ceiling: Duration) -> Duration {
        let nanos = u64::try_from(ceiling.as_nanos()).unwrap_or(u64::MAX);
        if nanos == 0 {
            return Duration::ZERO;
        }
        let random = u128::from_be_bytes(self.shared.ids.bytes()) % (u128::from(nanos) + 1);
        Duration::from_nanos(u64::try_from(random).unwrap_or(nanos))
    }
}

#[cfg(test)]
mod tests {
    use super::Backoff;
    use std::time::Duration;

    #[test]
    fn no_retry_is_too_many() {
        let backoff = Backoff::new(Duration::from_secs(1), Duration::from_mins(1));
        assert_eq!(backoff.ceiling(5), Duration::from_secs(32));
        assert_eq!(backoff.ceiling(31), Duration::from_mins(1));
        assert_eq!(backoff.ceiling(u32::MAX), Duration::from_mins(1));
        assert_eq!(Backoff::none().ceiling(u32::MAX), Duration::ZERO);
    }
}

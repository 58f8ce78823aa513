//! Random faults, and random ids that follow from the seed.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use dynamo_model::{Dynamo, Embedded, IdSource};
use fastrand::Rng;

/// What goes wrong in a run.
#[derive(Clone)]
pub(crate) struct Weather {
    pub(crate) engine: Embedded,
    rng: Arc<Mutex<Rng>>,
}

/// Ids from the seed.
struct Seeded(Mutex<Rng>);
impl IdSource for Seeded {
    fn bytes(&self) -> [u8; 16] {
        self.0.lock().unwrap().u128(..).to_be_bytes()
    }
}

impl Weather {
    pub(crate) fn new(seed: u64) -> Self {
        Self { engine: Embedded::new(), rng: Arc::new(Mutex::new(Rng::with_seed(seed))) }
    }

    /// A process that starts: nothing is left of the one before but what is stored.
    pub(crate) fn process(&self) -> Dynamo {
        Dynamo::builder(self.engine.client()).ids(Seeded(Mutex::new(self.fork()))).build()
    }

    pub(crate) fn below(&self, n: u64) -> u64 {
        self.rng.lock().unwrap().u64(0..n)
    }

    pub(crate) fn millis(&self, n: u64) -> Duration {
        Duration::from_millis(self.below(n))
    }

    fn fork(&self) -> Rng {
        self.rng.lock().unwrap().fork()
    }

    /// Goes on for some seconds, so that what is asked for long enough is answered.
    pub(crate) async fn blow(self) {
        for _ in 0..60 {
            tokio::time::sleep(self.millis(120)).await;
            let (faults, times) = (self.engine.faults(), u32::try_from(1 + self.below(3)).unwrap_or(1));
            match self.below(9) {
                0 => faults.lose_response(times),
                1 => faults.lose_request(times),
                2 => faults.throttle(times),
                3 => faults.transaction_conflict(times),
                4 => faults.internal_server_error_after(1),
                5 => faults.internal_server_error(1),
                6 => faults.replicated_write_conflict(1),
                7 => faults.transaction_in_progress(1),
                _ => faults.delay(self.millis(40)),
            };
        }
        self.engine.faults().reset();
    }
}

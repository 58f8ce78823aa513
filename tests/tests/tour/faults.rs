//! Section 9: faults, for tests of your own.

use std::time::Duration;

use dynamo_model::{Embedded, ErrorKind, WriteError};

use crate::{Outcome, expressions::Note};

#[rustfmt::skip]
#[tokio::test(start_paused = true)]
async fn faults() -> Outcome {
let engine = Embedded::new();
let db = engine.dynamo();
let notes = db.table::<Note>();
notes.create_table().await?;
let mut note = Note { id: "a".into(), ..Default::default() };
notes.create(&mut note).await?;
engine.clear_requests();

engine.faults().lose_response(1);                       // the write is applied, the answer is lost
let lost = notes.update(&mut note).await;
assert!(matches!(lost, Err(WriteError::Error(error)) if error.kind() == ErrorKind::OutcomeUnknown));
assert_eq!(note.version, 1, "memory changes only after the service has said yes");
assert_eq!(notes.get("a").await?.unwrap().version, 2);

let d = Duration::from_millis(5);
engine.faults().throttle(3); engine.faults().transaction_conflict(1); engine.faults().seed(7).unprocessed(0.5); engine.faults().delay(d);
notes.refresh(&mut note).await.unwrap_err();            // the SDK gives up after three attempts
notes.refresh(&mut note).await?;
notes.update(&mut note).await?;
assert_eq!(notes.batch_get((1..=50).map(|n| n.to_string())).await?.len(), 50);
engine.faults().reset();

let requests = engine.requests();                       // what went over the wire: operation and JSON body
let updates: Vec<&str> = requests.iter().take(2).map(|request| request.operation.as_str()).collect();
assert_eq!(updates, ["UpdateItem"; 2], "the second is the SDK's own retry");
Ok(())
}

//! What ends a loop without success.

use dynamo_model::{AttributeValue, DynamoItem, Embedded, Error, ErrorKind, ModifyError, Table};
use dynamo_tests::assert_names;

use crate::{
    Calls, ended, intrude,
    items::{Plain, stored, table},
    operations, plain,
};

#[tokio::test(start_paused = true)]
async fn no_attempts_are_refused() {
    let (engine, table) = plain().await;
    let error = ended(table.modify("a", |p| p.views += 1).attempts(0).await, ErrorKind::InvalidRequest);
    assert_names(&error, &["modify", "plains", "attempts(0)"]);
    assert!(engine.requests().is_empty());
    assert_eq!(table.modify("a", |p| p.views += 1).attempts(1).await.unwrap().views, 1);
}

#[tokio::test(start_paused = true)]
async fn a_key_that_cannot_be_sent() {
    let (engine, table) = plain().await;
    assert_names(&ended(table.modify("", |_| {}).await, ErrorKind::InvalidRequest), &["`id`"]);
    assert!(engine.requests().is_empty());
}

#[tokio::test(start_paused = true)]
async fn no_item() {
    let (engine, table) = plain().await;
    let mut called = false;
    let result = table.modify("b", |_| called = true).await;
    assert!(matches!(result, Err(ModifyError::NotFound(_))), "{result:?}");
    assert_names(&ended(result, ErrorKind::NotFound), &["modify", "plains"]);
    assert!(!called);
    assert_eq!(operations(&engine), ["GetItem"]);
}

#[tokio::test(start_paused = true)]
async fn an_item_that_is_deleted_meanwhile_stays_so() {
    let (engine, table) = plain().await;
    let other = table.clone();
    let change = async |p: &mut Plain| {
        other.delete(&*p).await.map_err(Error::from)?;
        p.views += 1;
        Ok::<_, Error>(())
    };
    // Also where it was the last attempt: what is gone says more than how often it was tried.
    let result = table.try_modify_async("a", change).attempts(1).await;
    assert!(matches!(result, Err(ModifyError::NotFound(_))), "{result:?}");
    assert!(stored(&engine, &table).await.is_empty());
}

/// Stores something else under the key, past the library.
async fn spoil(engine: &Embedded, table: &Table<Plain>) {
    let put = engine.client().put_item().table_name(table.name()).item("id", AttributeValue::S("a".into()));
    put.item("views", AttributeValue::S("secret".into())).send().await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn an_item_that_does_not_decode() {
    let (engine, table) = plain().await;
    let change = async |p: &mut Plain| {
        spoil(&engine, &table).await;
        p.views += 1;
        Ok::<_, Error>(())
    };
    let after = ended(table.try_modify_async("a", change).await, ErrorKind::Decode);
    assert_names(&after, &["modify", "plains", "`Plain`"]);
    let first = ended(table.modify("a", |p| p.views += 1).await, ErrorKind::Decode);
    for error in [after, first] {
        assert!(!format!("{error} {error:?}").contains("secret"));
    }
    assert_eq!(stored(&engine, &table).await["views"], "'secret'");
}

#[tokio::test(start_paused = true)]
async fn a_closure_that_changes_the_key() {
    #[derive(Debug, Clone, Default, PartialEq, DynamoItem)]
    #[dynamo(table = "both")]
    struct Both {
        #[partition_key]
        id: String,
        #[sort_key]
        at: u64,
        #[version]
        version: u64,
    }
    let (engine, table) = table::<Both>().await;
    table.create(&mut Both { id: "a".into(), at: 7, version: 0 }).await.unwrap();
    engine.clear_requests();
    let partition = table.modify(("a", 7), |b| b.id = "secret".into()).await.unwrap_err();
    let sort = table.modify(("a", 7), |b| b.at = 8).await.unwrap_err();
    for (error, name) in [(Error::from(partition), "`id`"), (Error::from(sort), "`at`")] {
        assert_eq!(error.kind(), ErrorKind::InvalidRequest);
        assert_names(&error, &["modify", "both", name]);
        assert!(!error.to_string().contains("secret"));
    }
    assert_eq!(operations(&engine), ["GetItem", "GetItem"], "nothing was written");
}

/// An error of the caller's, which is no more than that.
#[derive(Debug, PartialEq)]
struct OutOfStock(u64);
impl std::fmt::Display for OutOfStock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "only {} left", self.0)
    }
}
impl std::error::Error for OutOfStock {}

#[tokio::test(start_paused = true)]
async fn the_closures_own_error_reaches_the_caller_unchanged() {
    let (engine, table) = plain().await;
    let result = table.try_modify("a", |p| Err::<(), _>(OutOfStock(p.views))).await;
    assert!(matches!(result, Err(ModifyError::Rejected(OutOfStock(0)))), "{result:?}");
    assert_eq!(operations(&engine), ["GetItem"]);

    // Also in a later attempt.
    let calls = Calls::default();
    let change = async |p: &mut Plain| {
        if calls.next() == 2 {
            return Err(OutOfStock(p.limit));
        }
        intrude(&table).await;
        Ok(())
    };
    let error = table.try_modify_async("a", change).await.unwrap_err();
    assert_eq!(error.to_string(), "only 1 left");
    assert!(matches!(error, ModifyError::Rejected(OutOfStock(1))));
    let error = Error::from(error);
    assert_eq!(error.kind(), ErrorKind::Rejected);
    assert_eq!(std::error::Error::source(&error).unwrap().downcast_ref(), Some(&OutOfStock(1)));
}

#[tokio::test(start_paused = true)]
async fn a_value_that_cannot_be_stored() {
    let (engine, table) = plain().await;
    let error = ended(table.modify("a", |p| p.text = "x".repeat(500 * 1024)).await, ErrorKind::InvalidRequest);
    assert_names(&error, &["update", "plains"]);
    assert_eq!(operations(&engine), ["GetItem"]);
}

#[tokio::test(start_paused = true)]
async fn a_panic_reaches_the_caller_and_changes_nothing() {
    let (engine, table) = plain().await;
    for panicking_call in [1, 2] {
        let other = table.clone();
        let task = tokio::spawn(async move {
            let calls = Calls::default();
            let change = async |p: &mut Plain| {
                p.views += 100;
                assert!(calls.next() != panicking_call, "on purpose");
                intrude(&other).await;
                Ok::<_, Error>(())
            };
            other.try_modify_async("a", change).await.is_ok()
        });
        assert!(task.await.unwrap_err().is_panic());
        assert_eq!(stored(&engine, &table).await["views"], "0");
    }
    // The same table goes on as if nothing had been.
    let item = table.modify("a", |p| p.views += 1).await.unwrap();
    assert_eq!((item.views, item.limit, item.version), (1, 1, 3));

    let spawned = table.clone();
    let task = tokio::spawn(async move { spawned.modify("a", |_| panic!("on purpose")).await.is_ok() });
    assert!(task.await.unwrap_err().is_panic());
    assert_eq!(stored(&engine, &table).await["version"], "3");
}

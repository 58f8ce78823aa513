//! What errors and builders say.

use dynamo_model::{Error, Expect};
use dynamo_tests::conflict;

use crate::{items::Plain, plain};

#[tokio::test(start_paused = true)]
async fn a_rejected_change_names_its_operation_and_item() {
    let (_, table) = plain().await;
    let no = || std::io::Error::other("no");
    let error = Error::from(table.try_modify("a", |_| Err(no())).await.unwrap_err());
    assert_eq!((error.operation(), error.table()), (Some("modify"), None));
    assert_eq!(error.to_string(), "modify: the change was rejected: an item of the type `Plain`");
}

#[tokio::test(start_paused = true)]
async fn a_failed_condition_is_said_once() {
    let (_, table) = plain().await;
    let refused = table.delete_at("a", Expect::Version(1)).condition(|p| p.views.gt(3)).await;
    let error = Error::from(dynamo_model::WriteError::from(conflict(refused)));
    assert_eq!(error.to_string(), "delete_at on table `plains`: the condition of the write failed");
    let refused = Error::from(dynamo_model::WriteError::from(conflict(table.create(&mut Plain::new()).await)));
    let text = "create on table `plains`: the condition of the write failed: there is an item under the key already";
    assert_eq!(refused.to_string(), text);
}

#[tokio::test(start_paused = true)]
async fn builders_are_shown_by_their_plain_names() {
    let (_, table) = plain().await;
    let (mut item, mut many) = (Plain::new(), [Plain::new()]);
    let shown = [
        format!("{:?}", table.create(&mut item)),
        format!("{:?}", table.put(&mut item)),
        format!("{:?}", table.update(&mut item)),
        format!("{:?}", table.patch(&mut item, |p| [p.views.add(1)])),
        format!("{:?}", table.patch_at("a", Expect::Any, |p| [p.views.add(1)])),
        format!("{:?}", table.delete(&item)),
        format!("{:?}", table.delete(&item).return_old()),
        format!("{:?}", table.delete_at("a", Expect::Any)),
        format!("{:?}", table.put_each(&mut many)),
    ];
    let names = ["Create", "Put", "Update", "Patch", "PatchAt", "Delete", "Delete", "DeleteAt", "Each"];
    for (shown, name) in shown.iter().zip(names) {
        assert!(shown.starts_with(&format!("{name} {{ table: ")), "{shown}");
    }
}

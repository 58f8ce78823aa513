//! Private fields, private types of fields and of keys, and warnings that are errors.
#![deny(warnings)]
#![allow(dead_code, unreachable_pub)]

use dynamo_model::{Dynamo, DynamoItem, DynamoValue, Expect, WriteError};

use crate::Outcome;

#[derive(DynamoItem)]
#[dynamo(table = "parcels")]
pub struct Parcel {
    #[partition_key]
    id: ParcelId,
    #[sort_key]
    pub(crate) at: Shelf,
    note: Price,
    #[version(start_at = -5)]
    version: Option<i32>,
}

#[derive(Clone, DynamoValue)]
struct ParcelId(String);
#[derive(Clone, Copy, DynamoValue)]
pub(crate) struct Shelf(u64);
#[derive(Debug, PartialEq, DynamoValue)]
struct Cents(u64);
#[derive(Debug, PartialEq, DynamoValue)]
pub struct Price(Cents);

#[tokio::test]
async fn private_types_are_used_as_public_ones() -> Outcome {
    let db = Dynamo::embedded();
    let parcels = db.table::<Parcel>();
    parcels.create_table().await?;
    let (id, at) = (ParcelId("a".into()), Shelf(3));
    let mut parcel = Parcel { id: id.clone(), at, note: Price(Cents(3)), version: None };
    parcels.create(&mut parcel).await?;
    assert_eq!(parcel.version, Some(-4));

    let cent = Price(Cents(1));
    let changed = parcels.patch_at((&id, at), Expect::Version(-4), |p| [p.note.add(cent)]).await?;
    assert_eq!((changed.note, changed.version), (Price(Cents(4)), Some(-3)));
    parcels.get(ParcelKey { id, at }).await?.ok_or("still there")?;
    match parcels.update(&mut parcel).condition(|p| p.note.gt(Price(Cents(0)))).await {
        Err(WriteError::Conflict(conflict)) => assert_eq!(conflict.expected(), Some(-4)),
        other => return Err(format!("{other:?}").into()),
    }
    Ok(())
}

//! One attribute in an item of its own, read from both sources.

use aws_sdk_dynamodb::{
    Client,
    config::{ConfigBag, Intercept, RuntimeComponents, interceptors::BeforeDeserializationInterceptorContextMut},
    error::BoxError,
    primitives::Blob,
};
use aws_smithy_types::{base64, body::SdkBody};
use dynamo_model::{AttributeValue, Dynamo, DynamoItem, Embedded, Error, IntoKey, Item};
use serde_json::{Value, json};

pub(crate) fn s(text: &str) -> AttributeValue {
    AttributeValue::S(text.into())
}
pub(crate) fn n(number: &str) -> AttributeValue {
    AttributeValue::N(number.into())
}
pub(crate) fn b(bytes: &[u8]) -> AttributeValue {
    AttributeValue::B(Blob::new(bytes))
}
pub(crate) fn null() -> AttributeValue {
    AttributeValue::Null(true)
}
pub(crate) fn l<const N: usize>(list: [AttributeValue; N]) -> AttributeValue {
    AttributeValue::L(list.into())
}
pub(crate) fn m<const N: usize>(entries: [(&str, AttributeValue); N]) -> AttributeValue {
    AttributeValue::M(entries.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}
pub(crate) fn ss<const N: usize>(set: [&str; N]) -> AttributeValue {
    AttributeValue::Ss(set.map(Into::into).into())
}
pub(crate) fn ns<const N: usize>(set: [&str; N]) -> AttributeValue {
    AttributeValue::Ns(set.map(Into::into).into())
}
pub(crate) fn bs<const N: usize>(set: [&[u8]; N]) -> AttributeValue {
    AttributeValue::Bs(set.map(Blob::new).into())
}
/// The attribute is left out.
pub(crate) fn absent() -> Option<AttributeValue> {
    None
}

/// An item whose attribute `value` is this.
pub(crate) fn holder(value: Option<AttributeValue>) -> Item {
    let value = value.map(|value| ("value".to_owned(), value));
    [("id".to_owned(), s("a"))].into_iter().chain(value).collect()
}

/// A value in DynamoDB's JSON.
pub(crate) fn wire(value: &AttributeValue) -> Value {
    let encoded = |blob: &Blob| base64::encode(blob.as_ref());
    match value {
        AttributeValue::S(text) => json!({ "S": text }),
        AttributeValue::N(number) => json!({ "N": number }),
        AttributeValue::B(blob) => json!({ "B": encoded(blob) }),
        AttributeValue::Bool(truth) => json!({ "BOOL": truth }),
        AttributeValue::Null(truth) => json!({ "NULL": truth }),
        AttributeValue::L(list) => json!({ "L": list.iter().map(wire).collect::<Vec<_>>() }),
        AttributeValue::M(map) => json!({ "M": wire_item(map) }),
        AttributeValue::Ss(set) => json!({ "SS": set }),
        AttributeValue::Ns(set) => json!({ "NS": set }),
        AttributeValue::Bs(set) => json!({ "BS": set.iter().map(encoded).collect::<Vec<_>>() }),
        other => panic!("{other:?}"),
    }
}

pub(crate) fn wire_item(item: &Item) -> Value {
    Value::Object(item.iter().map(|(name, value)| (name.clone(), wire(value))).collect())
}

/// Puts its text in the place of the answer to a read.
#[derive(Debug)]
struct Canned(String);
impl Intercept for Canned {
    fn name(&self) -> &'static str {
        "Canned"
    }
    fn modify_before_deserialization(
        &self,
        context: &mut BeforeDeserializationInterceptorContextMut<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        *context.response_mut().body_mut() = SdkBody::from(self.0.as_str());
        Ok(())
    }
}

/// What `get` makes of an answer, whatever is stored.
pub(crate) async fn get_from<T>(body: &str) -> Result<Option<T>, Error>
where
    T: DynamoItem,
    &'static str: IntoKey<T>,
{
    let engine = Embedded::new();
    engine.dynamo().table::<T>().create_table().await.unwrap();
    let config = engine.config().interceptor(Canned(body.to_owned())).build();
    Dynamo::new(Client::from_conf(config)).table::<T>().get("a").await
}

/// Reads the item from both sources, which must say the same.
#[track_caller]
pub(crate) fn read<T>(item: Item) -> Result<T, String>
where
    T: DynamoItem + PartialEq + std::fmt::Debug,
    &'static str: IntoKey<T>,
{
    let body = json!({ "ConsumedCapacity": { "Units": 1 }, "Item": wire_item(&item) }).to_string();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let from_bytes = runtime.block_on(get_from::<T>(&body));
    let from_value = T::decode(item).map_err(|error| error.to_string());
    match (&from_value, from_bytes) {
        (Ok(value), Ok(bytes)) => assert_eq!(Some(value), bytes.as_ref(), "the sources differ"),
        (Err(value), Err(bytes)) => assert!(bytes.to_string().contains(value), "{value} / {bytes}"),
        (value, bytes) => panic!("the sources differ: {value:?} and {bytes:?}"),
    }
    from_value
}

/// A test for each type: `value => stored` in both directions, `reads` for what is only read, `refuses` for what is not.
macro_rules! values {
    ($($test:ident: $type:ty {
        $($value:expr => $stored:expr,)*
        $(; reads: $($read:expr => $as:expr,)+)?
        $(; refuses: $($bad:expr => $message:expr,)+)?
    })*) => { $(
        #[test]
        fn $test() {
            #[derive(Debug, PartialEq, dynamo_model::DynamoItem)]
            #[dynamo(table = "values")]
            struct Holder {
                #[partition_key]
                id: String,
                value: $type,
            }
            #[allow(unused, reason = "not every type has all three kinds of cases")]
            let holder = |value: $type| Holder { id: "a".into(), value };
            $(
                let stored: Option<dynamo_model::AttributeValue> = $stored.into();
                let encoded = <Holder as dynamo_model::DynamoItem>::encode(&holder($value)).unwrap();
                assert_eq!(encoded, crate::sources::holder(stored), "{}", stringify!($value));
                assert_eq!(crate::sources::read(encoded), Ok(holder($value)), "{}", stringify!($value));
            )*
            $($(
                let stored: Option<dynamo_model::AttributeValue> = $read.into();
                assert_eq!(crate::sources::read(crate::sources::holder(stored)), Ok(holder($as)), "{}", stringify!($read));
            )+)?
            $($(
                let stored: Option<dynamo_model::AttributeValue> = $bad.into();
                let refused = crate::sources::read::<Holder>(crate::sources::holder(stored)).unwrap_err();
                assert_eq!(refused, format!("`Holder`: attribute `value{}", $message), "{}", stringify!($bad));
            )+)?
        }
    )* };
}
pub(crate) use values;

/// A test for each type: what cannot be stored, and the text of its refusal.
macro_rules! unstorable {
    ($($test:ident: $type:ty { $($value:expr => $message:expr,)* })*) => { $(
        #[test]
        fn $test() {
            $(
                let value: $type = $value;
                let error = <$type as dynamo_model::DynamoValue>::encode(&value).unwrap_err().to_string();
                assert!(error.contains($message), "{}: {error}", stringify!($value));
            )*
        }
    )* };
}
pub(crate) use unstorable;

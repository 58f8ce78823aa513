//! S and B, and the types that are stored as text.

use std::{borrow::Cow, rc::Rc, sync::Arc};

use aws_sdk_dynamodb::primitives::Blob;
use dynamo_model::{AttributeValue, DynamoValue};
use uuid::Uuid;

use crate::sources::{absent, b, l, n, null, s, ss, values};

values! {
    strings: String {
        String::new() => s(""),
        "x".to_owned() => s("x"),
        "Grüße \"\\\n\u{1F600}\u{0}".to_owned() => s("Grüße \"\\\n\u{1F600}\u{0}"),
        ; refuses:
            n("1") => "`: expected S, found N",
            null() => "`: expected S, found NULL",
            ss(["x"]) => "`: expected S, found SS",
            absent() => "`: the attribute is missing",
    }
    boxed: Box<str> { "x".into() => s("x"), }
    shared: Arc<str> { "x".into() => s("x"), }
    borrowed: Cow<'static, str> { "x".into() => s("x"), }
    chars: char {
        'ß' => s("ß"),
        ; refuses:
            s("") => "`: expected text of exactly one character",
            s("ab") => "`: expected text of exactly one character",
    }
    bytes: Vec<u8> {
        vec![] => b(b""),
        vec![0, 255, 62, 63] => b(&[0, 255, 62, 63]),
        ; refuses: s("AA==") => "`: expected B, found S", l([]) => "`: expected B, found L",
    }
    arrays_of_bytes: [u8; 4] {
        *b"abcd" => b(b"abcd"),
        ; refuses: b(b"abc") => "`: expected as many elements as the array has",
    }
    shared_bytes: bytes::Bytes { bytes::Bytes::from_static(b"x") => b(b"x"), }
    blobs: Blob { Blob::new(b"x") => b(b"x"), }
    uuids: Uuid {
        Uuid::from_u128(0xABCD) => s("00000000-0000-0000-0000-00000000abcd"),
        ; reads: s("00000000-0000-0000-0000-00000000ABCD") => Uuid::from_u128(0xABCD),
        ; refuses: s("x") => "`: expected the text of a uuid",
    }
    options: Option<String> {
        Some("x".into()) => s("x"),
        Some(String::new()) => s(""),
        None => absent(),
        ; reads: null() => None,
        ; refuses: n("1") => "`: expected S, found N",
    }
    pointers: Box<Option<Arc<u32>>> {
        Box::new(Some(Arc::new(1))) => n("1"),
        Box::new(None) => absent(),
        ; reads: null() => Box::new(None),
    }
    any_value: AttributeValue { n("1") => n("1"), null() => null(), }
}

#[test]
fn pointers_that_are_not_sent_are_values_too() {
    assert_eq!(Rc::<str>::encode(&"x".into()).unwrap(), Some(s("x")));
    assert_eq!(Rc::<u8>::read(n("1")).unwrap(), Rc::new(1));
}

//! A foreign trait with our words as methods, in scope together with ours: nothing is ambiguous, because ours have no
//! receiver.

use dynamo_model::{DynamoItem, DynamoValue};

use crate::expressions::{Attachment, Note};

trait Message {
    fn encode(&self) -> u8 {
        1
    }
    fn decode(&self) -> u8 {
        1
    }
    fn read(&self) -> u8 {
        1
    }
    fn write(&self) -> u8 {
        1
    }
    fn handles(&self) -> u8 {
        1
    }
    fn absent(&self) -> u8 {
        1
    }
}

impl Message for Attachment {}
impl Message for Note {}

fn of_any<I: DynamoItem, V: DynamoValue>() -> usize {
    I::SCHEMA.attributes.len()
}

#[test]
fn an_item_keeps_every_method_name() {
    let attachment = Attachment { file: String::new(), pages: None };
    let mut note = Note::default();
    note.set();
    assert!(note.eq() && note.key().is_empty());
    assert_eq!(attachment.encode() + attachment.decode() + attachment.read() + attachment.absent(), 4);
    assert_eq!(note.encode() + note.decode() + note.read() + note.write() + note.handles(), 5);
    assert!(of_any::<Note, Attachment>() > 0);
}

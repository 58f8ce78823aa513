//! One transaction of reads, decoded from the bytes of its answer.

use std::{any::Any, collections::HashMap, pin::pin};

use aws_sdk_dynamodb::{
    error::SdkError,
    operation::transact_get_items::{TransactGetItemsError, builders::TransactGetItemsInputBuilder},
    types::{Get, ItemResponse, TransactGetItem},
};
use aws_smithy_runtime_api::client::orchestrator::HttpResponse;

use super::{
    super::{
        pause::sleep,
        transact_write::{BACKOFF, MORE_ROUNDS, kind_of_reason, twice},
    },
    Asked, Gathered, MOST_ACTIONS, WORD,
};
use crate::{
    dynamo::Dynamo,
    error::{DecodeError, Error, ErrorKind},
    request::{Answer, Call, TRANSACT_GET_ITEMS, failed, watch},
    value::{Item, json_item, json_responses},
};

/// The request, if none of its keys is refused.
pub(super) fn request(asked: &[Asked]) -> Result<TransactGetItemsInputBuilder, Error> {
    match asked.len() {
        0 => return Err(Error::invalid("a transaction needs an item to read").doing(WORD)),
        1..=MOST_ACTIONS => {}
        many => {
            let text = format!("the transaction reads {many} items, and DynamoDB takes at most {MOST_ACTIONS}");
            return Err(Error::invalid(text).doing(WORD));
        }
    }
    let at = |number: usize, error: Error| error.in_action(number, "get").at(&asked_at(asked, number), WORD);
    let mut items = Vec::with_capacity(asked.len());
    for (number, one) in asked.iter().enumerate() {
        let key = one.key.as_ref().map_err(|error| at(number, error.again()))?;
        let key = key.clone().into_item(one.schema).map_err(|error| at(number, error))?;
        let get = Get::builder().table_name(&one.place.name).set_key(Some(key)).build();
        let get = get.map_err(|error| at(number, Error::invalid("the action lacks a part").caused_by(error)))?;
        items.push(TransactGetItem::builder().get(get).build());
    }
    let keys = asked.iter().filter_map(|one| Some((one.place.name.as_str(), one.key.as_ref().ok()?)));
    if let Some((first, second)) = twice(keys) {
        let text = format!("this is the item of action {first} too: a transaction takes each item once");
        return Err(at(second, Error::invalid(text)));
    }
    Ok(TransactGetItemsInputBuilder::default().set_transact_items(Some(items)))
}

fn asked_at(asked: &[Asked], number: usize) -> String {
    asked.get(number).map(|one| one.place.name.clone()).unwrap_or_default()
}

/// Reads all of it, and puts each item in its place.
pub(super) async fn fetch(db: &Dynamo, asked: &[Asked], found: &mut [&mut dyn Gathered]) -> Result<(), Error> {
    let input = request(asked)?;
    let mut round = 0;
    let (call, responses) = loop {
        let call = Call::reading(Answer::new(TRANSACT_GET_ITEMS, keep));
        let error = match watch(&call, pin!(input.clone().send_with(db.client()))).await {
            Ok(output) => break (call, output.responses.unwrap_or_default()),
            Err(error) => error,
        };
        let reason = reason(&error);
        let met_others = matches!(reason, Some((_, ErrorKind::TransactionConflict | ErrorKind::Throttled)));
        if !met_others || round >= MORE_ROUNDS {
            let error = failed(error);
            return Err(match reason {
                Some((number, kind)) => {
                    let error = Error::new(kind).caused_by(error);
                    error.in_action(number, "get").at(&asked_at(asked, number), WORD)
                }
                None => error.at(&asked_at(asked, 0), WORD),
            });
        }
        sleep(db, db.jitter(BACKOFF.ceiling(round))).await?;
        round += 1;
    };
    let at = |(number, error): (usize, DecodeError)| {
        Error::from(error).in_action(number, "get").at(&asked_at(asked, number), WORD)
    };
    match call.take_answer::<Vec<u8>>() {
        Some(body) => take_bytes(&body, found).map_err(at),
        None => take_items(responses, found).map_err(at),
    }
}

/// The bytes of the answer, to be read once it is known what its items are.
fn keep(body: &[u8]) -> Box<dyn Any + Send> {
    Box::new(body.to_vec())
}

fn take_bytes(body: &[u8], found: &mut [&mut dyn Gathered]) -> Result<(), (usize, DecodeError)> {
    let responses = json_responses(body).map_err(|error| (0, error))?;
    for (number, (found, item)) in found.iter_mut().zip(responses).enumerate() {
        let Some(item) = item else { continue };
        if found.needs_item() || found.take_bytes(item).is_err() {
            let item = json_item(item).map_err(|error| (number, error))?;
            found.take_item(item).map_err(|error| (number, error))?;
        }
    }
    Ok(())
}

fn take_items(responses: Vec<ItemResponse>, found: &mut [&mut dyn Gathered]) -> Result<(), (usize, DecodeError)> {
    for (number, (found, response)) in found.iter_mut().zip(responses).enumerate() {
        let item: Option<HashMap<_, _>> = response.item;
        if let Some(item) = item.filter(|item: &Item| !item.is_empty()) {
            found.take_item(item).map_err(|error| (number, error))?;
        }
    }
    Ok(())
}

/// The first action that a cancelled transaction of reads blames, one that met others last.
fn reason(error: &SdkError<TransactGetItemsError, HttpResponse>) -> Option<(usize, ErrorKind)> {
    let TransactGetItemsError::TransactionCanceledException(cancelled) = error.as_service_error()? else {
        return None;
    };
    let reasons = cancelled.cancellation_reasons().iter().enumerate().filter_map(|(number, reason)| {
        let code = reason.code().filter(|code| *code != "None")?;
        Some((number, kind_of_reason(code, reason.message().unwrap_or_default())))
    });
    reasons.min_by_key(|(_, kind)| kind.is_retryable())
}

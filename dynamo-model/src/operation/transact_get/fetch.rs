//! One transaction of reads, decoded from the bytes of its answer.

use std::{any::Any, pin::pin, sync::Arc};

use aws_sdk_dynamodb::{
    error::SdkError,
    operation::transact_get_items::{TransactGetItemsError, builders::TransactGetItemsInputBuilder},
    types::{Get, ItemResponse, TransactGetItem},
};
use aws_smithy_runtime_api::client::orchestrator::HttpResponse;

use super::{
    super::{
        get::Asked,
        read::Projection,
        transact_write::{BACKOFF, MORE_ROUNDS, at_all, check_distinct},
    },
    AnyPlace, MOST_ACTIONS, WORD,
};
use crate::{
    dynamo::Dynamo,
    error::{DecodeError, Error, ErrorKind},
    item::CanonicalKey,
    request::{Answer, Call, TRANSACT_GET_ITEMS, Turn, failed, of_reason, watch},
    table::Place,
    value::{Item, read_responses_json},
};

/// The request and the table of each action, if none of the keys is refused.
pub(super) fn prepare(asked: Vec<Asked>) -> Result<(TransactGetItemsInputBuilder, Vec<Arc<Place>>), Error> {
    match asked.len() {
        0 => return Err(Error::invalid("a transaction needs an item to read").doing(WORD)),
        1..=MOST_ACTIONS => {}
        many => {
            let text = format!("the transaction reads {many} items, and DynamoDB takes at most {MOST_ACTIONS}");
            return Err(Error::invalid(text).doing(WORD));
        }
    }
    let (mut items, mut keys, mut tables) = (Vec::new(), Vec::new(), Vec::new());
    for (number, Asked { place, schema, key, projection }) in asked.into_iter().enumerate() {
        let at = |error: Error| error.in_action(number, "get").at(&place.name, WORD);
        let key = key.map_err(at)?;
        keys.push(CanonicalKey::of(&key));
        let (text, names) = projection.map(|Projection { text, names }| (text, names)).unzip();
        let get = Get::builder()
            .table_name(&place.name)
            .set_key(Some(key.into_item(schema).map_err(at)?))
            .set_projection_expression(text)
            .set_expression_attribute_names(names.flatten());
        let get = get.build().map_err(|error| at(Error::invalid("the action lacks a part").caused_by(error)))?;
        items.push(TransactGetItem::builder().get(get).build());
        tables.push(place);
    }
    check_distinct(tables.iter().zip(keys).map(|(place, key)| (place, key, "get")), WORD)?;
    Ok((TransactGetItemsInputBuilder::default().set_transact_items(Some(items)), tables))
}

/// Reads all of it, and puts each item in its place.
pub(super) async fn fetch(db: &Dynamo, asked: Vec<Asked>, found: &mut [&mut AnyPlace]) -> Result<(), Error> {
    let (input, tables) = prepare(asked)?;
    let table = |number: usize| tables.get(number).map(|place| place.name.as_str()).unwrap_or_default();
    let mut round = 0;
    let (call, responses) = loop {
        let call = Call::reading(Answer::new(TRANSACT_GET_ITEMS, keep)).in_turn(Turn::of_round(round));
        let error = match watch(&call, pin!(input.clone().send_with(db.client()))).await {
            Ok(output) => break (call, output.responses.unwrap_or_default()),
            Err(error) => error,
        };
        let (reason, error) = (reason(&error), failed(error));
        let kind = reason.map_or(error.kind(), |(_, kind)| kind);
        if !kind.is_contention() || round == MORE_ROUNDS {
            return Err(match reason {
                Some((number, kind)) => {
                    Error::new(kind).caused_by(error).in_action(number, "get").at(table(number), WORD)
                }
                None => at_all(error, &tables, WORD),
            });
        }
        BACKOFF.pause(db, round).await?;
        round += 1;
    };
    let taken = match call.take_answer::<Vec<u8>>() {
        Some(body) => take_bytes(&body, found),
        None => take_items(responses, found),
    };
    taken.map_err(|(number, error)| match number {
        Some(number) => Error::from(error).in_action(number, "get").at(table(number), WORD),
        None => Error::from(error).at(table(0), WORD),
    })
}

/// The bytes of the answer, to be read once it is known what its items are.
fn keep(body: &[u8]) -> Box<dyn Any + Send> {
    Box::new(body.to_vec())
}

/// What does not decode, and where it is the item of one action, of which one.
type Misfit = (Option<usize>, DecodeError);

fn take_bytes(body: &[u8], found: &mut [&mut AnyPlace]) -> Result<(), Misfit> {
    let (asked, mut at) = (found.len(), None);
    let answered = read_responses_json(body, |number, item| {
        at = Some(number);
        match found.get_mut(number) {
            Some(found) => found.read(item)?,
            None => item.skip()?,
        }
        at = None;
        Ok(())
    });
    check_complete(answered.map_err(|error| (at, error))?, asked)
}

fn take_items(responses: Vec<ItemResponse>, found: &mut [&mut AnyPlace]) -> Result<(), Misfit> {
    check_complete(responses.len(), found.len())?;
    for (number, (found, response)) in found.iter_mut().zip(responses).enumerate() {
        if let Some(item) = response.item.filter(|item: &Item| !item.is_empty()) {
            found.take_item(item).map_err(|error| (Some(number), error))?;
        }
    }
    Ok(())
}

/// An item that was not answered must not read as one that is not there.
fn check_complete(answered: usize, asked: usize) -> Result<(), Misfit> {
    if answered == asked {
        return Ok(());
    }
    let expected = format!("an answer for each of {asked} actions, and there are {answered}");
    Err((None, DecodeError::invalid(expected)))
}

/// The first action that a cancelled transaction of reads blames, one that met others last.
fn reason(error: &SdkError<TransactGetItemsError, HttpResponse>) -> Option<(usize, ErrorKind)> {
    let TransactGetItemsError::TransactionCanceledException(cancelled) = error.as_service_error()? else {
        return None;
    };
    let reasons = cancelled.cancellation_reasons().iter().enumerate().filter_map(|(number, reason)| {
        let code = reason.code().filter(|code| *code != "None")?;
        Some((number, of_reason(code, reason.message().unwrap_or_default())))
    });
    reasons.min_by_key(|(_, kind)| kind.is_retryable())
}

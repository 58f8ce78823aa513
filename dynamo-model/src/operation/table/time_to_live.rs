//! Time to live: what the table has, against what its model says.

use aws_sdk_dynamodb::types::{TimeToLiveSpecification, TimeToLiveStatus};

use super::{Sent, is_held_back};
use crate::{
    error::Error,
    request::{failed, sent},
    table::Place,
};

/// What a table says of its time to live.
pub(crate) enum TimeToLive {
    Off,
    On(String),
    /// For up to an hour it can be neither used nor changed.
    TurningOff,
}

impl TimeToLive {
    /// What differs from the model, in words.
    pub(crate) fn difference(&self, modelled: Option<&str>) -> Option<String> {
        let modelled_in_words = modelled.map_or_else(|| "off".to_owned(), |name| format!("on `{name}`"));
        let there = match self {
            Self::On(there) if modelled == Some(there) => return None,
            Self::Off if modelled.is_none() => return None,
            Self::On(there) => format!("on `{there}`"),
            Self::Off => "off".to_owned(),
            Self::TurningOff => "being turned off".to_owned(),
        };
        Some(format!("the time to live is {there} in the table and {modelled_in_words} in the model"))
    }
}

pub(crate) async fn time_to_live(place: &Place) -> Result<TimeToLive, Error> {
    let request = place.db.client().describe_time_to_live().table_name(&place.name);
    let answer = sent(request.send()).await.map_err(failed)?;
    let Some(description) = answer.time_to_live_description else { return Ok(TimeToLive::Off) };
    let name = description.attribute_name.unwrap_or_default();
    Ok(match description.time_to_live_status {
        Some(TimeToLiveStatus::Enabled | TimeToLiveStatus::Enabling) => TimeToLive::On(name),
        Some(TimeToLiveStatus::Disabling) => TimeToLive::TurningOff,
        _ => TimeToLive::Off,
    })
}

/// Turns the time to live on.
pub(crate) async fn enable(place: &Place, attribute: &str) -> Result<Sent, Error> {
    let specification = TimeToLiveSpecification::builder().attribute_name(attribute).enabled(true).build();
    let specification = specification.map_err(|error| Error::invalid("a definition lacks a part").caused_by(error))?;
    let update = place.db.client().update_time_to_live().table_name(&place.name);
    match sent(update.time_to_live_specification(specification).send()).await {
        Ok(_) => Ok(Sent::Accepted),
        Err(error) if is_held_back(&error) => Ok(Sent::HeldBack),
        Err(error) => Err(failed(error)),
    }
}

//! Instants, dates and times to live.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use chrono::{DateTime, Utc};
use dynamo_model::{AttributeValue, DynamoItem, DynamoValue, Ttl, codec};
use time::OffsetDateTime;

use crate::sources::{absent, n, null, read, s, unstorable, values};

fn at(seconds: i64, nanoseconds: u32) -> SystemTime {
    let whole = Duration::from_secs(seconds.unsigned_abs());
    let whole = if seconds < 0 { UNIX_EPOCH - whole } else { UNIX_EPOCH + whole };
    whole + Duration::from_nanos(nanoseconds.into())
}
fn jiff_at(seconds: i64, nanoseconds: u32) -> jiff::Timestamp {
    jiff::Timestamp::new(seconds, nanoseconds.try_into().unwrap()).unwrap()
}
fn chrono_at(seconds: i64, nanoseconds: u32) -> DateTime<Utc> {
    DateTime::from_timestamp(seconds, nanoseconds).unwrap()
}
fn time_at(seconds: i64, nanoseconds: u32) -> OffsetDateTime {
    OffsetDateTime::from_unix_timestamp(seconds).unwrap().replace_nanosecond(nanoseconds).unwrap()
}

macro_rules! timestamps {
    ($($test:ident: $type:ty, $at:ident;)*) => {
        values! { $($test: $type {
            $at(0, 0) => s("1970-01-01T00:00:00.000000000Z"),
            $at(1_800_000_000, 500_000_000) => s("2027-01-15T08:00:00.500000000Z"),
            $at(1_800_000_000, 1) => s("2027-01-15T08:00:00.000000001Z"),
            $at(1_800_000_000, 999_999_999) => s("2027-01-15T08:00:00.999999999Z"),
            $at(-1, 999_000_000) => s("1969-12-31T23:59:59.999000000Z"),
            $at(-2_000_000_000, 0) => s("1906-08-16T20:26:40.000000000Z"),
            ; reads:
                s("2027-01-15T08:00:00Z") => $at(1_800_000_000, 0),
                s("2027-01-15T08:00:00.5Z") => $at(1_800_000_000, 500_000_000),
                s("2027-01-15T10:00:00+02:00") => $at(1_800_000_000, 0),
                s("2027-01-15T02:30:00.25-05:30") => $at(1_800_000_000, 250_000_000),
            ; refuses:
                s("2027-01-15") => "`: expected a timestamp in RFC 3339",
                s("") => "`: expected a timestamp in RFC 3339",
                s("geheim") => "`: expected a timestamp in RFC 3339",
                n("1800000000") => "`: expected S, found N",
                null() => "`: expected S, found NULL",
        })* }

        /// Text order is time order, also where Java would leave digits out.
        #[test]
        fn text_order_is_time_order() {
            $({
                let mut instants: Vec<$type> = vec![
                    $at(-2_000_000_000, 0), $at(-1, 0), $at(-1, 1), $at(0, 0), $at(0, 1), $at(0, 10), $at(0, 100_000_000),
                    $at(0, 999_999_999), $at(1, 0), $at(1_800_000_000, 5), $at(1_800_000_000, 50_000), $at(253_402_200_000, 0),
                ];
                let texts: Vec<AttributeValue> =
                    instants.iter().map(|instant| <$type>::encode(instant).unwrap().unwrap()).collect();
                let texts: Vec<&String> = texts.iter().map(|text| text.as_s().unwrap()).collect();
                assert!(texts.is_sorted(), "{texts:?}");
                assert!(texts.iter().all(|text| text.len() == 30 && text.ends_with('Z')), "{texts:?}");
                let before = instants.clone();
                instants.sort();
                assert_eq!(instants, before);
            })*
        }
    };
}
timestamps! {
    system_times: SystemTime, at;
    jiff_timestamps: jiff::Timestamp, jiff_at;
    chrono_timestamps: DateTime<Utc>, chrono_at;
    time_timestamps: OffsetDateTime, time_at;
}

values! {
    optional_timestamps: Option<jiff::Timestamp> { Some(jiff_at(0, 0)) => s("1970-01-01T00:00:00.000000000Z"), None => absent(), }
    offsets_become_utc: OffsetDateTime {
        time_at(0, 0).to_offset(time::UtcOffset::from_hms(5, 0, 0).unwrap()) => s("1970-01-01T00:00:00.000000000Z"),
    }
    jiff_dates: jiff::civil::Date {
        jiff::civil::date(2026, 11, 30) => s("2026-11-30"),
        ; refuses: s("30.11.2026") => "`: expected a date like 2026-11-30",
    }
    chrono_dates: chrono::NaiveDate { chrono::NaiveDate::from_ymd_opt(2026, 1, 2).unwrap() => s("2026-01-02"), }
    time_dates: time::Date { time::Date::from_calendar_date(2026, time::Month::January, 2).unwrap() => s("2026-01-02"), }
    times_to_live: Ttl {
        Ttl::At(at(1_800_000_000, 0)) => n("1800000000"),
        ; reads: n("1.8E9") => Ttl::At(at(1_800_000_000, 0)),
    }
}

unstorable! {
    far_system_times: SystemTime { at(253_402_300_800, 0) => "years 0 and 9999", at(-62_167_219_201, 0) => "years 0 and 9999", }
    far_chrono_timestamps: DateTime<Utc> { DateTime::<Utc>::MAX_UTC => "years 0 and 9999", DateTime::<Utc>::MIN_UTC => "years 0 and 9999", }
    relative_times_to_live: Ttl { Ttl::After(Duration::from_secs(1)) => "relative to the write", }
}

/// Chrono counts a leap second as more than a second of nanoseconds, which would be a tenth digit.
#[test]
fn a_leap_second_has_nine_digits_too() {
    let leap = DateTime::<Utc>::from_timestamp(1_483_228_799, 1_500_000_000).unwrap();
    assert_eq!(DateTime::<Utc>::encode(&leap).unwrap(), Some(s("2017-01-01T00:00:00.500000000Z")));
}

#[derive(Debug, Clone, PartialEq, DynamoItem)]
#[dynamo(table = "values")]
struct Epochs {
    #[partition_key]
    id: String,
    #[dynamo(with = codec::epoch_seconds)]
    seconds: SystemTime,
    #[dynamo(with = codec::epoch_millis)]
    millis: Option<jiff::Timestamp>,
    #[dynamo(ttl)]
    expires: Option<OffsetDateTime>,
}

#[test]
fn instants_as_numbers() {
    let item = Epochs {
        id: "a".into(),
        seconds: at(-2, 500_000_000),
        millis: Some(jiff_at(-2, 500_900_000)),
        expires: Some(time_at(1_800_000_000, 999)),
    };
    let stored = Epochs::encode(&item).unwrap();
    assert_eq!((&stored["seconds"], &stored["millis"], &stored["expires"]), (&n("-2"), &n("-1500"), &n("1800000000")));
    let cut = Epochs {
        seconds: at(-2, 0),
        millis: Some(jiff_at(-2, 500_000_000)),
        expires: Some(time_at(1_800_000_000, 0)),
        ..item
    };
    assert_eq!(read(stored.clone()), Ok(cut.clone()));
    let mut without = stored.clone();
    without.remove("millis");
    without.remove("expires");
    assert_eq!(read(without), Ok(Epochs { millis: None, expires: None, ..cut.clone() }));
    let mut nulls = stored.clone();
    nulls.insert("millis".into(), null());
    nulls.insert("expires".into(), null());
    assert_eq!(read(nulls), Ok(Epochs { millis: None, expires: None, ..cut }));
    let mut missing = stored.clone();
    missing.remove("seconds");
    assert_eq!(read::<Epochs>(missing).unwrap_err(), "`Epochs`: attribute `seconds`: the attribute is missing");
    let mut wrong = stored;
    wrong.insert("seconds".into(), s("2027-01-15T08:00:00Z"));
    assert_eq!(read::<Epochs>(wrong).unwrap_err(), "`Epochs`: attribute `seconds`: expected N, found S");
}

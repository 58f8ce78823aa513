//! N.

use rust_decimal::Decimal;

use crate::sources::{absent, l, n, null, s, unstorable, values};

values! {
    u8s: u8 {
        0 => n("0"),
        255 => n("255"),
        ; reads: n("1.0") => 1, n("1E2") => 100, n("2.50e1") => 25, n("007") => 7, n("+3") => 3, n("-0") => 0, n("0.0") => 0, n("0E+5") => 0,
        ; refuses:
            n("256") => "`: expected a number that fits `u8`",
            n("-1") => "`: expected a number that fits `u8`",
            n("1.5") => "`: expected a number that fits `u8`",
            n("1E3") => "`: expected a number that fits `u8`",
            n("1E-1") => "`: expected a number that fits `u8`",
            n("1E99999999999999999999") => "`: expected a number that fits `u8`",
            n("") => "`: expected a number that fits `u8`",
            n("x") => "`: expected a number that fits `u8`",
            n("NaN") => "`: expected a number that fits `u8`",
            s("1") => "`: expected N, found S",
            null() => "`: expected N, found NULL",
            absent() => "`: the attribute is missing",
    }
    u16s: u16 { u16::MAX => n("65535"), }
    u32s: u32 { u32::MAX => n("4294967295"), }
    u64s: u64 {
        u64::MAX => n("18446744073709551615"),
        ; reads: n("1.8446744073709551615E19") => u64::MAX,
        ; refuses: n("18446744073709551616") => "`: expected a number that fits `u64`",
    }
    usizes: usize { 7 => n("7"), }
    i8s: i8 {
        i8::MIN => n("-128"),
        ; reads: n("-1.28E+2") => -128,
        ; refuses: n("-129") => "`: expected a number that fits `i8`", n("128") => "`: expected a number that fits `i8`",
    }
    i16s: i16 { i16::MIN => n("-32768"), }
    i32s: i32 { i32::MIN => n("-2147483648"), }
    i64s: i64 { i64::MIN => n("-9223372036854775808"), i64::MAX => n("9223372036854775807"), }
    isizes: isize { -7 => n("-7"), }
    i128s: i128 {
        99_999_999_999_999_999_999_999_999_999_999_999_999 => n("99999999999999999999999999999999999999"),
        -99_999_999_999_999_999_999_999_999_999_999_999_999 => n("-99999999999999999999999999999999999999"),
        100_000_000_000_000_000_000_000_000_000_000_000_000 => n("100000000000000000000000000000000000000"),
        ; reads: n("1E38") => 100_000_000_000_000_000_000_000_000_000_000_000_000,
    }
    u128s: u128 {
        u128::from(u64::MAX) + 1 => n("18446744073709551616"),
        ; reads: n("3.00E38") => 300_000_000_000_000_000_000_000_000_000_000_000_000,
    }
    f64s: f64 {
        0.25 => n("0.25"),
        -1.5 => n("-1.5"),
        3.0 => n("3"),
        0.1 + 0.2 => n("0.30000000000000004"),
        1e100 => n("1e100"),
        1.5e-100 => n("1.5e-100"),
        ; reads: n("1E2") => 100.0, n("1.0") => 1.0, n("123456789012345678901234567890") => 123_456_789_012_345_678_901_234_567_890.0,
        ; refuses: s("1") => "`: expected N, found S",
    }
    f32s: f32 { 0.1 => n("0.1"), 16_777_216.0 => n("16777216"), }
    decimals: Decimal {
        Decimal::new(1999, 2) => n("19.99"),
        Decimal::MAX => n("79228162514264337593543950335"),
        Decimal::new(-1, 28) => n("-0.0000000000000000000000000001"),
        ; reads: n("1E2") => Decimal::ONE_HUNDRED, n("1.5e1") => Decimal::new(15, 0),
        ; refuses: n("1E30") => "`: expected a number that fits `Decimal`",
    }
    bools: bool {
        true => dynamo_model::AttributeValue::Bool(true),
        false => dynamo_model::AttributeValue::Bool(false),
        ; reads: n("1") => true, n("0") => false,
        ; refuses:
            n("2") => "`: expected 0 or 1 where a number stands for a boolean",
            s("true") => "`: expected BOOL, found S",
            l([]) => "`: expected BOOL, found L",
    }
}

unstorable! {
    infinite_f64s: f64 {
        f64::NAN => "NaN",
        f64::INFINITY => "infinities",
        f64::NEG_INFINITY => "infinities",
        1e126 => "9.99E125",
        f64::MAX => "9.99E125",
        1e-131 => "1E-130",
        f64::MIN_POSITIVE => "1E-130",
        -1e-131 => "1E-130",
    }
    infinite_f32s: f32 { f32::NAN => "NaN", f32::INFINITY => "infinities", }
    long_i128s: i128 {
        i128::MAX => "38 digits",
        i128::MIN => "38 digits",
        100_000_000_000_000_000_000_000_000_000_000_000_001 => "38 digits",
    }
    long_u128s: u128 { u128::MAX => "38 digits", }
}

#[test]
fn the_limits_themselves_are_stored() {
    use dynamo_model::DynamoValue;
    assert_eq!(f64::encode(&9.99e125).unwrap(), Some(n("9.99e125")));
    assert_eq!(f64::encode(&-9.99e125).unwrap(), Some(n("-9.99e125")));
    assert_eq!(f64::encode(&1e-130).unwrap(), Some(n("1e-130")));
    assert_eq!(f64::encode(&0.0).unwrap(), Some(n("0")));
}

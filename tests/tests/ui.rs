//! What the compiler answers to mistakes: each case is a small program with the exact text of its errors beside it.
//!
//! After a deliberate change, `TRYBUILD=overwrite cargo test -p dynamo-tests --test ui` writes the texts anew. Read them
//! as somebody would who knows neither this library nor its insides.

#[test]
fn mistakes() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("ui/*.rs");
}

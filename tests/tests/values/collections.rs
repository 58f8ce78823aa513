//! L, M and the sets.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

use dynamo_model::DynamoValue;
use uuid::Uuid;

use crate::sources::{absent, b, bs, l, m, n, ns, null, s, ss, unstorable, values};

fn texts<C: FromIterator<String>, const N: usize>(texts: [&str; N]) -> C {
    texts.into_iter().map(str::to_owned).collect()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, DynamoValue)]
#[dynamo(rename_all = "lowercase")]
enum Color {
    Red,
    Green,
}

#[derive(Debug, Clone, PartialEq, DynamoValue)]
struct Tags(BTreeSet<String>);

#[derive(Debug, Clone, PartialEq, DynamoValue)]
struct Pair(u8, BTreeSet<String>);

#[derive(Debug, Clone, PartialEq, DynamoValue)]
struct Tagged {
    tags: BTreeSet<String>,
}

values! {
    lists: Vec<u16> {
        vec![] => l([]),
        vec![1, 2] => l([n("1"), n("2")]),
        ; refuses:
            ns(["1"]) => "`: expected L, found NS",
            l([n("1"), s("x")]) => "[1]`: expected N, found S",
            l([n("1"), null()]) => "[1]`: expected N, found NULL",
            l([n("1"), n("70000")]) => "[1]`: expected a number that fits `u16`",
            absent() => "`: the attribute is missing",
    }
    lists_of_options: Vec<Option<u16>> { vec![Some(1), None] => l([n("1"), null()]), }
    lists_of_lists: Vec<Vec<u8>> { vec![vec![1], vec![]] => l([b(&[1]), b(&[])]), }
    deques: VecDeque<String> { texts(["a", "b"]) => l([s("a"), s("b")]), }
    arrays: [i32; 2] {
        [1, -2] => l([n("1"), n("-2")]),
        ; refuses: l([n("1")]) => "`: expected as many elements as the array has",
    }
    tuples: (String, u8, Option<bool>) {
        ("x".into(), 2, None) => l([s("x"), n("2"), null()]),
        ; refuses:
            l([s("x"), n("2")]) => "`: expected a list of 3 elements",
            l([s("x"), n("2"), null(), null()]) => "[3]`: expected a list of 3 elements",
            l([s("x"), s("2"), null()]) => "[1]`: expected N, found S",
            m([]) => "`: expected L, found M",
    }
    tuples_are_no_sets: (String, String) {
        ("a".into(), "b".into()) => l([s("a"), s("b")]),
        ; refuses: ss(["a", "b"]) => "`: expected L, found SS",
    }
    text_sets: BTreeSet<String> {
        texts(["a", "b"]) => ss(["a", "b"]),
        BTreeSet::new() => absent(),
        ; reads: l([s("b"), s("a"), s("a")]) => texts(["a", "b"]), l([]) => BTreeSet::new(),
        ; refuses:
            s("a") => "`: expected L, found S",
            ns(["1"]) => "[0]`: expected S, found N",
            l([s("a"), n("1")]) => "[1]`: expected S, found N",
    }
    number_sets: BTreeSet<u32> {
        [9, 11].into() => ns(["9", "11"]),
        ; reads: ns(["1.0", "1E1"]) => [1, 10].into(), l([n("1")]) => [1].into(),
        ; refuses: ns(["1", "-1"]) => "[1]`: expected a number that fits `u32`",
    }
    hash_sets: HashSet<i8> { [-1].into() => ns(["-1"]), HashSet::new() => absent(), }
    binary_sets: BTreeSet<Vec<u8>> { [vec![1], vec![2, 3]].into() => bs([&[1], &[2, 3]]), BTreeSet::new() => absent(), }
    binary_array_sets: HashSet<[u8; 2]> { [[1, 2]].into() => bs([&[1, 2]]), }
    uuid_sets: BTreeSet<Uuid> { [Uuid::nil()].into() => ss(["00000000-0000-0000-0000-000000000000"]), }
    enum_sets: BTreeSet<Color> { [Color::Green, Color::Red].into() => ss(["red", "green"]), }
    maps: BTreeMap<String, u32> {
        BTreeMap::new() => m([]),
        [("EUR".to_owned(), 5)].into() => m([("EUR", n("5"))]),
        ; refuses:
            m([("EUR", s("5"))]) => ".EUR`: expected N, found S",
            l([]) => "`: expected M, found L",
            absent() => "`: the attribute is missing",
    }
    maps_of_options: HashMap<String, Option<u32>> {
        [("a".to_owned(), Some(1))].into() => m([("a", n("1"))]),
        ; reads: m([("a", null())]) => [("a".to_owned(), None)].into(),
    }
    maps_by_number: BTreeMap<i16, String> {
        [(-1, "x".to_owned())].into() => m([("-1", s("x"))]),
        ; refuses: m([("x", s("x"))]) => "`: expected a map key that reads as `i16`",
    }
    maps_by_uuid: BTreeMap<Uuid, u8> { [(Uuid::nil(), 1)].into() => m([("00000000-0000-0000-0000-000000000000", n("1"))]), }
    maps_by_enum: HashMap<Color, u8> {
        [(Color::Red, 1)].into() => m([("red", n("1"))]),
        ; refuses: m([("blue", n("1"))]) => "`: expected a variant of `Color`",
    }
    maps_of_lists: BTreeMap<String, Vec<BTreeMap<String, u8>>> {
        [("a".to_owned(), vec![[("b".to_owned(), 1)].into()])].into() => m([("a", l([m([("b", n("1"))])]))]),
        ; refuses: m([("a", l([m([]), m([("b", s("1"))])]))]) => ".a[1].b`: expected N, found S",
    }
    lists_of_sets: Vec<BTreeSet<String>> { vec![texts(["a"])] => l([ss(["a"])]), }
    sets_inside_structs: Vec<Tagged> {
        vec![Tagged { tags: BTreeSet::new() }, Tagged { tags: texts(["a"]) }] => l([m([]), m([("tags", ss(["a"]))])]),
    }
    newtypes_of_sets: Tags { Tags(BTreeSet::new()) => absent(), Tags(texts(["a"])) => ss(["a"]), }
    tuple_structs: Pair {
        Pair(1, texts(["a"])) => l([n("1"), ss(["a"])]),
        ; refuses: ns(["1", "2"]) => "`: expected L, found NS", l([n("1")]) => "`: expected a list of 2 elements",
    }
}

unstorable! {
    empty_sets_in_lists: Vec<BTreeSet<String>> { vec![texts(["a"]), BTreeSet::new()] => "attribute `[1]`: an empty set", }
    empty_sets_in_maps: BTreeMap<String, HashSet<u8>> { [("a".to_owned(), HashSet::new())].into() => "attribute `a`: an empty set", }
    empty_sets_in_tuples: (u8, BTreeSet<u8>) { (1, BTreeSet::new()) => "attribute `[1]`: an empty set", }
    empty_sets_in_arrays: [BTreeSet<u8>; 1] { [BTreeSet::new()] => "attribute `[0]`: an empty set", }
    empty_sets_in_newtypes: Vec<Tags> { vec![Tags(BTreeSet::new())] => "attribute `[0]`: an empty set", }
    empty_sets_in_boxes: Vec<Box<BTreeSet<u8>>> { vec![Box::new(BTreeSet::new())] => "attribute `[0]`: an empty set", }
    empty_sets_in_tuple_structs: Pair { Pair(1, BTreeSet::new()) => "attribute `[1]`: an empty set", }
    numbers_in_lists: Vec<f64> { vec![1.0, f64::NAN] => "attribute `[1]`: infinities and NaN", }
    numbers_in_maps: BTreeMap<String, f64> { [("a".to_owned(), f64::NAN)].into() => "attribute `a`: infinities and NaN", }
}

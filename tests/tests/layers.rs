//! The floors of ARCHITECTURE.md, held by reading the paths that each source file names.
//!
//! Comments, texts and modules of tests do not count. Each floor is also shown a file that breaks it, so that none can
//! pass by seeing nothing.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::{fs, path::Path};

/// What a source file names.
struct Source {
    /// Its path from the `src` of its crate, without `.rs`: `value/number`.
    name: String,
    /// Its code, without comments and texts.
    code: String,
    /// Every path in it, those of `use` unfolded: `std::fmt`, `crate::value::Item`.
    paths: Vec<String>,
}

impl Source {
    fn new(name: &str, text: &str) -> Self {
        let code = code_of(text);
        let paths = paths_of(&code);
        Self { name: name.to_owned(), code, paths }
    }

    /// Whether it is one of these modules, or inside one.
    fn is_in(&self, modules: &[&str]) -> bool {
        modules.iter().any(|module| begins(&self.name, module, "/"))
    }

    /// The first path that is one of these or leads on from one.
    fn names(&self, paths: &[&str]) -> Option<&str> {
        self.paths.iter().map(String::as_str).find(|path| paths.iter().any(|begin| begins(path, begin, "::")))
    }
}

fn begins(path: &str, begin: &str, separator: &str) -> bool {
    path.strip_prefix(begin).is_some_and(|rest| rest.is_empty() || rest.starts_with(separator))
}

/// The crates that make up the SDK.
const SDK: &[&str] = &[
    "aws_config",
    "aws_sdk_dynamodb",
    "aws_smithy_async",
    "aws_smithy_http_client",
    "aws_smithy_runtime_api",
    "aws_smithy_types",
    "aws_types",
];
const EXPRESSIONS: &[&str] = &["schema", "expression", "attribute"];

/// A floor: what breaks it in one file of one crate, if anything does.
struct Floor {
    says: &'static str,
    broken_by: fn(&Source) -> Option<&str>,
}

const RUNTIME: &[Floor] = &[
    Floor {
        says: "the schema and the expression tree know no SDK operation, no async, no clock",
        broken_by: |source| {
            let refused = [
                "aws_sdk_dynamodb::operation",
                "aws_sdk_dynamodb::Client",
                "futures_util",
                "tokio",
                "async",
                "await",
                "Clock",
                "crate::dynamo",
                "crate::operation",
                "std::time::SystemTime::now",
                "std::time::Instant",
                "SystemTime::now",
            ];
            source.is_in(EXPRESSIONS).then(|| source.names(&refused)).flatten()
        },
    },
    Floor {
        says: "only value, request, operation, table, dynamo, embedded and error name the SDK",
        broken_by: |source| {
            let may = ["value", "request", "operation", "table", "dynamo", "embedded", "error"];
            (!source.is_in(&may)).then(|| source.names(SDK)).flatten()
        },
    },
    Floor {
        says: "only operation awaits the SDK",
        broken_by: |source| {
            let sends = || [".send()", ".send_with("].into_iter().find(|call| source.code.contains(call));
            let awaits = || source.names(&["aws_sdk_dynamodb"]).filter(|_| source.code.contains(".await"));
            (!source.is_in(&["operation"])).then(|| sends().or_else(awaits)).flatten()
        },
    },
    Floor {
        says: "patterns use the public API alone",
        broken_by: |source| {
            // Whatever is public stands in the root of the crate, or in one of its public modules.
            let hidden = |path: &&str| {
                let path = path.strip_prefix("crate::").or_else(|| path.strip_prefix("super::super::"));
                let module = path.and_then(|path| path.split_once("::")).map(|(module, _)| module);
                module.is_some_and(|module| {
                    let public = ["codec", "expressions", "values", "pattern"].contains(&module);
                    module.starts_with(char::is_lowercase) && !public
                })
            };
            let mut paths = source.paths.iter().map(String::as_str);
            source.is_in(&["pattern"]).then(|| paths.find(hidden)).flatten()
        },
    },
    Floor {
        says: "only generated code uses what is private to it",
        broken_by: |source| source.names(&["crate::private", "dynamo_model::private"]),
    },
    Floor {
        says: "no clock and no randomness outside `Clock` and `IdSource`",
        broken_by: |source| {
            let refused = [
                "std::time::SystemTime::now",
                "std::time::Instant::now",
                "std::collections::hash_map::RandomState",
                "SystemTime::now",
                "Instant::now",
                "getrandom",
                "fastrand",
                "rand",
            ];
            // A generator with a seed is as little random as a list of numbers.
            let seeded = ["fastrand::Rng", "fastrand::Rng::with_seed"];
            let mut paths = source.paths.iter().map(String::as_str).filter(|path| !seeded.contains(path));
            let found = paths.find(|path| refused.iter().any(|begin| begins(path, begin, "::")));
            (!source.is_in(&["dynamo/source"])).then_some(found).flatten()
        },
    },
];

const DERIVE: &[Floor] = &[
    Floor {
        says: "expand never sees syntax attributes or diagnostics",
        broken_by: |source| {
            let refused =
                ["crate::attr", "crate::ast", "crate::diagnostics", "syn::Attribute", "syn::Meta", "syn::Error"];
            source.is_in(&["expand"]).then(|| source.names(&refused)).flatten()
        },
    },
    Floor {
        says: "attr and ast never import quote",
        broken_by: |source| {
            let refused = ["quote", "quote_spanned", "format_ident"];
            source.is_in(&["attr", "ast"]).then(|| source.names(&refused)).flatten()
        },
    },
];

const USERS: &[Floor] = &[Floor {
    says: "only generated code uses what is private to it",
    broken_by: |source| source.names(&["dynamo_model::private"]),
}];

#[test]
fn every_file_keeps_to_its_floor() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let crates = [
        ("dynamo-model/src", RUNTIME, 40),
        ("dynamo-derive/src", DERIVE, 20),
        ("examples", USERS, 2),
        ("tests/tests", USERS, 2),
        ("tests/ui", USERS, 20),
        ("benches", USERS, 1),
    ];
    let mut broken = Vec::new();
    for (folder, floors, at_least) in crates {
        let sources = sources(&root.join(folder));
        assert!(sources.len() >= at_least, "{folder} has only {} files", sources.len());
        for (source, floor) in sources.iter().flat_map(|source| floors.iter().map(move |floor| (source, floor))) {
            if let Some(by) = (floor.broken_by)(source) {
                broken.push(format!("{folder}/{}.rs names `{by}`, but {}", source.name, floor.says));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn every_floor_can_be_broken() {
    let wrong = [
        (RUNTIME, 0, "schema", "use aws_sdk_dynamodb::{operation::get_item::GetItemInput, types::AttributeValue};"),
        (RUNTIME, 0, "expression/update", "fn f() { let now = SystemTime::now(); }"),
        (RUNTIME, 0, "expression", "pub(crate) async fn f() {}"),
        (RUNTIME, 1, "write_plan/guard", "fn f(value: aws_sdk_dynamodb::types::AttributeValue) {}"),
        (RUNTIME, 2, "table", "fn f() { client.get_item().send().await }"),
        (RUNTIME, 2, "error", "use aws_sdk_dynamodb::Client; async fn f() { g().await }"),
        (RUNTIME, 3, "pattern/lease", "use crate::{Table, write_plan::Guard};"),
        (RUNTIME, 4, "table", "use crate::private::Attr;"),
        (
            RUNTIME,
            5,
            "write_plan/generated",
            "use std::time::{Duration, Instant}; fn f() { std::time::Instant::now(); }",
        ),
        (RUNTIME, 5, "request/attempt", "use fastrand;"),
        (DERIVE, 0, "expand/keys", "use crate::{attr::Place, model::Item};"),
        (DERIVE, 0, "expand", "use syn::{Attribute, Ident};"),
        (DERIVE, 1, "attr/words", "use quote::quote;"),
        (DERIVE, 1, "ast", "fn f() { quote! {} }"),
        (USERS, 0, "quickstart", "use dynamo_model::{Table, private as p};"),
    ];
    for (floors, position, name, text) in wrong {
        let floor: &Floor = floors.get(position).unwrap();
        assert!((floor.broken_by)(&Source::new(name, text)).is_some(), "{name}: {text} keeps: {}", floor.says);
    }
    for floor in RUNTIME.iter().chain(DERIVE).chain(USERS) {
        let named = wrong.iter().any(|(floors, at, ..)| floors.get(*at).is_some_and(|wrong| wrong.says == floor.says));
        assert!(named, "nothing breaks: {}", floor.says);
    }
}

#[test]
fn what_is_no_code_does_not_count() {
    let text = r#"
        //! use crate::private;
        fn f() { g("crate::private \" crate::private", '"', 'a'); } // crate::private
        /* crate::private */
        fn h<'a>(x: &'a str) -> crate::value::Item {}
        #[cfg(test)]
        mod tests { use crate::private; }
    "#;
    let source = Source::new("value", text);
    assert_eq!(source.names(&["crate::private"]), None);
    assert_eq!(source.names(&["crate::value"]), Some("crate::value::Item"));
    let nested = Source::new("value", "pub use self::{a::{b, c as d}, e::*};");
    assert_eq!(nested.paths, ["pub", "use", "self::a::b", "self::a::c", "as", "d", "self::e"]);
}

/// Every source file below the folder, except those of tests.
fn sources(folder: &Path) -> Vec<Source> {
    let mut found = Vec::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(path) = waiting.pop() {
        if path.is_dir() {
            waiting.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else if let Some(name) = source_name(folder, &path) {
            found.push(Source::new(&name, &fs::read_to_string(&path).unwrap()));
        }
    }
    found.sort_by(|one, two| one.name.cmp(&two.name));
    found
}

/// The name of a source file; nothing for another file and for tests beside the code.
fn source_name(folder: &Path, path: &Path) -> Option<String> {
    let name = path.strip_prefix(folder).ok()?.to_str()?.strip_suffix(".rs")?.replace('\\', "/");
    let of_tests = name.split('/').any(|part| part == "tests" || part == "target");
    (!of_tests).then_some(name)
}

/// The text without comments, texts, and the module of tests at its end.
fn code_of(text: &str) -> String {
    let text = text.split_once("#[cfg(test)]\nmod tests {").map_or(text, |(code, _)| code);
    let text = text.split_once("#[cfg(test)]\n        mod tests {").map_or(text, |(code, _)| code);
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        let skipped = skipped(rest);
        if skipped == 0 {
            code.push(character);
            rest = rest.get(character.len_utf8()..).unwrap_or_default();
        } else {
            code.push(' ');
            rest = rest.get(skipped..).unwrap_or_default();
        }
    }
    code
}

/// How many bytes of comment, text or character literal stand at the start.
fn skipped(rest: &str) -> usize {
    let until = |end: &str, from: usize| {
        rest.get(from..).and_then(|rest| rest.find(end)).map_or(rest.len(), |at| from + at + end.len())
    };
    if rest.starts_with("//") {
        return until("\n", 0);
    }
    if rest.starts_with("/*") {
        return until("*/", 2);
    }
    if rest.starts_with("r#\"") {
        return until("\"#", 3);
    }
    if rest.starts_with('"') {
        let mut escaped = true;
        let end = rest.char_indices().find(|(at, character)| {
            let ends = *at > 0 && *character == '"' && !escaped;
            escaped = *character == '\\' && !escaped;
            ends
        });
        return end.map_or(rest.len(), |(at, _)| at + 1);
    }
    ["'\"'", "'\\''", "'\\\\'"].iter().find(|literal| rest.starts_with(**literal)).map_or(0, |literal| literal.len())
}

/// Every path in the code. A single name is a path too.
fn paths_of(code: &str) -> Vec<String> {
    let mut paths = Vec::new();
    let mut rest = code;
    while let Some(start) = rest.find(is_word) {
        rest = path(rest.get(start..).unwrap_or_default(), "", &mut paths);
    }
    paths
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// Reads one path, or the group that it ends in, and gives what follows.
fn path<'t>(mut rest: &'t str, before: &str, paths: &mut Vec<String>) -> &'t str {
    let mut path = before.to_owned();
    loop {
        let end = rest.find(|character| !is_word(character)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        path.push_str(word);
        let Some(next) = after.strip_prefix("::") else {
            paths.push(path);
            return after;
        };
        if let Some(mut group) = next.strip_prefix('{') {
            path.push_str("::");
            loop {
                group = group.trim_start_matches(|character: char| character.is_whitespace() || character == ',');
                if let Some(alias) = group.strip_prefix("as ") {
                    paths.push("as".to_owned());
                    group = self::path(alias, "", paths);
                } else if group.starts_with(is_word) {
                    group = self::path(group, &path, paths);
                } else {
                    return group.strip_prefix('}').unwrap_or(group.get(1..).unwrap_or_default());
                }
            }
        }
        if !next.starts_with(is_word) {
            // A glob, or generic arguments.
            paths.push(path);
            return next;
        }
        path.push_str("::");
        rest = next;
    }
}

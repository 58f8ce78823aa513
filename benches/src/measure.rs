//! The cost of a case: instructions and allocations where valgrind is installed, otherwise time.
//!
//! A case is counted in a process of its own, which is this program again, under callgrind. Counting is on inside
//! [`counted`] alone, so neither the preparation of an input nor the dropping of a result is part of the figure.

use std::{
    collections::HashMap,
    env, fs,
    hint::black_box,
    process::{Command, Stdio, id},
    time::{Duration, Instant},
};

use crate::Error;

/// How often a case runs before it is measured: caches are filled, and buffers have grown.
const WARM_UP: u32 = 20;
/// How often a case is counted. The seeds of the maps differ from run to run, and this many even them out.
const COUNTED: u32 = 300;
/// How often a case is timed in one go, and how often all cases take their turns.
const TIMED: (u32, u32) = (2_000, 15);

/// One thing to measure.
#[derive(Debug, Clone, Copy)]
pub struct Case {
    /// `what/item/how`.
    pub name: &'static str,
    /// Runs it this often with [`each`].
    pub run: fn(rounds: u32) -> Result<Duration, Error>,
}

/// What a case costs, each time it runs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Cost {
    /// Counted by callgrind.
    Counted {
        /// Instructions.
        instructions: f64,
        /// Calls of the allocator that give memory.
        allocations: f64,
    },
    /// By the clock: the median.
    Timed(Duration),
}

/// Runs `case` on inputs that are made outside the measured part, where its results are dropped too.
///
/// # Errors
///
/// Those of `input` and of `case`.
pub fn each<I, O>(
    rounds: u32,
    mut input: impl FnMut() -> Result<I, Error>,
    mut case: impl FnMut(I) -> Result<O, Error>,
) -> Result<Duration, Error> {
    for _ in 0..WARM_UP {
        black_box(case(black_box(input()?))?);
    }
    let mut elapsed = Duration::ZERO;
    for _ in 0..rounds {
        let (mut given, mut result) = (Some(black_box(input()?)), None);
        let start = Instant::now();
        counted(&mut || result = given.take().map(&mut case));
        elapsed += start.elapsed();
        if let Some(result) = black_box(result) {
            result?;
        }
    }
    Ok(elapsed)
}

/// Callgrind finds it by its name, and counts from its first instruction to its last.
#[inline(never)]
fn counted(case: &mut dyn FnMut()) {
    case();
    // Otherwise the call is a jump, and callgrind does not see the end.
    black_box(());
}

/// The costs of all cases, in their order.
///
/// # Errors
///
/// A case failed, or valgrind did.
pub fn measure(cases: &[Case]) -> Result<Vec<Cost>, Error> {
    if has_valgrind() { cases.iter().map(count).collect() } else { time(cases) }
}

fn has_valgrind() -> bool {
    let version = Command::new("valgrind").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    version.is_ok_and(|status| status.success())
}

/// Runs the case that the command line names, in the process that is counted. `None` where it names none.
#[must_use]
pub fn requested(cases: &[Case]) -> Option<Result<(), Error>> {
    let mut arguments = env::args().skip_while(|argument| argument != "--case");
    let name = arguments.nth(1)?;
    let case = cases.iter().find(|case| case.name == name);
    Some(match case {
        Some(case) => (case.run)(COUNTED).map(drop),
        None => Err(format!("there is no case `{name}`").into()),
    })
}

fn count(case: &Case) -> Result<Cost, Error> {
    let report = env::temp_dir().join(format!("dynamo-benches-{}-{}", id(), case.name.replace('/', "-")));
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--toggle-collect=*measure*counted*"])
        .arg(format!("--callgrind-out-file={}", report.display()))
        .arg(env::current_exe()?)
        .args(["--case", case.name])
        .stdin(Stdio::null())
        .output()?;
    if !output.status.success() {
        return Err(format!("`{}` failed: {}", case.name, String::from_utf8_lossy(&output.stderr)).into());
    }
    let text = fs::read_to_string(&report)?;
    // Kept for `callgrind_annotate` where the path is asked for.
    if env::var_os("KEEP_CALLGRIND").is_none() {
        fs::remove_file(&report)?;
    }
    let (instructions, allocations) = read_report(&text).ok_or("callgrind's report has no total")?;
    let per_round = |count: u32| f64::from(count) / f64::from(COUNTED);
    Ok(Cost::Counted { instructions: per_round(instructions), allocations: per_round(allocations) })
}

/// The instructions in all, and the calls of the allocator, from a
/// [profile of callgrind](https://valgrind.org/docs/manual/cl-format.html).
fn read_report(text: &str) -> Option<(u32, u32)> {
    let (mut names, mut callee, mut allocations) = (HashMap::new(), "", 0);
    for line in text.lines() {
        if let Some(function) = line.strip_prefix("fn=").or_else(|| line.strip_prefix("cfn=")) {
            // `(12) name` defines what `(12)` stands for from there on.
            let (number, name) = function.split_once(' ').unwrap_or((function, ""));
            if !name.is_empty() {
                names.insert(number, name);
            }
            callee = names.get(number).copied().unwrap_or_default();
        } else if let Some(calls) = line.strip_prefix("calls=")
            && matches!(callee, "malloc" | "calloc" | "realloc" | "posix_memalign" | "aligned_alloc")
        {
            allocations += calls.split(' ').next()?.parse::<u32>().ok()?;
        }
    }
    let total = text.lines().find_map(|line| line.strip_prefix("totals: "))?;
    Some((total.trim().parse().ok()?, allocations))
}

/// Lets the cases take turns, so that a busy moment of the machine falls on all of them.
fn time(cases: &[Case]) -> Result<Vec<Cost>, Error> {
    let (rounds, turns) = TIMED;
    let mut times = vec![Vec::new(); cases.len()];
    for _ in 0..turns {
        for (case, times) in cases.iter().zip(&mut times) {
            times.push((case.run)(rounds)? / rounds);
        }
    }
    Ok(times.into_iter().map(|times| Cost::Timed(median(times))).collect())
}

/// The one in the middle; nothing of nothing.
#[must_use]
pub fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

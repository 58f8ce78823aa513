//! The cost of a case: instructions and allocations where valgrind is installed, otherwise time.
//!
//! A case is counted in a process of its own, which is this program again, under callgrind. Counting is on inside
//! `counted` alone, so neither the preparation of an input nor the dropping of a result is part of the figure.

use std::{
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

/// What glibc's allocator costs depends on what the heap looks like by chance, except where it has what is asked for in
/// its cache, so the cache is made large. A processor copies a block with one instruction, and valgrind counts one for
/// each byte of it, so glibc is told not to use that one.
const TUNABLES: &str = "glibc.malloc.tcache_count=10000:glibc.malloc.tcache_max=65536:\
                        glibc.cpu.x86_rep_movsb_threshold=1000000000:glibc.cpu.x86_rep_stosb_threshold=1000000000";

/// One thing to measure.
#[derive(Debug, Clone, Copy)]
pub struct Case {
    /// `what/item/how`.
    pub name: &'static str,
    /// Runs it this often with [`each`].
    pub run: fn(rounds: u32) -> Result<Duration, Error>,
    /// How many items it handles each time. It runs that much less often.
    pub items: u32,
}

impl Case {
    /// How often it runs where a case of one item runs this often.
    fn rounds(&self, of_one: u32) -> u32 {
        (of_one / self.items.max(1)).max(1)
    }
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
    for _ in 0..WARM_UP.min(rounds) {
        black_box(case(black_box(input()?))?);
    }
    let (mut elapsed, prepares_only) = (Duration::ZERO, prepares_only());
    for _ in 0..rounds {
        let (mut given, mut result) = (Some(black_box(input()?)), None);
        if prepares_only {
            continue;
        }
        let start = Instant::now();
        counted(&mut || result = given.take().map(&mut case));
        elapsed += start.elapsed();
        if let Some(result) = black_box(result) {
            result?;
        }
    }
    Ok(elapsed)
}

/// Whether this process is the one whose allocations are subtracted.
fn prepares_only() -> bool {
    env::args().any(|argument| argument == "--prepare")
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
    let mut arguments = env::args().skip_while(|argument| argument != "--case" && argument != "--prepare");
    let name = arguments.nth(1)?;
    let case = cases.iter().find(|case| case.name == name);
    Some(match case {
        Some(case) => (case.run)(case.rounds(COUNTED)).map(drop),
        None => Err(format!("there is no case `{name}`").into()),
    })
}

fn count(case: &Case) -> Result<Cost, Error> {
    // Allocations outside of what is measured, the preparation of inputs for one, are subtracted.
    let allocations = allocations(case, "--case")?.saturating_sub(allocations(case, "--prepare")?);
    let rounds = f64::from(case.rounds(COUNTED));
    Ok(Cost::Counted {
        instructions: f64::from(instructions(case)?) / rounds,
        allocations: f64::from(allocations) / rounds,
    })
}

fn instructions(case: &Case) -> Result<u32, Error> {
    let report = env::temp_dir().join(format!("dynamo-benches-{}-{}", id(), case.name.replace([' ', '/'], "-")));
    let mut tool = Command::new("valgrind");
    tool.args(["--tool=callgrind", "--toggle-collect=*measure*counted*"]);
    tool.arg(format!("--callgrind-out-file={}", report.display()));
    run(tool, case, "--case")?;
    let text = fs::read_to_string(&report)?;
    // Kept for `callgrind_annotate` where it is asked for.
    if env::var_os("KEEP_CALLGRIND").is_none() {
        fs::remove_file(&report)?;
    }
    let total = text.lines().find_map(|line| line.strip_prefix("totals: "));
    Ok(total.ok_or("callgrind's report has no total")?.trim().parse()?)
}

/// `total heap usage: 1,234 allocs, ..`, as memcheck says it.
fn allocations(case: &Case, how: &str) -> Result<u32, Error> {
    let mut tool = Command::new("valgrind");
    tool.args(["--tool=memcheck", "--leak-check=no", "--undef-value-errors=no"]);
    let said = run(tool, case, how)?;
    let (_, usage) = said.split_once("total heap usage: ").ok_or("memcheck says nothing of the heap")?;
    let count = usage.split(' ').next().unwrap_or_default().replace(',', "");
    Ok(count.parse()?)
}

/// Runs one case in a process of its own; what valgrind says of it.
fn run(mut tool: Command, case: &Case, how: &str) -> Result<String, Error> {
    if !env::args().any(|argument| argument == "--stock-libc") {
        tool.env("GLIBC_TUNABLES", TUNABLES);
    }
    let output = tool.arg(env::current_exe()?).args([how, case.name]).stdin(Stdio::null()).output()?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() { Ok(said) } else { Err(format!("`{}` failed: {said}", case.name).into()) }
}

/// Lets the cases take turns, so that a busy moment of the machine falls on all of them.
fn time(cases: &[Case]) -> Result<Vec<Cost>, Error> {
    let (rounds, turns) = TIMED;
    let mut times = vec![Vec::new(); cases.len()];
    for _ in 0..turns {
        for (case, times) in cases.iter().zip(&mut times) {
            let rounds = case.rounds(rounds);
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

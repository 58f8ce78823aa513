//! A table of ratios: ours against another, with the target where there is one.

use std::process::ExitCode;

/// One line.
#[derive(Debug)]
pub struct Row {
    /// What was measured, and against what.
    pub case: String,
    /// Ours, with its unit.
    pub ours: f64,
    /// The other.
    pub other: f64,
    /// The greatest ratio that is fine; `None` for information.
    pub target: Option<f64>,
}

impl Row {
    fn ratio(&self) -> f64 {
        // None of either is as much as the other.
        if self.ours.total_cmp(&self.other).is_eq() { 1.0 } else { self.ours / self.other }
    }

    fn verdict(&self) -> &'static str {
        match self.target {
            None => "",
            Some(target) if self.ratio() <= target => "ok",
            Some(_) => "MISSED",
        }
    }
}

/// Prints the rows, and says whether all targets were met: a failure only where `--check` was given.
#[must_use]
pub fn print(title: &str, rows: &[Row]) -> ExitCode {
    println!("{title}\n");
    println!("{:<44} {:>12} {:>12} {:>7} {:>7}", "", "ours", "other", "ratio", "target");
    for row in rows {
        let target = row.target.map_or_else(String::new, |target| format!("{target:.2}"));
        println!(
            "{:<44} {:>12.1} {:>12.1} {:>7.3} {:>7} {}",
            row.case,
            row.ours,
            row.other,
            row.ratio(),
            target,
            row.verdict()
        );
    }
    println!();
    let missed = rows.iter().any(|row| row.verdict() == "MISSED");
    if missed && std::env::args().any(|argument| argument == "--check") { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

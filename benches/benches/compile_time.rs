//! What the derive costs to compile: `cargo check` of 200 structs of 12 fields, against the two derives of serde.
//!
//! See the README of this package.

use std::{
    env, fmt, fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
    time::{Duration, Instant},
};

use dynamo_benches::{
    Error,
    measure::median,
    table::{Row, print},
};

const STRUCTS: usize = 200;
const RUNS: usize = 3;
const TARGET: f64 = 0.8;

/// One of the crates that are compared.
struct Scratch {
    name: &'static str,
    dependency: String,
    /// What stands above each struct, above its key and above its version.
    attributes: [&'static str; 4],
}

impl fmt::Display for Scratch {
    /// The source.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [item, value, key, version] = self.attributes;
        writeln!(f, "use std::collections::BTreeSet;")?;
        writeln!(f, "{value} pub struct Place {{ pub street: String, pub city: String, pub number: u32 }}")?;
        for number in 0..STRUCTS {
            writeln!(
                f,
                "{item} pub struct Item{number} {{
                    {key} pub id: String, pub name: String, pub email: Option<String>, pub count: u32, pub total: i64,
                    pub ratio: f64, pub active: bool, pub parts: Vec<String>, pub tags: BTreeSet<String>,
                    pub place: Place, pub seen: Option<u64>, {version} pub version: u64,
                }}"
            )?;
        }
        Ok(())
    }
}

impl Scratch {
    fn write(&self, root: &Path) -> Result<(), Error> {
        let package = root.join(self.name);
        fs::create_dir_all(package.join("src"))?;
        let manifest = format!(
            "[package]\nname = \"{}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[dependencies]\n{}\n",
            self.name, self.dependency
        );
        fs::write(package.join("Cargo.toml"), manifest)?;
        self.touch(root)
    }

    /// Makes cargo check the crate again.
    fn touch(&self, root: &Path) -> Result<(), Error> {
        Ok(fs::write(root.join(self.name).join("src/lib.rs"), self.to_string())?)
    }

    fn check(&self, root: &Path) -> Result<Duration, Error> {
        self.touch(root)?;
        let (start, before) = (Instant::now(), time_of_children());
        let output = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args(["check", "--quiet", "--package", self.name])
            .current_dir(root)
            .env("CARGO_INCREMENTAL", "0")
            .env("CARGO_TARGET_DIR", root.join("target"))
            .output()?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
        }
        let used = time_of_children().zip(before).map(|(after, before)| after.saturating_sub(before));
        Ok(used.unwrap_or_else(|| start.elapsed()))
    }
}

/// The processor time of the children so far, which a busy machine changes less than the time that passes. On Linux.
fn time_of_children() -> Option<Duration> {
    // See proc_pid_stat(5): `cutime` and `cstime`, in hundredths of a second.
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks: u64 = fields.get(13)?.parse::<u64>().ok()?.checked_add(fields.get(14)?.parse().ok()?)?;
    Some(Duration::from_millis(ticks.checked_mul(10)?))
}

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The folder of the crates. It is kept, so that the dependencies are checked once.
fn root() -> Result<PathBuf, Error> {
    let root = env::temp_dir().join("dynamo-benches-compile-time");
    fs::create_dir_all(&root)?;
    fs::write(root.join("Cargo.toml"), "[workspace]\nresolver = \"3\"\nmembers = [\"ours\", \"serdes\"]\n")?;
    fs::copy(workspace().join("Cargo.lock"), root.join("Cargo.lock"))?;
    Ok(root)
}

fn main() -> Result<ExitCode, Error> {
    let root = root()?;
    let library = workspace().join("dynamo-model").canonicalize()?;
    let ours = Scratch {
        name: "ours",
        dependency: format!("dynamo-model = {{ path = '{}' }}", library.display()),
        attributes: [
            "#[derive(dynamo_model::DynamoItem)] #[dynamo(table = \"items\")]",
            "#[derive(dynamo_model::DynamoValue)]",
            "#[partition_key]",
            "#[version]",
        ],
    };
    let derives = "#[derive(serde::Serialize, serde::Deserialize)]";
    let serdes = Scratch {
        name: "serdes",
        dependency: "serde = { version = \"1\", features = [\"derive\"] }".into(),
        attributes: [derives, derives, "", ""],
    };
    for scratch in [&ours, &serdes] {
        scratch.write(&root)?;
    }
    for scratch in [&ours, &serdes] {
        // The first time is that of the dependencies too.
        scratch.check(&root)?;
    }
    let (mut our_times, mut their_times) = (Vec::new(), Vec::new());
    for _ in 0..RUNS {
        our_times.push(ours.check(&root)?);
        their_times.push(serdes.check(&root)?);
    }
    let row = Row {
        case: format!("{STRUCTS} structs / serde's derives, ms"),
        ours: median(our_times).as_secs_f64() * 1e3,
        other: median(their_times).as_secs_f64() * 1e3,
        target: Some(TARGET),
    };
    Ok(print("`cargo check` of the crate alone, processor time, median of 3.", &[row]))
}

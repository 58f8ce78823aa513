//! The peak of memory while a query of many pages is streamed, against three times that of one page.
//!
//! Counted by valgrind's dhat, in a process of its own for each number of pages. What is there before the stream begins,
//! the SDK's client and the answers, is measured with no page and subtracted.

use std::{
    env,
    process::{Command, Stdio},
};

use aws_smithy_types::body::SdkBody;
use dynamo_benches::{Error, table::Row};
use dynamo_model::Dynamo;
use futures_util::TryStreamExt as _;

use crate::{
    order::Order,
    request::{STORED, client, runtime},
};

const ARGUMENT: &str = "--memory";
const ITEMS: usize = 1_000;
const PAGES: usize = 20;

/// Streams as many pages as the command line says, in the process that is measured. `None` where it says nothing.
pub(crate) fn requested() -> Option<Result<(), Error>> {
    let pages = env::args().skip_while(|argument| argument != ARGUMENT).nth(1)?;
    Some(pages.parse().map_err(Error::from).and_then(stream))
}

fn stream(pages: usize) -> Result<(), Error> {
    let items = vec![STORED; ITEMS].join(",");
    let page = |next: &str| SdkBody::from(format!(r#"{{"Count":{ITEMS},"Items":[{items}]{next}}}"#));
    let (between, last) = (page(r#","LastEvaluatedKey":{"id":{"S":"order"}}"#), page(""));
    // The bytes of a page are there once, however often it is answered.
    let before = (1..pages).filter_map(|_| between.try_clone());
    let answers = [SdkBody::from(r#"{"Count":0,"Items":[]}"#)].into_iter().chain(before).chain([last]);
    let (runtime, orders) = (runtime()?, Dynamo::new(client(answers)).table::<Order>());
    runtime.block_on(async {
        // What the first request of a client makes stays there.
        let none = orders.query("order").await?;
        if pages == 0 {
            return Ok(());
        }
        let mut stream = orders.query("order").stream();
        let mut total = none.len();
        while let Some(order) = stream.try_next().await? {
            total += usize::from(order.version == 7);
        }
        if total == pages * ITEMS { Ok(()) } else { Err(format!("{total} orders of {pages} pages").into()) }
    })
}

/// The row of the table; none without valgrind.
pub(crate) fn row() -> Result<Option<Row>, Error> {
    let Some(base) = peak(0)? else { return Ok(None) };
    let above = |pages| Ok::<_, Error>(peak(pages)?.ok_or("valgrind is gone")? - base);
    let case = format!("stream/orders, peak bytes of {PAGES} pages / 1 page");
    Ok(Some(Row { case, ours: above(PAGES)?, other: above(1)?, target: Some(3.0) }))
}

/// `At t-gmax: 1,234 bytes in 5 blocks`, as dhat says it.
fn peak(pages: usize) -> Result<Option<f64>, Error> {
    let mut tool = Command::new("valgrind");
    tool.args(["--tool=dhat", "--dhat-out-file=/dev/null"]).arg(env::current_exe()?);
    let output = match tool.args([ARGUMENT, &pages.to_string()]).stdin(Stdio::null()).output() {
        Ok(output) => output,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(format!("{pages} pages failed: {said}").into());
    }
    let (_, at) = said.split_once("At t-gmax:").ok_or("dhat says nothing of the peak")?;
    let bytes = at.split_whitespace().next().unwrap_or_default();
    Ok(Some(bytes.replace(',', "").parse()?))
}

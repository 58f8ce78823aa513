mod items;

use dynamo_model::Attributes;
use items::{Note, Order};

fn conditions(n: &Attributes<Note>, o: &Attributes<Order>) {
    let _ = n.total.gt(o.total);
    let _ = n.total.eq(1).and(o.total.eq(1));
    let _ = [n.text.set("x"), o.total.set(1)];
}

fn main() {}

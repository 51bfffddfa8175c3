// One pass from the top; `None` is a cell that the token cannot have reached.
use std::io::{self, BufRead};

fn enter(paid: Option<u32>, cell: u8) -> Option<u32> {
    match cell {
        b'x' => None,
        digit => paid.map(|sum| sum + u32::from(digit - b'0')),
    }
}

fn main() {
    let mut lines = io::stdin().lock().lines().map(|line| line.unwrap());
    let first = lines.next().unwrap();
    let mut size = first.split_whitespace().map(|word| word.parse::<usize>().unwrap());
    let (h, w) = (size.next().unwrap(), size.next().unwrap());

    let mut above = vec![None; w];
    above[0] = Some(0);
    for _ in 1..h {
        let row = lines.next().unwrap().into_bytes();
        let mut here = vec![None; w];
        let mut run = None;
        for c in 0..w {
            run = enter(run.max(above[c]), row[c]);
            here[c] = run;
        }
        run = None;
        for c in (0..w).rev() {
            run = enter(run.max(above[c]), row[c]);
            here[c] = here[c].max(run);
        }
        above = here;
    }
    let last = lines.next().unwrap().into_bytes();
    match (0..w).filter_map(|c| enter(above[c], last[c])).max() {
        Some(value) => println!("{value}"),
        None => println!("-1"),
    }
}

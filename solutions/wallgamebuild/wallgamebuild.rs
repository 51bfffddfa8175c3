// From the bottom row upwards; a way is its cost with the column of its first drop, `None` is no way.
use std::fmt::Write;
use std::io::{self, Read};

type Way = Option<(u32, usize)>;

fn enter(way: Way, cell: u8) -> Way {
    match cell {
        b'x' => None,
        digit => way.map(|(cost, gap)| (cost + u32::from(digit - b'0'), gap)),
    }
}

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).unwrap();
    let mut words = input.split_whitespace();
    let h: usize = words.next().unwrap().parse().unwrap();
    let w: usize = words.next().unwrap().parse().unwrap();
    let board: Vec<&[u8]> = words.map(str::as_bytes).collect();

    let mut ways: Vec<Vec<Way>> = vec![vec![None; w]; h];
    for c in 0..w {
        ways[h - 1][c] = enter(Some((0, 0)), board[h - 1][c]);
    }
    for r in (0..h - 1).rev() {
        let drops: Vec<Way> = (0..w).map(|c| ways[r + 1][c].map(|(cost, _)| (cost, c))).collect();
        let mut run = None;
        for c in 0..w {
            run = enter(run.max(drops[c]), board[r][c]);
            ways[r][c] = run;
        }
        run = None;
        for c in (0..w).rev() {
            run = enter(run.max(drops[c]), board[r][c]);
            ways[r][c] = ways[r][c].max(run);
        }
    }

    let mut out = String::new();
    match ways[0][0] {
        None => out.push_str("-1\n"),
        Some((cost, _)) => {
            writeln!(out, "{cost}").unwrap();
            let mut column = 0;
            for row in &ways[..h - 1] {
                column = row[column].unwrap().1;
                writeln!(out, "{}.{}", "#".repeat(column), "#".repeat(w - column - 1)).unwrap();
            }
        }
    }
    print!("{out}");
}

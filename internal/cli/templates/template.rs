// {{title}}
use std::io::{self, Read};

fn main() {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).unwrap();
    let mut words = text.split_ascii_whitespace();

    let n: i64 = words.next().unwrap().parse().unwrap();
    println!("{n}");
}

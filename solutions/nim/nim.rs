use std::io::{read_to_string, stdin};

fn main() {
    let input = read_to_string(stdin()).unwrap();
    let heaps: Vec<u64> = input.split_whitespace().skip(1).map(|word| word.parse().unwrap()).collect();
    let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    match heaps.iter().position(|heap| heap ^ sum < *heap) {
        Some(i) => println!("FIRST {} {}", i + 1, heaps[i] ^ sum),
        None => println!("SECOND"),
    }
}

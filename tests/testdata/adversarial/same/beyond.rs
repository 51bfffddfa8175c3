// expect: MLE memory=64MiB
fn main() {
    let mut hoard: Vec<Vec<u8>> = Vec::new();
    for _ in 0..256 {
        hoard.push(vec![1; 1 << 20]);
    }
    println!("{}", hoard.len());
}

// expect: MLE memory=64MiB quick
fn main() {
    let mut hoard = Vec::new();
    for _ in 0..512 {
        hoard.push(std::hint::black_box(vec![1u8; 1 << 20]));
    }
    println!("{}", hoard.len());
}

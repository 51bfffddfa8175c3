// expect: RTE|MLE memory=64MiB
fn dive(above: &[u64; 100]) -> u64 {
    let frame = std::hint::black_box([above[0] + 1; 100]);
    dive(&frame) + frame[1]
}

fn main() {
    println!("{}", dive(&[0; 100]));
}

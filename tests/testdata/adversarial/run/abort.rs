// expect: RTE signal=6
fn main() {
    println!("585987");
    std::process::abort();
}

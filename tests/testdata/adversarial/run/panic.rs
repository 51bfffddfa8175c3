// expect: RTE exit=101
fn main() {
    println!("585987");
    panic!("nobody catches this");
}

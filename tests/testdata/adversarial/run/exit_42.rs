// expect: RTE exit=42 quick
fn main() {
    println!("585987");
    std::process::exit(42);
}

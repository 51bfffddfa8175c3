// expect: CE compile-limit=2s compile-memory=512MiB
static NUMBERS: [u64; 1 << 30] = [1; 1 << 30];
fn main() {
    println!("{}", NUMBERS[std::hint::black_box(5)]);
}

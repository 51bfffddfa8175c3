// expect: CE
// The compiler's environment holds nothing of the judge's.
fn main() {
    println!("{}", env!("GRUNDY_ADVERSARIAL_SECRET"));
}

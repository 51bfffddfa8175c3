// expect: CE compile-limit=1s compile-memory=512MiB
#![recursion_limit = "10000"]
macro_rules! double {
    ($($t:tt)*) => { double!($($t)* $($t)*) };
}
fn main() {
    double!(x);
}

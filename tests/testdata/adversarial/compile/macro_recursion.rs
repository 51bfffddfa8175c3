// expect: CE
macro_rules! dive {
    ($($t:tt)*) => { dive!($($t)* x) };
}
fn main() {
    dive!();
}

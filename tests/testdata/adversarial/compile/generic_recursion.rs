// expect: CE compile-limit=1s
fn dive<T: Default>(n: u32) -> usize {
    if n == 0 {
        std::mem::size_of::<T>()
    } else {
        dive::<(T, T)>(n - 1)
    }
}
fn main() {
    println!("{}", dive::<u8>(3));
}

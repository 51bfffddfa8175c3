// expect: RTE signal=11
fn main() {
    let nowhere = std::hint::black_box(8usize) as *const u64;
    println!("{}", unsafe { nowhere.read_volatile() });
}

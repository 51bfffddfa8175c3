// expect: RTE memory=64MiB signal=6 reason~"stack overflow"
#[inline(never)]
fn dive(depth: u64) -> u64 {
    let frame = unknown([depth; 16]);
    1 + dive(frame[0] + 1) + unknown(frame[1])
}

fn main() {
    println!("{}", dive(0));
}

// The compiler is not to know.
fn unknown<T: Copy>(value: T) -> T {
    unsafe { std::ptr::read_volatile(&value) }
}

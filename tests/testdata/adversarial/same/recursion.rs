// expect: AC memory=256MiB peak>=60MiB
#[inline(never)]
fn dive(depth: u32) -> u32 {
    let frame = unknown([depth; 16]);
    if depth == 0 { 0 } else { 1 + dive(frame[0] - 1) + unknown(frame[1] - depth) }
}

fn main() {
    println!("{}", if dive(1_000_000) == 1_000_000 { 585987 } else { 0 });
}

// The compiler is not to know.
fn unknown<T: Copy>(value: T) -> T {
    unsafe { std::ptr::read_volatile(&value) }
}

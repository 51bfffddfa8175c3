// expect: AC memory=256MiB
// As deep recursion is often made possible: by a thread with a large stack.
use std::thread;

#[inline(never)]
fn dive(depth: u32) -> u32 {
    let frame = unknown([depth; 16]);
    if depth == 0 { 0 } else { 1 + dive(frame[0] - 1) + unknown(frame[1] - depth) }
}

fn main() {
    let dived = thread::Builder::new().stack_size(1 << 30).spawn(|| dive(500_000)).unwrap().join().unwrap();
    println!("{}", if dived == 500_000 { 585987 } else { 0 });
}

// The compiler is not to know.
fn unknown<T: Copy>(value: T) -> T {
    unsafe { std::ptr::read_volatile(&value) }
}

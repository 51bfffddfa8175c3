// expect: RTE memory=64MiB signal=6 reason~"ran out of memory: memory allocation of 1125899906842624 bytes failed"
fn main() {
    let piece: Vec<u8> = Vec::with_capacity(unknown(1 << 50));
    println!("{}", piece.capacity());
}

// The compiler is not to know.
fn unknown<T: Copy>(value: T) -> T {
    unsafe { std::ptr::read_volatile(&value) }
}

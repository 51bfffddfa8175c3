// expect: AC memory=64MiB
// A table of 256 MiB, of which some pages are used.
static mut TABLE: [u8; 1 << 28] = [0; 1 << 28];

fn main() {
    let at = unknown(12345);
    unsafe {
        TABLE[at] = 1;
        println!("{}", 585986 + i32::from(TABLE[at]));
    }
}

// The compiler is not to know.
fn unknown<T: Copy>(value: T) -> T {
    unsafe { std::ptr::read_volatile(&value) }
}

// expect: CE compile-limit=1s compile-memory=512MiB
#![allow(long_running_const_eval)]
const FOREVER: u64 = {
    let mut i = 0;
    loop {
        i = (i + 1) % 7;
        if i == 9 {
            break i;
        }
    }
};
fn main() {
    println!("{FOREVER}");
}

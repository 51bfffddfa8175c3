// expect: CE log~"1.ans" quick
fn main() {
    print!("{}", include_str!("@ANSWER@"));
    print!("{:?}", include_bytes!("/etc/shadow"));
}

// expect: OLE max-output=1MiB
fn main() {
    let block = "flood ".repeat(10000);
    for _ in 0..1000 {
        print!("{block}");
    }
}

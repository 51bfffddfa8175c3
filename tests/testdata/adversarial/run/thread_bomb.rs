// expect: AC
fn main() {
    for _ in 0..5000 {
        let made = std::thread::Builder::new().stack_size(1 << 16).spawn(|| loop {
            std::thread::park();
        });
        if made.is_err() {
            println!("585987");
            std::process::exit(0);
        }
    }
    println!("no limit");
}

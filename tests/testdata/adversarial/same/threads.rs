// expect: AC memory=64MiB
use std::{thread, time::Duration};

fn main() {
    let threads: Vec<_> = (0..64).map(|_| thread::spawn(|| thread::sleep(Duration::from_millis(50)))).collect();
    for thread in threads {
        thread.join().unwrap();
    }
    println!("585987");
}

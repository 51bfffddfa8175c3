// expect: AC memory=256MiB peak<=64MiB
fn main() {
    let mut room: Vec<u8> = Vec::with_capacity(1 << 30);
    room.push(std::hint::black_box(7));
    println!("{}", 585980 + room[0] as u32);
}

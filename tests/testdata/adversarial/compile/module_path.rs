// expect: CE
#[path = "@ANSWER@"]
mod answer;
#[path = "/etc/shadow"]
mod shadow;
fn main() {}

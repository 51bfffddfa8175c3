// Parents in breadth-first order, weights in the reverse, then a binary search over the number of moves.
use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).unwrap();
    let mut numbers = input.split_ascii_whitespace().map(|word| word.parse::<usize>().unwrap());
    let mut next = || numbers.next().unwrap();
    let (n, trap, mouse) = (next(), next(), next());
    let mut adjacent = vec![Vec::new(); n + 1];
    for _ in 1..n {
        let (u, v) = (next(), next());
        adjacent[u].push(v);
        adjacent[v].push(u);
    }

    let mut parent = vec![0; n + 1];
    let mut order = vec![trap];
    let mut done = 0;
    while done < order.len() {
        let v = order[done];
        done += 1;
        for &c in &adjacent[v] {
            if c != parent[v] {
                parent[c] = v;
                order.push(c);
            }
        }
    }
    let mut weight = vec![0; n + 1];
    let mut heaviest = vec![(0, 0); n + 1]; // among the children: largest and second largest
    for &v in order[1..].iter().rev() {
        let f = adjacent[v].len() - 1 + heaviest[v].1;
        weight[v] = f;
        let (largest, second) = heaviest[parent[v]];
        heaviest[parent[v]] = (largest.max(f), second.max(largest.min(f)));
    }

    let mut sides: Vec<Vec<usize>> = Vec::new();
    let (mut below, mut v) = (0, mouse);
    while v != trap {
        let beside = |&&c: &&usize| c != parent[v] && c != below;
        sides.push(adjacent[v].iter().filter(beside).map(|&c| weight[c]).collect());
        (below, v) = (v, parent[v]);
    }
    let all: usize = sides.iter().map(Vec::len).sum();
    let suffices = |moves: usize| {
        let (mut blocked, mut left) = (0, all);
        sides.iter().enumerate().all(|(i, level)| {
            blocked += level.iter().filter(|&&f| f + left + blocked > moves).count();
            left -= level.len();
            blocked <= moves.min(i + 1)
        })
    };
    let (mut low, mut high) = (0, n);
    while low < high {
        let middle = (low + high) / 2;
        if suffices(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    println!("{low}");
}

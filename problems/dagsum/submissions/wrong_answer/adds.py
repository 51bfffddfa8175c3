# Wrong: adds the values instead of taking their exclusive or.
import sys


def main():
    data = iter(map(int, sys.stdin.buffer.read().split()))
    n, m = next(data), next(data)
    moves = [0] * (n + 1)
    before = [[] for _ in range(n + 1)]
    for _ in range(m):
        u, v = next(data), next(data)
        moves[u] += 1
        before[v].append(u)
    values = [set() for _ in range(n + 1)]
    grundy = [0] * (n + 1)
    ready = [v for v in range(1, n + 1) if moves[v] == 0]
    for v in ready:
        g = 0
        while g in values[v]:
            g += 1
        grundy[v] = g
        for u in before[v]:
            values[u].add(g)
            moves[u] -= 1
            if moves[u] == 0:
                ready.append(u)
    total = 0
    for _ in range(next(data)):
        total += grundy[next(data)]
    print(total)


main()

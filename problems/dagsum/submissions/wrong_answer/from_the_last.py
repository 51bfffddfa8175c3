# Wrong: goes from the last vertex to the first, as if all moves led to greater numbers.
import sys


def main():
    data = iter(map(int, sys.stdin.buffer.read().split()))
    n, m = next(data), next(data)
    moves = [[] for _ in range(n + 1)]
    for _ in range(m):
        u, v = next(data), next(data)
        moves[u].append(v)
    grundy = [0] * (n + 1)
    for u in range(n, 0, -1):
        values = {grundy[v] for v in moves[u]}
        while grundy[u] in values:
            grundy[u] += 1
    total = 0
    for _ in range(next(data)):
        total ^= grundy[next(data)]
    print(total)


main()

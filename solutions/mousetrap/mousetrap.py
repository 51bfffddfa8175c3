# Parents in depth-first order with a stack of its own, weights in the reverse, then a binary search.
import sys
from bisect import bisect_left


def main():
    data = list(map(int, sys.stdin.buffer.read().split()))
    n, trap, mouse = data[:3]
    adjacent = [[] for _ in range(n + 1)]
    for u, v in zip(data[3::2], data[4::2]):
        adjacent[u].append(v)
        adjacent[v].append(u)

    parent = [0] * (n + 1)
    order = []
    stack = [trap]
    while stack:
        v = stack.pop()
        order.append(v)
        for c in adjacent[v]:
            if c != parent[v]:
                parent[c] = v
                stack.append(c)

    weight = [0] * (n + 1)
    largest = [0] * (n + 1)
    second = [0] * (n + 1)
    for v in reversed(order):
        f = weight[v] = len(adjacent[v]) - 1 + second[v]
        p = parent[v]
        if f > largest[p]:
            largest[p], second[p] = f, largest[p]
        elif f > second[p]:
            second[p] = f

    way = []
    v = mouse
    while v != trap:
        way.append(v)
        v = parent[v]
    on_way = set(way)
    sides = [[weight[c] for c in adjacent[v] if c != parent[v] and c not in on_way] for v in way]
    total = sum(map(len, sides))

    def suffices(moves):
        blocked, left = 0, total
        for rounds, level in enumerate(sides, 1):
            spare = moves - left - blocked
            blocked += sum(f > spare for f in level)
            if blocked > min(rounds, moves):
                return False
            left -= len(level)
        return True

    print(bisect_left(range(n), True, key=suffices))


main()

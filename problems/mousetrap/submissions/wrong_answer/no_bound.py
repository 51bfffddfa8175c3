# Mistake: the blocks are in time, but they are never compared with the number of moves.
import sys


def main():
    data = list(map(int, sys.stdin.buffer.read().split()))
    n, trap, mouse = data[:3]
    adjacent = [[] for _ in range(n + 1)]
    for i in range(3, 2 * n + 1, 2):
        u, v = data[i], data[i + 1]
        adjacent[u].append(v)
        adjacent[v].append(u)

    parent = [0] * (n + 1)
    order = [trap]
    for u in order:
        for v in adjacent[u]:
            if v != parent[u]:
                parent[v] = u
                order.append(v)

    largest = [0] * (n + 1)
    second = [0] * (n + 1)
    weight = [0] * (n + 1)
    for v in reversed(order):
        weight[v] = f = len(adjacent[v]) - 1 + second[v]
        p = parent[v]
        if f > largest[p]:
            largest[p], second[p] = f, largest[p]
        elif f > second[p]:
            second[p] = f

    beside = []  # per level of the path: the weights of the subtrees beside it
    below, v = 0, mouse
    while v != trap:
        beside.append([weight[c] for c in adjacent[v] if c != parent[v] and c != below])
        below, v = v, parent[v]
    total = sum(map(len, beside))

    def suffices(moves):
        blocked, sides = 0, total
        for i, level in enumerate(beside):
            spare = moves - sides - blocked
            for f in level:
                if f > spare:
                    blocked += 1
            if blocked > i + 1:
                return False
            sides -= len(level)
        return True

    low, high = 0, n
    while low < high:
        middle = (low + high) // 2
        if suffices(middle):
            high = middle
        else:
            low = middle + 1
    print(low)


main()

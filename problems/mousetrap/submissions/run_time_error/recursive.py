# Correct on small trees, but the recursion is as deep as the tree.
def main():
    n, trap, mouse = map(int, input().split())
    adjacent = [[] for _ in range(n + 1)]
    for _ in range(n - 1):
        u, v = map(int, input().split())
        adjacent[u].append(v)
        adjacent[v].append(u)
    parent = [0] * (n + 1)
    weight = [0] * (n + 1)

    def weigh(v):
        below = []
        for c in adjacent[v]:
            if c != parent[v]:
                parent[c] = v
                weigh(c)
                below.append(weight[c])
        weight[v] = len(below) + (sorted(below)[-2] if len(below) > 1 else 0)

    weigh(trap)
    beside = []
    below, v = 0, mouse
    while v != trap:
        beside.append([weight[c] for c in adjacent[v] if c != parent[v] and c != below])
        below, v = v, parent[v]
    low, high = 0, n
    while low < high:
        moves = (low + high) // 2
        blocked, sides, possible = 0, sum(map(len, beside)), True
        for i, level in enumerate(beside):
            blocked += sum(f + sides + blocked > moves for f in level)
            possible = possible and blocked <= min(i + 1, moves)
            sides -= len(level)
        if possible:
            high = moves
        else:
            low = moves + 1
    print(low)


main()

# Correct on small trees, but the recursion is as deep as the tree.
def main():
    n, trap, mouse = map(int, input().split())
    adjacent = [[] for _ in range(n + 1)]
    for _ in range(n - 1):
        u, v = map(int, input().split())
        adjacent[u].append(v)
        adjacent[v].append(u)

    def weight(v, parent):
        below = sorted(weight(c, v) for c in adjacent[v] if c != parent)
        return len(below) + (below[-2] if len(below) > 1 else 0)

    print(weight(mouse, trap))


main()
